import Content
import Diagnostics
import Formatting
import Locale
import Records

extension SiteHistory {
  /// Adds changes to a page's tree as `page.history`.
  /// - Parameter namesRecords: whether the changes are of more than one record.
  func add(_ places: [Place], namesRecords: Bool, to tree: inout ViewTree) -> ViewTree.Index {
    tree.object(HistoryFields.self) { tree, field in
      switch field {
      case .url: tree.add(.path(Self.path))
      case .isCut: tree.add(.flag(history.isCut))
      case .items:
        tree.list(places) { tree, place in add(place, namesRecord: namesRecords, to: &tree) }
      }
    }
  }

  private func add(_ place: Place, namesRecord: Bool, to tree: inout ViewTree) -> ViewTree.Index {
    let (entry, change) = (entry(at: place), change(at: place))
    return tree.object(ChangeFields.self) { tree, field in
      switch field {
      case .date: tree.add(.value(.date(entry.day)))
      case .iso: tree.text(entry.day.description)
      case .author: showsAuthors ? tree.text(entry.author) : nil
      case .kind: tree.text(change.kind.rawValue)
      case .action: tree.text(action(change))
      case .label: namesRecord ? tree.text(label(of: place)) : nil
      case .title: namesRecord ? tree.text(title(of: place)) : nil
      case .url: namesRecord ? url(of: place).map { tree.add(.path($0)) } : nil
      case .changesText: tree.add(.flag(change.changesBody))
      case .more: place.hiddenCount > 0 ? tree.add(.number(place.hiddenCount)) : nil
      case .values:
        tree.list(lines(of: place)) { tree, line in
          tree.object(ChangedValueFields.self) { tree, field in
            switch field {
            case .label: tree.text(line.label)
            case .old: tree.text(line.old)
            case .new: tree.text(line.new)
            }
          }
        }
      }
    }
  }

  /// The kind of a change, in the site's language.
  private func action(_ change: RecordChange) -> String {
    switch change.kind {
    case .inserted: formatter.word("changeInserted", "added")
    case .deleted: formatter.word("changeDeleted", "deleted")
    case .renamed: formatter.word("changeRenamed", "renamed")
    case .updated: formatter.word("changeUpdated", "changed")
    }
  }

  /// The title of the page of the latest changes.
  fileprivate var pageTitle: String { formatter.word("history", "Changes") }

  // MARK: Feed

  /// The feed of the latest changes. An entry is identified by its record's page and its commit or, in a
  /// public site, its day.
  func feed(siteTitle: String, base: String) -> AtomFeed {
    AtomFeed(
      title: pageTitle, siteTitle: siteTitle, language: formatter.locale.tag, path: Self.feedPath,
      page: Self.path, base: base,
      entries: latest.prefix(50).map { place in
        let (entry, change) = (entry(at: place), change(at: place))
        let page = base + PercentEncoding.path(url(of: place) ?? Self.path)
        return .init(
          title: formatter.labelled("\(label(of: place)) \(title(of: place))", action(change)),
          id: "\(page)#\(name(of: place))", url: page, day: entry.day,
          author: showsAuthors ? entry.author : nil, summary: summary(of: place))
      })
  }

  private func summary(of place: Place) -> String {
    let change = change(at: place)
    var parts = lines(of: place).map {
      formatter.labelled(
        $0.label, formatter.locale.direction.change(from: $0.old ?? "–", to: $0.new ?? "–"))
    }
    if change.changesBody { parts.append(formatter.word("changeText", "text")) }
    return parts.isEmpty ? action(change) : parts.joined(separator: "; ")
  }

  /// Distinguishes a change from others of its record. A commit's name also depends on private content, so a
  /// public site uses the day and a number instead.
  private func name(of place: Place) -> String {
    let entry = entry(at: place)
    guard isPublic, let record = record(of: place) else {
      return "\(entry.commit.prefix(12))-\(PercentEncoding.path(change(at: place).id))"
    }
    let ofDay = changes(of: record.row, in: record.table).filter { self.entry(at: $0).day == entry.day }
    let later = ofDay.prefix { $0.entry != place.entry || $0.change != place.change }.count
    return "\(entry.day)-\(ofDay.count - later)"
  }

  private func label(of place: Place) -> String { entity(of: place)?.label ?? change(at: place).label }

  /// The path of a record's page; nil if the record was deleted.
  private func url(of place: Place) -> String? {
    record(of: place).map { OutputPath.page(of: graph.file(of: $0).path) }
  }
}

extension PageFactory {
  /// The page of the latest changes.
  func pageOfHistory(at path: String) -> Rendering? {
    guard let history else { return nil }
    var nodes = PageNodes(site: siteView)
    let page = PageDescription(
      title: history.pageTitle, path: path,
      feed: contents.book.settings.baseURL == nil ? nil : SiteHistory.feedPath,
      history: history.add(history.latest, namesRecords: true, to: &nodes.tree))
    return self.page(from: page, nodes)
  }
}
