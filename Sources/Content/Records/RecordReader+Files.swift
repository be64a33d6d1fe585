import Diagnostics
import FileSystem
import FrontMatter
import Records

// Files: the fences, the front matter, and what stops the reading of one.

extension RecordReader {
  /// Reads a file into the chunk.
  mutating func readFile(_ file: RecordFile) {
    let plan = context.plans[file.entity]
    let firstDiagnostic = chunk.diagnostics.count
    guard let read = readDocument(file.path, file.bytes, of: plan) else {
      let source = SourceFile(path: file.path, bytes: [])
      let skipped = MarkdownFile(source: source, prefix: context.prefix, frontMatter: 0..<0, body: 0..<0)
      if chunk.diagnostics[firstDiagnostic...].allSatisfy({ $0.id == .duplicateKey }) {
        reportOtherErrors(in: skipped, plan)
      }
      chunk.files.append(skipped)
      chunk.states.append(.unreadable)
      return
    }
    let lintsOff = Lint.lintsOff(in: document, document.value(of: "lints", in: document.root)).ids
    chunk.files.append(lintsOff.isEmpty ? read : read.with(lintsOff: lintsOff))
    guard !file.isDuplicate else { return chunk.states.append(.unreadable) }
    let isDraft = document.isDraft
    guard !isDraft || context.includesDrafts else { return chunk.states.append(.draft) }
    chunk.states.append(isDraft ? .includedDraft : .kept)
    readRecord(document.root, plan: plan)
  }

  /// Reports what else is wrong in a file that has a key twice, whose record is left out.
  /// - Parameter file: stands for the file, whose front matter is in `document`.
  private mutating func reportOtherErrors(in file: MarkdownFile, _ plan: EntityPlan) {
    guard let root = document.root, root.kind == .mapping else { return }
    var other = RecordReader(of: plan, context: context)
    other.document = document
    other.chunk.files.append(file)
    other.readRecord(root, plan: plan)
    chunk.diagnostics += other.chunk.diagnostics
  }

  /// Parses a file's front matter into `document`; nil if an error stops the reading.
  private mutating func readDocument(
    _ path: String, _ bytes: Result<[UInt8], EnvironmentFailure>, of plan: EntityPlan
  ) -> MarkdownFile? {
    let plans = context.plans
    let reading = MarkdownFileReading.read(
      path, bytes, prefix: context.prefix, document: &document,
      keys: plan.inItsFiles(plans).flatMap { $0.keys.map(\.name) })
    chunk.diagnostics += reading.diagnostics.map {
      $0.judgedByType(in: plan.inItsFiles(plans), currency: context.model.currency)
    }
    guard let file = reading.file else { return nil }
    let diagnostic =
      reading.frontMatter.diagnostic(in: file.source)
      ?? reading.frontMatter.keysAfterClosing(in: file.source) { plan.has(key: $0) }
    if let diagnostic {
      chunk.diagnostics.append(diagnostic)
      return nil
    }
    return file
  }
}
