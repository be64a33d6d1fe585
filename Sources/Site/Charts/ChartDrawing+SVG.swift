import Templates

extension ChartDrawing {
  /// The drawing as an SVG element for the midst of a page.
  ///
  /// Colours are the theme's: a series has the class `s1` to `s6`, whose `color` is its own. Without a style sheet the
  /// picture is in the colour of the text, and textures, dashes and markers tell series apart.
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
    output.append(verbatim: "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 ")
    append(ChartDrawing.width)
    output.append(verbatim: " ")
    append(drawing.height)
    // The picture runs from left to right in every language; the theme has the font, but not its size.
    output.append(
      verbatim: "\" font-size=\"12\" fill=\"currentColor\" stroke-width=\"1\" direction=\"ltr\">\n<title>")
    output.append(drawing.title)
    output.append(verbatim: "</title>\n<desc>")
    output.append(drawing.description)
    output.append(verbatim: "</desc>\n")
    writePatterns(of: drawing)
    for shape in drawing.shapes {
      switch shape {
      case .label(let label): write(label)
      case .rule(let from, let to, let isZero): writeRule(from, to, isZero: isZero)
      case .bar(let box, let style, let title): writeBar(box, style, title)
      case .line(let parts, let style): writeLine(parts, style)
      case .marker(let point, let style, let isShown, let title):
        writeMarker(point, style, isShown: isShown, title)
      }
    }
    output.append(verbatim: "</svg>\n")
  }

  // MARK: Shapes

  private mutating func write(_ label: ChartDrawing.Label) {
    output.append(verbatim: "<text")
    switch label.role {
    case .heading: output.append(verbatim: " class=\"heading\"")
    case .tick: output.append(verbatim: " class=\"tick\"")
    case .category, .legend: break
    }
    attribute(" x=\"", label.place.x)
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

  private mutating func writeRule(_ from: ChartDrawing.Point, _ to: ChartDrawing.Point, isZero: Bool) {
    output.append(verbatim: isZero ? "<path class=\"zero\"" : "<path class=\"grid\" stroke-opacity=\".2\"")
    output.append(verbatim: " stroke=\"currentColor\" d=\"M")
    append(from)
    if from.y == to.y {
      output.append(verbatim: "H")
      append(to.x)
    } else {
      output.append(verbatim: "V")
      append(to.y)
    }
    output.append(verbatim: "\"/>\n")
  }

  private mutating func writeBar(_ box: ChartDrawing.Box, _ style: Int, _ title: String?) {
    open("<rect", style)
    attribute(" x=\"", box.x)
    attribute(" y=\"", box.y)
    attribute(" width=\"", box.width)
    attribute(" height=\"", box.height)
    if ChartTexture(style: style) != .plain {
      output.append(verbatim: " fill=\"url(#")
      appendPatternName(style)
      output.append(verbatim: ")\"")
    }
    close(title, "</rect>\n")
  }

  private mutating func writeLine(_ parts: [[ChartDrawing.Point]], _ style: Int) {
    guard !parts.isEmpty else { return }
    open("<path", style)
    output.append(
      verbatim: " fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" stroke-linejoin=\"round\"")
    let dashes = Self.dashes[variant(of: style)]
    if dashes.utf8CodeUnitCount > 0 {
      output.append(verbatim: " stroke-dasharray=\"")
      output.append(verbatim: dashes)
      output.append(verbatim: "\"")
    }
    output.append(verbatim: " d=\"")
    for part in parts {
      for (index, point) in part.enumerated() {
        output.append(verbatim: index == 0 ? "M" : "L")
        append(point)
      }
    }
    output.append(verbatim: "\"/>\n")
  }

  private mutating func writeMarker(
    _ point: ChartDrawing.Point, _ style: Int, isShown: Bool, _ title: String?
  ) {
    open("<path", style)
    if !isShown { output.append(verbatim: " fill-opacity=\"0\"") }
    // A wide edge that is not seen, so that the pointer need not hit the marker itself.
    if title != nil {
      output.append(verbatim: " stroke=\"currentColor\" stroke-opacity=\"0\" stroke-width=\"10\"")
    }
    output.append(verbatim: " d=\"M")
    append(point)
    output.append(verbatim: Self.markers[variant(of: style)])
    output.append(verbatim: "\"")
    close(title, "</path>\n")
  }

  // MARK: Styles

  /// The dashes of lines, and the outlines of markers from their middle on: circle, square, triangles, diamond, cross.
  private static let dashes: [StaticString] = ["", "7 3", "2 2.5", "9 3 2 3", "5 2 1 2", "12 4"]
  private static let markers: [StaticString] = [
    "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z", "m-3.2-3.2h6.4v6.4h-6.4z", "m0-4.2l4 7h-8z",
    "m0-4.5l4.5 4.5l-4.5 4.5l-4.5-4.5z",
    "m0 4.2l4-7h-8z", "m-1.2-4h2.4v2.8h2.8v2.4h-2.8v2.8h-2.4v-2.8h-2.8v-2.4h2.8z",
  ]

  /// Which dashes and marker a style has: with each round of colours the next.
  private func variant(of style: Int) -> Int { (style + style / 6) % 6 }

  /// The textures that the bars have.
  private mutating func writePatterns(of drawing: ChartDrawing) {
    var styles: Set<Int> = []
    for case .bar(_, let style, _) in drawing.shapes where ChartTexture(style: style) != .plain {
      styles.insert(style)
    }
    for style in styles.sorted() {
      open("<pattern", style)
      output.append(verbatim: " id=\"")
      appendPatternName(style)
      output.append(verbatim: "\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"")
      switch ChartTexture(style: style) {
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

  /// Appends the id of a texture; no heading has a colon in its id.
  private mutating func appendPatternName(_ style: Int) {
    output.append(verbatim: "chart:")
    output.append(name)
    output.append(verbatim: ":")
    output.append(style + 1)
  }

  // MARK: Parts of elements

  private mutating func open(_ element: StaticString, _ style: Int) {
    output.append(verbatim: element)
    output.append(verbatim: " class=\"s")
    output.append(style % 6 + 1)
    output.append(verbatim: "\"")
  }

  /// Closes an element with or without a title inside.
  private mutating func close(_ title: String?, _ end: StaticString) {
    guard let title else { return output.append(verbatim: "/>\n") }
    output.append(verbatim: ">")
    append(title: title)
    output.append(verbatim: end)
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

  private mutating func append(_ point: ChartDrawing.Point) {
    append(point.x)
    output.append(verbatim: " ")
    append(point.y)
  }

  /// Appends tenths as a decimal: 125 is `12.5`.
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

/// What tells bars apart where colours do not: on grey paper, and for readers who see colours alike.
private enum ChartTexture: Int {
  case plain, stripes, dots

  /// The texture of a style: no two beside each other have the same, nor two of one colour.
  init(style: Int) {
    self =
      switch (style + style / 6) % 3 {
      case 0: .plain
      case 1: .stripes
      default: .dots
      }
  }
}
