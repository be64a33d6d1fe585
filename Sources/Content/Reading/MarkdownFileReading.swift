import Diagnostics
import FileSystem
import FrontMatter
import Records

/// Reads a Markdown file: its bytes, its fences, and the YAML between them.
struct MarkdownFileReading {
  /// The document; nil if an error stops the reading of the file.
  var file: MarkdownFile?
  /// The state of the fences, if there is a document.
  var frontMatter: Fences
  /// The diagnostics that stopped the reading, or the one about the body.
  var diagnostics: [Diagnostic]

  /// Takes a file's bytes and parses its front matter.
  /// - Parameters:
  ///   - path: the file, as the user would type it.
  ///   - bytes: the file's bytes, one more than the maximum for a larger file; or why it could not be read.
  ///   - prefix: the length in UTF-8 bytes of the path prefix that leads to Content.
  ///   - document: receives the front matter's nodes.
  ///   - keys: the allowed keys, if known; used only if there is an error.
  static func read(
    _ path: String, _ bytes: Result<[UInt8], EnvironmentFailure>, prefix: Int,
    document: inout FrontMatterDocument,
    keys: @autoclosure () -> [String]? = nil
  ) -> MarkdownFileReading {
    let file: SourceFile
    switch SourceFile.read(path, bytes) {
    case .success(let read): file = read
    case .failure(let error): return stopped([error])
    }
    let survey = CharacterSurvey(file.bytes.span)
    if !survey.isASCII, let offset = firstInvalidUTF8(in: file.bytes) {
      return stopped([notUTF8(at: offset, in: file)])
    }
    if survey.hasLessThan, var conflict = mergeConflict(in: 0..<file.bytes.count, of: file, isWhole: true) {
      conflict.notes.append(
        .init(
          "where two branches made a file each under this name, give one of them another name"))
      return stopped([conflict])
    }
    let frontMatter = Fences(of: file.bytes)
    let yaml: Range<Int>
    let body: Range<Int>
    switch frontMatter {
    case .present(let range, let rest): (yaml, body) = (range, rest)
    case .absent(let rest): (yaml, body) = (rest.lowerBound..<rest.lowerBound, rest)
    case .unclosed: return stopped(frontMatter.diagnostic(in: file).map { [$0] } ?? [])
    }
    guard body.count <= RecordReader.maximumBodySize else {
      return stopped([
        Diagnostic(
          .bodyTooLarge, at: file[body.lowerBound..<body.lowerBound],
          "the text below the front matter is larger than 256 KiB, the maximum")
      ])
    }
    let diagnostics = document.read(file, yaml, survey: survey, keys: keys())
    guard diagnostics.isEmpty else { return stopped(diagnostics) }
    if let root = document.root, root.kind != .mapping {
      let place = document.range(of: root)
      return stopped([
        document.looseColon(at: place.bytes.lowerBound, isFlow: root.isFlow)
          ?? Diagnostic(
            .wrongShape, at: place,
            "front matter is written as keys with values, such as 'date: 2026-03-14'")
      ])
    }
    return MarkdownFileReading(
      file: MarkdownFile(source: file, prefix: prefix, frontMatter: yaml, body: body),
      frontMatter: frontMatter,
      diagnostics: survey.hasControl ? controlCharacter(in: body, of: file).map { [$0] } ?? [] : [])
  }

  private static func stopped(_ diagnostics: [Diagnostic]) -> MarkdownFileReading {
    MarkdownFileReading(file: nil, frontMatter: .absent(body: 0..<0), diagnostics: diagnostics)
  }
}

extension MarkdownFile {
  /// Reads a record's file from its bytes alone; nil if an error stops the reading, or without front matter.
  package static func read(_ bytes: [UInt8], path: String, into yaml: inout FrontMatterDocument)
    -> MarkdownFile?
  {
    let reading = MarkdownFileReading.read(path, .success(bytes), prefix: 0, document: &yaml)
    guard case .present = reading.frontMatter else { return nil }
    return reading.file
  }
}
