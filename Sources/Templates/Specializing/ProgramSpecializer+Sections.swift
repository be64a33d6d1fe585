// Sections of lists whose elements print the same everywhere.

extension ProgramSpecializer {
  /// Whether code reads only the value in a register, and neither other values nor the page's own place.
  /// - Parameters:
  ///   - range: the code of a section, without the instructions that open and close it.
  ///   - register: the register of the section's value.
  /// - Complexity: O(*n*) in the code.
  func isSelfContained(_ range: Range<Int>, of register: Int32) -> Bool {
    // The registers whose values are derived from that one, and the ends of the sections in which they are.
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
      switch made.code[index] {
      case .text, .close: break
      case .print(let path, _), .unless(let path, _): guard isInReach(path) else { return false }
      case .open(let path, let register, let end):
        // A register already in use would be restored to the outer section's value.
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

  /// Adds a unit for each found section that prints a single element, and makes the sections print what the
  /// source has already printed.
  mutating func appendSections() {
    for (index, list) in sections {
      guard case .open(_, let register, let end) = made.code[index] else { continue }
      let unit = Int32(made.units.count)
      made.sections.append(
        ListSection(
          list: list, element: .init(unit: unit, registers: [register]), register: register, end: end))
      made.origins.append(made.origins[made.units.lastIndex { $0 <= index } ?? 0])
      made.units.append(Int32(made.code.count))
      let shift = Int32(made.code.count - index - 1)
      for instruction in made.code[(index + 1)..<Int(end) - 1] {
        made.code.append(instruction.shifted(by: shift))
      }
      made.code.append(.leave)
    }
    // This comes last, so that a section inside another was copied like any other code.
    for (number, section) in sections.enumerated() {
      if case .open(let path, _, _) = made.code[section.open] {
        made.code[section.open] = .openList(path, section: Int32(number))
      }
    }
  }
}

extension Instruction {
  /// The instruction with its jump target shifted.
  fileprivate func shifted(by shift: Int32) -> Instruction {
    switch self {
    case .open(let path, let register, let end): .open(path, register: register, end: end + shift)
    case .unless(let path, let end): .unless(path, end: end + shift)
    default: self
    }
  }
}
