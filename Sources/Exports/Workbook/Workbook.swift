/// An Office Open XML workbook (ECMA-376), one sheet per table: what `docket export xlsx` writes.
///
///     var workbook = Workbook()
///     try workbook.add("Orders", ExportTable(result))
///     let bytes = workbook.bytes()
///
/// Numbers and amounts in the site's currency are numbers, and dates are dates. Values that a cell cannot
/// hold exactly are text, and so are amounts in other currencies, which a spreadsheet would add up with the
/// others. The same results give the same bytes.
package struct Workbook {
  /// The first bytes of every workbook written by docket, by which docket recognizes its own. Those of other
  /// programs begin with other parts.
  package static let beginning: [UInt8] = {
    var archive = ZIPArchive()
    archive.add("docProps/app.xml", application, isStored: true)
    return Array(archive.finish().prefix(30 + "docProps/app.xml".utf8.count + application.count))
  }()

  private static let application = Array(
    (xmlDeclaration
      + "<Properties xmlns=\"http://schemas.openxmlformats.org/officeDocument/2006/extended-properties\">"
      + "<Application>docket</Application></Properties>").utf8)

  private var names = SheetNames()
  private var sheets: [(name: String, xml: [UInt8])] = []
  private var strings = SharedStrings()
  /// The decimal mark of numbers and amounts that are texts, as in the site's CSV files.
  private let decimalMark: UInt8

  /// Makes a workbook without sheets.
  /// - Parameter decimalMark: the decimal mark of numbers and amounts that are texts.
  package init(decimalMark: UInt8 = UInt8(ascii: ".")) {
    self.decimalMark = decimalMark
  }

  /// The number of sheets.
  package var sheetCount: Int { sheets.count }

  /// Adds a sheet.
  /// - Parameters:
  ///   - title: the table's title, from which the sheet's name is made.
  ///   - subject: the subject, if several tables share a title.
  /// - Throws: `ExportFailure` if a sheet cannot hold the table.
  package mutating func add(
    _ title: String, about subject: String? = nil, _ table: ExportTable
  ) throws(ExportFailure) {
    let name = names.add(title, about: subject)
    sheets.append((name, try SheetWriter.sheet(table, name: name, decimalMark: decimalMark, &strings)))
  }

  /// The file.
  /// - Complexity: O(*n*) in the cells.
  package func bytes() -> [UInt8] {
    var archive = ZIPArchive()
    archive.add("docProps/app.xml", Self.application, isStored: true)
    archive.add("[Content_Types].xml", contentTypes)
    archive.add(
      "_rels/.rels",
      relationships([("officeDocument", "xl/workbook.xml"), ("extended-properties", "docProps/app.xml")]))
    archive.add("xl/workbook.xml", workbook)
    archive.add(
      "xl/_rels/workbook.xml.rels",
      relationships(
        sheets.indices.map { ("worksheet", "worksheets/sheet\($0 + 1).xml") }
          + [("styles", "styles.xml"), ("sharedStrings", "sharedStrings.xml")]))
    archive.add("xl/styles.xml", CellStyle.stylesheet)
    archive.add("xl/sharedStrings.xml", strings.xml)
    for (index, sheet) in sheets.enumerated() {
      archive.add("xl/worksheets/sheet\(index + 1).xml", sheet.xml)
    }
    return archive.finish()
  }

  // MARK: Parts

  static let xmlDeclaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let mediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml."

  private var contentTypes: [UInt8] {
    func part(_ path: String, _ type: String) -> String {
      "<Override PartName=\"/\(path)\" ContentType=\"\(type)\"/>"
    }
    var xml = Self.xmlDeclaration
    xml += "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
    xml +=
      "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
    xml += "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
    xml += part(
      "docProps/app.xml", "application/vnd.openxmlformats-officedocument.extended-properties+xml")
    xml += part("xl/workbook.xml", Self.mediaType + "sheet.main+xml")
    xml += part("xl/styles.xml", Self.mediaType + "styles+xml")
    xml += part("xl/sharedStrings.xml", Self.mediaType + "sharedStrings+xml")
    for index in sheets.indices {
      xml += part("xl/worksheets/sheet\(index + 1).xml", Self.mediaType + "worksheet+xml")
    }
    return Array((xml + "</Types>").utf8)
  }

  private func relationships(_ targets: [(type: String, path: String)]) -> [UInt8] {
    var xml = Self.xmlDeclaration
    xml += "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
    for (index, target) in targets.enumerated() {
      xml += "<Relationship Id=\"rId\(index + 1)\" Type=\"\(Self.relations)/\(target.type)\""
      xml += " Target=\"\(target.path)\"/>"
    }
    return Array((xml + "</Relationships>").utf8)
  }

  private var workbook: [UInt8] {
    var xml = Array(Self.xmlDeclaration.utf8)
    xml += "<workbook xmlns=\"\(Self.main)\" xmlns:r=\"\(Self.relations)\"><sheets>".utf8
    for (index, sheet) in sheets.enumerated() {
      xml += "<sheet name=\"".utf8
      XMLText.append(sheet.name, to: &xml)
      xml += "\" sheetId=\"\(index + 1)\" r:id=\"rId\(index + 1)\"/>".utf8
    }
    xml += "</sheets></workbook>".utf8
    return xml
  }
}

/// The distinct texts of a workbook.
struct SharedStrings {
  private var indices: [String: Int] = [:]
  private var items: [UInt8] = []
  private var uses = 0

  /// The index of a text, which is added if it is new.
  mutating func index(of text: String) -> Int {
    uses += 1
    if let index = indices[text] { return index }
    let index = indices.count
    indices[text] = index
    items += "<si><t xml:space=\"preserve\">".utf8
    XMLText.append(Self.escaped(text), to: &items)
    items += "</t></si>".utf8
    return index
  }

  /// The part of the workbook.
  var xml: [UInt8] {
    var xml = Array(Workbook.xmlDeclaration.utf8)
    xml += "<sst xmlns=\"\(Workbook.main)\" count=\"\(uses)\" uniqueCount=\"\(indices.count)\">".utf8
    return xml + items + Array("</sst>".utf8)
  }

  /// A text in which sequences that look like the format's escapes (`_x000D_`) are escaped.
  private static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    func isEscape(_ index: Int) -> Bool {
      index + 6 < bytes.count && bytes[index + 1] == UInt8(ascii: "x")
        && bytes[index + 6] == UInt8(ascii: "_")
        && bytes[index + 2..<index + 6].allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
    guard bytes.indices.contains(where: { bytes[$0] == UInt8(ascii: "_") && isEscape($0) }) else {
      return text
    }
    var result: [UInt8] = []
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "_"), isEscape(index) { result += "_x005F".utf8 }
      result.append(bytes[index])
    }
    return String(decoding: result, as: UTF8.self)
  }
}
