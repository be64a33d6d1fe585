import Foundation
import TestSupport

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An XML file as a feed reader reads it: strictly.
struct XMLReader {
  /// The outermost element.
  let root: String
  /// The links of a feed, as `rel href`.
  let links: [String]
  private let elements: [(name: String, text: String)]

  /// The texts of all elements of a name, in order.
  func texts(_ name: String) -> [String] { elements.filter { $0.name == name }.map(\.text) }

  /// Reads a file.
  /// - Throws: where it is missing or not well-formed.
  static func read(_ bytes: Data?) throws -> XMLReader {
    guard let bytes else { throw Unexpected("the file is missing") }
    let collector = Collector()
    let parser = XMLParser(data: bytes)
    parser.delegate = collector
    guard parser.parse() else { throw Unexpected("not well-formed in line \(parser.lineNumber)") }
    return XMLReader(root: collector.names.first ?? "", links: collector.links, elements: collector.elements)
  }

  private final class Collector: NSObject, XMLParserDelegate {
    var names: [String] = []
    var links: [String] = []
    var elements: [(name: String, text: String)] = []
    private var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      names.append(name)
      text = ""
      if name == "link" { links.append("\(attributes["rel"] ?? "") \(attributes["href"] ?? "")") }
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      elements.append((name, text))
      text = ""
    }
  }
}
