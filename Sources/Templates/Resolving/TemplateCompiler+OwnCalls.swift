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
    return (found.map { error(of: $0, $1) }, handled)
  }

  /// The error of a tag that calls a template with errors.
  private func error(of place: CallPlace, _ errors: [Diagnostic]) -> Diagnostic {
    let errors = errors.sortedByPlace()
    let file = set.templates[place.template].file
    var names: [String] = []
    for error in errors where error.id == .unknownName && !names.contains("'\(error.range.text)'") {
      names.append("'\(error.range.text)'")
    }
    let name = file.text(place.bytes)
    guard let first = errors.first(where: { names.isEmpty || $0.id == .unknownName }) else {
      return Diagnostic(.unknownName, at: file[place.bytes], "'\(name)' does not fit here")
    }
    let summary =
      names.isEmpty
      ? "'\(name)' does not fit here: \(first.summary)"
      : "'\(name)' needs \(enumeration(names, limit: Self.listed)), which \(names.count == 1 ? "is" : "are") "
        + "unknown here"
    return Diagnostic(
      names.isEmpty ? first.id : .unknownName, at: file[place.bytes], summary,
      notes: [.init("the built-in theme has '\(first.range.text)' here", at: first.range)])
  }
}
