import Diagnostics
import FrontMatter

/// How CSV files are written, from `csv:` in site.yml; the defaults are those of RFC 4180.
///
///     csv: {delimiter: ";", decimal: ",", bom: true}
package struct CSVDialect: Sendable, Equatable {
  /// The field separator.
  package var delimiter = UInt8(ascii: ",")
  /// The decimal mark of numbers and amounts.
  package var decimalMark = UInt8(ascii: ".")
  /// Whether the file begins with a byte order mark, which tells some programs that it is UTF-8.
  package var hasByteOrderMark = false

  /// Makes the dialect of RFC 4180, with a point in numbers.
  package init() {}

  /// Reads `csv:` of site.yml.
  static func read(from site: inout MappingReader) -> CSVDialect {
    var dialect = CSVDialect()
    guard var reader = site.mapping("csv", keys: ["delimiter", "decimal", "bom"]) else {
      return dialect
    }
    let delimiter = reader.text("delimiter", as: .free)
    if let delimiter {
      let byte = delimiters.first { $0.spellings.contains(delimiter.text) }?.byte
      if let byte {
        dialect.delimiter = byte
      } else {
        reader.report(
          .wrongShape, at: delimiter.range,
          "'delimiter' is ',', ';', '|' or tab, not '\(delimiter.text)'")
      }
    }
    let decimal = reader.text("decimal", as: .free)
    switch decimal?.text {
    case nil, ".": break
    case ",": dialect.decimalMark = UInt8(ascii: ",")
    case let other?:
      if let decimal {
        reader.report(.wrongShape, at: decimal.range, "'decimal' is '.' or ',', not '\(other)'")
      }
    }
    if dialect.delimiter == dialect.decimalMark, let place = decimal ?? delimiter {
      reader.report(
        .wrongShape, at: place.range,
        "numbers with a comma need another delimiter, such as 'delimiter: \";\"'")
      dialect = CSVDialect()
    }
    dialect.hasByteOrderMark = reader.boolean("bom") ?? false
    site.merge(reader)
    return dialect
  }

  /// The possible delimiters, each with its spellings.
  private static let delimiters: [(byte: UInt8, spellings: [String])] = [
    (UInt8(ascii: ","), [","]), (UInt8(ascii: ";"), [";"]), (UInt8(ascii: "|"), ["|"]),
    (UInt8(ascii: "\t"), ["tab", "\\t", "\t"]),
  ]
}
