import Diagnostics

/// The templates of a theme, by name.
///
/// `{{>row}}` names the template `row` or, if there is none, `partials/row`. A name known only during
/// rendering (`{{>*name}}`) always names one in `partials/`.
package struct TemplateSet: Sendable {
  /// The folder of the templates that names known only during rendering can reach.
  static let partials = "partials/"

  /// The templates in the given order; indices of templates refer to this array.
  let templates: [Template]
  /// The possible values of names known only during rendering, and the template that each one means.
  let dynamicCallees: [(name: String, index: Int)]
  private let indices: [String: Int]

  /// The templates that the theme's author cannot change.
  private let builtIn: Set<Int>

  /// Makes a set; if two templates have the same name, the later one is used.
  /// - Parameter builtIn: the names of the templates that the theme's author cannot change.
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

  /// The names in a template and in all those that it may call, each part of one by itself.
  /// - Complexity: O(*n*) in their tags.
  package func names(reachedFrom name: String) -> Set<String> {
    var names: Set<String> = []
    var open = index(of: name).map { [$0] } ?? []
    var seen = Set(open)
    func call(_ callees: [Int]) { open += callees.filter { seen.insert($0).inserted } }
    while let index = open.popLast() {
      for node in templates[index].nodes {
        switch node.kind {
        case .variable(let name, _), .section(let name), .inverted(let name):
          names.formUnion(name.parts.map(\.text))
        case .partial(let callee), .parent(let callee):
          switch callee.target {
          case .named(let name): call(self.index(ofCallee: name).map { [$0] } ?? [])
          case .dynamic: call(dynamicCallees.map(\.index))
          }
        case .text, .line, .block: continue
        }
      }
    }
    return names
  }

  /// The index of the template that a name in a tag means.
  func index(ofCallee name: String) -> Int? {
    indices[name] ?? indices[Self.partials + name]
  }

  /// Whether the theme's author cannot change a template.
  func isBuiltIn(_ template: Int) -> Bool { builtIn.contains(template) }

  /// The parents that a template certainly has, with their tags, which are outside sections and blocks.
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

  /// The cycle from a template through its parents to itself, and the tag that begins it; nil without one.
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

  /// The templates that are named by tags in any template.
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

  /// The template that a tag may have meant: the same name in a folder, or else the nearest name.
  func nearestCallee(to name: String) -> String? {
    let names = calleeNames
    if let inFolder = names.filter({ $0.hasSuffix("/" + name) }).min() { return inFolder }
    // The folder that all partials have makes no two of them similar.
    let isPartial = name.hasPrefix(Self.partials)
    let wanted = isPartial ? String(name.dropFirst(Self.partials.count)) : name
    return nearestName(to: wanted, among: names).map {
      isPartial && indices[Self.partials + $0] != nil ? Self.partials + $0 : $0
    }
  }

  /// The names that a tag may use.
  private var calleeNames: [String] {
    indices.keys.flatMap { name in
      name.hasPrefix(Self.partials) ? [name, String(name.dropFirst(Self.partials.count))] : [name]
    }
  }
}
