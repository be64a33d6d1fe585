import Diagnostics

/// Reads one Mustache file, by the specification at https://github.com/mustache/spec, its inheritance and dynamic
/// names included.
///
///     let (template, diagnostics) = TemplateParser.parse(file, name: "partials/row")
package struct TemplateParser {
  /// How deep sections, blocks and parents of one file may nest.
  static let maximumDepth = 100
  /// After this many errors in one file the rest of it is not read.
  private static let maximumErrors = 100

  /// A section, block or parent whose closing tag has not come yet.
  struct Opened {
    /// The index of its node.
    let node: Int
    /// Its opening tag.
    let tag: Tag
    /// What the closing tag must say.
    let name: String
    /// Whether that is a name; if not, it has been reported, and nothing more is reported about the closing tag.
    let isNamed: Bool
    /// Where the content begins.
    var contentStart = 0
  }

  /// The file; offsets here are of its bytes.
  let file: SourceFile
  /// The nodes read so far, in the order of the file.
  var nodes: [Node] = []
  /// The errors found so far.
  var diagnostics: [Diagnostic] = []
  /// What has not been closed yet, outermost first.
  var opened: [Opened] = []
  /// The tags that were closed under another name, by their nodes.
  private var mismatches: [Int: Mismatch] = [:]
  /// What was reported as not closed before a tag around it was; its closing tag may still come.
  var overlapping: [String] = []
  /// The first byte not read yet.
  var position = 0
  /// Whether `position` is the start of a line that is printed.
  var isAtLineStart = true
  /// The marks around the tags that follow.
  var delimiters = Delimiters()
  /// Whether the rest of the file is not read: it nests too deep or has too many errors.
  var isAbandoned = false
  private var errors = 0

  /// Parses a file.
  /// - Parameters:
  ///   - file: the template's text.
  ///   - name: what other templates call it.
  /// - Returns: the template, without nodes if the file has errors, and all errors found.
  /// - Complexity: O(*n*) in the file's bytes.
  package static func parse(
    _ file: SourceFile, name: String
  ) -> (template: Template, diagnostics: [Diagnostic]) {
    var parser = TemplateParser(file: file)
    parser.parse()
    let isInvalid = parser.diagnostics.hasErrors || parser.isAbandoned
    if isInvalid {
      parser.diagnostics += parser.mismatches.values.map { $0.atClosing(in: file, isCertain: false) }
    }
    let template = Template(
      name: name, file: file, nodes: isInvalid ? [] : parser.nodes,
      mismatches: isInvalid ? [:] : parser.mismatches, isInvalid: isInvalid)
    return (template, parser.diagnostics)
  }

  private init(file: SourceFile) {
    self.file = file
  }

  private mutating func parse() {
    guard checkEncoding() else { return }
    if file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while !isAbandoned,
      let start = file.bytes.firstOffset(of: delimiters.open, in: position..<file.bytes.count)
    {
      read(tag(at: start))
    }
    guard !isAbandoned else { return }
    appendText(position..<file.bytes.count)
    for unclosed in opened where !unclosed.tag.isInvalid {
      report(unclosed.tag.range, "\(unclosed.tag.noun) '\(unclosed.name)' is never closed")
    }
  }

  private mutating func checkEncoding() -> Bool {
    do {
      _ = try UTF8Span(validating: file.bytes.span)
      return true
    } catch {
      diagnostics.append(Diagnostic(.notUTF8, at: file[error.byteOffsets], "the template is not UTF-8"))
      return false
    }
  }

  private mutating func read(_ tag: Tag) {
    switch tag.sigil {
    case .comment: place(tag)
    case .delimiters:
      place(tag)
      setDelimiters(tag)
    case .close: close(tag)
    case .section, .inverted, .block, .parent: open(tag)
    case .partial:
      refuseInsideParent(tag)
      let indentation = blankBefore(tag)
      let isStandalone = place(tag)
      guard let callee = callee(tag, indentation: indentation, isStandalone: isStandalone) else { return }
      append(.partial(callee), tag.range)
    case .variable, .unescaped, .triple:
      refuseInsideParent(tag)
      appendText(position..<tag.range.lowerBound)
      beginInline(at: tag.range.lowerBound)
      position = tag.range.upperBound
      guard let name = name(tag) else { return }
      append(.variable(name, escaped: tag.sigil == .variable), tag.range)
    }
  }

  /// Appends a node without inner nodes.
  mutating func append(_ kind: Node.Kind, _ range: Range<Int>) {
    nodes.append(Node(kind: kind, range: range, end: nodes.count + 1))
  }

  /// Records that a closing tag says another name than the tag it closes.
  mutating func note(_ mismatch: Mismatch, at node: Int) {
    mismatches[node] = mismatch
    errors += 1
    isAbandoned = isAbandoned || errors >= Self.maximumErrors
  }

  /// Records an error of syntax.
  mutating func report(
    _ range: Range<Int>, _ summary: String, severity: Diagnostic.Severity = .error,
    notes: [Diagnostic.Note] = [], fixIts: [Diagnostic.FixIt] = []
  ) {
    guard !isAbandoned else { return }
    if severity == .error { errors += 1 }
    isAbandoned = errors >= Self.maximumErrors
    diagnostics.append(
      Diagnostic(.templateSyntax, severity, at: file[range], summary, notes: notes, fixIts: fixIts))
  }
}
