import CLibYAML

/// One of libyaml's events, as far as docket reads them. Marks are code points from the start of the input.
struct Event {
  /// What an event tells.
  enum Kind {
    /// A node begins; a collection's nodes follow up to its end.
    case scalar(YAMLNode.Kind), sequenceStart, mappingStart, collectionEnd
    /// What is no node; ``EventStream/failure`` says why there was a failure, and `other` is nothing to docket.
    case alias, documentStart, streamEnd, failure, other
  }

  /// What it tells.
  var kind = Kind.other
  /// The mark before its first code point.
  var start: Int
  /// The mark behind its last code point.
  var end: Int
  /// Whether it has an anchor or a tag, or a document its directives; docket reads none of them.
  var isDecorated = false
  /// Whether a collection is written in brackets.
  var isFlow = false
  /// A scalar's text, escapes resolved; valid until the next event.
  var value = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
}

/// The events of one YAML text, and the only owner of a libyaml parser.
///
/// libyaml has no way to reset a parser, so each text has its own.
struct EventStream: ~Copyable {
  /// libyaml's words for why it stopped, in its own terms.
  struct Failure {
    /// What is wrong; empty where libyaml says nothing.
    var problem = ""
    /// What it was reading; empty where libyaml says nothing.
    var context = ""
    /// The mark of the problem and of what it belongs to, in code points.
    var problemMark = 0
    /// The mark of what the problem belongs to, in code points.
    var contextMark = 0
    /// The byte that could not be decoded, where it was that.
    var undecodable: Int?
    /// Whether its scanner stopped between brackets; nil where its parser stopped, which is behind the scanner.
    var isInFlow: Bool?
  }

  // On the heap, for the parser keeps its own address as the argument of its read handler.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>

  /// Begins to read; nil where there is no memory for a parser.
  /// - Parameter input: UTF-8 that is not empty and outlives the stream.
  init?(_ input: UnsafeBufferPointer<UInt8>) {
    parser = .allocate(capacity: 1)
    event = .allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      event.deallocate()
      return nil
    }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    yaml_event_delete(event)
    yaml_parser_delete(parser)
    event.deallocate()
    parser.deallocate()
  }

  /// The next event; the one before becomes invalid.
  mutating func next() -> Event {
    yaml_event_delete(event)
    guard yaml_parser_parse(parser, event) == 1 else { return Event(kind: .failure, start: 0, end: 0) }
    var result = Event(start: event.pointee.start_mark.index, end: event.pointee.end_mark.index)
    switch event.pointee.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.pointee.data.scalar
      result.kind = .scalar(Self.kind(of: scalar.style))
      result.isDecorated = scalar.anchor != nil || scalar.tag != nil
      result.value = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    case YAML_MAPPING_START_EVENT:
      let mapping = event.pointee.data.mapping_start
      result.kind = .mappingStart
      result.isDecorated = mapping.anchor != nil || mapping.tag != nil
      result.isFlow = mapping.style == YAML_FLOW_MAPPING_STYLE
    case YAML_SEQUENCE_START_EVENT:
      let sequence = event.pointee.data.sequence_start
      result.kind = .sequenceStart
      result.isDecorated = sequence.anchor != nil || sequence.tag != nil
      result.isFlow = sequence.style == YAML_FLOW_SEQUENCE_STYLE
    case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: result.kind = .collectionEnd
    case YAML_ALIAS_EVENT: result.kind = .alias
    case YAML_DOCUMENT_START_EVENT:
      let document = event.pointee.data.document_start
      result.kind = .documentStart
      result.isDecorated =
        document.version_directive != nil || document.tag_directives.start != document.tag_directives.end
    case YAML_STREAM_END_EVENT, YAML_NO_EVENT: result.kind = .streamEnd
    default: break
    }
    return result
  }

  /// Why the last event is a failure.
  var failure: Failure {
    let state = parser.pointee
    return Failure(
      problem: state.problem.map { String(cString: $0) } ?? "",
      context: state.context.map { String(cString: $0) } ?? "",
      problemMark: state.problem_mark.index, contextMark: state.context_mark.index,
      undecodable: state.error == YAML_READER_ERROR ? state.problem_offset : nil,
      isInFlow: state.error == YAML_SCANNER_ERROR ? state.flow_level > 0 : nil)
  }

  private static func kind(of style: yaml_scalar_style_t) -> YAMLNode.Kind {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }
}
