import Diagnostics

/// Opening and closing tags with different names: the name that exists is meant.
extension TemplateCompiler {
  /// A node that is closed under another name.
  struct MismatchKey: Hashable {
    let template: Int
    let node: Int
  }

  /// The name of a section, of the two names, that exists.
  mutating func existing(_ name: Name, at node: Int, in scope: Scope) -> Name {
    guard let mismatch = set.templates[scope.template].mismatches[node] else { return name }
    let closes = settle(
      mismatch, at: node, in: scope, opens: knows(name, in: scope), closes: knows(mismatch.closed, in: scope),
      .unknownName, "unknown name '\(mismatch.opened.name)'")
    return closes ? mismatch.closed : name
  }

  /// The template of a parent, of the two names, that exists.
  mutating func existing(_ callee: Callee, at node: Int, in scope: Scope) -> Callee {
    let template = set.templates[scope.template]
    guard let mismatch = template.mismatches[node], case .named(let name) = callee.target else {
      return callee
    }
    let closed = template.file.text(mismatch.closed.range)
    let closes = settle(
      mismatch, at: node, in: scope, opens: set.index(ofCallee: name) != nil,
      closes: set.index(ofCallee: closed) != nil, .missingTemplate, "there is no template '\(name)'")
    guard closes else { return callee }
    return Callee(
      target: .named(closed), range: mismatch.closed.range, indentation: callee.indentation,
      isStandalone: callee.isStandalone)
  }

  /// The name of a block, of the two names, that exists.
  /// - Parameter known: the blocks of the parent that it is given to; nil if it is in no parent, so that only
  ///   the other blocks of the theme show which name is correct.
  mutating func existing(
    _ block: Block, at node: Int, of known: ReachableBlocks? = nil, in scope: Scope
  ) -> String {
    let template = set.templates[scope.template]
    guard let mismatch = template.mismatches[node] else { return block.name }
    let closed = template.file.text(mismatch.closed.range)
    func exists(_ name: String) -> Bool {
      guard let known else { return set.hasBlock(name, besides: node, of: scope.template) }
      return known.names.contains(name) || !known.isComplete
    }
    let closes = settle(
      mismatch, at: node, in: scope, opens: exists(block.name), closes: exists(closed), .unknownName,
      "\(known == nil ? "no other template has a" : "the parent has no") block '\(block.name)'")
    return closes ? closed : block.name
  }

  /// Decides which name is wrong, and keeps the diagnostic of the first unit that can decide.
  /// - Returns: whether the closing tag's name is meant.
  private mutating func settle(
    _ mismatch: Mismatch, at node: Int, in scope: Scope, opens: Bool, closes: Bool,
    _ id: DiagnosticID, _ summary: @autoclosure () -> String
  ) -> Bool {
    guard opens != closes else { return false }
    let file = set.templates[scope.template].file
    let key = MismatchKey(template: scope.template, node: node)
    if settled[key] == nil {
      settled[key] =
        closes
        ? mismatch.atOpening(in: file, id, summary()) : mismatch.atClosing(in: file, isCertain: true)
    }
    return closes
  }

  /// The diagnostics of all mismatches, including those that no unit could decide.
  var mismatchDiagnostics: [Diagnostic] {
    self.set.templates.indices.flatMap { index in
      set.templates[index].mismatches.map { node, mismatch in
        settled[MismatchKey(template: index, node: node)]
          ?? mismatch.atClosing(in: set.templates[index].file, isCertain: false)
      }
    }
  }

  /// Whether a name may exist in the frames; reports nothing.
  private func knows(_ name: Name, in scope: Scope) -> Bool {
    guard let first = name.parts.first else { return !scope.stack.isEmpty }
    for frame in scope.stack.reversed() {
      if frame == ShapeTable.dynamic { return true }
      guard var shape = shapes[frame].fields[first.text]?.shape else { continue }
      for part in name.parts.dropFirst() where shape != ShapeTable.dynamic {
        guard let next = shapes[shape].fields[part.text] else { return shapes[shape].isIncomplete }
        shape = next.shape
      }
      return true
    }
    return scope.stack.contains { shapes[$0].isIncomplete }
  }
}
