import Content
import Diagnostics
import Formatting
import FrontMatter
import Markdown
import Query
import Records

/// Makes the pages of `each`: one for each value of an expression, below the page that requests them.
///
///     each: customer        statements.md is statements.html, a list, and statements/mara-lindqvist.html …
///
/// In the query blocks of such a page `$each` is the value, in its texts the value's label, and `$each.phone`
/// a value of the record.
struct EachPages {
  private let names: ValueNames
  private let today: CivilDate
  private var diagnostics: [Diagnostic] = []

  private var graph: RecordGraph { names.graph }

  /// Inserts the pages of each value after the page that requests them.
  /// - Complexity: O(*n* log *n*) in the records of the entity, for each such page.
  static func expand(
    _ book: Book, names: ValueNames, today: CivilDate
  ) -> (book: Book, diagnostics: [Diagnostic]) {
    guard book.pages.contains(where: { $0.each != nil }) else { return (book, []) }
    var pages = EachPages(names: names, today: today)
    var book = book
    book.pages = book.pages.flatMap { page in
      guard let each = page.each else { return [page] }
      var list = page
      // The list of the values does not concern a single one.
      if !EachTexts.paths(in: Array((page.description?.text ?? "").utf8)[...]).isEmpty {
        list.description = nil
      }
      return [list] + pages.instances(of: page, each)
    }
    return (book, pages.diagnostics)
  }

  private mutating func instances(of page: Page, _ each: SourceText) -> [Page] {
    guard let from = page.eachFrom ?? texts("from", inBlocksOf: page).first else {
      report(
        .invalidRequest, each,
        "'each' needs the entity that '\(each.text)' is about: a line 'from: Order', or a query block with one"
      )
      return []
    }
    var request = FetchRequest(columns: [.init(value: each)])
    request.from = from
    request.group = [each]
    let (plan, found) = FetchPlan.compile(request, entity: nil, graph: graph)
    diagnostics += found
    guard let plan, let column = plan.columns.first else { return [] }
    let result = plan.run(graph: graph, today: page.asOf ?? today)
    let unsorted = FetchResult.batches(of: 0..<result.count).flatMap { result.values(of: 0, in: $0) }
    // What has no value is in no period.
    let isPeriod = texts("period", inBlocksOf: page).contains { $0.text == "$each" }
    let values = names.sorted(unsorted.filter { !isPeriod || $0 != .null }) { $0 }
    if let several = values.first(where: { ($0.money?.amounts.count ?? 0) > 1 }) {
      let amounts = names.label(of: several, as: .plain).oneLine
      report(
        .invalidRequest, each,
        "'each' makes a page for one value, and '\(amounts)' are amounts in several currencies, which a query "
          + "cannot compare")
      return []
    }
    let paths = paths(in: page, of: column.type)
    let evaluator = Evaluator(graph: graph, today: page.asOf ?? today)
    return zip(values, names.names(of: values)).map { value, name in
      var texts = [
        "$each": names.label(of: value, as: ValueStyle(column), relationship: column.relationship)
      ]
      for (path, expression) in paths {
        guard case .record(_, let row) = value, case .record(let entity) = column.type else {
          texts[path] = ""
          continue
        }
        let found = evaluator.values(of: expression, rows: [Int32(truncatingIfNeeded: row)]).first ?? .null
        texts[path] =
          found == .null
          ? "" : names.label(of: found, as: ValueStyle(expression, of: entity, in: graph.model))
      }
      var instance = page
      instance.each = nil
      instance.formerPaths = formerPaths(of: page, for: value, named: name)
      instance.eachTexts = []
      instance.description = page.description?.map { EachTexts.replaced($0, texts) }
      instance.instance = .init(literal: literal(of: value), texts: texts, name: name)
      return instance
    }
  }

  private mutating func report(_ id: DiagnosticID, _ text: SourceText, _ summary: String) {
    diagnostics.append(Diagnostic(id, at: text.range, summary))
  }

  /// The texts of a key in those of a page's query blocks that have it.
  private func texts(_ key: String, inBlocksOf page: Page) -> [SourceText] {
    page.queryBlocks.compactMap { block in
      var yaml = FrontMatterDocument()
      guard yaml.read(page.file.source, block.content).isEmpty else { return nil }
      var reader = MappingReader(yaml, yaml.root, keys: nil, in: "a query block")
      return reader.text(key)
    }
  }

  /// The former paths of the page for a value: below each name that its page or its record had.
  private func formerPaths(of page: Page, for value: Value, named name: String) -> [String] {
    var names = [name]
    if case .record(let table, let row) = value {
      names += graph.formerNames.names(of: .init(table: table, row: row)).map(\.id)
    }
    let stems = [page.stem] + page.formerPaths.map { String($0.dropLast(3)) }
    return stems.flatMap { stem in names.map { "\(stem)/\($0).md" } }.filter {
      $0 != "\(page.stem)/\(name).md"
    }
  }

  /// A value in query syntax.
  private func literal(of value: Value) -> String {
    switch value {
    case .null: "NIL"
    case .boolean(let flag): flag ? "TRUE" : "FALSE"
    case .number(let number): number.description
    case .record(let table, let row): predicateLiteral(graph.id(of: row, in: table))
    case .text, .date, .money, .list: predicateLiteral(value.plainText ?? "")
    }
  }

  // MARK: Texts

  /// The key paths after `$each` in a page's texts, compiled for the records of the values.
  private mutating func paths(in page: Page, of type: StaticType) -> [String: Expression] {
    var paths: [String: Expression] = [:]
    let file = page.file.source
    let found =
      page.eachTexts.flatMap { text in
        EachTexts.paths(in: Array(text.text.utf8)[...]).map { text[$0.start..<$0.start + $0.text.utf8.count] }
      }
      + EachTexts.paths(in: file.bytes[page.file.body]).map {
        SourceText(text: $0.text, file: file, start: $0.start)
      }
    for path in found where paths[path.text] == nil && path.text != "$each" {
      guard case .record(let entity) = type else {
        report(
          .unknownKeyPath, path, "'$each' is not a record here, and has no '\(path.text.dropFirst(6))'")
        continue
      }
      let key = path[6..<path.text.utf8.count]
      let compiled = QueryCompiler(graph: graph).expression(key, entity: entity)
      diagnostics += compiled.diagnostics
      if let expression = compiled.expression {
        guard !expression.type.isList else {
          report(.typeMismatch, path, "'\(path.text)' is a list; a text shows one value")
          continue
        }
        paths[path.text] = expression
      }
    }
    return paths
  }
}

/// Finds and replaces `$each` and key paths after it in texts.
enum EachTexts {
  /// The occurrences of `$each` and `$each.key.key`.
  /// - Parameter bytes: the text in UTF-8; positions are its indices.
  static func paths(in bytes: ArraySlice<UInt8>) -> [(text: String, start: Int)] {
    var found: [(text: String, start: Int)] = []
    var index = bytes.startIndex
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "$")) {
      index = start + 1
      guard let end = end(ofPathAt: start, in: bytes) else { continue }
      found.append((String(decoding: bytes[start..<end], as: UTF8.self), start))
      index = end
    }
    return found
  }

  /// The end of `$each` and the keys after it at a position; nil if it is not there.
  private static func end(ofPathAt start: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    func isLetter(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte == UInt8(ascii: "_") || (0x41...0x5A).contains(byte & 0xDF)
    }
    func isName(_ byte: UInt8) -> Bool { isLetter(byte) || (0x30...0x39).contains(byte) }
    guard bytes[start...].starts(with: "$each".utf8) else { return nil }
    var end = start + 5
    if end < bytes.endIndex, isName(bytes[end]) { return nil }
    // A full stop at the end of a sentence is not part of a key.
    while end + 1 < bytes.endIndex, bytes[end] == UInt8(ascii: "."), isLetter(bytes[end + 1]) {
      let key = end + 1
      let rest = bytes[key...]
      end = rest.firstIndex { !isName($0) } ?? bytes.endIndex
    }
    return end
  }

  /// A text with the values inserted.
  static func replaced(_ text: String, _ texts: [String: String]) -> String {
    String(decoding: replaced(Array(text.utf8), texts, marks: [], escape: { $0 }).bytes, as: UTF8.self)
  }

  /// Bytes with the values inserted.
  /// - Parameters:
  ///   - marks: positions in the bytes, ascending.
  ///   - escape: escapes a value for the text.
  /// - Returns: the new bytes and positions.
  static func replaced(
    _ bytes: [UInt8], _ texts: [String: String], marks: [Int], escape: (String) -> String
  ) -> (bytes: [UInt8], marks: [Int]) {
    var result: [UInt8] = []
    var moved: [Int] = []
    var rest = marks[...]
    var start = 0
    for path in paths(in: bytes[...]) {
      while let mark = rest.first, mark <= path.start {
        moved.append(result.count + mark - start)
        rest = rest.dropFirst()
      }
      result += bytes[start..<path.start]
      result += Array(escape(texts[path.text] ?? path.text).utf8)
      start = path.start + path.text.utf8.count
    }
    moved += rest.map { result.count + $0 - start }
    return (result + bytes[start...], moved)
  }
}

extension SourceText {
  /// The text with `$each` replaced by a value; each byte of the value has the position of `$each`.
  func replacingEach(with value: String) -> SourceText {
    let bytes = Array(text.utf8)
    let places = Set(EachTexts.paths(in: bytes[...]).map(\.start))
    guard !places.isEmpty else { return self }
    var replaced: [UInt8] = []
    var offsets: [Int32] = []
    var index = 0
    var quote: UInt8?
    func offset(_ index: Int) -> Int32 { Int32(truncatingIfNeeded: range(index..<index).bytes.lowerBound) }
    while index < bytes.count {
      if places.contains(index) {
        // Inside quotes, the value's own quotes are dropped.
        let isQuoted = quote != nil && value.hasPrefix("'")
        let text = Array((isQuoted ? String(value.dropFirst().dropLast()) : value).utf8)
        replaced += text
        offsets += text.map { _ in offset(index) }
        index += "$each".utf8.count
        continue
      }
      if bytes[index] == quote {
        quote = nil
      } else if quote == nil, bytes[index] == UInt8(ascii: "'") || bytes[index] == UInt8(ascii: "\"") {
        quote = bytes[index]
      }
      replaced.append(bytes[index])
      offsets.append(offset(index))
      index += 1
    }
    offsets.append(offset(bytes.count))
    return SourceText(
      text: String(decoding: replaced, as: UTF8.self), file: file, start: Int(offsets.first ?? 0),
      offsets: offsets)
  }
}

extension FetchRequest {
  /// The request with `$each` in its expressions replaced by a value.
  func about(_ instance: Page.Instance) -> FetchRequest {
    func put(_ text: SourceText) -> SourceText { text.replacingEach(with: instance.literal) }
    var request = self
    request.predicate = predicate.map(put)
    request.having = having.map(put)
    request.section = section.map(put)
    request.sort = sort.map(put)
    request.group = group.map(put)
    request.columns = columns.map { column in
      var column = column
      column.value = put(column.value)
      column.label = column.label?.map { EachTexts.replaced($0, instance.texts) }
      return column
    }
    return request
  }
}
