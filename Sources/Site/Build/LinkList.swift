import Exports

/// A list of links as HTML, for pages that list others.
///
///     var list = LinkList()
///     list.append(title: "Orders", url: "orders/index.html", after: " 12")
///     list.html   // <ul class="values"> <li><a href="orders/index.html">Orders</a> 12</li> </ul>, on three lines
struct LinkList {
  /// Whether to isolate titles, which may be written in another direction than the page.
  private let isolatesTitles: Bool
  private var items = ""

  init(isolatesTitles: Bool = false) { self.isolatesTitles = isolatesTitles }

  /// Whether there are no links.
  var isEmpty: Bool { items.isEmpty }

  var html: String { "<ul class=\"values\">\n\(items)</ul>\n" }

  /// Adds a link.
  /// - Parameters:
  ///   - url: the destination, percent-encoded.
  ///   - text: the HTML that follows the link.
  mutating func append(title: String, url: String, after text: String = "") {
    let title = XMLText.escaped(title)
    items +=
      "<li><a href=\"\(url)\">\(isolatesTitles ? "<bdi>\(title)</bdi>" : title)</a>\(text)</li>\n"
  }
}
