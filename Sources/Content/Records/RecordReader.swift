import Diagnostics
import FrontMatter
import Patterns
import Records

/// Reads files of one entity into parts of tables: front matter becomes typed values and links.
///
/// An error in a value is a diagnostic, and the value reads as nil. An error that stops the reading of a file
/// leaves its record out, with that one diagnostic only. The reader cannot be copied, because it is called
/// for every record and owns what it reads into.
struct RecordReader: ~Copyable {
  /// The largest body, in bytes.
  static let maximumBodySize = 256 << 10

  let context: ReadingContext
  var document = FrontMatterDocument()
  /// For each key of the plan, whether the current record has it.
  var seen: [Bool] = []
  /// Whether the record, or its owner, names a currency that could not be read, so that the number of digits
  /// of its amounts is unknown.
  var isCurrencyUnknown = false
  /// The matchers of the attributes' patterns, by part and column; reused because they cache states.
  var matchers: [Int: PatternMatcher] = [:]
  /// Which keys unknown ones may mean. An error in one file is often in all of them.
  var keyGuesses: [UnknownKey: KeyGuess] = [:]
  var chunk: RecordChunk

  /// For each plan, the key that last followed each key, by the number of the previous key from 1, or 0 at
  /// the beginning. Most files list their keys in the same order. Empty until a record of the plan is read.
  private var following: [[Int]]
  /// For each entity, the ids referred to, and the index of each among the chunk's references.
  private var referred: [(ids: InternedTexts, places: [Int32])]

  /// Reads a chunk of files.
  /// - Parameters:
  ///   - files: the files, one or more, all of one entity.
  ///   - context: what all chunks share.
  static func read(_ files: [RecordFile], context: ReadingContext) -> RecordChunk {
    var reader = RecordReader(of: context.plans[files[0].entity], context: context)
    for file in files { reader.readFile(file) }
    return reader.chunk
  }

  /// Makes a reader of an entity's files.
  init(of plan: EntityPlan, context: ReadingContext) {
    self.context = context
    chunk = RecordChunk(tables: context.tables.contents[plan.table], of: context.model)
    following = Array(repeating: [], count: context.plans.count)
    referred = Array(repeating: (InternedTexts(), []), count: context.plans.count)
  }

  /// The index of a reference among the chunk's references.
  /// - Parameters:
  ///   - id: the scalar with the id.
  ///   - destination: the entity that it refers to, an index into the model's entities.
  mutating func place(ofReference id: FrontMatterNode, to destination: Int) -> Int32 {
    let number = Self.number(of: id, document, among: &referred[destination].ids)
    if number == referred[destination].places.count {
      referred[destination].places.append(Int32(chunk.references.count))
      chunk.references.append(Reference(id: document.text(of: id), destination: destination))
    }
    return referred[destination].places[number]
  }

  /// The number of an id, looked up by its bytes, so that each id becomes a String only once.
  private static func number(
    of id: FrontMatterNode, _ document: FrontMatterDocument, among ids: inout InternedTexts
  ) -> Int {
    document.withBytes(of: id) { ids.index(of: $0) }
  }

  // MARK: Records

  /// Reads one record, in a file of its own or inside another.
  /// - Parameter node: its mapping, for a file the root of its front matter.
  mutating func readRecord(_ node: FrontMatterNode?, plan: EntityPlan, owner: Owner? = nil) {
    if following[plan.entity].isEmpty { following[plan.entity] = Array(0...plan.keys.count) }
    let firstDiagnostic = chunk.diagnostics.count
    let named = self.currency(of: node, plan: plan)
    let currency = named.currency ?? owner?.list.currency ?? context.model.currency
    isCurrencyUnknown =
      named.currency == nil && (named.isUnreadable || owner?.list.isCurrencyUnknown ?? false)
    appendRow(plan, currency: currency, owner: owner)
    let row = chunk.parts[plan.part].count - 1
    let (lists, unknown, lacksColon) = readKeys(of: node, plan: plan, row: row, currency: currency)
    if isCurrencyUnknown { markAmounts(of: plan, row: row) }
    if owner == nil, let (diagnostic, home) = misplacement(unknown.map(\.key), plan) {
      chunk.diagnostics.removeSubrange(firstDiagnostic...)
      chunk.misplaced.append((home, chunk.files.count - 1))
      markAll(of: plan, row: row)
      return chunk.diagnostics.append(diagnostic)
    }
    // An unknown key, or one without ':', may have been meant as any key that is missing; in the owner, also
    // as a key of any of its rows.
    let mayLackKeys = lacksColon || owner?.list.mayLackKeys ?? false
    let presentNames = unknown.map {
      context.model.entities[plan.entity].presentName(of: document.text(of: $0.key))
    }
    for name in presentNames {
      if let name, let position = plan.position(of: name) { mark(position, of: plan, row: row) }
    }
    if presentNames.contains(nil) || mayLackKeys {
      for position in seen.indices
      where !seen[position] && plan.isWritable(position) && plan.keys[position].name != "draft" {
        mark(position, of: plan, row: row)
        if mayLackKeys { seen[position] = true }
      }
    }
    reportMissing(
      plan, node: node, row: row, unknown: reportOutdented(unknown, below: lists), currency: currency)
    reportDefaults(plan, node: node, row: row, currency: currency)
    let ownerFile = Int32(chunk.files.count - 1)
    let isUnknown = isCurrencyUnknown
    for list in lists {
      let owner = ListOwner(
        file: ownerFile, part: plan.part, row: row, link: list.link, currency: currency,
        isCurrencyUnknown: isUnknown,
        mayLackKeys: unknown.contains { list.plan.has(key: document.text(of: $0.key)) })
      readList(list.node, plan: list.plan, owner: owner)
    }
  }

  /// Reads the keys of a record into the last appended row, and notes in `seen` which keys of the plan it
  /// has.
  /// - Returns: what must wait until all keys are known: the lists inside the record with their link columns,
  ///   and keys that are not in the plan; and whether a key lacks its `:`.
  private mutating func readKeys(
    of node: FrontMatterNode?, plan: EntityPlan, row: Int, currency: Currency
  ) -> (
    lists: [(node: FrontMatterNode, plan: EntityPlan, link: Int)],
    unknown: [(key: FrontMatterNode, value: FrontMatterNode)], lacksColon: Bool
  ) {
    seen.removeAll(keepingCapacity: true)
    seen.append(contentsOf: repeatElement(false, count: plan.keys.count))
    var lists: [(node: FrontMatterNode, plan: EntityPlan, link: Int)] = []
    var unknown: [(key: FrontMatterNode, value: FrontMatterNode)] = []
    var lacksColon = false
    var previous = 0
    for (key, value) in document.pairs(of: node) {
      let missingColon = document.missingColon(key, value, keys: plan.keys.map(\.name))
      if let missingColon {
        chunk.diagnostics.append(missingColon)
        lacksColon = true
        if document.lacksColon(key, value) { continue }
      }
      guard let position = self.position(of: key, in: plan, after: previous) else {
        if !context.model.entities[plan.entity].hasInvalid(document.text(of: key)) {
          unknown.append((key, value))
        }
        continue
      }
      previous = position + 1
      guard !value.isEmpty else {
        // To YAML, `name: #3` is an empty value and a comment.
        if plan.isText(position), case .attribute(let index) = plan.keys[position].key,
          let diagnostic = unquotedText(of: value, plan.attributes[index])
        {
          chunk.diagnostics.append(diagnostic)
          seen[position] = true
          mark(position, of: plan, row: row)
        }
        continue
      }
      seen[position] = true
      let known = chunk.diagnostics.count
      if missingColon != nil {
        mark(position, of: plan, row: row)
      } else if case .relationship(let index) = plan.keys[position].key,
        plan.relationships[index].origin == .owned
      {
        let list = plan.relationships[index]
        if !list.isInvalid { lists.append((value, context.plans[list.destination], list.link)) }
      } else {
        readValue(of: plan.keys[position].key, in: plan, key, value, currency: currency)
      }
      // Few keys have a diagnostic, but this is checked for every key.
      if chunk.diagnostics.count > known, chunk.diagnostics[known...].hasErrors {
        mark(position, of: plan, row: row)
      }
    }
    return (lists, unknown, lacksColon)
  }

  /// Reads the value of a key, other than a list of records, into the last appended row.
  private mutating func readValue(
    of known: EntityPlan.Key, in plan: EntityPlan, _ key: FrontMatterNode, _ value: FrontMatterNode,
    currency: Currency
  ) {
    switch known {
    case .attribute(let index):
      guard !plan.attributes[index].isInvalid else { return }
      readAttribute(plan.attributes[index], key, value, part: plan.part, currency: currency)
    case .relationship(let index):
      guard !plan.relationships[index].isInvalid else { return }
      readReference(plan.relationships[index], key, value, part: plan.part)
    case .draft:
      if !value.isScalar || document.withBytes(of: value, booleanValue) == nil {
        chunk.diagnostics.append(.invalidBoolean("draft", at: document.range(of: value)))
      }
    case .lints: chunk.diagnostics += Lint.lintsOff(in: document, value).diagnostics
    case .was: readFormerNames(value)
    }
  }

  /// What the records of a list need to know about their owner.
  struct ListOwner {
    /// The owner's index among the chunk's files.
    let file: Int32
    /// The owner's part of the chunk and its row there, and the link column of the list.
    let part: Int
    let row: Int
    let link: Int
    let currency: Currency
    let isCurrencyUnknown: Bool
    /// Whether the owner has unknown keys that may be meant for its rows.
    let mayLackKeys: Bool
  }

  /// What a record inside another needs to know about its owner.
  struct Owner {
    /// What all records of its list need to know.
    let list: ListOwner
    /// The position in the list, from 1.
    let position: Int32
    /// Where the record begins in the file.
    let place: Int32
  }

  /// Reads the records of a list inside another record.
  private mutating func readList(_ node: FrontMatterNode, plan: EntityPlan, owner: ListOwner) {
    guard node.kind == .sequence else {
      chunk.parts[owner.part].invalidLinks.append((owner.row, owner.link))
      chunk.diagnostics.append(
        Diagnostic(
          .wrongShape, at: document.range(of: node),
          "'\(name(ofListOf: plan))' is a list, with lines that begin with '- '"))
      return
    }
    var position: Int32 = 0
    for item in document.items(of: node) {
      position += 1
      guard item.kind == .mapping else {
        chunk.parts[owner.part].invalidLinks.append((owner.row, owner.link))
        if let loose = document.looseColon(at: item.bytes.lowerBound, isFlow: item.isFlow) {
          // What follows on further lines is a part of the text, so nothing is certain.
          chunk.diagnostics.append(Diagnostic(loose.id, at: loose.range, loose.summary))
          continue
        }
        chunk.diagnostics.append(
          Diagnostic(
            .wrongShape, at: document.range(of: item),
            "an item of '\(name(ofListOf: plan))' is written as keys with values, such as "
              + "'- \(plan.writableNames.first ?? "key"): …'"))
        continue
      }
      readRecord(
        item, plan: plan,
        owner: Owner(list: owner, position: position, place: Int32(item.bytes.lowerBound)))
    }
  }

  /// The key of the list that holds the records of a plan.
  private func name(ofListOf plan: EntityPlan) -> String {
    context.model.list(of: context.model.entities[plan.entity])?.name ?? plan.name
  }

  // MARK: Marks

  /// Marks the attribute or relationship of a key as invalid in a record.
  /// - Parameter position: the key, an index into the plan's keys.
  mutating func mark(_ position: Int, of plan: EntityPlan, row: Int) {
    switch plan.keys[position].key {
    case .attribute(let index):
      chunk.parts[plan.part].invalidValues.append((row, plan.attributes[index].column))
    case .relationship(let index):
      chunk.parts[plan.part].invalidLinks.append((row, plan.relationships[index].link))
    case .draft: markAll(of: plan, row: row)
    case .lints, .was: break
    }
  }

  /// Marks everything in a record as invalid.
  private mutating func markAll(of plan: EntityPlan, row: Int) {
    for position in plan.keys.indices where plan.keys[position].name != "draft" {
      mark(position, of: plan, row: row)
    }
  }

  /// Marks the amounts of a record whose currency is unknown.
  private mutating func markAmounts(of plan: EntityPlan, row: Int) {
    for attribute in plan.attributes where attribute.type == .money {
      chunk.parts[plan.part].invalidValues.append((row, attribute.column))
    }
  }

  // MARK: Rows

  /// Appends a row with every attribute's default and without links.
  private mutating func appendRow(_ plan: EntityPlan, currency: Currency, owner: Owner?) {
    chunk.parts[plan.part].appendRow()
    for attribute in plan.defaulted {
      chunk.parts[plan.part].set(defaultValue(attribute, currency: currency), column: attribute.column)
    }
    if let owner {
      chunk.parts[plan.part].owners.append(owner.list.file)
      chunk.parts[plan.part].positions.append(owner.position)
      chunk.parts[plan.part].fileOffsets.append(owner.place)
    }
  }

  /// A default value as it applies to the record: an amount without a currency is in the record's.
  func defaultValue(_ plan: AttributePlan, currency: Currency) -> Value {
    guard
      plan.type == .currency
        || plan.type == .money && currency != context.model.currency && plan.defaultValue != .null
    else { return plan.defaultValue }
    return plan.attribute.defaultValue(currency: currency)
  }

  /// The index of a key in the plan's keys.
  /// - Parameter previous: the number of the previous key, from 1, or 0 at the beginning.
  private mutating func position(of key: FrontMatterNode, in plan: EntityPlan, after previous: Int) -> Int? {
    let expected = following[plan.entity][previous]
    if expected < plan.keys.count, document.isEqual(key, to: plan.keys[expected].name) { return expected }
    // Comparing a few keys is faster than making a String of the key.
    let position =
      plan.keys.count <= 64
      ? plan.keys.firstIndex { document.isEqual(key, to: $0.name) }
      : plan.position(of: document.text(of: key))
    if let position { following[plan.entity][previous] = position }
    return position
  }

  /// The currency that the record itself names; nil if it names none, or one that cannot be read.
  func currency(of node: FrontMatterNode?, plan: EntityPlan) -> (
    currency: Currency?, isUnreadable: Bool
  ) {
    guard let index = plan.currencyAttribute else { return (nil, false) }
    let attribute = plan.attributes[index]
    guard let value = document.value(of: attribute.name, in: node), !value.isEmpty else {
      return (attribute.attribute.defaultValue.flatMap { Currency(code: $0.text) }, false)
    }
    let currency = value.isScalar ? document.withBytes(of: value) { Currency(code: $0) } : nil
    return (currency, currency == nil)
  }
}

extension FrontMatterDocument {
  /// Whether a record's file says that it is a draft.
  package var isDraft: Bool {
    guard let node = value(of: "draft", in: root), node.isScalar else { return false }
    return withBytes(of: node, booleanValue) ?? false
  }
}
