import Diagnostics
import FrontMatter
import Locale
import Site

/// The texts of the server's own pages in the language of a site.
///
/// The source code contains the English texts; a file in `Assets/texts` for each other language translates
/// them, and one in `Assets/messages` what diagnostics say. A missing translation falls back to English.
struct OwnTexts: Sendable {
  /// The texts for the current request.
  @TaskLocal static var current = english

  /// The language, for HTML's `lang`.
  let tag: String
  /// The writing direction of the site's language, even if there are no texts in that language.
  private(set) var siteDirection = WritingDirection.leftToRight
  /// The attribute that passes a page's scripts their texts; empty in English.
  let ofScripts: HTML
  /// What diagnostics say.
  let sentences: DiagnosticSentences
  private let texts: [String: String]

  private init(tag: String, texts: [String: String], sentences: DiagnosticSentences) {
    self.tag = tag
    self.texts = texts
    self.sentences = sentences
    let said = texts.filter { Self.textsInScripts.contains($0.key) }
    let pairs = said.sorted { $0.key < $1.key }.map { "\(jsonText($0.key)):\(jsonText($0.value))" }
    ofScripts = pairs.isEmpty ? "" : " data-texts=\"\("{\(pairs.joined(separator: ","))}")\""
  }

  /// Whatever is between two quotes in a script, among it the English texts that scripts show.
  private static let textsInScripts = Set(
    ownFiles.filter { $0.path.hasSuffix(".js") }.flatMap { file in
      file.content.bytes.split(separator: UInt8(ascii: "\"")).map { String(decoding: $0, as: UTF8.self) }
    })

  /// Finds the texts of a language: `de` for `de-AT`, English if there are none.
  /// - Parameter language: a BCP 47 tag, as in site.yml.
  init(language: String) {
    let name = language.split { $0 == "-" || $0 == "_" }.first.map { $0.lowercased() } ?? ""
    self = Self.languages[name] ?? Self.english
    siteDirection = WritingDirection(language: language)
  }

  /// The translation of an English text.
  subscript(english: String) -> String { texts[english] ?? english }

  /// English sentences are patterns of themselves, so that their parts can be named as in other languages.
  private static let english: OwnTexts = {
    let sentences = messages.values.first ?? []
    return OwnTexts(
      tag: "en", texts: [:], sentences: DiagnosticSentences(sentences.map { ($0.english, $0.english) }))
  }()

  /// All languages except English, by tag.
  private static let languages: [String: OwnTexts] = Dictionary(
    uniqueKeysWithValues: pairs(of: "texts").map { tag, texts in
      let sentences = DiagnosticSentences(messages[tag] ?? [])
      return (tag, OwnTexts(tag: tag, texts: Dictionary(texts) { first, _ in first }, sentences: sentences))
    })

  /// What diagnostics say, in English and in each other language, by its tag.
  private static let messages = pairs(of: "messages")

  /// The English texts and their translations in a folder of `Assets`, by the language's tag.
  private static func pairs(of folder: String) -> [String: [(english: String, translation: String)]] {
    var languages: [String: [(english: String, translation: String)]] = [:]
    for file in ownFiles where file.path.hasPrefix("\(folder)/") {
      let source = SourceFile(path: file.path, bytes: file.content.bytes)
      var document = FrontMatterDocument()
      _ = document.read(source, 0..<source.bytes.count)
      let tag = String(file.path.dropFirst(folder.count + 1).prefix { $0 != "." })
      languages[tag] = document.pairs(of: document.root).map {
        (document.text(of: $0.key), document.text(of: $0.value))
      }
    }
    return languages
  }
}

/// The text of the server in the language of the request.
/// - Parameters:
///   - english: the English text, with `{0}` in place of the first part.
///   - parts: the parts to insert.
func localized(_ english: String, _ parts: String...) -> String {
  pieces(of: OwnTexts.current[english]).map {
    $0.part.flatMap { parts.indices.contains($0) ? parts[$0] : nil } ?? $0.text
  }
  .joined()
}

/// A sentence of a diagnostic in the language of the request.
/// - Parameter name: what a part in quotes is called here, such as the label of a key.
func localized(sentence: String, naming name: (String) -> String = { $0 }) -> String {
  OwnTexts.current.sentences.translation(of: sentence, naming: name)
}

extension HTML.StringInterpolation {
  /// Appends a text in the language of the request, with HTML in place of its parts.
  mutating func appendInterpolation(localized english: String, _ parts: HTML...) {
    for piece in pieces(of: OwnTexts.current[english]) {
      if let part = piece.part, parts.indices.contains(part) {
        appendInterpolation(parts[part])
      } else {
        appendInterpolation(piece.text)
      }
    }
  }
}

/// A placeholder of a text, or what stands between two.
struct TextPiece {
  /// What is written.
  let text: String
  /// The number of the part whose place it is; nil for text.
  let part: Int?
}

/// Splits a text into placeholders `{0}`, `{1}` … and the text between them.
func pieces(of text: String) -> [TextPiece] {
  var pieces: [TextPiece] = []
  var rest = text[...]
  while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
    pieces.append(TextPiece(text: String(rest[..<start]), part: nil))
    pieces.append(
      TextPiece(text: String(rest[start...end]), part: Int(rest[rest.index(after: start)..<end])))
    rest = rest[rest.index(after: end)...]
  }
  return pieces + [TextPiece(text: String(rest), part: nil)]
}
