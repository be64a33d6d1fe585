import Templates

extension ChartDrawing {
  /// The drawing as HTML within a page. The axis and the legend are text of the page. Each plot is an SVG
  /// element without a width of its own, in which shapes are stretched and texts are not.
  ///
  /// The theme sets the colours: a series has one of the classes `s1` to `s6`, whose `color` is used. The
  /// previous year has the same colour, with pale, outlined bars and thin, dashed lines. Without a style
  /// sheet the colour is the text's, and textures and dashes distinguish the series.
  /// - Parameter name: a name that is unique on the page.
  package func svg(name: String) -> [UInt8] { Array(SVGWriter(name: name).markup(of: self).utf8) }
}

/// Prints shapes as SVG.
private struct SVGWriter {
  let name: String

  func markup(of drawing: ChartDrawing) -> String {
    let isMany = drawing.panels.contains { $0.keys.contains { $0.style.isOfLaterRound } }
    let panels = drawing.panels.enumerated().map { index, panel in
      head(of: panel, prefix: index) + plot(of: panel, prefix: index, in: drawing)
    }
    return """
      <div class="\(isMany ? "chart many" : "chart")" dir="ltr">
      \(panels.joined())</div>

      """
  }

  private func plot(of panel: ChartDrawing.Panel, prefix: Int, in drawing: ChartDrawing) -> String {
    let ticks = panel.ticks.map { "<span>\(escaped($0))</span>" }.joined()
    let heading = prefix > 0 ? panel.heading.map { ", " + escaped($0) } ?? "" : ""
    let description = prefix > 0 ? "" : "<desc>\(escaped(drawing.description))</desc>\n"
    return """
      <div class="plot">\(ticks.isEmpty ? "" : "<div class=\"ticks\" aria-hidden=\"true\">\(ticks)</div>")\
      <svg role="img" width="100%" height="\(decimal(panel.fullHeight))" fill="currentColor" font-size="12">
      <title>\(escaped(drawing.title))\(heading)</title>
      \(description)\(shapes(of: panel, prefix: prefix))</svg></div>

      """
  }

  /// The heading and the legend of a panel.
  private func head(of panel: ChartDrawing.Panel, prefix: Int) -> String {
    guard panel.heading != nil || !panel.keys.isEmpty else { return "" }
    let heading = panel.heading.map { "<li>\(escaped($0))</li>" } ?? ""
    let keys = panel.keys.map { key in
      let sample = panel.lines.isEmpty ? sample(ofBar: key.style, prefix: prefix) : sample(ofLine: key.style)
      return "<li>\(sample)\(escaped(key.name))</li>"
    }
    return "<ul class=\"keys\">\(heading)\(keys.joined())</ul>\n"
  }

  /// A sample of a line with its dashes, and the space between it and the name.
  private func sample(ofLine style: ChartDrawing.Style) -> String {
    """
    <svg\(colour(of: style)) width="30" height="10" aria-hidden="true">\
    <path fill="none" stroke="currentColor"\(stroke(of: style)) d="M0 5H24"/></svg>
    """
  }

  /// A square with the texture of the bars.
  private func sample(ofBar style: ChartDrawing.Style, prefix: Int) -> String {
    let fill = fill(of: style, prefix: prefix)
    guard !style.isEarlier else {
      return """
        <svg\(colour(of: style)) fill="currentColor" width="16" height="10" aria-hidden="true">\
        <path\(fill) d="M.5 .5H9.5V9.5H.5z"/></svg>
        """
    }
    guard ChartTexture(of: style.number) != .plain else { return "<i\(colour(of: style))></i>" }
    return """
      <i\(colour(of: style))><svg display="block" width="10" height="10" aria-hidden="true">\
      <path\(fill) d="M0 0H10V10H0z"/></svg></i>
      """
  }

  // MARK: Shapes

  private func shapes(of panel: ChartDrawing.Panel, prefix: Int) -> String {
    let height = decimal(panel.height)
    let shapes =
      patterns(of: panel, prefix: prefix) + panel.rules.map(markup) + panel.lines.map(markup)
      + panel.groups.map { markup(of: $0, prefix: prefix) }
    return """
      <svg viewBox="0 0 \(decimal(ChartDrawing.width)) \(height)" preserveAspectRatio="none" overflow="visible"\
      \(panel.top > 0 ? " y=\"\(decimal(panel.top))\"" : "") height="\(height)">
      \(shapes.joined())</svg>
      \(panel.labels.map(markup).joined())
      """
  }

  private func markup(of label: ChartDrawing.Label) -> String {
    let room =
      switch label.room {
      case .any: ""
      case .wide: " class=\"w\""
      case .narrow: " class=\"n\""
      }
    let x = label.place.x > 0 ? " x=\"\(share(label.place.x))\"" : ""
    let anchor = label.anchor == .start ? "" : " text-anchor=\"\(label.anchor.rawValue)\""
    return "<text\(room)\(x) y=\"\(decimal(label.place.y))\"\(anchor)>"
      + "\(escaped(label.text))\(label.fullText.map(title) ?? "")</text>\n"
  }

  private func markup(of rule: ChartDrawing.Rule) -> String {
    let kind = rule.isZero ? "class=\"zero\"" : "class=\"grid\" stroke-opacity=\".2\""
    let end = rule.from.y == rule.to.y ? "H\(decimal(rule.to.x))" : "V\(decimal(rule.to.y))"
    return "<path \(kind) stroke=\"currentColor\" vector-effect=\"non-scaling-stroke\""
      + " d=\"M\(position(rule.from))\(end)\"/>\n"
  }

  private func markup(of line: ChartDrawing.Line) -> String {
    let parts = line.parts.map { part in
      part.isEmpty ? "" : "M" + part.map(position).joined(separator: "L")
    }
    return "<path\(colour(of: line.style)) fill=\"none\" stroke=\"currentColor\"\(stroke(of: line.style))"
      + " stroke-linejoin=\"round\" vector-effect=\"non-scaling-stroke\" d=\"\(parts.joined())\"/>\n"
  }

  private func markup(of group: ChartDrawing.Group, prefix: Int) -> String {
    guard !group.marks.isEmpty else { return "" }
    let marks = group.marks.map { mark in
      switch mark {
      case .bar(let box, let style):
        "<path\(colour(of: style))\(fill(of: style, prefix: prefix)) d=\"\(outline(of: box))\"/>"
      case .point(let point, let style, let isShown): markup(of: point, style, isShown: isShown)
      }
    }
    return
      "<g>\(title(group.title))<path class=\"band\" fill-opacity=\"0\" d=\"\(outline(of: group.band))\"/>"
      + "\(marks.joined())</g>\n"
  }

  /// A dot that keeps its shape when the plot is stretched: the round cap of a line of zero length.
  private func markup(
    of point: ChartDrawing.Point, _ style: ChartDrawing.Style, isShown: Bool
  ) -> String {
    "<path\(colour(of: style))\(isShown ? "" : " stroke-opacity=\"0\"") stroke=\"currentColor\""
      + " stroke-width=\"\(style.isEarlier ? 4 : 6)\" stroke-linecap=\"round\""
      + " vector-effect=\"non-scaling-stroke\" d=\"M\(position(point))h0\"/>"
  }

  // MARK: Styles

  /// The dashes of lines, which change each time the colours repeat.
  private static let dashes = ["", "7 3", "2 2.5", "9 3 2 3", "5 2 1 2", "12 4"]

  /// The dashes of the previous year; none is solid.
  private static let earlierDashes = ["3 3", "7 3 1 3", "1 3", "9 3 1 3 1 3", "5 2 1 2 1 2", "12 3 3 3"]

  /// The colour of a series.
  private func colour(of style: ChartDrawing.Style) -> String { " class=\"s\(style.number % 6 + 1)\"" }

  /// The width and the dashes of a line.
  private func stroke(of style: ChartDrawing.Style) -> String {
    let dashes = (style.isEarlier ? Self.earlierDashes : Self.dashes)[(style.number + style.number / 6) % 6]
    return " stroke-width=\"\(style.isEarlier ? "1.5" : "2")\""
      + (dashes.isEmpty ? "" : " stroke-dasharray=\"\(dashes)\"")
  }

  /// The texture of a bar, and the style of the previous year.
  private func fill(of style: ChartDrawing.Style, prefix: Int) -> String {
    let isPlain = ChartTexture(of: style.number) == .plain
    return (isPlain ? "" : " fill=\"url(#\(patternName(of: style.number, prefix: prefix)))\"")
      + (style.isEarlier
        ? " fill-opacity=\".3\" stroke=\"currentColor\" vector-effect=\"non-scaling-stroke\"" : "")
  }

  /// The textures used by the bars.
  private func patterns(of panel: ChartDrawing.Panel, prefix: Int) -> [String] {
    var numbers: Set<Int> = []
    for case .bar(_, let style) in panel.groups.flatMap(\.marks)
    where ChartTexture(of: style.number) != .plain {
      numbers.insert(style.number)
    }
    return numbers.sorted().map { number in
      let texture =
        switch ChartTexture(of: number) {
        case .plain, .stripes:
          """
           patternTransform="rotate(45)"><path d="M0 0H6V6H0z"/>\
          <path class="texture" fill="#fff" d="M0 0H2V6H0z"/>
          """
        case .dots:
          """
          ><path d="M0 0H6V6H0z"/><circle class="texture" fill="#fff" cx="3" cy="3" r="1.4"/>
          """
        }
      return "<pattern\(colour(of: .init(number: number))) id=\"\(patternName(of: number, prefix: prefix))\""
        + " width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"\(texture)</pattern>\n"
    }
  }

  /// The id of a texture; headings never have a colon in their ids.
  private func patternName(of number: Int, prefix: Int) -> String {
    "chart:\(escaped(name)):" + (prefix > 0 ? "\(prefix + 1):" : "") + "\(number + 1)"
  }

  // MARK: Parts of elements

  private func title(_ text: String) -> String { "<title>\(escaped(text))</title>" }

  /// A rectangle as a path.
  private func outline(of box: ChartDrawing.Box) -> String {
    let (width, height) = (decimal(box.width), decimal(box.height))
    return "M\(position(.init(x: box.x, y: box.y)))h\(width)v\(height)h\(decimal(-box.width))z"
  }

  private func position(_ point: ChartDrawing.Point) -> String { "\(decimal(point.x)) \(decimal(point.y))" }

  /// A horizontal position as a percentage of the width: `50%` for 3600.
  private func share(_ x: Int) -> String {
    let hundredths = (x * 10_000 + ChartDrawing.width / 2) / ChartDrawing.width
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    guard rest > 0 else { return "\(whole)%" }
    return "\(whole)\(rest < 10 ? ".0" : ".")\(rest % 10 == 0 ? rest / 10 : rest)%"
  }

  /// Tenths as a decimal number: `12.5` for 125.
  private func decimal(_ tenths: Int) -> String {
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return "\(tenths < 0 ? "-" : "")\(whole)" + (rest > 0 ? ".\(rest)" : "")
  }

  /// A text with markup escaped as in templates.
  private func escaped(_ text: String) -> String {
    var output = Output()
    output.append(text)
    return String(decoding: output.bytes, as: UTF8.self)
  }
}

extension ChartDrawing.Style {
  /// Whether an earlier series has the same colour.
  fileprivate var isOfLaterRound: Bool { number >= 6 }
}

/// Distinguishes bars without colour: on paper, and for readers who cannot distinguish the colours.
private enum ChartTexture: Int {
  case plain, stripes, dots

  /// The texture of a series, which differs from its neighbours' and from that of the same colour.
  init(of number: Int) {
    self =
      switch (number + number / 6) % 3 {
      case 0: .plain
      case 1: .stripes
      default: .dots
      }
  }
}
