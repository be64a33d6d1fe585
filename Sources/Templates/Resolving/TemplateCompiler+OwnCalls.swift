import Diagnostics

/// Errors in templates that the theme's author cannot change: they are those of the tag that calls the template
/// where the names that it needs do not exist.
extension TemplateCompiler {
  /// A tag that calls a template.
  struct CallPlace: Hashable {
    /// The template with the tag, an index into the set's templates.
    let template: Int
    /// The bytes of the called template's name in it.
    let bytes: Range<Int>
  }

  /// The errors of units that only an author's own tags lead to, one for each of these tags.
  /// - Parameter reported: the units whose errors are reported.
  /// - Returns: the errors, and the units that they stand for.
  func errorsOfOwnCalls(in reported: Set<Int>) -> (diagnostics: [Diagnostic], units: Set<Int>) {
    var callers: [Int32: [(unit: Int, place: CallPlace)]] = [:]
    for unit in reported.sorted() {
      for call in units[unit].calls { callers[call.target, default: []].append((unit, call.place)) }
    }
    var found: [CallPlace: [Diagnostic]] = [:]
    var handled: Set<Int> = []
    for unit in reported.sorted() where set.isBuiltIn(units[unit].key.template) {
      let file = set.templates[units[unit].key.template].file
      let errors = units[unit].diagnostics.filter {
        $0.severity == .error && $0.range.file.path == file.path
      }
      guard !errors.isEmpty else { continue }
      var places: Set<CallPlace> = []
      var seen: Set<Int> = [unit]
      var open = [unit]
      while let next = open.popLast() {
        for caller in callers[Int32(next)] ?? [] {
          if !set.isBuiltIn(caller.place.template) {
            places.insert(caller.place)
          } else if seen.insert(caller.unit).inserted {
            open.append(caller.unit)
          }
        }
      }
      guard !places.isEmpty else { continue }
      handled.insert(unit)
      for place in places { found[place, default: []] += errors }
    }
    return (found.compactMap { error(of: $0, $1) }, handled)
  }

  /// The error of a tag that calls a template with errors.
  private func error(of place: CallPlace, _ errors: [Diagnostic]) -> Diagnostic? {
    errors.sortedByPlace().first.map { first in
      let file = set.templates[place.template].file
      return Diagnostic(
        first.id, at: file[place.bytes], "'\(file.text(place.bytes))' does not fit here: \(first.summary)",
        notes: [.init("the built-in theme has '\(first.range.text)' here", at: first.range)])
    }
  }
}
