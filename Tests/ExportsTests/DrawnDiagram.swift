import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A diagram as it is read back from its SVG.
final class DrawnDiagram: NSObject, XMLParserDelegate {
  struct Point: Equatable {
    var x: Double
    var y: Double
  }

  struct Box {
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    /// Whether a point is within the box, and not on its edge.
    func holds(_ point: Point) -> Bool {
      point.x > x + 0.5 && point.x < x + width - 0.5 && point.y > y + 0.5 && point.y < y + height - 0.5
    }

    func overlaps(_ other: Box) -> Bool {
      x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
  }

  struct Text {
    let place: Point
    /// Whether it is an entity's name above its box.
    let isTitle: Bool
    var text: String
  }

  private(set) var width = 0.0
  private(set) var height = 0.0
  private(set) var boxes: [Box] = []
  private(set) var texts: [Text] = []
  /// Points along each line.
  private(set) var lines: [[Point]] = []
  /// The tips of the triangles.
  private(set) var tips: [Point] = []
  private(set) var hollowTips: [Point] = []
  private(set) var title = ""
  private(set) var role: String?
  private var element = ""

  /// Reads an SVG; nil where it is not well-formed.
  init?(_ svg: String) {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    guard parser.parse() else { return nil }
  }

  /// The triangles at the line of a property in a box.
  func heads(at property: String, in box: String) -> Int {
    guard let title = texts.first(where: { $0.isTitle && $0.text == box }),
      let frame = boxes.first(where: { $0.holds(title.place) }),
      let row = texts.first(where: {
        $0.text == property && frame.holds($0.place) && $0.place.x < title.place.x
      })
    else { return -1 }
    return tips.count { tip in
      abs(tip.y - row.place.y + 5) <= 2
        && (abs(tip.x - frame.x) <= 10 || abs(tip.x - frame.x - frame.width) <= 10)
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    func number(_ key: String) -> Double { attributes[key].flatMap(Double.init) ?? 0 }
    element = name
    switch name {
    case "svg": (width, height, role) = (number("width"), number("height"), attributes["role"])
    case "rect":
      boxes.append(Box(x: number("x"), y: number("y"), width: number("width"), height: number("height")))
    case "text":
      texts.append(
        Text(
          place: Point(x: number("x"), y: number("y")), isTitle: attributes["text-anchor"] == "middle",
          text: ""))
    case "path":
      let path = attributes["d"] ?? ""
      if path.contains("C") {
        lines.append(Self.points(along: path))
      } else if path.contains("l") {
        let tip = Self.points(along: String(path.prefix { $0 != "l" }))[0]
        attributes["fill"] == "none" ? hollowTips.append(tip) : tips.append(tip)
      }
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if element == "text" { texts[texts.count - 1].text += string }
    if element == "title" { title += string }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    element = ""
  }

  /// Points along a path of M, H, h and C.
  private static func points(along path: String) -> [Point] {
    var points: [Point] = []
    let scanner = Scanner(string: path)
    func number() -> Double { scanner.scanDouble() ?? .nan }
    func move(to target: Point) {
      let start = points.last ?? target
      for step in 1...8 {
        let t = Double(step) / 8
        points.append(Point(x: start.x + (target.x - start.x) * t, y: start.y + (target.y - start.y) * t))
      }
    }
    while let command = scanner.scanCharacter() {
      let start = points.last ?? Point(x: 0, y: 0)
      switch command {
      case "M": points.append(Point(x: number(), y: number()))
      case "H": move(to: Point(x: number(), y: start.y))
      case "h": move(to: Point(x: start.x + number(), y: start.y))
      case "C":
        let (a, b) = (Point(x: number(), y: number()), Point(x: number(), y: number()))
        let end = Point(x: number(), y: number())
        for step in 1...32 {
          let t = Double(step) / 32
          func blend(_ p: Double, _ q: Double, _ r: Double, _ s: Double) -> Double {
            let u = 1 - t
            return u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s
          }
          points.append(Point(x: blend(start.x, a.x, b.x, end.x), y: blend(start.y, a.y, b.y, end.y)))
        }
      default: points.append(Point(x: .nan, y: .nan))
      }
    }
    return points
  }
}
