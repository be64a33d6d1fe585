import Diagnostics

/// Templates compiled for the shapes of their contexts: a flat list of instructions with integer jumps.
///
/// A program is immutable; any number of renderers may run it at once.
package struct TemplateProgram: Sendable {
  /// Where rendering may begin: a template for one stack of shapes.
  package struct Entry: Sendable, Hashable {
    /// The unit to run.
    let unit: Int32
    /// The registers that the handles of the contexts go to, outermost first.
    let registers: [Int32]
  }

  /// The instructions of all units, each unit ending in `leave`.
  var code: [Instruction] = []
  /// The text that the instructions print, by ranges.
  var literals: [UInt8] = []
  /// The steps of all paths: a slot, or the complement of an index in `names`.
  var steps: [Int32] = []
  /// The names that are looked up at run time.
  var names: [String] = []
  /// Where the code of each unit begins.
  var units: [Int32] = []
  /// The template that each unit was compiled from, as an empty range at its start.
  var origins: [SourceRange] = []
  /// The values that are known before any page is rendered, and the fixed parts of others.
  var handles: [Handle] = []
  /// What the call instructions say.
  var calls: [Call] = []
  /// The tags of the calls.
  var callPlaces: [SourceRange] = []
  /// The callees of calls by a name found at run time.
  var tables: [[String: Int32]] = []
  /// Why a unit that only such a name could reach does not fit there.
  var misfits: [Int32: Diagnostic] = [:]
  /// Where an instruction is whose name may turn out to mean two things.
  var places: [Int32: SourceRange] = [:]
  /// The register of the frame that holds values of ``ShapeTable/dynamic``, or -1.
  var dynamicRegister: Int32 = -1
  /// The number of registers, one for each shape that is ever a frame.
  var registerCount = 0
  /// Whether rendering can end in an error that only data shows: where a name found at run time chooses a template
  /// or means two things, or templates call each other in a circle.
  package var canFail: Bool {
    guard !isSpecialized else { return false }
    return !places.isEmpty || code.contains { if case .callNamed = $0 { true } else { false } } || callsItself
  }

  /// Whether a unit comes back to itself through calls.
  /// - Complexity: O(*n*) in the code.
  private var callsItself: Bool {
    var targets = units.map { _ in [Int]() }
    for (unit, start) in units.enumerated() {
      for instruction in code[Int(start)...] {
        if case .leave = instruction { break }
        if case .call(let index) = instruction { targets[unit].append(Int(calls[Int(index)].target)) }
      }
    }
    // Units that call nothing remaining are removed, until nothing or only cycles are left.
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

  /// The sections of lists whose elements a source may have printed before.
  package internal(set) var sections: [ListSection] = []
  /// Whether the code was made by ``specialized(for:entries:)``, which no longer contains calls.
  var isSpecialized = false
  /// Whether unknown names are empty, as the specification's tests want.
  var isLenient = false
}

/// A section of a list that reads only its element: what it prints for one does not depend on where it is.
package struct ListSection: Sendable {
  /// The list; its kind and `major` count.
  package let list: Handle
  /// Where the rendering of a single element begins, with the element as the only context.
  package let element: TemplateProgram.Entry
  /// The register of the element.
  let register: Int32
  /// The code after the section.
  let end: Int32
}

/// One step of a program.
enum Instruction: Sendable {
  /// Prints a part of the literals.
  case text(start: Int32, end: Int32)
  /// Prints the indentation that partials are called with.
  case indentation
  /// Prints a value.
  case print(Path, escaped: Bool)
  /// Runs what follows up to `close` with the value, or each element of the list, in a register; or jumps to `end`.
  case open(Path, register: Int32, end: Int32)
  /// Like `open`, of one of the program's sections: prints what the source has printed of the list before, and
  /// then jumps to its end.
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
  /// Prints a known value whose text differs from page to page, such as a path to another page.
  case printKnown(Int32, escaped: Bool)
  /// Prints the value of a known kind and `major` whose `minor` is that of a register, shifted.
  case printDerived(register: Int32, handle: Int32, shift: Int32, escaped: Bool)
  /// Puts such a value in a register.
  case derive(register: Int32, from: Int32, handle: Int32, shift: Int32)
  /// Jumps to `end` if a known value is false on this page.
  case ifKnown(Int32, end: Int32)
  /// Jumps to `end` if a known value is true on this page.
  case unlessKnown(Int32, end: Int32)
}

/// Where a value is found.
struct Path: Sendable {
  /// The register to start from, or -1 if only free maps may hold the name.
  var register: Int32
  /// The first of the steps from there.
  var start: Int32
  /// The number of steps.
  var count: Int32
  /// The first of as many names to look for in the free maps among the frames, before the register; or -1.
  var search: Int32
}

/// A call of a partial or parent.
struct Call: Sendable {
  /// The unit to run, or the table to find it in.
  let target: Int32
  /// What is added to the indentation, as a range of the literals; nil if the callee is not indented at all.
  let indentation: Range<Int32>?
}
