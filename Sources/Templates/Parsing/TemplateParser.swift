import Diagnostics

/// Parses a Mustache file according to the specification at https://github.com/mustache/spec, including
/// inheritance and dynamic names.
///
///     let (template, diagnostics) = TemplateParser.parse(file, name: "partials/row")
package struct TemplateParser {
  /// The maximum nesting depth of sections, blocks and parents in a file.
  static let maximumDepth = 100
  /// After this many errors in a file, the rest is not parsed.
  private static let maximumErrors = 100

  /// A section, block or parent whose closing tag is still to come.
  struct Opened {
    /// The index of its node.
    let node: Int
    let tag: Tag
    /// The name that the closing tag must have.
    let name: String
    /// Whether that is a valid name; if not, it was reported, and nothing is reported about the closing tag.
    let isNamed: Bool
    /// The offset of the content.
    var contentStart = 0
  }

  /// The file; offsets are in its bytes.
  let file: SourceFile
  /// The nodes parsed so far, in the order of the file.
  var nodes: [Node] = []
  /// The errors found so far.
  var diagnostics: [Diagnostic] = []
  /// The tags that are still open, outermost first.
  var opened: [Opened] = []
  /// The names reported as not closed before an outer tag was; their closing tags may still come.
  var overlapping: [String] = []
  /// The offset of the next byte to parse.
  var position = 0
  /// Whether `position` is at the start of a printed line.
  var isAtLineStart = true
  /// The current delimiters.
  var delimiters = Delimiters()
  /// Whether the rest of the file is skipped because of its nesting depth or its number of errors.
  var isAbandoned = false
  private var errors = 0

  /// Parses a file.
  /// - Parameters:
  ///   - file: the template's text, which must be UTF-8.
  ///   - name: the name by which other templates call it.
  /// - Returns: the template, without nodes if the file has errors, and all errors.
  /// - Complexity: O(*n*) in the file's bytes.
  package static func parse(
    _ file: SourceFile, name: String
  ) -> (template: Template, diagnostics: [Diagnostic]) {
    var parser = TemplateParser(file: file)
    parser.parse()
    let isInvalid = parser.diagnostics.hasErrors || parser.isAbandoned
    let addresses = isInvalid ? [] : parser.checkAttributes()
    let template = Template(
      name: name, file: file, nodes: isInvalid ? [] : parser.nodes, addresses: addresses, isInvalid: isInvalid
    )
    return (template, parser.diagnostics)
  }

  private init(file: SourceFile) {
    self.file = file
  }

  private mutating func parse() {
    position = file.textStart
    while !isAbandoned,
      let start = file.bytes.firstOffset(of: delimiters.open, in: position..<file.bytes.count)
    {
      read(tag(at: start))
    }
    guard !isAbandoned else { return }
    // What follows a parent that is never closed may be meant to follow it.
    if !isDirectlyInsideParent { appendText(position..<file.bytes.count) }
    for unclosed in opened where !unclosed.tag.isInvalid {
      report(unclosed.tag.range, "\(unclosed.tag.noun) '\(unclosed.name)' is never closed")
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

  /// Records a syntax error.
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
