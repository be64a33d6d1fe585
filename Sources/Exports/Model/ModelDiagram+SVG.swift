extension ModelDiagram {
  /// The diagram as SVG, in the colours of the surrounding text.
  /// - Parameter isStandalone: whether it is a separate file, with its own light and dark background.
  package func svg(title: String, isStandalone: Bool) -> String {
    let look =
      isStandalone
      ? "style=\"color:#1c2329;color:CanvasText;background:#fff;background:Canvas;color-scheme:light dark\""
      : "class=\"model\""
    // The diagram is drawn from left to right in every language.
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      role="img" aria-labelledby="model-title model-desc" \
      font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif" font-size="\(Self.lineSize)" \
      direction="ltr" \(look)>
      <title id="model-title">\(XMLText.escaped(title))</title>
      <desc id="model-desc">\(XMLText.escaped(description))</desc>

      """
    svg += "<g fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".6\" stroke-width=\"1.25\">\n"
    for connector in connectors { svg += "<path d=\"\(connector.path)\"/>\n" }
    svg += "</g>\n<g fill=\"currentColor\" stroke=\"currentColor\" stroke-linejoin=\"round\">\n"
    for connector in connectors { svg += connector.heads }
    svg += "</g>\n"
    for box in boxes { svg += box.svg }
    return svg + "</svg>\n"
  }

  /// A description of the diagram, in sentences.
  private var description: String {
    boxes.map { box in
      let relations = box.relationships.map { "\($0.name) \($0.type)" }
      let attributes = box.attributes.map { "\($0.name) \($0.type)" }
      return "\(box.title): \((attributes + relations).joined(separator: ", "))."
    }.joined(separator: " ")
  }
}

// MARK: Boxes

extension ModelDiagram.Box {
  fileprivate var svg: String {
    let (x, y) = (frame.x, frame.y)
    let radius = 5
    let titleBottom = y + ModelDiagram.titleHeight
    var svg = "<g fill=\"currentColor\">\n"
    svg += """
      <path d="M\(x) \(titleBottom)V\(y + radius)a\(radius) \(radius) 0 0 1 \(radius) -\(radius)\
      h\(frame.width - 2 * radius)a\(radius) \(radius) 0 0 1 \(radius) \(radius)V\(titleBottom)z" fill-opacity=".12"/>
      <rect x="\(x)" y="\(y)" width="\(frame.width)" height="\(frame.height)" rx="\(radius)" fill="none" \
      stroke="currentColor" stroke-opacity=".5"/>
      <text x="\(x + frame.width / 2)" y="\(y + ModelDiagram.titleHeight / 2 + 5)" text-anchor="middle" \
      font-size="\(ModelDiagram.titleSize)" font-weight="700"\(isAbstract ? " font-style=\"italic\"" : "")>\
      \(XMLText.escaped(title))</text>

      """
    svg += rule(at: titleBottom)
    if !attributes.isEmpty {
      svg += lines(attributes, top: titleBottom)
      if !relationships.isEmpty { svg += rule(at: y + relationshipsTop) }
    }
    svg += lines(relationships, top: y + relationshipsTop)
    return svg + "</g>\n"
  }

  private func rule(at y: Int) -> String {
    "<path d=\"M\(frame.x) \(y)h\(frame.width)\" stroke=\"currentColor\" stroke-opacity=\".3\"/>\n"
  }

  private func lines(_ lines: [ModelDiagram.Line], top: Int) -> String {
    lines.enumerated().reduce("") { svg, item in
      let y = top + ModelDiagram.padding + item.offset * ModelDiagram.lineHeight + 14
      let right = frame.x + frame.width - ModelDiagram.inset
      return svg + """
        <text x="\(frame.x + ModelDiagram.inset)" y="\(y)">\(XMLText.escaped(item.element.name))</text>\
        <text x="\(right)" y="\(y)" text-anchor="end" fill-opacity=".65">\(XMLText.escaped(item.element.type))</text>

        """
    }
  }
}

// MARK: Connectors

extension ModelDiagram.Connector {
  /// The length of the straight part at each end of a line, on which the arrowhead is drawn.
  private static let stub = 20

  /// The line: curves in the gaps between columns, straight within columns.
  fileprivate var path: String {
    guard let first = points.first, let last = points.last else { return "" }
    if isLoop {
      let reach = Self.stub + 16
      return "M\(first.x) \(first.y)h\(Self.stub)C\(first.x + reach) \(first.y) \(last.x + reach) \(last.y) "
        + "\(last.x + Self.stub) \(last.y)H\(last.x)"
    }
    var path = "M\(first.x + start.length) \(first.y)"
    for index in stride(from: 0, to: points.count - 1, by: 2) {
      var (from, to) = (points[index], points[index + 1])
      if index == 0 { from.x += Self.stub }
      if index + 2 == points.count { to.x -= Self.stub }
      let middle = (from.x + to.x) / 2
      path += "H\(from.x)C\(middle) \(from.y) \(middle) \(to.y) \(to.x) \(to.y)"
    }
    return path + "H\(last.x - end.length)"
  }

  /// The arrowheads; those of a loop both point left.
  fileprivate var heads: String {
    guard let first = points.first, let last = points.last else { return "" }
    return start.svg(at: first, pointing: -1) + end.svg(at: last, pointing: isLoop ? -1 : 1)
  }
}

extension ModelDiagram.Head {
  /// The distance between the end of the line and its box.
  fileprivate var length: Int { self == .parent ? 13 : 0 }

  /// The head with its tip at a point.
  /// - Parameter direction: 1 to the right, -1 to the left.
  fileprivate func svg(at tip: LayeredLayout.Point, pointing direction: Int) -> String {
    func triangle(_ x: Int, _ length: Int, _ half: Int, _ fill: String = "") -> String {
      "<path d=\"M\(x) \(tip.y)l\(-direction * length) -\(half)v\(2 * half)z\"\(fill)/>\n"
    }
    return switch self {
    case .none: ""
    case .one: triangle(tip.x, 8, 4)
    case .many: triangle(tip.x, 8, 4) + triangle(tip.x - direction * 8, 8, 4)
    case .parent: triangle(tip.x, 13, 6, " fill=\"none\"")
    }
  }
}
