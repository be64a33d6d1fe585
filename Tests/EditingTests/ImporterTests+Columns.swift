import Diagnostics
import Editing
import Testing

/// Which columns of a file become keys.
extension ImporterTests {
  /// A column that no key is made of is not left out without a word, unless a mapping in a file says so.
  @Test func columnsThatAreLeftOutAreTold() async throws {
    let text = "Nr.,Name,PLZ,Ort\nx,X,1,Y\n"
    let (_, told) = try await result(text, as: "Customer") {
      $0.keys = [(SourceText("id"), SourceText("Nr."))]
    }
    #expect(told.counts.new == 1)
    #expect(
      told.edit.diagnostics.map(\.summary) == [
        "left out, because no key has that name and no '--map COLUMN=KEY' maps it: 'PLZ', 'Ort'"
      ])
    #expect(!told.edit.diagnostics.hasErrors)
    let file = SourceFile(path: "imports/a.yml", text: "as: Customer\nkeys: {id: Nr.}\n")
    let (_, silent) = try await result(text, as: "Customer") { $0 = ImportMapping.read(file).mapping }
    #expect(silent.edit.diagnostics.isEmpty)
  }

  /// What is part of an id is a value nonetheless, unless another text is its key, or it is left out.
  @Test func aColumnWithinATextIsAKeyAsWell() async throws {
    let text = "name,phone,email\nZoe,5,z@a.eu\n"
    let (book, result) = try await result(text, as: "Customer") {
      $0.keys = [
        (SourceText("id"), SourceText("{name|lower}-{phone}")), (SourceText("phone"), SourceText("+{phone}")),
      ]
    }
    #expect(result.edit.diagnostics.isEmpty)
    let (other, without) = try await self.result(text, as: "Customer") {
      $0.keys = [
        (SourceText("id"), SourceText("{name|lower}-{phone}")), (SourceText(""), SourceText("phone")),
        (SourceText("info"), SourceText("{name}: {email}")),
      ]
    }
    #expect(without.edit.diagnostics.isEmpty)
    #expect(
      other.text("customers/zoe-5.md", after: without.edit) == "---\nname: Zoe\ninfo: \"Zoe: z@a.eu\"\n---\n")
    #expect(
      book.text("customers/zoe-5.md", after: result.edit)
        == "---\nname: Zoe\nemail: z@a.eu\nphone: +5\n---\n")
  }
}
