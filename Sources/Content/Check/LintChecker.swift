import Diagnostics
import Query
import Records

/// Finds lints in the linked and computed graph. Whatever is marked invalid is skipped.
struct LintChecker: Sendable {
  /// Content, as the user would type it.
  let root: String
  /// The graph with all values computed.
  let graph: RecordGraph
  /// The model's expressions.
  let expressions: ModelExpressions
  /// The names of all files, including drafts.
  let scan: ContentScan
  let pages: [Page]
  /// The records that are drafts.
  let drafts: [Draft]
  /// The lints that the site turns off.
  let lintsOff: Set<DiagnosticID>
  /// The day that `today()` is.
  let today: CivilDate
  /// The paths below Content of the only files to check; nil for all.
  var paths: Set<String>?
  /// The maximum number of warnings of one lint per entity.
  var limit = Lint.limit

  /// The lints that are not predicates.
  static let general: [(id: DiagnosticID, check: @Sendable (Self) -> () -> [Diagnostic])] = [
    (.sumDiffers, differingSums), (.sumWithoutPart, sumsWithoutParts), (.sameName, sameNames),
    (.unreferencedRecord, unreferencedRecords), (.gapInIDs, gaps), (.unlikelyDate, unlikelyDates),
    (.threeDecimals, threeDecimals), (.unlikelyPercentage, unlikelyPercentages),
    (.sameRecord, sameRecords), (.nullAsText, nullTexts),
    (.curlyQuotes, curlyQuotes), (.imageAsText, imagesAsText), (.keyInText, keysInText),
    (.paidDraft, paidDrafts),
    (.unreadRecord, unreadRecords),
  ]

  /// Checks the graph. If the task is cancelled meanwhile, only some of the diagnostics are returned.
  /// - Parameter ids: the only lints to find; nil for all that are not turned off.
  /// - Complexity: O(*n* log *n*) in the records.
  func check(_ ids: Set<DiagnosticID>? = nil) async -> [Diagnostic] {
    let all: [(id: DiagnosticID, check: @Sendable () -> [Diagnostic])] =
      Self.general.map { lint in (lint.id, { lint.check(self)() }) }
      + Lint.predicates.map { lint in (lint.id, { check(lint) }) }
    let checks = all.filter { !lintsOff.contains($0.id) && ids?.contains($0.id) ?? true }
    let found = await inParallel(checks.count, by: 1) { part in
      Task.isCancelled ? [] : checks[part.lowerBound].check()
    }.flatMap { $0 }
    // One typo in a date gives one warning, even if several lints about days apply.
    var places: Set<DatePlace> = []
    return found.filter { warning in
      !Lint.ofDates.contains(warning.id)
        || places.insert(.init(path: warning.range.file.path, start: warning.range.bytes.lowerBound)).inserted
    }
  }

  private struct DatePlace: Hashable {
    let path: String
    let start: Int
  }

  // MARK: Predicates

  private func check(_ lint: Lint.Predicate) -> [Diagnostic] {
    let compiler = QueryCompiler(graph: graph)
    guard let entity = graph.model.entity(named: lint.entity),
      let predicate = compiler.predicate(SourceText(lint.predicate, name: lint.id.rawValue), entity: entity)
        .expression
    else { return [] }
    let exception = lint.unless.flatMap {
      compiler.predicate(SourceText($0, name: lint.id.rawValue), entity: entity).expression
    }
    let invalid = predicate.invalidRows(of: graph.model.entities[entity].table, in: graph)
    let (all, evaluator) = (graph.rows(of: entity), Evaluator(graph: graph, today: today))
    let found = evaluator.filter(all, predicate)
    let exempt = Set(exception.map { evaluator.filter(found, $0) } ?? [])
    let rows = found.filter { row in
      guard !exempt.contains(row), !invalid.contains(Int(row)) else { return false }
      return !lint.isWritten
        || graph.isWritten(anyOf: lint.keys, row: Int(row), in: graph.model.entities[entity].table)
    }
    guard !lint.isException || rows.count * 2 <= all.count else { return [] }
    return warnings(lint.id, rows.map(Int.init), of: entity, keys: lint.keys) { row in
      filled(lint.summary, row: row, of: entity)
    }
  }

  /// A message in which each expression in braces is replaced by its value for a record.
  private func filled(_ summary: String, row: Int, of entity: Int) -> String {
    summary.split(separator: "{", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index > 0, let end = part.firstIndex(of: "}") else { return String(part) }
      let source = SourceText(String(part[..<end]), name: "lint")
      let value = QueryCompiler(graph: graph).expression(source, entity: entity).expression.map {
        Evaluator(graph: graph, today: today).value(of: $0, row: row)
      }
      return (value?.plainText ?? "") + part[part.index(after: end)...]
    }.joined()
  }

  /// Whether a record's file turns a lint off for it.
  func isExcepted(_ id: DiagnosticID, _ row: Int, in table: Int) -> Bool {
    graph.file(of: row, in: table).lintsOff.contains(id)
  }

  // MARK: Any model

  /// Finds written amounts that differ from the result of their formula.
  ///
  /// Only money is checked: a written day or number may override its formula. Formulas that read another file
  /// are skipped, because a written amount must then stay as it is.
  private func differingSums() -> [Diagnostic] {
    expressions.computed.flatMap { item -> [Diagnostic] in
      let entity = graph.model.entities[item.entity]
      let attribute = item.attribute
      guard attribute.type == .money, attribute.formula != nil, attribute.derived == nil,
        item.expression.reads.foreign.isEmpty,
        case .money(let sums) = graph.tables[entity.table].columns[attribute.column]
      else { return [] }
      var results: [Int: Money] = [:]
      let marks = graph.tables[entity.table].marks
      let invalid = item.expression.invalidRows(of: entity.table, in: graph)
      let all = graph.rows(of: item.entity)
      for start in stride(from: all.lowerBound, to: all.upperBound, by: 4096) {
        let rows = (start..<min(start + 4096, all.upperBound)).map { Int32($0) }
        let values = attribute.values(
          of: item.expression, rows: rows, in: item.entity, of: graph, today: today)
        for (row, value) in zip(rows, values) {
          guard let sum = sums[Int(row)], let result = value.money, sum != result else { continue }
          guard !marks.contains(Int(row), column: attribute.column), !invalid.contains(Int(row)) else {
            continue
          }
          results[Int(row)] = result
        }
      }
      return warnings(.sumDiffers, results.keys.sorted(), of: item.entity, keys: [attribute.name.text]) {
        row in
        let sum = sums[row]?.description ?? ""
        let result = results[row]?.description ?? ""
        return "'\(attribute.name.text)' is \(sum), and its formula \(item.expression.text) gives \(result)"
      }
    }
  }

  /// Finds records that others refer to and whose titles differ only in case and marks: they may be the same.
  private func sameNames() -> [Diagnostic] {
    let model = graph.model
    let destinations = Set(
      model.entities.flatMap(\.relationships).filter { $0.origin == .written }.map(\.destination))
    // A check of a parent's records covers those of its subentities.
    let highest = destinations.filter { index in
      !destinations.contains { $0 != index && model.entities[$0].family.contains(index) }
    }
    return highest.sorted().flatMap { index -> [Diagnostic] in
      let entity = model.entities[index]
      guard let attribute = entity.titleAttribute, attribute.type.isText, !attribute.isUnique,
        case .text(let names) = graph.tables[entity.table].columns[attribute.column]
      else { return [] }
      let title = attribute.name.text
      var firsts: [String: Int] = [:]
      var doubles: [Int: Int] = [:]
      for row in graph.validRows(of: index, attribute) {
        guard let name = names[row] else { continue }
        let key = folded(name.withPlainSpaces, case: true, marks: true)
        // Of two equal records either can be the exception.
        if let first = firsts[key], !isExcepted(.sameName, first, in: entity.table) {
          doubles[row] = first
        } else {
          firsts[key] = row
        }
      }
      return warnings(.sameName, doubles.keys.sorted(), of: index, keys: [title]) { row in
        doubles[row].map {
          .init("the other one", at: graph.locator(of: $0, in: entity.table).place(of: [title]))
        }
      } summary: { row in
        "'\(names[row] ?? "")' is also the \(title) of '\(graph.id(of: doubles[row] ?? row, in: entity.table))'"
      }
    }
  }

  /// Finds the few records that nothing refers to, among many that are referred to.
  ///
  /// In a new book a customer without an order is normal. So this takes ten records, of which fewer than a
  /// tenth are unused. References between records of one family do not count, because the first or last of a
  /// chain always lacks one; nor do those that may be written at either end, because a record refers by its
  /// own, too.
  private func unreferencedRecords() -> [Diagnostic] {
    let model = graph.model
    var referred = graph.tables.map { [Bool](repeating: false, count: $0.count) }
    var destinations: Set<Int> = []
    // A record that could not be read may refer to these.
    var unknown: Set<Int> = []
    for entity in model.entities {
      for relationship in entity.relationships where relationship.origin == .written {
        let table = model.entities[relationship.destination].table
        guard table != entity.table else { continue }
        if !relationship.isWrittenAtBothSides(in: model) { destinations.insert(relationship.destination) }
        let marks = graph.tables[entity.table].marks
        let owner = entity.owner.map { model.entities[$0.entity].table }
        if !marks.skipped.isEmpty || marks.links[relationship.link] != nil
          || owner.map({ !graph.tables[$0].marks.skipped.isEmpty || !graph.tables[$0].marks.links.isEmpty })
            ?? false
        {
          unknown.insert(relationship.destination)
        }
        let link = graph.tables[entity.table].links[relationship.link]
        for row in 0..<graph.tables[entity.table].count {
          for target in link.targets(of: row) { referred[table][Int(target)] = true }
        }
      }
    }
    return destinations.subtracting(unknown).sorted().flatMap { index -> [Diagnostic] in
      let entity = model.entities[index]
      let rows = graph.rows(of: index)
      let alone = rows.filter { !referred[entity.table][$0] }
      guard rows.count >= 10, alone.count * 10 < rows.count else { return [] }
      return warnings(.unreferencedRecord, alone, of: index, keys: []) { _ in
        "no other record refers to this \(entity.label.lowercased())"
      }
    }
  }

  /// Finds missing numbers in a series of ids, reported at the file after the gap.
  private func gaps() -> [Diagnostic] {
    // A file with a wrong name may be the missing one.
    guard !scan.diagnostics.hasErrors, scan.skipped.isEmpty else { return [] }
    var families = [Range<Int>](repeating: 0..<0, count: graph.model.tables.count)
    for (index, record) in scan.records.enumerated() {
      let table = graph.model.entities[record.entity].table
      families[table] = (families[table].isEmpty ? index : families[table].lowerBound)..<index + 1
    }
    return families.enumerated().flatMap { table, family -> [Diagnostic] in
      guard graph.tables[table].marks.skipped.isEmpty else { return [] }
      let formerIDs = graph.formerNames.filter { $0.table == table }.map(\.id)
      let isDated = graph.model.tables[table].entities.contains { graph.model.entities[$0].day != nil }
      let ids = NumberedIDs(scan.records[family].map(\.id), formerIDs: formerIDs, isConsecutive: isDated)
      let gaps = ids.gaps.filter { gap in
        !graph.files[family.lowerBound + gap.after].lintsOff.contains(.gapInIDs)
      }
      return capped(gaps, .gapInIDs) { gap, notes in
        let range = Locator(graph.files[family.lowerBound + gap.after]).start
        return Diagnostic(.gapInIDs, .warning, at: range, gap.summary, notes: notes)
      }
    }
  }

  // MARK: Warnings

  /// A warning for each record, at the first of the given keys that is written.
  func warnings(
    _ id: DiagnosticID, _ rows: [Int], of entity: Int, keys: [String],
    note: (Int) -> Diagnostic.Note? = { _ in nil }, summary: (Int) -> String
  ) -> [Diagnostic] {
    let table = graph.model.entities[entity].table
    let rows = rows.filter { row in
      let file = graph.file(of: row, in: table)
      return !file.lintsOff.contains(id) && paths?.contains(String(file.path)) ?? true
    }
    return capped(rows, id, of: graph.model.entities[entity].name) { row, notes in
      // Another figure in the message does not make it a new warning.
      Diagnostic(
        id, .warning, at: graph.locator(of: row, in: table).place(of: keys), summary(row),
        essence: id.rawValue, notes: [note(row)].compactMap(\.self) + notes)
    }
  }

  /// Warnings about the first items up to the limit; the last warning says how many were left out.
  ///
  /// A habit of the site, such as paid orders without a day, would otherwise bury every other warning.
  func capped<Item>(
    _ items: [Item], _ id: DiagnosticID, of entity: String? = nil,
    _ warning: (Item, [Diagnostic.Note]) -> Diagnostic
  ) -> [Diagnostic] {
    let more = items.count - limit
    return items.prefix(limit).enumerated().map { index, item in
      let isLast = more > 0 && index == limit - 1
      let note = Diagnostic.Note(
        "and \(more) more\(entity.map { " of \($0)" } ?? ""); 'lints: {\(id.rawValue): false}' in site.yml turns them off"
      )
      return warning(item, isLast ? [note] : [])
    }
  }
}

extension NumberedIDs.Gap {
  fileprivate var summary: String {
    switch count {
    case 1: "'\(first)' is missing between '\(before)' and this id"
    case ...100: "'\(first)' to '\(last)' are missing between '\(before)' and this id"
    default: "\(count) numbers are missing between '\(before)' and this id"
    }
  }
}
