import Diagnostics

/// Resolves names to paths of registers and slots.
extension TemplateCompiler {
  /// The maximum number of names that a diagnostic lists.
  static let listed = 8

  /// Resolves a name in the frames, innermost first.
  ///
  /// A free map among the frames may also have the name; it is asked first, during rendering. A frame that is said not
  /// to have the name any more, or not in a public site, ends the search: a value of the frames around it would be
  /// another one.
  /// - Returns: the path to the value and its shape; nil if the name is unknown, which is reported.
  mutating func resolve(_ name: Name, in scope: Scope) -> (path: Path, shape: Shape.ID)? {
    guard let first = name.parts.first else {
      guard let top = scope.stack.last else {
        report(.unknownName, place(name.range, in: scope), "there is no context for '.'")
        return nil
      }
      return (Path(register: register(of: top), start: 0, count: 0, search: -1), top)
    }
    spend(name.parts.count, at: place(name.range, in: scope))
    var search: Int32 = -1
    // What an error has been reported for may have any name.
    var mayHaveAny = false
    for frame in scope.stack.reversed() {
      mayHaveAny = mayHaveAny || shapes[frame].isIncomplete
      if shapes.mayHaveKeys(frame) {
        if search < 0 { search = addSteps(name.parts.map { ~nameIndex($0.text) }) }
      } else if let field = shapes[frame].fields[first.text] {
        guard let (slots, shape) = slots(of: name, from: field, in: scope) else { return nil }
        let path = Path(
          register: register(of: frame), start: addSteps(slots), count: Int32(slots.count), search: search)
        return (path, shape)
      } else if !mayHaveAny, search < 0 || !mapsHave(first.text, in: scope),
        reportAbsence(of: first, in: frame, scope)
      {
        return nil
      }
    }
    for frame in scope.stack.reversed() {
      guard let field = shapes[frame].lateFields[first.text] else { continue }
      guard let (slots, shape) = slots(of: name, from: field, in: scope) else { return nil }
      let path = Path(
        register: register(of: frame), start: addSteps(slots), count: Int32(slots.count), search: search)
      return (path, shape)
    }
    let isIncomplete = scope.stack.contains { shapes[$0].isIncomplete }
    if search < 0, isIncomplete { search = addSteps(name.parts.map { ~nameIndex($0.text) }) }
    if search >= 0 {
      let path = Path(register: -1, start: search, count: Int32(name.parts.count), search: search)
      if scope.stack.contains(ShapeTable.unknown) { return (path, ShapeTable.unknown) }
      return (path, isIncomplete ? ShapeTable.dynamic : freeShape(of: name, first, in: scope))
    }
    let names = scope.stack.reversed().map { Array(shapes[$0].fields.keys) }
    report(
      .unknownName, place(first.range, in: scope),
      "unknown name '\(first.text)'" + whatIsThere(first.text, names))
    return nil
  }

  /// Reports a name that a frame is said not to have: a private one, one that others of its kind have, or a former one.
  /// - Returns: whether it is such a name.
  private mutating func reportAbsence(
    of name: Name.Part, in frame: Shape.ID, of owner: Name.Part? = nil, _ scope: Scope
  ) -> Bool {
    let shape = shapes[frame]
    let place = place(name.range, in: scope)
    if let sentence = shape.privateFields[name.text] {
      report(.privateName, place, sentence)
    } else if let present = shape.renamedFields[name.text] {
      report(
        .unknownName, place,
        "unknown name '\(name.text)'\(owner.map { " in '\($0.text)'" } ?? ""); it is called '\(present)' now")
    } else if let sentence = shape.absentFields[name.text] {
      report(.unknownName, place, sentence)
    } else {
      return false
    }
    return true
  }

  /// Follows the parts of a name after the first.
  private mutating func slots(
    of name: Name, from field: Shape.Field, in scope: Scope
  ) -> (steps: [Int32], shape: Shape.ID)? {
    var steps = [Int32(truncatingIfNeeded: field.slot)]
    var shape = field.shape
    var owner = name.parts[0]
    for part in name.parts.dropFirst() {
      if shapes[shape].isFree {
        checkKey(part, of: owner, shapes[shape], in: scope)
        steps.append(~nameIndex(part.text))
        shape = shapes[shape].fields[part.text]?.shape ?? ShapeTable.dynamic
      } else if let next = shapes[shape].fields[part.text] ?? shapes[shape].lateFields[part.text] {
        steps.append(Int32(truncatingIfNeeded: next.slot))
        shape = next.shape
      } else if shapes[shape].isIncomplete {
        steps.append(~nameIndex(part.text))
        shape = ShapeTable.dynamic
      } else {
        if !reportAbsence(of: part, in: shape, of: owner, scope) {
          reportUnknown(part, of: owner, shapes[shape], in: scope)
        }
        return nil
      }
      owner = part
    }
    return (steps, shape)
  }

  /// Whether one of the free maps among the frames is known to have a key.
  private func mapsHave(_ key: String, in scope: Scope) -> Bool {
    scope.stack.contains { shapes[$0].isFree && shapes[$0].fields[key] != nil }
  }

  /// What is known of a value that only the free maps among the frames may have. A name that none of them has, but
  /// that is similar to one of theirs or of another frame, is reported.
  private mutating func freeShape(of name: Name, _ first: Name.Part, in scope: Scope) -> Shape.ID {
    let frames = scope.stack.filter { shapes.mayHaveKeys($0) }
    guard !frames.contains(ShapeTable.dynamic) else { return ShapeTable.dynamic }
    let found = Set(frames.compactMap { shapes[$0].fields[first.text]?.shape })
    let names = scope.stack.reduce(into: Set()) { $0.formUnion(shapes[$1].fields.keys) }
    if found.isEmpty, let nearest = nearestName(to: first.text, among: names) {
      report(
        .unknownName, place(first.range, in: scope),
        "unknown name '\(first.text)'" + suggestion(nearest), severity: .warning)
    }
    // An element may lack a key that others have; then that of a map around it is meant.
    guard found.count == 1, let shape = found.first else { return ShapeTable.dynamic }
    return slots(of: name, from: Shape.Field(slot: 0, shape: shape), in: scope)?.shape ?? ShapeTable.dynamic
  }

  /// Warns about a key of a free map that is similar to a known one, or that the elements of the list have.
  private mutating func checkKey(_ part: Name.Part, of owner: Name.Part, _ map: Shape, in scope: Scope) {
    let isOfElements = map.element.map { shapes[$0].fields[part.text] != nil } ?? false
    guard map.fields[part.text] == nil,
      isOfElements || nearestName(to: part.text, among: map.fields.keys) != nil
    else { return }
    reportUnknown(part, of: owner, map, in: scope)
  }

  private mutating func reportUnknown(
    _ part: Name.Part, of owner: Name.Part, _ shape: Shape, in scope: Scope
  ) {
    var summary = "unknown name '\(part.text)' in '\(owner.text)'"
    if let element = shape.element, shapes[element].fields[part.text] != nil {
      summary += "; elements of the list have it: {{#\(owner.text)}}{{\(part.text)}}{{/\(owner.text)}}"
    } else if let record = shape.fields["record"], shapes[record.shape].fields[part.text] != nil {
      // docket's own names for a record are separate.
      summary += suggestion("\(owner.text).record.\(part.text)")
    } else {
      summary += whatIsThere(part.text, [Array(shape.allFields.keys)])
    }
    report(
      .unknownName, place(part.range, in: scope), summary, severity: shape.isFree ? .warning : .error)
  }

  /// What may be meant by an unknown name: the nearest of some names, or all of them.
  /// - Parameter frames: the names of each frame, innermost first.
  private func whatIsThere(_ name: String, _ frames: [[String]]) -> String {
    if let nearest = nearestName(to: name, among: Set(frames.joined())) { return suggestion(nearest) }
    var seen: Set<String> = []
    let names = frames.flatMap { $0.sorted() }.filter { seen.insert($0).inserted }
    guard !names.isEmpty else { return "" }
    let listed = names.prefix(Self.listed * 2).map { "'\($0)'" }.joined(separator: ", ")
    return "; there is \(listed)" + (names.count > Self.listed * 2 ? " …" : "")
  }

  /// Checks that a value prints, in the way the tag requires.
  /// - Returns: whether to print it. What does not print is an error, and in a free map, which another site may
  ///   fill in another way, a warning.
  mutating func checkPrinting(
    of shape: Shape.ID, _ name: Name, escaped: Bool, _ node: Node, in scope: Scope
  ) -> Bool {
    guard !isLenient, shape != ShapeTable.unknown else { return true }
    let file = set.templates[scope.template].file
    let text = file.text(name.range)
    switch (shapes[shape].printing, escaped) {
    case (.text, true):
      if shapes[shape].isFreeText, set.templates[scope.template].addresses.contains(node.range.lowerBound) {
        report(
          .unescapedText, file[node.range],
          "an address that begins with '\(text)', which may be any text, may be a script; an attribute of type url "
            + "may not",
          severity: .warning)
      }
      return true
    case (.html, false): return true
    case (.text, false):
      report(
        .unescapedText, file[node.range], "'\(text)' is text and must be escaped: {{\(text)}}",
        fixIts: fix(node, "{{\(text)}}", in: file))
    case (.html, true):
      report(
        .unescapedText, file[node.range], "'\(text)' is HTML, whose tags would print as text: {{{\(text)}}}",
        fixIts: fix(node, "{{{\(text)}}}", in: file))
    case (.nothing, _):
      reportUnprintable(shapes[shape], text, file[name.range])
      return shapes[shape].isFree
    }
    return false
  }

  /// Reports a name whose value has parts but prints no text itself.
  mutating func reportUnprintable(_ shape: Shape, _ text: String, _ place: SourceRange) {
    var summary = "'\(text)' is \(shape.element == nil ? "no text" : "a list") and does not print"
    let names = shape.fields.keys.sorted()
    if !names.isEmpty {
      let tail = names.count > Self.listed ? " …" : ""
      summary += "; it has " + names.prefix(Self.listed).map { "'\($0)'" }.joined(separator: ", ") + tail
    } else if shape.element != nil {
      summary += "; print its elements: {{#\(text)}} … {{/\(text)}}"
    } else {
      summary += "; it is a condition: {{#\(text)}} … {{/\(text)}}"
    }
    report(.wrongShape, place, summary, severity: shape.isFree ? .warning : .error)
  }

  /// The fix-it that rewrites a tag; none if the file uses other delimiters.
  private func fix(_ node: Node, _ tag: String, in file: SourceFile) -> [Diagnostic.FixIt] {
    guard file.text(node.range).hasPrefix("{{") else { return [] }
    return [Diagnostic.FixIt(replacing: file[node.range], with: tag)]
  }

  private func place(_ range: Range<Int>, in scope: Scope) -> SourceRange {
    set.templates[scope.template].file[range]
  }

  private mutating func addSteps(_ steps: [Int32]) -> Int32 {
    program.steps += steps
    return Int32(program.steps.count - steps.count)
  }

  private mutating func nameIndex(_ name: String) -> Int32 {
    if let index = nameIndices[name] { return index }
    let index = Int32(program.names.count)
    nameIndices[name] = index
    program.names.append(name)
    return index
  }
}
