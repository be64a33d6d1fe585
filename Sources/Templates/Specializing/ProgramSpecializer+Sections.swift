// Sections of lists whose elements print the same wherever they are.

extension ProgramSpecializer {
  /// Whether code reads only the value in a register: neither what else the page shows nor where the page is.
  /// - Parameters:
  ///   - range: the code of a section, without the instructions that open and close it.
  ///   - register: where the section's value is.
  /// - Complexity: O(*n*) in the code.
  func isSelfContained(_ range: Range<Int>, of register: Int32) -> Bool {
    // The registers whose values come from that one, and where the sections end that hold them.
    var derived: Set<Int32> = [register]
    var open: [(register: Int32, end: Int)] = []
    func isInReach(_ path: Path) -> Bool {
      path.search < 0 && derived.contains(path.register)
        && program.steps[Int(path.start)..<Int(path.start + path.count)].allSatisfy { $0 >= 0 }
    }
    for index in range {
      while let last = open.last, last.end <= index {
        derived.remove(last.register)
        open.removeLast()
      }
      switch code[index] {
      case .text, .close: break
      case .print(let path, _), .unless(let path, _): guard isInReach(path) else { return false }
      case .open(let path, let register, let end):
        // A register that is already in use would become the outer section's again.
        guard isInReach(path), derived.insert(register).inserted else { return false }
        open.append((register, Int(end)))
      case .printDerived(let register, _, _, _): guard derived.contains(register) else { return false }
      case .derive(let register, let from, _, _):
        guard derived.contains(from) else { return false }
        derived.insert(register)
      case .indentation, .call, .callNamed, .leave, .openList, .printKnown, .ifKnown, .unlessKnown:
        return false
      }
    }
    return true
  }

  /// Gives the found sections units of their own, which print one element, and lets them print what their
  /// source has printed before.
  mutating func appendSections(to program: inout TemplateProgram) {
    for (index, list) in sections {
      guard case .open(_, let register, let end) = code[index] else { continue }
      let unit = Int32(program.units.count)
      program.sections.append(
        ListSection(
          list: list, element: .init(unit: unit, registers: [register]), register: register, end: end))
      program.origins.append(program.origins[program.units.lastIndex { $0 <= index } ?? 0])
      program.units.append(Int32(code.count))
      let shift = Int32(code.count - index - 1)
      for instruction in code[(index + 1)..<Int(end) - 1] { code.append(instruction.shifted(by: shift)) }
      code.append(.leave)
    }
    // Only now, so that a section within another was copied as any other code.
    for (number, section) in sections.enumerated() {
      if case .open(let path, _, _) = code[section.open] {
        code[section.open] = .openList(path, section: Int32(number))
      }
    }
  }
}

extension Instruction {
  /// The instruction with its jump in another place.
  fileprivate func shifted(by shift: Int32) -> Instruction {
    switch self {
    case .open(let path, let register, let end): .open(path, register: register, end: end + shift)
    case .unless(let path, let end): .unless(path, end: end + shift)
    default: self
    }
  }
}
