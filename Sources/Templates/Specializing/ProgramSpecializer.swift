/// Does the work that is the same on every page before rendering: inlines partials and parents, prints known
/// texts, decides known sections, and unrolls the sections of lists whose elements are known.
///
/// Only text and what depends on the page is left.
struct ProgramSpecializer<Source: StaticSource> {
  /// The maximum number of instructions in all; an entry that would exceed this or another limit is left
  /// unchanged.
  private static var maximumInstructions: Int { 200_000 }
  /// The maximum number of instructions to go through: partials that print nothing leave none, however often they are
  /// called.
  private static var maximumSteps: Int { 5_000_000 }
  /// The maximum length of all texts, which joined are one instruction.
  private static var maximumBytes: Int { 64 << 20 }
  /// The maximum length of a list for which a section is unrolled.
  private static var maximumRepeats: Int { 64 }

  /// What is known about the value in a register.
  private struct Binding {
    let value: StaticHandle
    /// Whether the register holds the value during rendering.
    let isInRegister: Bool
  }

  /// What is known about the value at the end of a path.
  private enum Resolved {
    /// Nothing.
    case dynamic
    case absent
    case sometimes(StaticHandle)
    /// It is present. Unless the handle is whole, the `minor` is that of the path's register, shifted.
    case always(StaticHandle, shift: Int32)
  }

  let program: TemplateProgram
  /// The program with the specialized units after its own.
  var made: TemplateProgram
  private let source: Source
  private var handleIndices: [Handle: Int32] = [:]
  private var bindings: [Binding?]
  /// The sections of lists that read only their element, by the index of the instructions that open them.
  var sections: [(open: Int, list: Handle)] = []
  /// For each register, the number of enclosing sections that use it during rendering.
  private var uses: [Int]
  /// The index that code jumps to; text is not joined across it.
  private var label = 0
  private var steps = 0
  /// Whether something was found that cannot be specialized, or more than the limits allow.
  private var isAbandoned = false
  /// The registers of sections that must hold their values during rendering, because something in them is found by them.
  private var needed: Set<Int32> = []

  init(_ program: TemplateProgram, _ source: Source) {
    self.program = program
    made = program
    self.source = source
    bindings = Array(repeating: nil, count: program.registerCount)
    uses = Array(repeating: 0, count: program.registerCount)
  }

  /// The program with a new unit for each entry, and the new entries; an entry that cannot be specialized
  /// stays unchanged.
  mutating func specialize(_ entries: [(entry: TemplateProgram.Entry, contexts: [StaticHandle?])])
    -> (program: TemplateProgram, entries: [TemplateProgram.Entry])
  {
    let starts = entries.map { entry, contexts in
      needed = []
      while true {
        let known = needed.count
        if let specialized = specialize(entry, contexts) { return specialized }
        if needed.count == known { return entry }
      }
    }
    appendSections()
    made.isSpecialized = true
    return (made, starts)
  }

  /// Adds a unit for an entry.
  /// - Returns: the new entry; nil if it cannot be specialized, at least not without the registers needed until then.
  private mutating func specialize(
    _ entry: TemplateProgram.Entry, _ contexts: [StaticHandle?]
  ) -> TemplateProgram.Entry? {
    let (start, literals) = (made.code.count, made.literals.count)
    label = start
    isAbandoned = false
    bindings = Array(repeating: nil, count: program.registerCount)
    uses = Array(repeating: 0, count: program.registerCount)
    for (register, value) in zip(entry.registers, contexts) {
      bindings[Int(register)] = value.map { Binding(value: $0, isInRegister: true) }
      uses[Int(register)] += 1
    }
    append(unit: entry.unit, indentation: [])
    made.code.append(.leave)
    guard !isAbandoned else {
      made.code.removeSubrange(start...)
      made.literals.removeSubrange(literals...)
      sections.removeAll { $0.open >= start }
      return nil
    }
    made.units.append(Int32(start))
    made.origins.append(program.origins[Int(entry.unit)])
    return TemplateProgram.Entry(unit: Int32(made.units.count - 1), registers: entry.registers)
  }

  // MARK: Code

  private mutating func append(unit: Int32, indentation: [UInt8]) {
    let start = Int(program.units[Int(unit)])
    append(from: start, to: Int.max, indentation)
  }

  /// Appends specialized code for instructions of the program, up to an index or the end of the unit.
  private mutating func append(from start: Int, to end: Int, _ indentation: [UInt8]) {
    var index = start
    while index < end, !isAbandoned {
      steps += 1
      if steps > Self.maximumSteps || made.code.count > Self.maximumInstructions
        || made.literals.count > Self.maximumBytes
      {
        isAbandoned = true
      }
      let instruction = program.code[index]
      index += 1
      switch instruction {
      case .text(let start, let end):
        made.appendText(program.literals[Int(start)..<Int(end)], joiningAfter: label)
      case .indentation: made.appendText(indentation[...], joiningAfter: label)
      case .print(let path, let escaped): appendPrint(path, escaped, instruction)
      case .open(let path, let register, let end):
        appendSection(path, Int(register), index..<Int(end) - 1, indentation)
        index = Int(end)
      case .unless(let path, let end):
        appendInverted(path, index..<Int(end), indentation)
        index = Int(end)
      case .call(let call):
        let call = program.calls[Int(call)]
        let added = call.indentation.map { program.literals[Int($0.lowerBound)..<Int($0.upperBound)] }
        append(unit: call.target, indentation: added.map { indentation + $0 } ?? [])
      case .leave: return
      // A section's end is skipped with its beginning; a program that cannot fail has none of the others.
      case .close, .callNamed, .printKnown, .printDerived, .derive, .ifKnown, .unlessKnown, .openList:
        isAbandoned = true
      }
    }
  }

  private mutating func appendPrint(_ path: Path, _ escaped: Bool, _ instruction: Instruction) {
    switch resolve(path) {
    case .absent: break
    case .always(let value, let shift):
      var text = Output(escaping: escaped)
      if source.append(value, to: &text) {
        made.appendText(text.bytes[...], joiningAfter: label)
      } else if value.isWhole {
        made.code.append(.printKnown(add(value.handle), escaped: escaped))
      } else {
        need(path)
        made.code.append(
          .printDerived(register: path.register, handle: add(value.handle), shift: shift, escaped: escaped))
      }
    case .sometimes, .dynamic: made.code.append(instruction)
    }
  }

  private mutating func appendInverted(_ path: Path, _ inner: Range<Int>, _ indentation: [UInt8]) {
    let resolved = resolve(path)
    if case .absent = resolved {
      return append(from: inner.lowerBound, to: inner.upperBound, indentation)
    }
    let jump = made.code.count
    if case .always(let value, _) = resolved {
      if let isTrue = source.elements(of: value).map({ !$0.isEmpty }) ?? source.isTrue(value) {
        if !isTrue { append(from: inner.lowerBound, to: inner.upperBound, indentation) }
        return
      }
      if !value.isWhole { need(path) }
      made.code.append(value.isWhole ? .unlessKnown(add(value.handle), end: 0) : .unless(path, end: 0))
    } else {
      made.code.append(.unless(path, end: 0))
    }
    append(from: inner.lowerBound, to: inner.upperBound, indentation)
    end(jump)
  }

  private mutating func appendSection(
    _ path: Path, _ register: Int, _ inner: Range<Int>, _ indentation: [UInt8]
  ) {
    func isFree(_ value: StaticHandle) -> Bool {
      value.isWhole ? !needed.contains(Int32(register)) : uses[register] == 0
    }
    switch resolve(path) {
    case .absent: return
    case .always(let value, let shift) where register != program.dynamicRegister:
      if let elements = source.elements(of: value) {
        guard elements.count <= Self.maximumRepeats else { break }
        let known = elements.compactMap { element -> (StaticHandle, Int32)? in
          guard case .always(let element, let more) = element, isFree(element) else { return nil }
          return (element, shift + more)
        }
        guard known.count == elements.count else { break }
        for (element, shift) in known {
          append(inner, with: element, in: register, from: path, shift, indentation)
        }
        return
      }
      if let element = source.element(of: value) {
        return appendOpen(path, register, inner, element, of: value, indentation)
      }
      switch source.isTrue(value) {
      case true? where isFree(value):
        return append(inner, with: value, in: register, from: path, shift, indentation)
      case false?: return
      case nil where value.isWhole && isFree(value):
        let jump = made.code.count
        made.code.append(.ifKnown(add(value.handle), end: 0))
        append(inner, with: value, in: register, from: path, shift, indentation)
        return end(jump)
      default: return appendOpen(path, register, inner, value, indentation)
      }
    case .sometimes(let value) where register != program.dynamicRegister:
      let isList = source.elements(of: value) != nil
      let element = isList ? nil : source.element(of: value)
      return appendOpen(
        path, register, inner, isList ? nil : element ?? value, of: element == nil ? nil : value, indentation)
    case .always, .sometimes, .dynamic: break
    }
    appendOpen(path, register, inner, nil, indentation)
  }

  /// Appends the content of a section for one value that is known to be present.
  private mutating func append(
    _ inner: Range<Int>, with value: StaticHandle, in register: Int, from path: Path, _ shift: Int32,
    _ indentation: [UInt8]
  ) {
    let outer = bindings[register]
    bindings[register] = Binding(value: value, isInRegister: !value.isWhole)
    if !value.isWhole {
      need(path)
      uses[register] += 1
      made.code.append(
        .derive(register: Int32(register), from: path.register, handle: add(value.handle), shift: shift))
    }
    append(from: inner.lowerBound, to: inner.upperBound, indentation)
    if !value.isWhole { uses[register] -= 1 }
    bindings[register] = outer
  }

  /// Appends a section that must be opened during rendering.
  /// - Parameters:
  ///   - value: what is known about the section's value, or about each of its elements.
  ///   - list: the list of these elements, if it is known.
  private mutating func appendOpen(
    _ path: Path, _ register: Int, _ inner: Range<Int>, _ value: StaticHandle?, of list: StaticHandle? = nil,
    _ indentation: [UInt8]
  ) {
    need(path)
    let outer = bindings[register]
    bindings[register] = value.map { Binding(value: $0, isInRegister: true) }
    uses[register] += 1
    let open = made.code.count
    made.code.append(.open(path, register: Int32(register), end: 0))
    label = made.code.count
    append(from: inner.lowerBound, to: inner.upperBound, indentation)
    made.code.append(.close)
    end(open)
    uses[register] -= 1
    bindings[register] = outer
    if let list, isSelfContained(open + 1..<made.code.count - 1, of: Int32(register)) {
      sections.append((open, list.handle))
    }
  }

  /// Sets the jump target of an instruction to the end of the code.
  private mutating func end(_ jump: Int) {
    label = made.code.count
    let end = Int32(label)
    switch made.code[jump] {
    case .open(let path, let register, _): made.code[jump] = .open(path, register: register, end: end)
    case .unless(let path, _): made.code[jump] = .unless(path, end: end)
    case .ifKnown(let handle, _): made.code[jump] = .ifKnown(handle, end: end)
    case .unlessKnown(let handle, _): made.code[jump] = .unlessKnown(handle, end: end)
    default: break
    }
  }

  private mutating func add(_ handle: Handle) -> Int32 {
    if let index = handleIndices[handle] { return index }
    made.handles.append(handle)
    handleIndices[handle] = Int32(made.handles.count - 1)
    return Int32(made.handles.count - 1)
  }

  // MARK: Paths

  private mutating func resolve(_ path: Path) -> Resolved {
    guard path.register >= 0, let binding = bindings[Int(path.register)] else { return .dynamic }
    let resolved = path.search < 0 ? follow(path, from: binding.value) : .dynamic
    switch resolved {
    case .dynamic, .sometimes: need(path)
    case .absent, .always: break
    }
    return resolved
  }

  /// Sees to it that a path can be followed during rendering, from what its register holds.
  private mutating func need(_ path: Path) {
    guard path.register >= 0, let binding = bindings[Int(path.register)], !binding.isInRegister else {
      return
    }
    needed.insert(path.register)
    isAbandoned = true
  }

  private func follow(_ path: Path, from start: StaticHandle) -> Resolved {
    var (value, shift, isSure) = (start, Int32(0), true)
    for step in program.steps[Int(path.start)..<Int(path.start + path.count)] {
      guard step >= 0 else { return .dynamic }
      switch source.field(Int(step), of: value) {
      case .unknown: return .dynamic
      case .absent: return .absent
      case .sometimes(let next): (value, isSure) = (next, false)
      case .always(let next, let more): (value, shift) = (next, shift + more)
      }
    }
    return isSure ? .always(value, shift: shift) : .sometimes(value)
  }
}

extension TemplateProgram {
  /// The program with everything that is the same on every page done in advance.
  ///
  /// A build of 10,000 orders with the default theme takes 0.8 s of processor time, and 1.3 s where it is unchanged.
  /// - Parameters:
  ///   - source: what is known before rendering.
  ///   - entries: the starting points, each with what is known about its contexts; one may occur repeatedly.
  /// - Returns: a program that renders the same bytes, and its starting points in the order of `entries`. The
  ///   program is unchanged if errors may occur during rendering, because they are reported at the place of
  ///   the call.
  /// - Complexity: O(*n*) in the resulting code, which is limited.
  package func specialized(
    for source: some StaticSource, entries: [(entry: Entry, contexts: [StaticHandle?])]
  ) -> (program: TemplateProgram, entries: [Entry]) {
    guard !canFail, !isLenient else { return (self, entries.map(\.entry)) }
    var specializer = ProgramSpecializer(self, source)
    return specializer.specialize(entries)
  }
}
