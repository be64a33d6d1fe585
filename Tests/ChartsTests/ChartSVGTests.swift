import Charts
import Records
import TestSupport
import Testing

/// Charts as markup.
struct ChartSVGTests {
  /// A chart as a strict reader of HTML sees it, and what is wrong with it.
  private static func read(_ chart: Chart) -> (svg: HTMLElement?, errors: [String]) {
    let page = HTMLPage("<!doctype html>\n<html><body>\(ChartFixture.svg(chart))</body></html>")
    return (page.root.all("svg").first { $0.attributes["role"] == "img" }, page.errors)
  }

  @Test func everyTextIsEscaped() throws {
    let series = Chart.Series(name: "<s>", style: 1, values: [Decimal(1), Decimal(2)])
    let panel = Chart.Panel(categories: ["<script>", "</title>"], figure: "&", series: [series])
    let chart = Chart(kind: .bar, title: "<A> & \"B\"", category: "<c>", panels: [panel])
    let (svg, errors) = Self.read(chart)
    #expect(errors == [])
    let titles = try #require(svg).all("title").map(\.text)
    #expect(titles == ["<A> & \"B\"", "<script> <s>: 1", "</title> <s>: 2"])
  }

  @Test func picturesAreWellFormed() {
    for chart in ChartLayoutTests.charts.prefix(40) { #expect(Self.read(chart).errors == []) }
  }

  @Test func seriesDifferInMoreThanColour() throws {
    let many = (0..<18).map { [Optional($0 + 1)] }
    let bars = try #require(Self.read(ChartFixture.chart(.bar, ["a"], figure: "Sum", many)).svg)
    var patterns: [String: String] = [:]
    for pattern in bars.all("pattern") {
      patterns["url(#\(pattern.attributes["id"] ?? ""))"] = pattern.elements.last?.name
    }
    let drawn = try #require(bars.all("g").first).elements.dropFirst(2).map { bar in
      [bar.attributes["class"], bar.attributes["fill"].flatMap { patterns[$0] }]
    }
    #expect(drawn.count == 18 && Set(drawn).count == 18)
    #expect(
      zip(drawn, drawn.dropFirst()).allSatisfy { $0[1] != $1[1] },
      "neighbours in a stack differ without colour")
    let lines = try #require(Self.read(ChartFixture.chart(.line, ["a", "b"], many.map { $0 + $0 })).svg)
    let dashes = lines.all("path").filter { $0.attributes["fill"] == "none" }.map { line in
      [line.attributes["class"], line.attributes["stroke-dasharray"]]
    }
    #expect(dashes.count == 18 && Set(dashes).count == 18)
  }

  /// The legend has each series' texture or dashes: colours come again after six.
  @Test func theLegendShowsWhatTheSeriesLookLike() throws {
    let many = (0..<18).map { [Optional($0 + 1), $0 + 2] }
    for kind in [Chart.Kind.bar, .line] {
      let svg = ChartFixture.svg(ChartFixture.chart(kind, ["a", "b"], figure: "Sum", many))
      let page = HTMLPage("<!doctype html>\n<html><body>\(svg)</body></html>")
      #expect(page.errors == [])
      let legend = try #require(page.root.all("ul").first)
      let keys = legend.all("li").compactMap { key -> [String?]? in
        guard let sample = key.elements.first else { return nil }
        let shape = sample.all("path").first?.attributes
        return [sample.attributes["class"], shape?["fill"], shape?["stroke-dasharray"]]
      }
      let drawn = page.root.all("path").filter {
        kind == .line ? $0.attributes["stroke-linejoin"] != nil : $0.attributes["class"]?.first == "s"
      }.prefix(18).map { [$0.attributes["class"], $0.attributes["fill"], $0.attributes["stroke-dasharray"]] }
      #expect(keys == drawn && Set(keys).count == 18, "\(kind)")
    }
  }

  /// Each is in the colour of its series, and all differ without colours, too; the legend shows the same.
  @Test func theYearBeforeLooksLikeItsSeries() throws {
    for kind in [Chart.Kind.bar, .line] {
      var chart = ChartFixture.chart(kind, ["a", "b"], (1...6).map { [$0, $0 + 1] })
      chart.panels[0].series = chart.panels[0].series.flatMap { series in
        var earlier = series
        earlier.isEarlier = true
        return [earlier, series]
      }
      let page = HTMLPage("<!doctype html>\n<html><body>\(ChartFixture.svg(chart))</body></html>")
      #expect(page.errors == [])
      func look(_ shape: HTMLElement) -> [String?] {
        ["fill", "fill-opacity", "stroke-width", "stroke-dasharray"].map { shape.attributes[$0] }
      }
      let drawn = page.root.all("path").filter {
        kind == .line ? $0.attributes["stroke-linejoin"] != nil : $0.attributes["class"]?.first == "s"
      }.prefix(12)
      let classes = drawn.map { $0.attributes["class"] }
      #expect(classes == (1...6).flatMap { ["s\($0)", "s\($0)"] }, "\(kind)")
      if kind == .line {
        #expect(Set(drawn.map { $0.attributes["stroke-dasharray"] }).count == 12)
      } else {
        let looks = drawn.map(look)
        for start in stride(from: 0, to: 12, by: 6) { #expect(Set(looks[start..<start + 6]).count == 6) }
      }
      let samples = try #require(page.root.all("ul").first).all("li").compactMap(\.elements.first)
      #expect(samples.map { $0.attributes["class"] } == classes)
      for (sample, shape) in zip(samples, drawn) {
        guard let path = sample.all("path").first else { continue }
        #expect(look(path) == look(shape))
      }
    }
  }

  @Test func aLoneSeriesNeedsNoPattern() {
    #expect(!ChartFixture.svg(ChartFixture.chart(.bar, ["a"], [[1]])).contains("id="))
  }

  @Test func idsHoldTheBlocksName() {
    let svg = ChartFixture.svg(ChartFixture.chart(.bar, ["a"], [[1], [2]]))
    #expect(svg.contains("id=\"chart:sums:2\"") && svg.contains("url(#chart:sums:2)"))
  }

  @Test func aSmallBarChart() {
    let svg = ChartFixture.svg(ChartFixture.chart(.bar, ["Jan", "Feb"], scale: .steps, [[3, -1]]))
    #expect(svg == barGolden)
  }

  @Test func aSmallLineChart() {
    let svg = ChartFixture.svg(
      ChartFixture.chart(.line, ["Jan", "Feb"], scale: .steps, [[3, 1], [nil, 2]]))
    #expect(svg == lineGolden)
  }

  @Test func theLineAtZeroLeavesTheNamesAboveLyingBarsAlone() {
    let names = (1...5).map { "A customer of the house, number \($0)" }
    let svg = ChartFixture.svg(ChartFixture.chart(.bar, names, [[-3, 2, 1, 1, 1]]))
    let lines = svg.split(separator: "\n").filter { $0.contains(#"class="zero""#) }
    #expect(lines.count == 5)
    #expect(lines.first?.hasSuffix(#"d="M432 16V30"/>"#) == true, "the first name's baseline is at 12")
    #expect(lines.last?.hasSuffix(#"d="M432 168V182"/>"#) == true, "and the last one's at 164")
  }
}

private let barGolden = """
  <div class="chart" dir="ltr">
  <ul class="keys"><li>Series 1</li></ul>
  <div class="plot"><div class="ticks" aria-hidden="true"><span>3</span><span>2</span><span>1</span><span>0</span><span>-1</span></div><svg role="img" width="100%" height="272" fill="currentColor" font-size="12">
  <title>Title</title>
  <desc>Bar chart: Category, Series 1. Highest: Jan, 3. Lowest: Feb, -1</desc>
  <svg viewBox="0 0 720 240" preserveAspectRatio="none" overflow="visible" y="8" height="240">
  <path class="grid" stroke-opacity=".2" stroke="currentColor" vector-effect="non-scaling-stroke" d="M0 240H720"/>
  <path class="zero" stroke="currentColor" vector-effect="non-scaling-stroke" d="M0 180H720"/>
  <path class="grid" stroke-opacity=".2" stroke="currentColor" vector-effect="non-scaling-stroke" d="M0 120H720"/>
  <path class="grid" stroke-opacity=".2" stroke="currentColor" vector-effect="non-scaling-stroke" d="M0 60H720"/>
  <path class="grid" stroke-opacity=".2" stroke="currentColor" vector-effect="non-scaling-stroke" d="M0 0H720"/>
  <g><title>Jan: 3</title><path class="band" fill-opacity="0" d="M0 0h360v240h-360z"/><path class="s1" d="M164 0h32v180h-32z"/></g>
  <g><title>Feb: -1</title><path class="band" fill-opacity="0" d="M360 0h360v240h-360z"/><path class="s1" d="M524 180h32v60h-32z"/></g>
  </svg>
  <text x="25%" y="266" text-anchor="middle">Jan</text>
  <text x="75%" y="266" text-anchor="middle">Feb</text>
  </svg></div>
  </div>

  """

private let lineGolden = """
  <div class="chart" dir="ltr">
  <ul class="keys"><li><svg class="s1" width="30" height="10" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2" d="M0 5H24"/></svg>Series 1</li><li><svg class="s2" width="30" height="10" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="7 3" d="M0 5H24"/></svg>Series 2</li></ul>
  <div class="plot"><div class="ticks" aria-hidden="true"><span>3</span><span>2</span><span>1</span><span>0</span></div><svg role="img" width="100%" height="272" fill="currentColor" font-size="12">
  <title>Title</title>
  <desc>Line chart: Category, Series 1, Series 2. Series 1. Highest: Jan, 3. Lowest: Feb, 1. Series 2. Feb: 2</desc>
  <svg viewBox="0 0 720 240" preserveAspectRatio="none" overflow="visible" y="8" height="240">
  <path class="zero" stroke="currentColor" vector-effect="non-scaling-stroke" d="M0 240H720"/>
  <path class="grid" stroke-opacity=".2" stroke="currentColor" vector-effect="non-scaling-stroke" d="M0 160H720"/>
  <path class="grid" stroke-opacity=".2" stroke="currentColor" vector-effect="non-scaling-stroke" d="M0 80H720"/>
  <path class="grid" stroke-opacity=".2" stroke="currentColor" vector-effect="non-scaling-stroke" d="M0 0H720"/>
  <path class="s1" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" vector-effect="non-scaling-stroke" d="M180 0L540 160"/>
  <g><title>Jan
  Series 1: 3</title><path class="band" fill-opacity="0" d="M0 0h360v240h-360z"/><path class="s1" stroke="currentColor" stroke-width="6" stroke-linecap="round" vector-effect="non-scaling-stroke" d="M180 0h0"/></g>
  <g><title>Feb
  Series 1: 1
  Series 2: 2</title><path class="band" fill-opacity="0" d="M360 0h360v240h-360z"/><path class="s1" stroke="currentColor" stroke-width="6" stroke-linecap="round" vector-effect="non-scaling-stroke" d="M540 160h0"/><path class="s2" stroke="currentColor" stroke-width="6" stroke-linecap="round" vector-effect="non-scaling-stroke" d="M540 80h0"/></g>
  </svg>
  <text x="25%" y="266" text-anchor="middle">Jan</text>
  <text x="75%" y="266" text-anchor="middle">Feb</text>
  </svg></div>
  </div>

  """
