/// The templates of a theme by their names.
///
/// `{{>row}}` means the template `row` and, where there is none, `partials/row`. A name found at run time
/// (`{{>*name}}`) means `partials/` alone.
package struct TemplateSet: Sendable {
  /// The folder that names found at run time may reach.
  static let partials = "partials/"

  let templates: [Template]
  private let indices: [String: Int]

  /// Makes a set; of two templates with one name the later is taken.
  package init(_ templates: [Template]) {
    self.templates = templates
    indices = Dictionary(templates.indices.map { (templates[$0].name, $0) }, uniquingKeysWith: { $1 })
  }

  /// The template with exactly this name.
  package subscript(name: String) -> Template? {
    indices[name].map { templates[$0] }
  }

  /// The index of the template with exactly this name.
  func index(of name: String) -> Int? {
    indices[name]
  }

  /// The index of the template that a tag's name means.
  func index(ofCallee name: String) -> Int? {
    indices[name] ?? indices[Self.partials + name]
  }

  /// What a tag may name, for "did you mean".
  var calleeNames: [String] {
    indices.keys.flatMap { name in
      name.hasPrefix(Self.partials) ? [name, String(name.dropFirst(Self.partials.count))] : [name]
    }
  }

  /// What a name found at run time may say, and the template it then means.
  /// - Parameter isLenient: whether every template may be reached, under its whole name.
  func dynamicCallees(isLenient: Bool) -> [(name: String, index: Int)] {
    let all = indices.sorted { $0.value < $1.value }
    if isLenient { return all.map { ($0.key, $0.value) } }
    return all.filter { $0.key.hasPrefix(Self.partials) }
      .map { (String($0.key.dropFirst(Self.partials.count)), $0.value) }
  }
}
