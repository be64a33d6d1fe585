import Diagnostics
import Editing
import TestSupport
import Testing

// What the lines of a file have to do with each other, and with what is there already.

extension ImporterTests {
  /// A reference may name a record of the same file, above or below it.
  @Test func recordsOfOneFileReferToEachOther() async throws {
    let model = "entities: {Customer: {relationships: {boss: {to: Customer}}}}\n"
    let (book, result) = try await result(
      "id,name,boss\nb,Bo,z\nz,Zoe,ann\nx,Xu,y\n", as: "Customer", adding: ["model.yml": model])
    #expect(result.edit.diagnostics.map(\.summary) == ["unknown customer 'y'"])
    #expect(book.text("customers/b.md", after: result.edit) == "---\nname: Bo\nboss: z\n---\n")
  }

  /// A payment that is there already may be another one of the same day, or the same file once more.
  @Test func aRepeatedPaymentIsToldOf() async throws {
    let order = """
      ---
      date: 2026-03-14
      rows: [{text: x, sum: 100}]
      payments: [{date: 2026-03-15, sum: 50}]
      ---

      """
    let edit = try await result(
      "order,date,sum\no1,2026-03-15,50.00\no1,2026-03-16,50.00\n", as: "Payment",
      adding: ["orders/o1.md": order]
    ).result.edit
    #expect(edit.diagnostics.map(\.summary) == ["the same is there already, as 'o1#1'"])
    #expect(!edit.diagnostics.hasErrors && edit.changes.count == 1)
  }
}
