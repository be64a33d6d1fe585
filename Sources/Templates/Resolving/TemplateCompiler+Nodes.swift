import Diagnostics

/// Compiles nodes to instructions.
extension TemplateCompiler {
  /// Compiles consecutive nodes.
  /// - Parameter nodes: indices of nodes of the scope's template.
  mutating func compile(_ nodes: Range<Int>, in scope: Scope) {
    let template = set.templates[scope.template]
    var index = nodes.lowerBound
    while index < nodes.upperBound, !isAbandoned {
      let node = template.nodes[index]
      spend(1, at: template.file[node.range])
      let inner = index + 1..<node.end
      switch node.kind {
      case .text: append(template.file.bytes[node.range], at: template.file[node.range])
      case .line: startLine(node.range, in: scope)
      case .variable(let name, let escaped): compileVariable(name, escaped: escaped, node, in: scope)
      case .section(let name): compileSection(name, inner, in: scope)
      case .inverted(let name): compileInverted(name, inner, in: scope)
      case .partial(let callee): compileCall(callee, environment: scope.environment, node, in: scope)
      case .parent(let callee): compileParent(callee, inner, node, in: scope)
      case .block(let block): compileBlock(block, inner, node, in: scope)
      }
      index = node.end
    }
  }

  /// Compiles the content of a section or block, one level deeper.
  mutating func compileInner(_ nodes: Range<Int>, in scope: Scope, at place: SourceRange) {
    var scope = scope
    scope.depth += 1
    guard scope.depth <= Self.maximumDepth else {
      return report(.templateDepth, place, "sections and blocks nest deeper than \(Self.maximumDepth)")
    }
    compile(nodes, in: scope)
  }

  /// Prints a literal, which is joined with the previous one.
  mutating func append(_ text: ArraySlice<UInt8>, at place: SourceRange) {
    guard !text.isEmpty else { return }
    spend(text.count / 16, at: place)
    program.appendText(text, joiningAfter: label)
  }

  /// Prints the text before the first character of a line.
  /// - Parameter space: the line's own leading white space.
  mutating func startLine(_ space: Range<Int>, in scope: Scope) {
    let file = set.templates[scope.template].file
    if scope.isIndented { program.code.append(.indentation) }
    append(scope.indentation[...], at: file[space])
    append(file.bytes[space].dropFirst(scope.dedent), at: file[space])
  }

  private mutating func compileVariable(_ name: Name, escaped: Bool, _ node: Node, in scope: Scope) {
    guard let (path, shape) = resolve(name, in: scope) else { return }
    guard checkPrinting(of: shape, name, escaped: escaped, node, in: scope) else { return }
    notePlace(of: path, name, in: scope, unless: escaped)
    program.code.append(.print(path, escaped: escaped))
  }

  private mutating func compileSection(_ name: Name, _ inner: Range<Int>, in scope: Scope) {
    let place = set.templates[scope.template].file[name.range]
    // In a section with an unknown name, unknown names are not reported.
    let (path, shape) =
      resolve(name, in: scope)
      ?? (Path(register: -1, start: 0, count: 0, search: -1), ShapeTable.unknown)
    let element = shapes[shape].element ?? shape
    notePlace(of: path, name, in: scope, unless: false)
    let open = program.code.count
    program.code.append(.close)
    var innerScope = scope
    pushFrame(&innerScope.stack, element)
    compileInner(inner, in: innerScope, at: place)
    program.code.append(.close)
    label = program.code.count
    program.code[open] = .open(path, register: register(of: element), end: Int32(label))
  }

  private mutating func compileInverted(_ name: Name, _ inner: Range<Int>, in scope: Scope) {
    let place = set.templates[scope.template].file[name.range]
    guard let (path, _) = resolve(name, in: scope) else {
      return compileInner(inner, in: scope, at: place)
    }
    let jump = program.code.count
    program.code.append(.leave)
    compileInner(inner, in: scope, at: place)
    label = program.code.count
    program.code[jump] = .unless(path, end: Int32(label))
  }

  /// Records the place of the next instruction if its name may turn out to be also a key of a free map.
  private mutating func notePlace(of path: Path, _ name: Name, in scope: Scope, unless harmless: Bool) {
    guard !harmless, path.register >= 0, path.search >= 0 else { return }
    program.places[Int32(program.code.count)] = set.templates[scope.template].file[name.range]
  }
}
