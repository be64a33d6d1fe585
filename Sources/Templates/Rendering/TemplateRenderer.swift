import Diagnostics

/// Runs a program: appends the bytes of pages to an output, one after the other.
///
/// A renderer reuses its memory for each page. Each thread has its own renderer and shares the program. It is
/// noncopyable because copies that the compiler made in the loop took half of the time.
///
///     var renderer = TemplateRenderer(program)
///     let diagnostics = renderer.render(entry, [site, page, order], from: source, to: &output)
package struct TemplateRenderer: ~Copyable {
  /// The maximum depth of calls.
  private static let maximumDepth = 100
  /// The maximum number of bytes per page.
  private static let maximumBytes = 256 << 20

  /// The maximum number of errors per page, because a list may repeat one for each element.
  private static let maximumErrors = 100

  /// A value whose fields can be named.
  private struct Frame {
    var value = Handle(kind: 0)
    /// The number of free maps that were open before it; later ones are inside it.
    var maps = 0
  }

  /// A section that is being run.
  private struct Section {
    let register: Int
    /// The previous frame of the register.
    let outer: Frame
    /// The list, of which `next` is the next element, or a single value with a count of 1.
    let list: Handle
    let count: Int
    var next = 1
    /// The index of the section's first instruction.
    let start: Int
  }

  /// Where to continue when a call returns.
  private struct Return {
    let code: Int
    let indentationStart: Int
    let indentationEnd: Int
  }

  private let program: TemplateProgram
  private let maximumSteps: Int
  private var frames: [Frame]
  /// The frames' values with free shapes, innermost last.
  private var maps: [Handle] = []
  private var sections: [Section] = []
  private var returns: [Return] = []
  /// The indentations of all calls; the current one begins at `indentationStart`.
  private var indentation: [UInt8] = []
  private var indentationStart = 0
  private var steps = 0
  /// The maximum length of the output.
  private var limit = 0
  /// The unit to render.
  private var entry: Int32 = 0
  private var diagnostics: [Diagnostic] = []

  /// Makes a renderer.
  /// - Parameters:
  ///   - program: the program to run.
  ///   - maximumSteps: the maximum number of calls and list elements per page: 100,000 rows of 40 columns have 13
  ///     million.
  package init(_ program: TemplateProgram, maximumSteps: Int = 100_000_000) {
    self.program = program
    self.maximumSteps = maximumSteps
    frames = Array(repeating: Frame(), count: program.registerCount)
  }

  /// Renders a page.
  /// - Parameters:
  ///   - entry: the template, compiled in this renderer's program for the shapes of `contexts`.
  ///   - contexts: the values whose fields can be named, outermost first.
  ///   - source: the data.
  ///   - output: the output to append to.
  /// - Returns: errors that only the data shows; if there is one, the page must not be used.
  /// - Complexity: O(*n*) in what is printed and read, which is limited.
  package mutating func render(
    _ entry: TemplateProgram.Entry, _ contexts: [Handle], from source: any TemplateSource,
    to output: inout Output
  ) -> [Diagnostic] {
    maps.removeAll(keepingCapacity: true)
    sections.removeAll(keepingCapacity: true)
    returns.removeAll(keepingCapacity: true)
    indentation.removeAll(keepingCapacity: true)
    diagnostics = []
    (indentationStart, steps) = (0, 0)
    limit = output.bytes.count + Self.maximumBytes
    self.entry = entry.unit
    for (register, value) in zip(entry.registers, contexts) { setFrame(Int(register), value) }
    run(from: Int(program.units[Int(entry.unit)]), source, &output)
    return diagnostics
  }

  private mutating func run(from start: Int, _ source: any TemplateSource, _ output: inout Output) {
    var next = start
    while true {
      let current = next
      next += 1
      switch program.code[current] {
      case .text(let start, let end):
        output.append(verbatim: program.literals.span.extracting(Int(start)..<Int(end)))
      case .indentation:
        guard checkLength(of: output, at: current) else { return }
        output.append(verbatim: indentation.span.extracting(indentationStart..<indentation.count))
      case .print(let path, let escaped):
        guard let value = find(path, at: current, source) else { continue }
        guard checkLength(of: output, at: current) else { return }
        output.escapes = escaped
        source.append(value, to: &output)
      case .open(let path, let register, let end):
        if let value = find(path, at: current, source),
          open(value, register: Int(register), start: next, source)
        {
          continue
        }
        next = Int(end)
      case .openList(let path, let index):
        let section = program.sections[Int(index)]
        next = Int(section.end)
        guard let list = find(path, at: current, source) else { continue }
        guard checkLength(of: output, at: current) else { return }
        if !source.appendPrinted(list, section: Int(index), to: &output),
          open(list, register: Int(section.register), start: current + 1, source)
        {
          next = current + 1
        }
      case .close:
        guard countStep(at: current) else { return }
        if let start = repeatOrClose(source) { next = start }
      case .unless(let path, let end):
        if let value = find(path, at: current, source), isTrue(value, source) { next = Int(end) }
      case .call(let index):
        let call = program.calls[Int(index)]
        guard countStep(at: current), enter(call, at: current) else { return }
        next = Int(program.units[Int(call.target)])
      case .callNamed(let path, let index):
        let call = program.calls[Int(index)]
        guard let name = find(path, at: current, source),
          let unit = unit(named: name, call, at: current, source)
        else { continue }
        guard countStep(at: current), enter(call, at: current) else { return }
        next = Int(program.units[Int(unit)])
      case .leave:
        guard let back = returns.popLast() else { return }
        indentation.removeLast(indentation.count - back.indentationEnd)
        indentationStart = back.indentationStart
        next = back.code
      case .printKnown(let handle, let escaped):
        guard checkLength(of: output, at: current) else { return }
        output.escapes = escaped
        source.append(program.handles[Int(handle)], to: &output)
      case .printDerived(let register, let handle, let shift, let escaped):
        guard checkLength(of: output, at: current) else { return }
        output.escapes = escaped
        source.append(derived(handle, from: register, shift), to: &output)
      case .derive(let register, let base, let handle, let shift):
        setFrame(Int(register), derived(handle, from: base, shift))
      case .ifKnown(let handle, let end):
        if !isTrue(program.handles[Int(handle)], source) { next = Int(end) }
      case .unlessKnown(let handle, let end):
        if isTrue(program.handles[Int(handle)], source) { next = Int(end) }
      }
    }
  }
}

// Names
extension TemplateRenderer {
  /// Finds a value: in a free map inside the frame that declares the name, or else in that frame.
  private mutating func find(_ path: Path, at instruction: Int, _ source: any TemplateSource) -> Handle? {
    if path.search >= 0, let value = findInMaps(path, source) {
      // A section was compiled for the declared shape, and only a declared value prints as HTML.
      guard let place = program.places[Int32(instruction)] else { return value }
      report(
        .unknownName, at: place, "'\(place.text)' is a declared name and a key of the map around it as well")
      return nil
    }
    guard path.register >= 0 else { return nil }
    return follow(path.start, path.count, from: frames[Int(path.register)].value, source)
  }

  /// Finds a value in the free maps.
  /// - Returns: nil if no map has the name's first part; an inner nil if one has it but lacks the rest.
  private func findInMaps(_ path: Path, _ source: any TemplateSource) -> Handle?? {
    let outermost = path.register >= 0 ? frames[Int(path.register)].maps : 0
    let first = program.names[Int(~program.steps[Int(path.search)])]
    var index = maps.count
    while index > outermost {
      index -= 1
      guard let value = source.value(named: first, of: maps[index]) else { continue }
      return .some(follow(path.search + 1, path.count - 1, from: value, source))
    }
    return nil
  }

  private func follow(_ start: Int32, _ count: Int32, from value: Handle, _ source: any TemplateSource)
    -> Handle?
  {
    var value = value
    for index in Int(start)..<Int(start) + Int(count) {
      let step = program.steps[index]
      let next =
        step >= 0
        ? source.value(Int(step), of: value) : source.value(named: program.names[Int(~step)], of: value)
      guard let next else { return nil }
      value = next
    }
    return value
  }

  /// The value with a known kind and `major`, whose `minor` is a register's, shifted.
  private func derived(_ handle: Int32, from register: Int32, _ shift: Int32) -> Handle {
    var value = program.handles[Int(handle)]
    value.minor = frames[Int(register)].value.minor << Int(shift)
    return value
  }

  private func isTrue(_ value: Handle, _ source: any TemplateSource) -> Bool {
    source.count(of: value).map { $0 > 0 } ?? source.isTrue(value)
  }
}

// Sections
extension TemplateRenderer {
  /// Opens a section unless the value is false.
  private mutating func open(
    _ value: Handle, register: Int, start: Int, _ source: any TemplateSource
  ) -> Bool {
    let count = source.count(of: value)
    if let count { guard count > 0 else { return false } } else if !source.isTrue(value) { return false }
    sections.append(
      Section(register: register, outer: frames[register], list: value, count: count ?? 1, start: start))
    setFrame(register, count == nil ? value : source.element(0, of: value))
    return true
  }

  /// Moves to the list's next element; after the last one, restores the previous frame.
  /// - Returns: the start of the section, if it is to be repeated.
  private mutating func repeatOrClose(_ source: any TemplateSource) -> Int? {
    let last = sections.count - 1
    guard last >= 0 else { return nil }
    let (register, next) = (sections[last].register, sections[last].next)
    if register == program.dynamicRegister { maps.removeLast() }
    if next < sections[last].count {
      sections[last].next += 1
      setFrame(register, source.element(next, of: sections[last].list))
      return sections[last].start
    }
    frames[register] = sections[last].outer
    sections.removeLast()
    return nil
  }

  private mutating func setFrame(_ register: Int, _ value: Handle) {
    frames[register] = Frame(value: value, maps: maps.count)
    if register == program.dynamicRegister { maps.append(value) }
  }

  /// Counts the steps of a page, so that partials and lists cannot multiply without limit.
  private mutating func countStep(at instruction: Int) -> Bool {
    steps += 1
    guard steps > maximumSteps else { return true }
    report(
      .templateDepth, instruction,
      "the page runs through more than \(maximumSteps) partials and elements")
    return false
  }

  /// Checks that the page does not exhaust memory.
  private mutating func checkLength(of output: borrowing Output, at instruction: Int) -> Bool {
    guard output.bytes.count > limit else { return true }
    report(.templateDepth, instruction, "the page grows beyond \(Self.maximumBytes >> 20) MiB")
    return false
  }
}

// Diagnostics
extension TemplateRenderer {
  /// Records an error at an instruction: for a call, at its tag; otherwise, at the page's template.
  private mutating func report(
    _ id: DiagnosticID, _ instruction: Int, _ summary: String, notes: [Diagnostic.Note] = []
  ) {
    report(id, at: place(of: instruction), summary, notes: notes)
  }

  private func place(of instruction: Int) -> SourceRange {
    switch program.code[instruction] {
    case .call(let index), .callNamed(_, let index): program.callPlaces[Int(index)]
    default: program.origins[Int(entry)]
    }
  }

  private mutating func report(
    _ id: DiagnosticID, at place: SourceRange, _ summary: String, notes: [Diagnostic.Note] = []
  ) {
    guard diagnostics.count < Self.maximumErrors else { return }
    diagnostics.append(Diagnostic(id, at: place, summary, notes: notes))
  }
}

// Calls
extension TemplateRenderer {
  /// Prepares a call.
  /// - Returns: whether the call is allowed; if not, the page is abandoned.
  private mutating func enter(_ call: Call, at instruction: Int) -> Bool {
    guard returns.count < Self.maximumDepth else {
      reportEndlessCalls(at: instruction)
      return false
    }
    returns.append(
      Return(code: instruction + 1, indentationStart: indentationStart, indentationEnd: indentation.count))
    if let added = call.indentation {
      indentation += program.literals[Int(added.lowerBound)..<Int(added.upperBound)]
    } else {
      indentationStart = indentation.count
    }
    return true
  }

  /// Reports calls without end: at a partial of the cycle that they run in, with the other tags on it as notes.
  private mutating func reportEndlessCalls(at instruction: Int) {
    let calls = returns.map { $0.code - 1 }
    let start = calls.lastIndex(of: instruction).map { $0 + 1 } ?? calls.endIndex
    var cycle: [Int] = []
    for call in calls[start...] + [instruction] where !cycle.contains(call) { cycle.append(call) }
    let places = cycle.map { place(of: $0) }
    // A parent and a block lead to what is in the child's blocks, and it is a partial there that begins again.
    let first = places.firstIndex { $0.text.hasPrefix("{{>") } ?? places.endIndex - 1
    report(
      .templateDepth, at: places[first], "partials call each other more than \(Self.maximumDepth) deep",
      notes: (places[(first + 1)...] + places[..<first]).prefix(5).map { .init("through this tag", at: $0) })
  }

  /// The unit that a value names.
  /// - Returns: the unit; nil if there is none that can be called here, which is reported.
  private mutating func unit(
    named value: Handle, _ call: Call, at instruction: Int, _ source: any TemplateSource
  ) -> Int32? {
    var text = Output()
    text.escapes = false
    source.append(value, to: &text)
    let table = program.tables[Int(call.target)]
    var name = String(decoding: text.bytes, as: UTF8.self)
    if name.hasPrefix(TemplateSet.partials) { name.removeFirst(TemplateSet.partials.count) }
    guard let unit = table[name] else {
      guard !program.isLenient else { return nil }
      report(
        .missingTemplate, instruction,
        "there is no partial '\(name)'" + suggestion(nearestName(to: name, among: table.keys)))
      return nil
    }
    guard let reason = program.misfits[unit] else { return unit }
    report(
      .missingTemplate, instruction, "partial '\(name)' does not fit here",
      notes: [Diagnostic.Note(reason.summary, at: reason.range)])
    return nil
  }
}
