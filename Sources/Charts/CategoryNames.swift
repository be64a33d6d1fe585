/// The names below a plot of a given width: of every category, or every second, third … if names touch.
///
/// Breaks in time are always marked: at their place if there is room, otherwise beside the nearest name.
struct CategoryNames {
  /// A name, or the mark of a break.
  struct Name {
    /// The category above it.
    let category: Int
    /// The visible text.
    var text: String
    /// The year to show below it, if any.
    var year: String?
    /// The point of the text that is aligned with the category.
    var anchor = ChartDrawing.Label.Anchor.middle
  }

  /// The minimum distance between two names, and the maximum width of a name.
  static let gap = 60
  static let maximumWidth = 1600

  /// The label of each category.
  let ticks: [Chart.Tick]
  /// The categories that are breaks in time.
  let breaks: Set<Int>
  /// The width of the plot, in tenths of a pixel.
  let width: Int

  /// The names, from left to right.
  /// - Complexity: O(*n*) in the categories, for each distance that is tried.
  var names: [Name] {
    let strides = [1, 2, 3, 4, 6] + Array(stride(from: 12, through: max(12, ticks.count + 11), by: 12))
    let all = ticks.indices.filter { !breaks.contains($0) }.map(name)
    var names: [Name] = []
    for step in strides {
      names = marked(stride(from: 0, to: all.count, by: step).map { all[$0] })
      if zip(names, names.dropFirst()).allSatisfy({ isFree($0, before: $1) }) { break }
    }
    return names
  }

  /// The names with the marks of breaks between them.
  private func marked(_ names: [Name]) -> [Name] {
    var names = names
    var marks: [Name] = []
    var next = 0
    for category in breaks.sorted() {
      while next < names.count, names[next].category < category { next += 1 }
      let mark = name(of: category)
      // A mark that would touch another one adds no information.
      if let last = marks.last, !isFree(last, before: mark) { continue }
      let (left, right) = (next > 0 ? names[next - 1] : nil, next < names.count ? names[next] : nil)
      if left.map({ isFree($0, before: mark) }) ?? true, right.map({ isFree(mark, before: $0) }) ?? true {
        marks.append(mark)
      } else if let left, right.map({ category - left.category <= $0.category - category }) ?? true {
        if !left.text.hasSuffix(" …") { names[next - 1] = name(left, saying: left.text + " …") }
      } else if let right, !right.text.hasPrefix("… ") {
        names[next] = name(right, saying: "… " + right.text)
      }
    }
    return (names + marks).sorted { $0.category < $1.category }
  }

  /// Whether two names do not touch. A mark may be closer to a name than another name.
  private func isFree(_ a: Name, before b: Name) -> Bool {
    let gap = breaks.contains(a.category) || breaks.contains(b.category) ? Self.gap / 2 : Self.gap
    return extent(of: a).upperBound + gap <= extent(of: b).lowerBound
  }

  private func name(of category: Int) -> Name {
    let tick = ticks[category]
    return name(Name(category: category, text: tick.name, year: tick.year), saying: tick.name)
  }

  /// A name with another text, moved inwards if it would exceed the edge.
  private func name(_ name: Name, saying text: String) -> Name {
    var name = name
    name.text = text
    let isWide = room(of: name) * ticks.count > width && ticks.count > 1
    name.anchor =
      !isWide ? .middle : name.category == 0 ? .start : name.category == ticks.count - 1 ? .end : .middle
    return name
  }

  private func room(of name: Name) -> Int {
    min(Self.maximumWidth, max(LabelWidth.width(of: name.text), LabelWidth.width(of: name.year ?? "")))
  }

  private func extent(of name: Name) -> Range<Int> {
    let own = room(of: name)
    switch name.anchor {
    case .start: return 0..<own
    case .end: return width - own..<width
    case .middle:
      let middle = width * (2 * name.category + 1) / (2 * max(1, ticks.count))
      return middle - own / 2..<middle + own / 2
    }
  }
}
