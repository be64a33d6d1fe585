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

  /// The templates that whoever writes the others cannot change.
  private let builtIn: Set<Int>

  /// Makes a set; of two templates with one name the later is taken.
  /// - Parameter builtIn: the names of the templates that whoever writes the others cannot change.
  package init(_ templates: [Template], builtIn: Set<String> = []) {
    self.templates = templates
    self.builtIn = Set(templates.indices.filter { builtIn.contains(templates[$0].name) })
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

  /// Whether whoever writes the other templates cannot change this one.
  func isBuiltIn(_ template: Int) -> Bool { builtIn.contains(template) }

  /// The parents that a template surely has, and the tags that name them: those outside its sections and blocks.
  private func parents(of template: Int) -> [(index: Int, tag: Range<Int>)] {
    var parents: [(index: Int, tag: Range<Int>)] = []
    var place = 0
    while place < templates[template].nodes.count {
      let node = templates[template].nodes[place]
      if case .parent(let callee) = node.kind, case .named(let name) = callee.target,
        let parent = index(ofCallee: name)
      {
        parents.append((parent, node.range))
      }
      place = node.end
    }
    return parents
  }

  /// The way from a template over its parents back to itself, and the tag that begins it; nil where there is none.
  /// - Complexity: O(*n*) in the nodes of all templates.
  func ownAncestry(of template: Int) -> (path: [Int], tag: Range<Int>)? {
    for (parent, tag) in parents(of: template) {
      var paths = [[template, parent]]
      var seen: Set<Int> = []
      while let path = paths.popLast(), let last = path.last {
        if last == template { return (path, tag) }
        guard seen.insert(last).inserted else { continue }
        paths += parents(of: last).map { path + [$0.index] }
      }
    }
    return nil
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
