import Content
import Exports
import Records

/// Compares the settings of two books: site.yml, the model, and which periods are closed.
enum SettingsChanges {
  static func lines(from old: Book, to new: Book) -> [String] {
    let (oldTexts, newTexts) = (old.settings.texts, new.settings.texts)
    var lines = Set(oldTexts.keys).union(newTexts.keys).sorted().compactMap { key in
      oldTexts[key] == newTexts[key]
        ? nil : "site.yml: \(key) \(oldTexts[key] ?? "–") → \(newTexts[key] ?? "–")"
    }
    let (before, after) = (ModelOutline(old.graph.model).lines, ModelOutline(new.graph.model).lines)
    let (left, added) = (Set(before).subtracting(after), Set(after).subtracting(before))
    lines += before.filter(left.contains).map { "model: − \($0)" }
    lines += after.filter(added.contains).map { "model: + \($0)" }
    if let before = old.closedPeriods, let after = new.closedPeriods {
      lines += linesOfPeriods(from: before, to: after)
    }
    return lines
  }

  /// A line for each period that was closed or opened.
  private static func linesOfPeriods(
    from old: [AccountingPeriod: String], to new: [AccountingPeriod: String]
  ) -> [String] {
    Set(old.keys).union(new.keys).sorted().compactMap { period in
      switch (old[period], new[period]) {
      case (let before?, let after?): before == after ? nil : "\(period): opened and closed again"
      case (nil, _): "\(period): closed"
      case (_, nil): "\(period): open again"
      }
    }
  }
}

extension SiteSettings {
  /// The value of every key in site.yml, by its path (`csv.delimiter`), and the main defaults.
  fileprivate var texts: [String: String] {
    var texts = FreeValue.mapping(written).texts(at: nil)
    texts["title"] = title
    texts["language"] = language
    texts["currency"] = currency.code
    texts["theme"] = theme
    return texts
  }
}

extension FreeValue {
  /// The value as text on one line, by the path of its key; one entry for each key of a mapping.
  fileprivate func texts(at path: String?) -> [String: String] {
    if case .mapping(let pairs) = self {
      return pairs.reduce(into: [:]) { texts, pair in
        let key = path.map { "\($0).\(pair.key)" } ?? pair.key
        texts.merge(pair.value.texts(at: key)) { $1 }
      }
    }
    guard let path, let text else { return [:] }
    return [path: text]
  }

  private var text: String? {
    switch self {
    case .null: nil
    case .text(let text): text.onOneLine
    case .boolean(let flag): "\(flag)"
    case .list(let items): items.map { $0.text ?? "–" }.joined(separator: ", ")
    case .mapping(let pairs):
      "{" + pairs.map { "\($0.key): \($0.value.text ?? "–")" }.joined(separator: ", ") + "}"
    }
  }
}
