import Templates

extension ChartDrawing {
  /// The drawing as HTML within a page. The axis and the legend are text of the page. Each plot is an SVG
  /// element without a width of its own, in which shapes are stretched and texts are not.
  ///
  /// The theme sets the colours: a series has one of the classes `s1` to `s6`, whose `color` is used. The
  /// previous year has the same colour, with pale, outlined bars and thin, dashed lines. Without a style
  /// sheet the colour is the text's, and textures and dashes distinguish the series.
  /// - Parameter name: a name that is unique on the page.
  package func svg(name: String) -> [UInt8] {
    var writer = SVGWriter(name: name)
    writer.write(self)
    return writer.output.bytes
  }
}

/// Prints shapes as SVG.
private struct SVGWriter {
  let name: String
  var output = Output(capacity: 8 << 10)

  mutating func write(_ drawing: ChartDrawing) {
    let isMany = drawing.panels.contains { $0.keys.contains { $0.style.isOfLaterRound } }
    output.append(verbatim: isMany ? "<div class=\"chart many\"" : "<div class=\"chart\"")
    output.append(verbatim: " dir=\"ltr\">\n")
    for (index, panel) in drawing.panels.enumerated() {
      writeHead(of: panel, prefix: index)
      output.append(verbatim: "<div class=\"plot\">")
      if !panel.ticks.isEmpty {
        output.append(verbatim: "<div class=\"ticks\" aria-hidden=\"true\">")
        for tick in panel.ticks {
          output.append(verbatim: "<span>")
          output.append(tick)
          output.append(verbatim: "</span>")
        }
        output.append(verbatim: "</div>")
      }
      output.append(verbatim: "<svg role=\"img\" width=\"100%\" height=\"")
      append(panel.fullHeight)
      output.append(verbatim: "\" fill=\"currentColor\" font-size=\"12\">\n<title>")
      output.append(drawing.title)
      if index > 0, let heading = panel.heading {
        output.append(verbatim: ", ")
        output.append(heading)
      }
      output.append(verbatim: "</title>\n")
      if index == 0 {
        output.append(verbatim: "<desc>")
        output.append(drawing.description)
        output.append(verbatim: "</desc>\n")
      }
      write(panel, prefix: index)
      output.append(verbatim: "</svg></div>\n")
    }
    output.append(verbatim: "</div>\n")
  }

  /// The heading and the legend of a panel.
  private mutating func writeHead(of panel: ChartDrawing.Panel, prefix: Int) {
    guard panel.heading != nil || !panel.keys.isEmpty else { return }
    output.append(verbatim: "<ul class=\"keys\">")
    if let heading = panel.heading {
      output.append(verbatim: "<li>")
      output.append(heading)
      output.append(verbatim: "</li>")
    }
    for key in panel.keys {
      output.append(verbatim: "<li>")
      if panel.lines.isEmpty {
        writeSample(ofBar: key.style, prefix: prefix)
      } else {
        writeSample(ofLine: key.style)
      }
      output.append(key.name)
      output.append(verbatim: "</li>")
    }
    output.append(verbatim: "</ul>\n")
  }

  /// A sample of a line with its dashes, and the space between it and the name.
  private mutating func writeSample(ofLine style: ChartDrawing.Style) {
    output.append(verbatim: "<svg")
    appendClass(style)
    output.append(
      verbatim:
        " width=\"30\" height=\"10\" aria-hidden=\"true\"><path fill=\"none\" stroke=\"currentColor\""
    )
    appendStroke(of: style)
    output.append(verbatim: " d=\"M0 5H24\"/></svg>")
  }

  /// A square with the texture of the bars.
  private mutating func writeSample(ofBar style: ChartDrawing.Style, prefix: Int) {
    guard !style.isEarlier else {
      output.append(verbatim: "<svg")
      appendClass(style)
      output.append(
        verbatim: " fill=\"currentColor\" width=\"16\" height=\"10\" aria-hidden=\"true\"><path")
      appendFill(of: style, prefix: prefix)
      output.append(verbatim: " d=\"M.5 .5H9.5V9.5H.5z\"/></svg>")
      return
    }
    output.append(verbatim: "<i")
    appendClass(style)
    output.append(verbatim: ">")
    if ChartTexture(of: style.number) != .plain {
      output.append(
        verbatim: "<svg display=\"block\" width=\"10\" height=\"10\" aria-hidden=\"true\"><path")
      appendFill(of: style, prefix: prefix)
      output.append(verbatim: " d=\"M0 0H10V10H0z\"/></svg>")
    }
    output.append(verbatim: "</i>")
  }

  // MARK: Shapes

  private mutating func write(_ panel: ChartDrawing.Panel, prefix: Int) {
    output.append(verbatim: "<svg viewBox=\"0 0 ")
    append(ChartDrawing.width)
    output.append(verbatim: " ")
    append(panel.height)
    output.append(verbatim: "\" preserveAspectRatio=\"none\" overflow=\"visible\"")
    if panel.top > 0 { attribute(" y=\"", panel.top) }
    attribute(" height=\"", panel.height)
    output.append(verbatim: ">\n")
    writePatterns(of: panel, prefix: prefix)
    for rule in panel.rules { write(rule) }
    for line in panel.lines { write(line) }
    for group in panel.groups { write(group, prefix: prefix) }
    output.append(verbatim: "</svg>\n")
    for label in panel.labels { write(label) }
  }

  private mutating func write(_ label: ChartDrawing.Label) {
    output.append(verbatim: "<text")
    switch label.room {
    case .any: break
    case .wide: output.append(verbatim: " class=\"w\"")
    case .narrow: output.append(verbatim: " class=\"n\"")
    }
    if label.place.x > 0 {
      output.append(verbatim: " x=\"")
      appendShare(label.place.x)
      output.append(verbatim: "\"")
    }
    attribute(" y=\"", label.place.y)
    switch label.anchor {
    case .start: break
    case .middle: output.append(verbatim: " text-anchor=\"middle\"")
    case .end: output.append(verbatim: " text-anchor=\"end\"")
    }
    output.append(verbatim: ">")
    output.append(label.text)
    if let full = label.fullText { append(title: full) }
    output.append(verbatim: "</text>\n")
  }

  private mutating func write(_ rule: ChartDrawing.Rule) {
    output.append(
      verbatim: rule.isZero ? "<path class=\"zero\"" : "<path class=\"grid\" stroke-opacity=\".2\"")
    output.append(verbatim: " stroke=\"currentColor\" vector-effect=\"non-scaling-stroke\" d=\"M")
    append(rule.from)
    output.append(verbatim: rule.from.y == rule.to.y ? "H" : "V")
    append(rule.from.y == rule.to.y ? rule.to.x : rule.to.y)
    output.append(verbatim: "\"/>\n")
  }

  private mutating func write(_ line: ChartDrawing.Line) {
    output.append(verbatim: "<path")
    appendClass(line.style)
    output.append(verbatim: " fill=\"none\" stroke=\"currentColor\"")
    appendStroke(of: line.style)
    output.append(
      verbatim: " stroke-linejoin=\"round\" vector-effect=\"non-scaling-stroke\" d=\"")
    for part in line.parts {
      for (index, point) in part.enumerated() {
        output.append(verbatim: index == 0 ? "M" : "L")
        append(point)
      }
    }
    output.append(verbatim: "\"/>\n")
  }

  private mutating func write(_ group: ChartDrawing.Group, prefix: Int) {
    guard !group.marks.isEmpty else { return }
    output.append(verbatim: "<g>")
    append(title: group.title)
    output.append(verbatim: "<path class=\"band\" fill-opacity=\"0\"")
    appendOutline(group.band)
    output.append(verbatim: "/>")
    for mark in group.marks {
      switch mark {
      case .bar(let box, let style): write(box, style, prefix: prefix)
      case .point(let point, let style, let isShown): write(point, style, isShown: isShown)
      }
    }
    output.append(verbatim: "</g>\n")
  }

  private mutating func write(_ box: ChartDrawing.Box, _ style: ChartDrawing.Style, prefix: Int) {
    output.append(verbatim: "<path")
    appendClass(style)
    appendFill(of: style, prefix: prefix)
    appendOutline(box)
    output.append(verbatim: "/>")
  }

  /// A dot that keeps its shape when the plot is stretched: the round cap of a line of zero length.
  private mutating func write(_ point: ChartDrawing.Point, _ style: ChartDrawing.Style, isShown: Bool) {
    output.append(verbatim: "<path")
    appendClass(style)
    if !isShown { output.append(verbatim: " stroke-opacity=\"0\"") }
    output.append(verbatim: " stroke=\"currentColor\" stroke-width=\"")
    output.append(style.isEarlier ? 4 : 6)
    output.append(
      verbatim: "\" stroke-linecap=\"round\" vector-effect=\"non-scaling-stroke\" d=\"M")
    append(point)
    output.append(verbatim: "h0\"/>")
  }

  // MARK: Styles

  /// The dashes of lines, which change each time the colours repeat.
  private static let dashes: [StaticString] = ["", "7 3", "2 2.5", "9 3 2 3", "5 2 1 2", "12 4"]

  /// The dashes of the previous year; none is solid.
  private static let earlierDashes: [StaticString] = [
    "3 3", "7 3 1 3", "1 3", "9 3 1 3 1 3", "5 2 1 2 1 2", "12 3 3 3",
  ]

  /// Appends the width and the dashes of a line.
  private mutating func appendStroke(of style: ChartDrawing.Style) {
    output.append(verbatim: style.isEarlier ? " stroke-width=\"1.5\"" : " stroke-width=\"2\"")
    let dashes = (style.isEarlier ? Self.earlierDashes : Self.dashes)[(style.number + style.number / 6) % 6]
    guard dashes.utf8CodeUnitCount > 0 else { return }
    output.append(verbatim: " stroke-dasharray=\"")
    output.append(verbatim: dashes)
    output.append(verbatim: "\"")
  }

  /// Appends the texture of a bar, and the style of the previous year.
  private mutating func appendFill(of style: ChartDrawing.Style, prefix: Int) {
    if ChartTexture(of: style.number) != .plain {
      output.append(verbatim: " fill=\"url(#")
      appendPatternName(of: style.number, prefix: prefix)
      output.append(verbatim: ")\"")
    }
    guard style.isEarlier else { return }
    output.append(
      verbatim: " fill-opacity=\".3\" stroke=\"currentColor\" vector-effect=\"non-scaling-stroke\"")
  }

  /// The textures used by the bars.
  private mutating func writePatterns(of panel: ChartDrawing.Panel, prefix: Int) {
    var numbers: Set<Int> = []
    for case .bar(_, let style) in panel.groups.flatMap(\.marks)
    where ChartTexture(of: style.number) != .plain {
      numbers.insert(style.number)
    }
    for number in numbers.sorted() {
      output.append(verbatim: "<pattern")
      appendClass(.init(number: number))
      output.append(verbatim: " id=\"")
      appendPatternName(of: number, prefix: prefix)
      output.append(verbatim: "\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"")
      switch ChartTexture(of: number) {
      case .plain, .stripes:
        output.append(
          verbatim:
            " patternTransform=\"rotate(45)\"><path d=\"M0 0H6V6H0z\"/><path class=\"texture\" fill=\"#fff\" d=\"M0 0H2V6H0z\"/>"
        )
      case .dots:
        output.append(
          verbatim:
            "><path d=\"M0 0H6V6H0z\"/><circle class=\"texture\" fill=\"#fff\" cx=\"3\" cy=\"3\" r=\"1.4\"/>")
      }
      output.append(verbatim: "</pattern>\n")
    }
  }

  /// Appends the id of a texture; headings never have a colon in their ids.
  private mutating func appendPatternName(of number: Int, prefix: Int) {
    output.append(verbatim: "chart:")
    output.append(name)
    output.append(verbatim: ":")
    if prefix > 0 {
      output.append(prefix + 1)
      output.append(verbatim: ":")
    }
    output.append(number + 1)
  }

  // MARK: Parts of elements

  private mutating func appendClass(_ style: ChartDrawing.Style) {
    output.append(verbatim: " class=\"s")
    output.append(style.number % 6 + 1)
    output.append(verbatim: "\"")
  }

  private mutating func append(title: String) {
    output.append(verbatim: "<title>")
    output.append(title)
    output.append(verbatim: "</title>")
  }

  private mutating func attribute(_ start: StaticString, _ tenths: Int) {
    output.append(verbatim: start)
    append(tenths)
    output.append(verbatim: "\"")
  }

  /// Appends a rectangle as a path.
  private mutating func appendOutline(_ box: ChartDrawing.Box) {
    output.append(verbatim: " d=\"M")
    append(ChartDrawing.Point(x: box.x, y: box.y))
    output.append(verbatim: "h")
    append(box.width)
    output.append(verbatim: "v")
    append(box.height)
    output.append(verbatim: "h")
    append(-box.width)
    output.append(verbatim: "z\"")
  }

  private mutating func append(_ point: ChartDrawing.Point) {
    append(point.x)
    output.append(verbatim: " ")
    append(point.y)
  }

  /// Appends a horizontal position as a percentage of the width: `50%` for 3600.
  private mutating func appendShare(_ x: Int) {
    let hundredths = (x * 10_000 + ChartDrawing.width / 2) / ChartDrawing.width
    output.append(hundredths / 100)
    let rest = hundredths % 100
    if rest > 0 {
      output.append(verbatim: rest < 10 ? ".0" : ".")
      output.append(rest % 10 == 0 ? rest / 10 : rest)
    }
    output.append(verbatim: "%")
  }

  /// Appends tenths as a decimal number: `12.5` for 125.
  private mutating func append(_ tenths: Int) {
    if tenths < 0 { output.append(verbatim: "-") }
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    output.append(Int(whole))
    if rest > 0 {
      output.append(verbatim: ".")
      output.append(Int(rest))
    }
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
