import Diagnostics
import Exports
import Formatting
import Records

/// The content of the page about the site's model: the diagram, then the properties of each entity in tables.
///
/// The words are those of model.yml in any language, because that is where users write them.
struct ModelPage {
  let model: Model
  /// The diagram's title for screen readers.
  let title: String

  /// The content as HTML.
  var html: String {
    let svg = ModelDiagram(model).svg(title: title, isStandalone: false)
    return ModelOutline(model).entities.reduce("<div class=\"scroll\" tabindex=\"0\">\n\(svg)</div>\n") {
      $0 + html(of: $1)
    }
  }

  // MARK: Entities

  private func html(of entity: ModelOutline.Entity) -> String {
    var html = "<h2 id=\"entity-\(XMLText.escaped(entity.name))\">\(XMLText.escaped(entity.name))</h2>\n"
    let lines = entity.options.map { self.html(of: $0) } + entity.rules.map { code($0.yaml) }
    if !lines.isEmpty { html += "<p>\(lines.joined(separator: "<br>\n"))</p>\n" }
    html += table("attributes", entity.attributes)
    html += table("relationships", entity.relationships)
    return html
  }

  private func table(_ heading: String, _ properties: [ModelOutline.Property]) -> String {
    guard !properties.isEmpty else { return "" }
    let head = """
      <div class="t">
      <table>
      <thead><tr><th scope="col">\(heading)</th><th scope="col">label</th><th scope="col">model.yml</th></tr></thead>
      <tbody>

      """
    return properties.reduce(head) { html, property in
      let options = property.options.map { self.html(of: $0) }.joined(separator: ", ")
      return html
        + "<tr><th scope=\"row\">\(XMLText.escaped(property.name))</th><td>\(XMLText.escaped(property.label))</td>"
        + "<td>\(options)</td></tr>\n"
    } + "</tbody>\n</table>\n</div>\n"
  }

  /// An option; the name of an entity is a link to it.
  private func html(of option: ModelOutline.Option) -> String {
    guard option.key == "to" || option.key == "parent", case .text(let name) = option.value else {
      return code(option.blockYAML)
    }
    let link = "<a href=\"#\(PercentEncoding.path("entity-" + name))\">\(XMLText.escaped(name))</a>"
    return "<code>\(XMLText.escaped(option.key)): \(link)</code>"
  }

  private func code(_ text: String) -> String { "<code>\(XMLText.escaped(text))</code>" }
}

extension PageFactory {
  /// The page about the model.
  func pageOfModel(at path: String) -> Rendering? {
    let title = siteView.formatter.word("model", "Model")
    let html = ModelPage(model: siteView.graph.model, title: title).html
    return page(from: PageDescription(title: title, path: path, html: Array(html.utf8)))
  }
}
