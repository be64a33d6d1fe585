import Diagnostics

/// The templates of a theme by their names.
///
/// `{{>row}}` means the template `row` and, if there is none, `partials/row`. A name found at run time
/// (`{{>*name}}`) means only `partials/`.
package struct TemplateSet: Sendable {
  /// The folder that names found at run time may reach.
  static let partials = "partials/"

  /// The templates in the order given; all indices of templates are places here.
  let templates: [Template]
  /// What a name found at run time may say, and the template it then means.
  let dynamicCallees: [(name: String, index: Int)]
  private let indices: [String: Int]

  /// Makes a set; if two templates share a name, the later is taken.
  package init(_ templates: [Template]) {
    self.templates = templates
    let indices = Dictionary(templates.indices.map { (templates[$0].name, $0) }, uniquingKeysWith: { $1 })
    self.indices = indices
    dynamicCallees = indices.filter { $0.key.hasPrefix(Self.partials) }.sorted { $0.value < $1.value }
      .map { (String($0.key.dropFirst(Self.partials.count)), $0.value) }
  }

  /// The index of the template with exactly this name.
  func index(of name: String) -> Int? {
    indices[name]
  }

  /// The index of the template that a tag's name means.
  func index(ofCallee name: String) -> Int? {
    indices[name] ?? indices[Self.partials + name]
  }

  /// The templates that a tag of any template names.
  /// - Complexity: O(*n*) in the nodes of all templates.
  var namedCallees: Set<Int> {
    var result: Set<Int> = []
    for node in templates.lazy.flatMap(\.nodes) {
      switch node.kind {
      case .partial(let callee), .parent(let callee):
        if case .named(let name) = callee.target, let target = index(ofCallee: name) { result.insert(target) }
      default: break
      }
    }
    return result
  }

  /// Whether a block other than one node has a name.
  /// - Complexity: O(*n*) in the nodes of all templates.
  func hasBlock(_ name: String, besides node: Int, of template: Int) -> Bool {
    templates.indices.contains { index in
      templates[index].nodes.indices.contains { other in
        guard case .block(let block) = templates[index].nodes[other].kind else { return false }
        return block.name == name && (index, other) != (template, node)
      }
    }
  }

  /// What a tag may have meant: the same name in a folder, else the nearest of all.
  func nearestCallee(to name: String) -> String? {
    let names = calleeNames
    return names.filter { $0.hasSuffix("/" + name) }.min() ?? nearestName(to: name, among: names)
  }

  /// What a tag may name.
  private var calleeNames: [String] {
    indices.keys.flatMap { name in
      name.hasPrefix(Self.partials) ? [name, String(name.dropFirst(Self.partials.count))] : [name]
    }
  }
}
