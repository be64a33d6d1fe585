import Diagnostics

/// Templates compiled for the shapes of their contexts: a flat list of instructions with jumps by index.
///
/// A program is immutable; several renderers may run it at the same time.
package struct TemplateProgram: Sendable {
  /// A starting point of rendering: a template for one stack of shapes.
  package struct Entry: Sendable, Hashable {
    /// The unit to run.
    let unit: Int32
    /// The registers for the handles of the contexts, outermost first.
    let registers: [Int32]
  }

  /// The instructions of all units; each unit ends with `leave`.
  var code: [Instruction] = []
  /// The text that instructions print, by ranges.
  var literals: [UInt8] = []
  /// The steps of all paths: slots, or complements of indices in `names`.
  var steps: [Int32] = []
  /// The names that are looked up during rendering.
  var names: [String] = []
  /// The index of each unit's first instruction.
  var units: [Int32] = []
  /// The template that each unit was compiled from, as an empty range at its start.
  var origins: [SourceRange] = []
  /// The values that are known before rendering, and the fixed parts of others.
  var handles: [Handle] = []
  /// The details of call instructions.
  var calls: [Call] = []
  /// The tags of the calls.
  var callPlaces: [SourceRange] = []
  /// The possible callees of calls by a name that is known only during rendering.
  var tables: [[String: Int32]] = []
  /// For units that only such a name can reach, the reason why they cannot be called there.
  var misfits: [Int32: Diagnostic] = [:]
  /// The places of instructions whose name may turn out to be ambiguous.
  var places: [Int32: SourceRange] = [:]
  /// The register of the frame for values of free shapes, or -1.
  var dynamicRegister: Int32 = -1
  /// The number of registers, one for each shape that a frame can have.
  var registerCount = 0
  /// Whether rendering can end in an error that depends on data: if a name that is known only during
  /// rendering chooses a template or is ambiguous, or if templates call each other recursively.
  package var canFail: Bool {
    guard !isSpecialized else { return false }
    return !places.isEmpty || code.contains { if case .callNamed = $0 { true } else { false } } || callsItself
  }

  /// Whether a unit may call itself, directly or indirectly.
  /// - Complexity: O(*n*) in the code.
  private var callsItself: Bool {
    var targets = units.map { _ in [Int]() }
    for (unit, start) in units.enumerated() {
      for instruction in code[Int(start)...] {
        if case .leave = instruction { break }
        if case .call(let index) = instruction { targets[unit].append(Int(calls[Int(index)].target)) }
      }
    }
    // Units that call no remaining unit are removed, until nothing or only cycles are left.
    var callers: [[Int]] = units.map { _ in [] }
    for (unit, targets) in targets.enumerated() {
      for target in targets { callers[target].append(unit) }
    }
    var open = targets.map(\.count)
    var done = open.indices.filter { open[$0] == 0 }
    var left = units.count
    while let unit = done.popLast() {
      left -= 1
      for caller in callers[unit] {
        open[caller] -= 1
        if open[caller] == 0 { done.append(caller) }
      }
    }
    return left > 0
  }

  /// The sections of lists whose elements a source may have already printed.
  package internal(set) var sections: [ListSection] = []
  /// Whether the code was made by ``specialized(for:entries:)``, so that it contains no calls.
  var isSpecialized = false
  /// Whether unknown names print nothing, as the specification's tests require.
  var isLenient = false
}

extension TemplateProgram {
  /// Adds an instruction that prints a text. It is joined with a text before it, unless code jumps there.
  /// - Parameter label: the index of the last instruction that code jumps to.
  mutating func appendText(_ text: ArraySlice<UInt8>, joiningAfter label: Int) {
    guard !text.isEmpty else { return }
    let start = Int32(literals.count)
    literals += text
    let end = Int32(literals.count)
    if code.count > label, case .text(let before, start)? = code.last {
      code[code.count - 1] = .text(start: before, end: end)
    } else {
      code.append(.text(start: start, end: end))
    }
  }
}

/// A section of a list that reads only its current element, so that an element prints the same everywhere.
package struct ListSection: Sendable {
  /// The list; only its kind and `major` are used.
  package let list: Handle
  /// The starting point for rendering a single element, which is the only context.
  package let element: TemplateProgram.Entry
  /// The register for the element.
  let register: Int32
  /// The index of the code after the section.
  let end: Int32
}

/// An instruction of a program.
enum Instruction: Sendable {
  /// Prints a part of the literals.
  case text(start: Int32, end: Int32)
  /// Prints the indentation with which partials were called.
  case indentation
  /// Prints a value.
  case print(Path, escaped: Bool)
  /// Runs the code up to `close` with the value, or each of its elements, in a register; or jumps to `end`.
  case open(Path, register: Int32, end: Int32)
  /// Like `open`, for one of the program's sections: if the source has already printed the list, prints that
  /// and jumps to the section's end.
  case openList(Path, section: Int32)
  /// Continues with the list's next element, or after the section.
  case close
  /// Jumps to `end` unless the value is false or absent.
  case unless(Path, end: Int32)
  /// Runs a unit.
  case call(Int32)
  /// Runs the unit that a value names.
  case callNamed(Path, Int32)
  /// Returns to the caller.
  case leave
  /// Prints a known value whose text depends on the page, such as the path to another page.
  case printKnown(Int32, escaped: Bool)
  /// Prints the value with a known kind and `major`, whose `minor` is a register's, shifted.
  case printDerived(register: Int32, handle: Int32, shift: Int32, escaped: Bool)
  /// Puts such a value into a register.
  case derive(register: Int32, from: Int32, handle: Int32, shift: Int32)
  /// Jumps to `end` if a known value is false on this page.
  case ifKnown(Int32, end: Int32)
  /// Jumps to `end` if a known value is true on this page.
  case unlessKnown(Int32, end: Int32)
}

/// The location of a value.
struct Path: Sendable {
  /// The register to start from, or -1 if only free maps may have the name.
  var register: Int32
  /// The index of the first step from there.
  var start: Int32
  /// The number of steps.
  var count: Int32
  /// The index of the first of `count` names to look up in the free maps inside the register's frame; or -1.
  var search: Int32
}

/// A call of a partial or parent.
struct Call: Sendable {
  /// The unit to run, or the table to find it in.
  let target: Int32
  /// The text to add to the indentation, as a range of the literals; nil if the callee is not indented.
  let indentation: Range<Int32>?
}
