/// The styles of cells, as indices of the cell formats in the stylesheet.
enum CellStyle {
  static let general = 0
  static let heading = 1
  /// The heading of a column of numbers, amounts, dates or booleans.
  static let rightHeading = 2
  /// A number, amount or date as text, because a cell cannot represent it.
  static let right = 3
  /// A text with several lines.
  static let wrapped = 4
  /// By default, LibreOffice shows some booleans as 0 and 1.
  static let boolean = 5
  static let date = 6
  /// The maximum number of digits after the point with a format for amounts.
  static let maximumDigits = 12

  /// The style of an amount with a number of digits after the point.
  static func amount(digits: Int) -> Int { date + 1 + digits }

  static var stylesheet: [UInt8] {
    var xml = Workbook.xmlDeclaration + "<styleSheet xmlns=\"\(Workbook.main)\">"
    // The format reserves the numbers below 164.
    xml += "<numFmts count=\"\(maximumDigits + 3)\"><numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\"/>"
    xml += "<numFmt numFmtId=\"165\" formatCode=\"&quot;TRUE&quot;;&quot;TRUE&quot;;&quot;FALSE&quot;\"/>"
    for digits in 0...maximumDigits {
      let fraction = digits == 0 ? "" : "." + String(repeating: "0", count: digits)
      xml += "<numFmt numFmtId=\"\(166 + digits)\" formatCode=\"#,##0\(fraction)\"/>"
    }
    xml += "</numFmts><fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font>"
    xml += "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>"
    xml += "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
    xml += "<fill><patternFill patternType=\"gray125\"/></fill></fills>"
    xml += "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
    xml +=
      "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\">"
      + "<alignment vertical=\"top\"/></xf></cellStyleXfs>"
    // In the order of the constants above.
    let formats =
      [
        format(), format(isBold: true), format(isBold: true, alignment: "horizontal=\"right\""),
        format(alignment: "horizontal=\"right\""), format(alignment: "wrapText=\"1\""),
        format(165), format(164),
      ] + (0...maximumDigits).map { format(166 + $0) }
    xml += "<cellXfs count=\"\(formats.count)\">\(formats.joined())</cellXfs>"
    xml += "<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles>"
    return Array((xml + "</styleSheet>").utf8)
  }

  /// A cell format of the stylesheet. Cells are top-aligned, for rows with several lines.
  private static func format(_ number: Int = 0, isBold: Bool = false, alignment: String = "") -> String {
    "<xf numFmtId=\"\(number)\" fontId=\"\(isBold ? 1 : 0)\" fillId=\"0\" borderId=\"0\" xfId=\"0\""
      + (number > 0 ? " applyNumberFormat=\"1\"" : "") + (isBold ? " applyFont=\"1\"" : "")
      + " applyAlignment=\"1\"><alignment vertical=\"top\"" + (alignment.isEmpty ? "" : " " + alignment)
      + "/></xf>"
  }
}
