import Diagnostics
import FrontMatter
import Records

extension LintChecker {
  /// A record that is a draft, whether or not the graph has it.
  struct Draft: Sendable {
    /// The entity, an index into the model's entities.
    let entity: Int
    let file: MarkdownFile
  }

  /// Finds orders that are drafts although something was paid for them: a cancelled order that is marked as a
  /// draft takes the money out of every total.
  func paidDrafts() -> [Diagnostic] {
    guard let order = graph.model.entity(named: "Order") else { return [] }
    var document = FrontMatterDocument()
    let places = drafts.compactMap { draft -> SourceRange? in
      guard graph.model.entities[draft.entity].table == graph.model.entities[order].table,
        !draft.file.lintsOff.contains(.paidDraft),
        document.read(draft.file.source, draft.file.frontMatter).isEmpty
      else { return nil }
      return document.pairs(of: document.root).first { pair in
        switch document.text(of: pair.key) {
        case "payments": pair.value.kind == .sequence && document.items(of: pair.value).contains { _ in true }
        case "paid": document.withBytes(of: pair.value) { booleanValue($0) } ?? false
        case "paidOn": !pair.value.isEmpty
        default: false
        }
      }.map { document.range(of: $0.key) }
    }
    return capped(places, .paidDraft, of: "Order") { range, notes in
      Diagnostic(
        .paidDraft, .warning, at: range,
        "something was paid for this draft, and totals leave drafts out; such an order is cancelled by a credit note, an "
          + "order with a negative sum",
        notes: notes)
    }
  }
}
