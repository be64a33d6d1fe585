import Diagnostics

/// Resolves names in templates by the shapes of their contexts, and compiles them to one program.
///
/// A template is compiled once for each distinct unit: the shapes of its frames, the blocks given to it, and
/// whether it is indented. Frames of the same shape share a register, because outer ones are out of reach:
/// names are found in the innermost one. So recursion leads back to an existing unit.
///
///     var compiler = TemplateCompiler(templates, shapes: shapes)
///     let entry = compiler.add("entities/Order", shapes: [site, page, order])
///     let (program, diagnostics) = compiler.finish()
package struct TemplateCompiler {
  /// The maximum nesting depth of sections and blocks, across templates, in a unit.
  static let maximumDepth = 200
  /// The maximum amount to compile for any request, in nodes and 16 bytes of text: 16 MB of text in all.
  private static let maximumWork = 1_000_000
  /// The additional amount for each requested template; the default theme takes 3,000 per entity.
  private static let workOfEntry = 20_000
  /// The maximum number of units.
  private static let maximumUnits = 10_000
  /// The additional number for each requested template; the default theme takes 30 per entity.
  private static let unitsOfEntry = 200
  /// After this many errors nothing more is compiled.
  private static let maximumErrors = 2_000
  /// The maximum number of errors that are kept of a unit that need not fit.
  private static let maximumSpeculativeErrors = 100

  /// Identifies what a template is compiled for.
  struct UnitKey: Hashable {
    /// The template, an index into the set's templates.
    let template: Int
    /// The shapes of the frames, outermost first and distinct.
    let stack: [Shape.ID]
    /// The blocks given to it, an index into `environments`.
    let environment: Int
    /// Whether its lines begin with the white space before the calling tag.
    let isIndented: Bool
  }

  /// The errors and callees of a compiled unit.
  struct Unit {
    /// What it was compiled for.
    let key: UnitKey
    /// Whether only names known during rendering lead to it, so that it need not fit.
    let isSpeculative: Bool
    /// The errors in it, which count only if a page can run it.
    var diagnostics: [Diagnostic] = []
    /// The units that it may certainly call.
    var callees: Set<Int32> = []
    /// The tags that call them.
    var calls: [(target: Int32, place: CallPlace)] = []
  }

  /// A block given to a parent: its node, and the blocks given to the template that contains it.
  struct Argument: Hashable {
    /// The template that contains the block, an index into the set's templates.
    let template: Int
    /// The block's node, an index into that template's nodes.
    let node: Int
    /// The blocks given to that template, an index into `environments`.
    let environment: Int
  }

  let set: TemplateSet
  /// The shapes of their contexts.
  let shapes: ShapeTable
  /// Whether unknown templates are empty and all values may print unescaped, for the specification's tests.
  let isLenient: Bool

  /// What has been compiled so far.
  var program = TemplateProgram()
  /// The requested units, compiled or not, in the order of the program's units.
  var units: [Unit] = []
  /// The index in `units` of each unit.
  var unitIndices: [UnitKey: Int32] = [:]
  /// The distinct sets of blocks given to templates; the first one is empty.
  var environments: [[String: Argument]] = [[:]]
  /// The index in `environments` of each set of blocks.
  var environmentIndices: [[String: Argument]: Int] = [[:]: 0]
  /// The tables of callees for calls by name, by a unit key without a template.
  var tableIndices: [UnitKey: Int32] = [:]
  /// The register that frames of a shape share; those of all free shapes share that of ``ShapeTable/dynamic``.
  var registers: [Shape.ID: Int32] = [:]
  /// The index in the program's names of each name that is looked up during rendering.
  var nameIndices: [String: Int32] = [:]
  /// The blocks that each template can reach, computed on first use.
  var reachableBlocks: [Int: ReachableBlocks] = [:]
  /// The unit that is being compiled.
  var current = 0
  /// The index that code jumps to; text is not joined across it.
  var label = 0
  private var entries: Set<Int32> = []
  /// The purposes for which the units of entries are requested, in the words of diagnostics.
  private var purposes: [Int32: [String]] = [:]
  /// Whether units are requested that need not fit.
  var speculates = false
  private var work = 0
  private var errors = 0
  /// The limit that was reached, after which nothing is compiled; nil if none was.
  private var abandonment: Diagnostic?

  /// Makes a compiler.
  /// - Parameters:
  ///   - set: the templates.
  ///   - shapes: the shapes of their contexts.
  ///   - isLenient: whether unknown templates are empty and all values may be printed unescaped, only for the
  ///     tests of the official specification.
  package init(_ set: TemplateSet, shapes: ShapeTable, isLenient: Bool = false) {
    self.set = set
    self.shapes = shapes
    self.isLenient = isLenient
    program.isLenient = isLenient
    program.dynamicRegister = register(of: ShapeTable.dynamic)
  }

  /// Requests that a template be compiled.
  /// - Parameters:
  ///   - name: its name in the set.
  ///   - shapes: the shapes of its contexts, outermost first.
  ///   - purpose: what the template shows, to name the place of an error that not all uses have: `Order`.
  /// - Returns: the starting point for rendering it; nil if the set has no such template.
  package mutating func add(
    _ name: String, shapes: [Shape.ID], for purpose: String? = nil
  ) -> TemplateProgram.Entry? {
    guard let template = set.index(of: name) else { return nil }
    let stack = shapes.reduce(into: [], pushFrame)
    let unit = unit(UnitKey(template: template, stack: stack, environment: 0, isIndented: false))
    entries.insert(unit)
    if let purpose { purposes[unit, default: []].append(purpose) }
    return TemplateProgram.Entry(unit: unit, registers: shapes.map { register(of: $0) })
  }

  /// Compiles everything that was requested.
  /// - Returns: the program, which may be run only if no diagnostic is an error, and all diagnostics.
  /// - Complexity: O(*n*) in the compiled code, which is limited.
  package consuming func finish() -> (program: TemplateProgram, diagnostics: [Diagnostic]) {
    compileUnits()
    let fitting = markMisfits()
    var templatesThatFit: Set<Int> = []
    let reached = unitsReached(from: entries)
    var reported: Set<Int> = []
    for unit in units.indices {
      if reached.contains(Int32(unit)) { reported.insert(unit) }
      if fitting[unit] { templatesThatFit.insert(units[unit].key.template) }
    }
    // A template that only a name known during rendering can reach must fit somewhere; otherwise, its errors
    // are reported. A template that a tag names is checked where that tag is, and a built-in one is made for
    // certain pages: rendering reports a name that calls it elsewhere.
    let named = set.namedCallees
    for unit in units.indices where !reached.contains(Int32(unit)) {
      let template = units[unit].key.template
      if !templatesThatFit.contains(template), !named.contains(template), !set.isBuiltIn(template) {
        reported.insert(unit)
      }
    }
    let ofOwnCalls = errorsOfOwnCalls(in: reported)
    var diagnostics =
      ofOwnCalls.diagnostics + mergedDiagnostics(of: reported.subtracting(ofOwnCalls.units))
    if let abandonment { diagnostics.append(abandonment) }
    return (program, diagnostics.sortedByPlace())
  }

  /// The merged errors of units: an error at one place in several contexts is reported once, as in the first,
  /// with a note if the template is correct in others.
  private func mergedDiagnostics(of reported: Set<Int>) -> [Diagnostic] {
    struct Place: Hashable {
      let path: String
      let bytes: Range<Int>
      let id: DiagnosticID
      /// The summary of an error about something missing in a file, as its place alone is not unique.
      let missing: String?
    }
    var found: [Place: (diagnostic: Diagnostic, units: Set<Int>)] = [:]
    for unit in reported.sorted() {
      for diagnostic in units[unit].diagnostics {
        let range = diagnostic.range
        let place = Place(
          path: range.file.path, bytes: range.bytes, id: diagnostic.id,
          missing: range.bytes.isEmpty ? diagnostic.summary : nil)
        found[place, default: (diagnostic, [])].units.insert(unit)
      }
    }
    let unitsByTemplate = Dictionary(grouping: reported) { units[$0].key.template }
    lazy var purposesByUnit = purposesOfUnits()
    func purposes(of units: some Collection<Int>) -> Set<String> {
      units.reduce(into: []) { $0.formUnion(purposesByUnit[Int32($1)] ?? []) }
    }
    return found.values.map { diagnostic, wrong in
      // A block given to a parent is compiled with the parent and has no units of its own.
      guard let template = wrong.first.map({ units[$0].key.template }),
        set.templates[template].file.path == diagnostic.range.file.path,
        let all = unitsByTemplate[template], wrong.count < all.count
      else { return diagnostic }
      var note = "in \(wrong.count) of the \(all.count) places that use this template"
      let named = purposes(of: wrong)
      // For pages of the same purpose, only the line of the error distinguishes the places.
      if named.isStrictSubset(of: purposes(of: all)), !named.isEmpty {
        note += ", for " + named.sorted().joined(separator: ", ")
      }
      return Diagnostic(
        diagnostic.id, diagnostic.severity, at: diagnostic.range, diagnostic.summary,
        notes: diagnostic.notes + [.init(note)], fixIts: diagnostic.fixIts)
    }
  }

  private mutating func compileUnits() {
    // Units that are not compiled because a limit was reached do nothing.
    program.code = [.leave]
    while current < units.count, !isAbandoned {
      let key = units[current].key
      program.units[current] = Int32(program.code.count)
      label = program.code.count
      let scope = Scope(
        template: key.template, stack: key.stack, environment: key.environment, isIndented: key.isIndented)
      compile(set.templates[key.template].nodes.indices, in: scope)
      program.code.append(.leave)
      current += 1
    }
    program.registerCount = registers.count
  }
}

extension TemplateCompiler {
  /// Whether a limit was reached, so that nothing else is compiled.
  var isAbandoned: Bool { abandonment != nil }

  /// Counts work against the limit.
  /// - Parameters:
  ///   - amount: the number of nodes, or of units of 16 bytes of text.
  ///   - place: the place to report if the limit is reached.
  mutating func spend(_ amount: Int, at place: SourceRange) {
    work += amount
    if work > Self.maximumWork + entries.count * Self.workOfEntry
      || units.count > Self.maximumUnits + entries.count * Self.unitsOfEntry
    {
      abandon(at: place, "the partials and blocks used here multiply without limit")
    }
  }

  private mutating func abandon(at place: SourceRange, _ summary: String) {
    guard !isAbandoned else { return }
    abandonment = Diagnostic(.templateDepth, at: place, summary)
  }

  /// Records an error in the current unit.
  mutating func report(
    _ id: DiagnosticID, _ place: SourceRange, _ summary: String, severity: Diagnostic.Severity = .error,
    notes: [Diagnostic.Note] = [], fixIts: [Diagnostic.FixIt] = []
  ) {
    if units[current].isSpeculative {
      guard units[current].diagnostics.count < Self.maximumSpeculativeErrors else { return }
    } else {
      errors += 1
      if errors > Self.maximumErrors { abandon(at: place, "there are too many errors to continue") }
    }
    units[current].diagnostics.append(
      Diagnostic(id, severity, at: place, summary, notes: notes, fixIts: fixIts))
  }

  /// The register for the innermost frame of a shape.
  mutating func register(of shape: Shape.ID) -> Int32 {
    let shape = shapes[shape].isFree ? ShapeTable.dynamic : shape
    if let register = registers[shape] { return register }
    let register = Int32(registers.count)
    registers[shape] = register
    return register
  }

  /// The index of a unit, which is compiled later if it is new.
  mutating func unit(_ key: UnitKey) -> Int32 {
    if let index = unitIndices[key] { return index }
    let index = Int32(units.count)
    unitIndices[key] = index
    units.append(Unit(key: key, isSpeculative: speculates || !units.isEmpty && units[current].isSpeculative))
    program.units.append(0)
    program.origins.append(set.templates[key.template].file[0..<0])
    return index
  }

  /// The index of a set of blocks.
  mutating func environment(_ arguments: [String: Argument]) -> Int {
    if let index = environmentIndices[arguments] { return index }
    let index = environments.count
    environmentIndices[arguments] = index
    environments.append(arguments)
    return index
  }

  /// The units that some units may certainly run, including themselves.
  private func unitsReached(from start: Set<Int32>) -> Set<Int32> {
    var reached = start
    var open = Array(start)
    while let unit = open.popLast() {
      for callee in units[Int(unit)].callees where reached.insert(callee).inserted { open.append(callee) }
    }
    return reached
  }

  /// The purposes of each unit that may run.
  private func purposesOfUnits() -> [Int32: Set<String>] {
    purposes.reduce(into: [:]) { found, entry in
      for unit in unitsReached(from: [entry.key]) { found[unit, default: []].formUnion(entry.value) }
    }
  }

  /// Finds the units that have errors or call a unit with errors, and stores reasons in the program.
  /// - Returns: for each unit, whether it has none of these.
  private mutating func markMisfits() -> [Bool] {
    var callers: [[Int32]] = Array(repeating: [], count: units.count)
    var open: [Int32] = []
    for unit in units.indices {
      for callee in units[unit].callees { callers[Int(callee)].append(Int32(unit)) }
      guard let reason = units[unit].diagnostics.first(where: { $0.severity == .error }) else { continue }
      program.misfits[Int32(unit)] = reason
      open.append(Int32(unit))
    }
    while let unit = open.popLast() {
      let reason = program.misfits[unit]
      for caller in callers[Int(unit)] where program.misfits[caller] == nil {
        program.misfits[caller] = reason
        open.append(caller)
      }
    }
    return units.indices.map { program.misfits[Int32($0)] == nil }
  }
}

/// Pushes a shape on a stack of frames; an outer frame of the same shape is out of reach from then on.
func pushFrame(_ stack: inout [Shape.ID], _ shape: Shape.ID) {
  stack.removeAll { $0 == shape }
  stack.append(shape)
}
