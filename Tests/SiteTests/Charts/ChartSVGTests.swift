import Records
import Site
import TestSupport
import Testing

/// Charts as markup.
struct ChartSVGTests {
  /// A chart as a strict reader of HTML sees it, and what is wrong with it.
  private static func read(_ chart: Chart) -> (svg: HTMLElement?, problems: [String]) {
    let page = HTMLPage("<!doctype html>\n<html><body>\(ChartFixture.svg(chart))</body></html>")
    return (page.root.all("svg").first, page.problems)
  }

  @Test func everyTextIsEscaped() throws {
    let series = Chart.Series(name: "<s>", style: 1, values: [Decimal(1), Decimal(2)])
    let panel = Chart.Panel(categories: ["<script>", "</title>"], figure: "&", series: [series])
    let chart = Chart(kind: .bar, title: "<A> & \"B\"", category: "<c>", panels: [panel])
    let (svg, problems) = Self.read(chart)
    #expect(problems == [])
    let titles = try #require(svg).all("title").map(\.text)
    #expect(titles == ["<A> & \"B\"", "<script>, <s>: 1", "</title>, <s>: 2"])
  }

  @Test func picturesAreWellFormed() {
    for chart in ChartLayoutTests.charts.prefix(40) { #expect(Self.read(chart).problems == []) }
  }

  @Test func seriesDifferInMoreThanColour() throws {
    let many = (0..<18).map { [Optional($0 + 1)] }
    let bars = try #require(Self.read(ChartFixture.chart(.bar, ["a"], figure: "Sum", many)).svg)
    var patterns: [String: String] = [:]
    for pattern in bars.all("pattern") {
      patterns["url(#\(pattern.attributes["id"] ?? ""))"] = pattern.elements.last?.name
    }
    let samples = bars.all("rect").filter { $0.elements.isEmpty }.map { sample in
      [sample.attributes["class"], sample.attributes["fill"].flatMap { patterns[$0] }]
    }
    #expect(samples.count == 18 && Set(samples).count == 18)
    #expect(
      zip(samples, samples.dropFirst()).allSatisfy { $0[1] != $1[1] },
      "neighbours in a stack differ without colour")
    let lines = try #require(Self.read(ChartFixture.chart(.line, ["a", "b"], many.map { $0 + $0 })).svg)
    let dashes = lines.all("path").filter { $0.attributes["fill"] == "none" }.map { line in
      [line.attributes["class"], line.attributes["stroke-dasharray"]]
    }
    #expect(dashes.count == 36 && Set(dashes).count == 18, "a sample and a line for each")
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
}

private let barGolden = """
  <svg class="chart" role="img" viewBox="0 0 720 290" font-size="12" fill="currentColor" stroke-width="1" direction="ltr">
  <title>Title</title>
  <desc>Bar chart: Category, Series 1. Highest: Jan, 3. Lowest: Feb, -1</desc>
  <text class="heading" x="1" y="11">Series 1</text>
  <path class="grid" stroke-opacity=".2" stroke="currentColor" d="M20.7 266H720"/>
  <text class="tick" x="12.7" y="270" text-anchor="end">-1</text>
  <path class="zero" stroke="currentColor" d="M20.7 206H720"/>
  <text class="tick" x="12.7" y="210" text-anchor="end">0</text>
  <path class="grid" stroke-opacity=".2" stroke="currentColor" d="M20.7 146H720"/>
  <text class="tick" x="12.7" y="150" text-anchor="end">1</text>
  <path class="grid" stroke-opacity=".2" stroke="currentColor" d="M20.7 86H720"/>
  <text class="tick" x="12.7" y="90" text-anchor="end">2</text>
  <path class="grid" stroke-opacity=".2" stroke="currentColor" d="M20.7 26H720"/>
  <text class="tick" x="12.7" y="30" text-anchor="end">3</text>
  <rect class="s1" x="171.5" y="26" width="48" height="180"><title>Jan: 3</title></rect>
  <rect class="s1" x="521.1" y="206" width="48" height="60"><title>Feb: -1</title></rect>
  <text x="195.5" y="286" text-anchor="middle">Jan</text>
  <text x="545.1" y="286" text-anchor="middle">Feb</text>
  </svg>

  """

private let lineGolden = """
  <svg class="chart" role="img" viewBox="0 0 720 290" font-size="12" fill="currentColor" stroke-width="1" direction="ltr">
  <title>Title</title>
  <desc>Line chart: Category, Series 1, Series 2. Series 1. Highest: Jan, 3. Lowest: Feb, 1. Series 2. Feb: 2</desc>
  <path class="s1" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" d="M0 7L14 7"/>
  <path class="s1" d="M7 7m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z"/>
  <text x="18" y="11">Series 1</text>
  <path class="s2" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" stroke-dasharray="7 3" d="M95.2 7L109.2 7"/>
  <path class="s2" d="M102.2 7m-3.2-3.2h6.4v6.4h-6.4z"/>
  <text x="113.2" y="11">Series 2</text>
  <path class="zero" stroke="currentColor" d="M15.6 266H720"/>
  <text class="tick" x="7.6" y="270" text-anchor="end">0</text>
  <path class="grid" stroke-opacity=".2" stroke="currentColor" d="M15.6 186H720"/>
  <text class="tick" x="7.6" y="190" text-anchor="end">1</text>
  <path class="grid" stroke-opacity=".2" stroke="currentColor" d="M15.6 106H720"/>
  <text class="tick" x="7.6" y="110" text-anchor="end">2</text>
  <path class="grid" stroke-opacity=".2" stroke="currentColor" d="M15.6 26H720"/>
  <text class="tick" x="7.6" y="30" text-anchor="end">3</text>
  <path class="s1" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" d="M191.7 26L543.9 186"/>
  <path class="s1" stroke="currentColor" stroke-opacity="0" stroke-width="10" d="M191.7 26m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z"><title>Jan, Series 1: 3</title></path>
  <path class="s1" stroke="currentColor" stroke-opacity="0" stroke-width="10" d="M543.9 186m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z"><title>Feb, Series 1: 1</title></path>
  <path class="s2" stroke="currentColor" stroke-opacity="0" stroke-width="10" d="M543.9 106m-3.2-3.2h6.4v6.4h-6.4z"><title>Feb, Series 2: 2</title></path>
  <text x="191.7" y="286" text-anchor="middle">Jan</text>
  <text x="543.9" y="286" text-anchor="middle">Feb</text>
  </svg>

  """
