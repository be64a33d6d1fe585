import Content
import Diagnostics
import Editing
import Foundation
import FrontMatter
import Records
import TestSupport
import Testing

/// The words of the ten languages where keys and booleans are wanted.
struct LanguageWordsTests {
  @Test func everyWordOfTheThemeIsKnown() throws {
    let path = Repository.root.appending(path: "Themes/default/theme.yml").path
    let file = SourceFile(path: path, text: try String(contentsOfFile: path, encoding: .utf8))
    var yaml = FrontMatterDocument()
    #expect(yaml.read(file, 0..<file.bytes.count).isEmpty)
    var count = 0
    let texts = yaml.value(of: "texts", in: yaml.root)
    for (_, words) in yaml.pairs(of: texts) {
      for (key, value) in yaml.pairs(of: words) {
        let (name, word) = (yaml.text(of: key), yaml.text(of: value))
        if name == "yes" || name == "no" {
          count += 1
          #expect(LanguageWords.boolean(of: word) ?? word.lowercased() == name, "\(word)")
        } else if LanguageWords.table.contains(where: { $0.name == name }), word != name {
          count += 1
          #expect(LanguageWords.names(of: word).contains(name), "\(word)")
        }
      }
    }
    #expect(count > 200)
  }

  /// Spreadsheets save booleans in the language of the machine.
  @Test(arguments: ["WAHR", "VRAI", "VERDADERO", "VERO", "WAAR", "PRAWDA", "ИСТИНА"])
  func aSpreadsheetsTrueIsYes(word: String) {
    #expect(LanguageWords.boolean(of: word) == "yes")
  }

  @Test(arguments: ["FALSCH", "FAUX", "FALSO", "ONWAAR", "FAŁSZ", "ЛОЖЬ"])
  func aSpreadsheetsFalseIsNo(word: String) {
    #expect(LanguageWords.boolean(of: word) == "no")
  }

  @Test func aKeyInTheUsersLanguageIsNamed() async throws {
    let book = try await EditedBook([
      "customers/ann.md": "---\nname: Ann\n---\n",
      "orders/o1.md": "---\nDatum: 2026-03-14\nkunde: ann\nmade: ja\nrows:\n  - {preis: 5, text: x}\n---\n",
    ])
    let found = book.book.diagnostics.map(\.summary)
    #expect(found.contains("unknown key 'Datum' in Order; did you mean 'date'?"))
    #expect(found.contains("unknown key 'kunde' in Order; did you mean 'customer'?"))
    #expect(found.contains { $0.hasPrefix("unknown key 'preis' in RowOfOrder; did you mean 'price'?") })
    #expect(found.contains { $0.contains("not 'ja'; write yes") })
    #expect(!found.contains { $0.contains("'date' is missing") })
  }

  @Test func aKeyInTheUsersLanguageIsNamedOnTheCommandLine() async throws {
    let book = try await EditedBook(["customers/ann.md": "---\nname: Ann\n---\n"])
    let edit = book.editor.set(SourceText("ann"), try Assignment.of(["Telefon=1"]))
    #expect(edit.diagnostics.map(\.summary) == ["unknown key 'Telefon' in Customer; did you mean 'phone'?"])
    var request = NewRecord(entity: SourceText("Kunde"))
    request.name = SourceText("Bo Li")
    #expect(book.editor.new(request).record?.path == "customers/bo-li.md")
  }
}
