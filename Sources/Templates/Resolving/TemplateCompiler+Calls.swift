import Diagnostics

/// Partials, parents and blocks. Partials and parents become calls; a block is resolved during compilation,
/// and its content is compiled in its place.
extension TemplateCompiler {
  /// Compiles the call of a partial, or of a parent whose blocks are in `environment`.
  mutating func compileCall(_ callee: Callee, environment: Int, _ node: Node, in scope: Scope) {
    let file = set.templates[scope.template].file
    guard let targets = targets(of: callee, in: scope) else { return }
    var added: [UInt8] = []
    if callee.isStandalone, let space = callee.indentation {
      added = scope.indentation + file.bytes[space].dropFirst(scope.dedent)
      spend(added.count / 16, at: file[node.range])
    }
    let key = UnitKey(
      template: -1, stack: scope.stack, environment: environment,
      isIndented: callee.isStandalone && (scope.isIndented || !added.isEmpty))
    let start = Int32(program.literals.count)
    program.literals += added
    let indentation = callee.isStandalone ? start..<Int32(program.literals.count) : nil
    let index = Int32(program.calls.count)
    let target: Int32
    switch callee.target {
    case .named:
      target = targets.first.map { self.unit(key, calling: $0) } ?? 0
      units[current].callees.insert(target)
      units[current].calls.append((target, CallPlace(template: scope.template, bytes: callee.range)))
      program.code.append(.call(index))
    case .dynamic(let name):
      guard let (path, shape) = resolve(name, in: scope),
        checkName(name, shape, in: scope)
      else { return }
      target = table(key)
      program.code.append(.callNamed(path, index))
    }
    program.calls.append(Call(target: target, indentation: indentation))
    program.callPlaces.append(file[node.range])
  }

  /// Compiles `{{<name}}` with the blocks inside it; blocks that were given to this template take precedence.
  mutating func compileParent(_ callee: Callee, _ inner: Range<Int>, _ node: Node, in scope: Scope) {
    let template = set.templates[scope.template]
    if let space = callee.indentation, !callee.isStandalone { startLine(space, in: scope) }
    guard let targets = targets(of: callee, in: scope) else { return }
    if reportOwnAncestry(node, in: scope) { return }
    let reachable = targets.map { blocks(reachableFrom: $0) }.reduce(ReachableBlocks()) { $0.union($1) }
    var arguments: [String: Argument] = [:]
    var index = inner.lowerBound
    while index < inner.upperBound {
      spend(1, at: template.file[node.range])
      if case .block(let block) = template.nodes[index].kind {
        arguments[block.name] = Argument(
          template: scope.template, node: index, environment: scope.environment)
        if !isLenient, reachable.isComplete, !reachable.names.contains(block.name) {
          reportMissing(block, of: targets, reachable, in: scope)
        }
      }
      index = template.nodes[index].end
    }
    arguments.merge(environments[scope.environment]) { $1 }
    spend(arguments.count, at: template.file[node.range])
    compileCall(callee, environment: environment(arguments), node, in: scope)
  }

  /// Reports a block that the parent does not have: at the block, or, if the user can change only the parent
  /// and not the template with the block, at the parent.
  private mutating func reportMissing(
    _ block: Block, of targets: [Int], _ reachable: ReachableBlocks, in scope: Scope
  ) {
    let place = set.templates[scope.template].file[block.nameRange]
    let tags = "'{{$\(block.name)}}{{/\(block.name)}}'"
    if set.isBuiltIn(scope.template), let parent = targets.first(where: { !set.isBuiltIn($0) }) {
      return report(
        .unknownName, set.templates[parent].file[0..<0],
        "there is no block '\(block.name)', which built-in templates fill; add \(tags)",
        notes: [.init("it is filled here", at: place)])
    }
    report(
      .unknownName, place,
      "the parent has no block '\(block.name)'"
        + suggestion(nearestName(to: block.name, among: reachable.names)),
      notes: targets.map { .init("\(tags) here would be one", at: set.templates[$0].file[0..<0]) })
  }

  /// Reports the tag through which a template is its own parent, at the first template of the cycle.
  private mutating func reportOwnAncestry(_ node: Node, in scope: Scope) -> Bool {
    guard !isLenient, let (path, tag) = set.ownAncestry(of: scope.template), tag == node.range,
      path.min() == scope.template
    else { return false }
    let names = path.map { set.templates[$0].name }
    report(
      .templateDepth, set.templates[scope.template].file[tag],
      "the template '\(names[0])' is its own parent"
        + (names.count == 2 ? "" : ": \(names.joined(separator: " → "))"))
    return true
  }

  /// Compiles the block given for `{{$name}}`, or its default content.
  mutating func compileBlock(_ block: Block, _ inner: Range<Int>, _ node: Node, in scope: Scope) {
    let file = set.templates[scope.template].file
    guard let argument = environments[scope.environment][block.name],
      case .block(let given) = set.templates[argument.template].nodes[argument.node].kind
    else { return compileInner(inner, in: scope, at: file[node.range]) }

    let space = block.startsOnNewLine ? block.contentIndentation ?? block.indentation : block.indentation
    var givenScope = scope
    givenScope.template = argument.template
    givenScope.environment = argument.environment
    givenScope.indentation += file.bytes[space].dropFirst(scope.dedent)
    spend(givenScope.indentation.count / 16, at: file[node.range])
    givenScope.dedent = given.contentIndentation?.count ?? 0

    let nodes = set.templates[argument.template].nodes
    var content = argument.node + 1..<nodes[argument.node].end
    if block.startsOnNewLine, !given.startsOnNewLine, !content.isEmpty {
      startLine(0..<0, in: givenScope)
    } else if !block.startsOnNewLine, given.startsOnNewLine, let first = content.first,
      case .line = nodes[first].kind
    {
      content.removeFirst()
    }
    compileInner(content, in: givenScope, at: file[node.range])
  }

  /// The templates that a tag may call; nil if there is none, which is reported.
  private mutating func targets(of callee: Callee, in scope: Scope) -> [Int]? {
    guard case .named(let name) = callee.target else {
      return set.dynamicCallees.map(\.index)
    }
    if let template = set.index(ofCallee: name) { return [template] }
    guard !isLenient else { return nil }
    report(
      .missingTemplate, set.templates[scope.template].file[callee.range],
      "there is no template '\(name)'" + suggestion(set.nearestCallee(to: name)))
    return nil
  }

  /// The unit of a called template; only given blocks that the template can reach distinguish units.
  private mutating func unit(_ key: UnitKey, calling template: Int) -> Int32 {
    let reachable = blocks(reachableFrom: template)
    let arguments = environments[key.environment].filter { reachable.names.contains($0.key) }
    return unit(
      UnitKey(
        template: template, stack: key.stack, environment: environment(arguments),
        isIndented: key.isIndented))
  }

  /// The table of what a name may call that is known only during rendering.
  private mutating func table(_ key: UnitKey) -> Int32 {
    if let index = tableIndices[key] { return index }
    var table: [String: Int32] = [:]
    speculates = true
    defer { speculates = false }
    for (name, template) in set.dynamicCallees {
      table[name] = unit(key, calling: template)
    }
    let index = Int32(program.tables.count)
    tableIndices[key] = index
    program.tables.append(table)
    return index
  }

  /// Checks that a value can name a partial, which requires text.
  private mutating func checkName(_ name: Name, _ shape: Shape.ID, in scope: Scope) -> Bool {
    if isLenient || shapes[shape].printing == .text { return true }
    let file = set.templates[scope.template].file
    reportUnprintable(shapes[shape], file.text(name.range), file[name.range])
    return shapes[shape].isFree
  }

  /// The blocks in a template and in all templates that it may call.
  /// - Complexity: O(*n*) in the nodes of all templates, once per template.
  private mutating func blocks(reachableFrom template: Int) -> ReachableBlocks {
    if let known = reachableBlocks[template] { return known }
    var blocks = ReachableBlocks()
    var callsByValue = false
    var seen: Set<Int> = [template]
    var open = [template]
    while let index = open.popLast() {
      if set.templates[index].isInvalid || set.ownAncestry(of: index) != nil { blocks.isComplete = false }
      for node in set.templates[index].nodes {
        switch node.kind {
        case .block(let block): blocks.names.insert(block.name)
        case .partial(let callee), .parent(let callee):
          guard case .named(let name) = callee.target else {
            callsByValue = true
            continue
          }
          guard let target = set.index(ofCallee: name) else {
            blocks.isComplete = false
            continue
          }
          if seen.insert(target).inserted { open.append(target) }
        default: break
        }
      }
      if open.isEmpty, callsByValue {
        open = set.dynamicCallees.map(\.index).filter { seen.insert($0).inserted }
      }
    }
    reachableBlocks[template] = blocks
    return blocks
  }
}

/// The blocks of a template and its callees.
struct ReachableBlocks {
  /// The names of the blocks.
  var names: Set<String> = []
  /// Whether all of these templates could be parsed, so that a name not in `names` is certainly wrong.
  var isComplete = true

  /// The union of both.
  func union(_ other: ReachableBlocks) -> ReachableBlocks {
    ReachableBlocks(names: names.union(other.names), isComplete: isComplete && other.isComplete)
  }
}
