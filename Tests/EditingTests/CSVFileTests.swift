import Diagnostics
import Editing
import Testing

struct CSVFileTests {
  private func read(_ text: String, delimiter: Character = ",") -> (csv: CSVFile?, diagnostics: [Diagnostic])
  {
    CSVFile.read(SourceFile(path: "a.csv", text: text), delimiter: delimiter.asciiValue ?? 0)
  }

  @Test func aQuoteWithoutAnEndIsOneErrorInTheHeaderToo() {
    for text in ["id,\"name\nx,X\n", "id,name\nx,\"X\n"] {
      let (csv, diagnostics) = read(text)
      #expect(csv == nil && diagnostics.map(\.summary) == ["the quote has no end"])
    }
    #expect(read("").diagnostics.count == 1)
  }

  @Test(arguments: [
    (";", UInt8(ascii: ";")), ("tab", 9), ("\\t", 9), ("\t", 9), ("", nil), (";;", nil), ("¦", nil),
    ("tabs", nil),
  ])
  func aDelimiterIsOneByteOrTheWordForATab(text: String, delimiter: UInt8?) {
    #expect(CSVFile.delimiter(text) == delimiter)
  }

  private func texts(_ text: String, delimiter: Character = ",") -> [[String]] {
    let csv = read(text, delimiter: delimiter).csv
    return [csv?.header.map(\.text) ?? []] + (csv?.rows.map { $0.map(\.text) } ?? [])
  }

  @Test func readsQuotesLineEndsAndBlankLines() {
    #expect(
      texts("\u{FEFF}a,\"b\"\"c\",d\r\n1,\"2\n,3\",\r\n\r\n\"\",x y, z") == [
        ["a", "b\"c", "d"], ["1", "2\n,3", ""], ["", "x y", " z"],
      ])
    #expect(texts("a;b\r1;2,5\r", delimiter: ";") == [["a", "b"], ["1", "2,5"]])
  }

  @Test func namesThePlaceOfEachError() {
    func places(_ text: String) -> [String] {
      read(text).diagnostics.map {
        let place = $0.range.file.location(of: $0.range.bytes.lowerBound)
        return "\(place.line):\(place.column): \($0.summary)"
      }
    }
    #expect(
      places("a,b\n1\n1,2,3\n\"x\"y,2\n") == [
        "2:1: the line has 1 field, and the header 2", "3:5: the line has 3 fields, and the header 2",
        "4:4: text follows the end of a quoted field; a quote inside one is doubled",
      ])
    #expect(places("a,b\n1,\"2\n3\n") == ["2:3: the quote has no end"])
    #expect(places("") == ["1:1: the file is empty; its first line names the columns"])
    #expect(
      places("a;b\n1;2\n") == [
        "1:1: the columns are separated by semicolons, not by commas; say so with --delimiter ';'"
      ])
  }

  @Test func decodesWhatSpreadsheetsWrite() throws {
    func text(_ bytes: [UInt8], _ encoding: TextEncoding) -> String? {
      guard case .success(let file) = encoding.decoded(SourceFile(path: "a.csv", bytes: bytes)) else {
        return nil
      }
      return file.text(0..<file.bytes.count)
    }
    #expect(text([0x4D, 0xFC, 0x80], .windows1252) == "Mü€")
    #expect(text([0x4D, 0xFC], .latin1) == "Mü")
    #expect(text([0xFF, 0xFE, 0x4D, 0, 0xFC, 0], .utf16) == "Mü")
    #expect(text([0xFE, 0xFF, 0, 0x4D], .utf16) == "M")
    #expect(text([0x4D, 0xFC], .utf8) == nil)
    #expect(text([0xFF, 0xFE, 0x4D, 0], .utf8) == nil)
    #expect(text([0x81], .windows1252) == nil)
    // UTF-8, with and without its mark.
    #expect(text([0xEF, 0xBB, 0xBF, 0x4D], .windows1252) == nil)
    #expect(text([0x4D, 0xC3, 0xBC], .latin1) == nil)
    #expect(text([0x4D, 0xC3, 0xBC, 0xFC], .latin1) == "MÃ¼ü")
    #expect(TextEncoding(named: "ISO-8859-1") == .latin1)
    #expect(TextEncoding(named: "klingon") == nil)
  }
}
