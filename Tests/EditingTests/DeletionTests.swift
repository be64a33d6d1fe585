import Content
import Diagnostics
import Editing
import Records
import TestSupport
import Testing

/// Delete rules, against a model of them that knows nothing but sets.
struct DeletionTests {
  private static let rules = ["nullify", "cascade", "deny", "no-action"]

  /// A random book of nodes: each may have an owner and any number of friends, and rows that refer to nodes.
  private struct Web {
    let rules: (children: String, owner: String, friends: String, friendOf: String, uses: String)
    var owner: [Int?] = []
    var friends: [Set<Int>] = []
    var rows: [[Int?]] = []

    init(_ random: inout SeededGenerator) {
      func rule() -> String { DeletionTests.rules.randomElement(using: &random) ?? "nullify" }
      rules = (rule(), rule(), rule(), rule(), rule())
      let count = Int.random(in: 2...7, using: &random)
      for node in 0..<count {
        owner.append(Bool.random(using: &random) ? Int.random(in: 0..<count, using: &random) : nil)
        friends.append(Set((0..<count).filter { $0 != node && Int.random(in: 0..<5, using: &random) == 0 }))
        rows.append(
          (0..<Int.random(in: 0...2, using: &random)).map { _ in
            Bool.random(using: &random) ? Int.random(in: 0..<count, using: &random) : nil
          })
      }
    }

    var files: [String: String] {
      var files = [
        "model.yml": """
        extends: none
        entities:
          Node:
            folder: nodes
            attributes:
              text: string
            relationships:
              owner: {to: Node, inverse: children, delete: \(rules.owner)}
              children: {to: Node, many: true, inverse: owner, delete: \(rules.children)}
              friends: {to: Node, many: true, inverse: friendOf, delete: \(rules.friends)}
              friendOf: {to: Node, many: true, inverse: friends, delete: \(rules.friendOf)}
              uses: {to: Row, many: true, inverse: node, delete: \(rules.uses)}
              rows: {to: Row, many: true, inverse: home, delete: cascade}
          Row:
            inside: Node.rows
            attributes:
              text: string
            relationships:
              home: {to: Node, inverse: rows}
              node: {to: Node, inverse: uses}

        """
      ]
      for node in owner.indices {
        var text = "---\ntext: \(node)\n"
        if let owner = owner[node] { text += "owner: n\(owner)\n" }
        if !friends[node].isEmpty {
          text += "friends: [" + friends[node].sorted().map { "n\($0)" }.joined(separator: ", ") + "]\n"
        }
        if !rows[node].isEmpty {
          text += "rows:\n"
          for (index, row) in rows[node].enumerated() {
            text += "  - {text: r\(index)" + (row.map { ", node: n\($0)" } ?? "") + "}\n"
          }
        }
        files["nodes/n\(node).md"] = text + "---\n"
      }
      return files
    }

    /// A record of the web: a node, or a row of one.
    enum Item: Hashable {
      case node(Int)
      case row(Int, Int)
    }

    private func destinations(of item: Item) -> [(rule: String, items: [Item])] {
      switch item {
      case .row(let home, let row):
        // The rows' own relationships have the default rule.
        return [("nullify", [.node(home)]), ("nullify", rows[home][row].map { [.node($0)] } ?? [])]
      case .node(let node):
        let nodes = owner.indices
        let uses = nodes.flatMap { home in
          rows[home].indices.filter { rows[home][$0] == node }.map { Item.row(home, $0) }
        }
        return [
          (rules.owner, owner[node].map { [.node($0)] } ?? []),
          (rules.children, nodes.filter { owner[$0] == node }.map { .node($0) }),
          (rules.friends, friends[node].map { .node($0) }),
          (rules.friendOf, nodes.filter { friends[$0].contains(node) }.map { .node($0) }),
          (rules.uses, uses), ("cascade", rows[node].indices.map { .row(node, $0) }),
        ]
      }
    }

    /// What is deleted; nil where a rule refuses.
    func deleting(_ first: Set<Item>) -> Set<Item>? {
      var all = first
      while true {
        let more = all.flatMap { destinations(of: $0).filter { $0.rule == "cascade" }.flatMap(\.items) }
        guard !Set(more).isSubset(of: all) else { break }
        all.formUnion(more)
      }
      let isRefused = all.contains { item in
        destinations(of: item).contains {
          ["deny", "no-action"].contains($0.rule) && !all.isSuperset(of: $0.items)
        }
      }
      return isRefused ? nil : all
    }

    /// The nodes that stay, as a file says them: owner, friends, and the rows with what they refer to.
    func left(_ deleted: Set<Item>) -> [String: String] {
      var left: [String: String] = [:]
      for node in owner.indices where !deleted.contains(.node(node)) {
        func name(_ target: Int?) -> String {
          target.flatMap { deleted.contains(.node($0)) ? nil : "n\($0)" } ?? "-"
        }
        let friends = self.friends[node].filter { !deleted.contains(.node($0)) }.sorted().map { "n\($0)" }
        let rows = self.rows[node].indices.filter { !deleted.contains(.row(node, $0)) }.map {
          "r\($0) \(name(self.rows[node][$0]))"
        }
        left["n\(node)"] = "\(name(owner[node])) \(friends) \(rows)"
      }
      return left
    }
  }

  /// What a book says of its nodes, in the words of ``Web/left(_:)``. The written friends alone: the graph has both sides.
  private func nodes(_ book: Book, _ web: Web) throws -> [String: String] {
    let graph = book.graph
    let entity = graph.model.entities[try #require(graph.model.entity(named: "Node"))]
    let row = graph.model.entities[try #require(graph.model.entity(named: "Row"))]
    func targets(_ name: String, _ index: Int, of entity: Entity) throws -> [String] {
      let relationship = try #require(entity.relationship(named: name))
      let table = graph.model.entities[relationship.destination].table
      return graph.tables[entity.table].links[relationship.link].targets(of: index).map {
        graph.id(of: Int($0), in: table)
      }
    }
    var nodes: [String: String] = [:]
    for index in graph.rows(of: try #require(graph.model.entity(named: "Node"))) {
      let id = graph.id(of: index, in: entity.table)
      let owner = try targets("owner", index, of: entity).first ?? "-"
      let friends = try targets("friends", index, of: entity).sorted()
      let list = try #require(entity.relationship(named: "rows"))
      let rows = try graph.tables[entity.table].links[list.link].targets(of: index).map { place in
        let text = graph.tables[row.table].columns[try #require(row.attribute(named: "text")).column][
          Int(place)]
        return "\(text.text ?? "") \(try targets("node", Int(place), of: row).first ?? "-")"
      }
      nodes[id] = "\(owner) \(friends) \(rows)"
    }
    return nodes
  }

  /// A reference that its record must have cannot be taken out of it.
  @Test func aRequiredReferenceKeepsItsRecord() async throws {
    let model = """
      entities:
        Order:
          relationships:
            customer: {to: Customer, inverse: orders, required: true}
      """
    let book = try await EditedBook([
      "model.yml": model, "customers/ann.md": "---\nname: Ann\n---\n",
      "orders/o1.md": "---\ndate: 2026-01-01\ncustomer: ann\n---\n",
      "orders/o2.md": "---\ndate: 2026-01-02\ncustomer: ann\n---\n",
    ])
    let (refused, _) = book.editor.delete([SourceText("ann", name: "ID")])
    #expect(refused.changes.isEmpty)
    #expect(
      refused.diagnostics.map(\.summary)
        == ["'ann' may not be deleted: it is the required 'customer' of others"])
    let refusal = try #require(refused.diagnostics.first)
    #expect(refusal.id == .missingValue)
    #expect(refusal.notes.map(\.text) == ["'o1' needs its 'customer'", "'o2' needs its 'customer'"])
    #expect(
      refusal.notes.map { "\($0.range?.file.path ?? "") \($0.range?.text ?? "")" }
        == ["Content/orders/o1.md ann", "Content/orders/o2.md ann"])
    let names = ["ann", "o1", "o2"].map { SourceText($0, name: "ID") }
    #expect(book.editor.delete(names).edit.changes.count == 3)
  }

  /// The rule of a row is about what else it leads to; its owner stays, with its other rows and its text.
  @Test(arguments: ["nullify", "cascade"]) func aRowNeverTakesItsOwnerAlong(rule: String) async throws {
    let book = try await EditedBook([
      "model.yml": """
      extends: none
      entities:
        Hire:
          folder: hires
          relationships: {rows: {to: HireRow, many: true, inverse: hire}}
        HireRow:
          inside: Hire.rows
          attributes: {days: integer}
          relationships: {hire: {to: Hire, inverse: rows, delete: \(rule)}}

      """,
      "hires/h1.md": "---\nrows: [{days: 1}, {days: 2}]\n---\nNote.\n",
    ])
    let edit = book.editor.remove(SourceText("h1#1"), from: nil, [])
    #expect(edit.diagnostics.map(\.summary) == [])
    #expect(book.text("hires/h1.md", after: edit) == "---\nrows: [{days: 2}]\n---\nNote.\n")
  }

  /// Rows have no place without their owner, whatever its rule for them.
  @Test func rowsGoWithTheirOwner() async throws {
    let book = try await EditedBook([
      "model.yml": """
      extends: none
      entities:
        Hire:
          folder: hires
          relationships: {rows: {to: HireRow, many: true, inverse: hire, delete: nullify}}
        HireRow:
          inside: Hire.rows
          attributes: {days: integer}
          relationships: {hire: {to: Hire, inverse: rows}, uses: {to: Note, many: true, inverse: row}}
        Note:
          folder: notes
          relationships: {row: {to: HireRow, inverse: uses}}

      """,
      "hires/h1.md": "---\nrows: [{days: 1}]\n---\n", "notes/n1.md": "---\nrow: h1#1\n---\n",
    ])
    let (edit, _) = book.editor.delete([SourceText("h1", name: "ID")])
    #expect(edit.diagnostics.map(\.summary) == [])
    #expect(book.text("hires/h1.md", after: edit) == nil)
    #expect(book.text("notes/n1.md", after: edit)?.contains("h1#1") == false)
  }

  /// One of several records that a list must have may go.
  @Test func aRequiredListKeepsOneOfSeveral() async throws {
    let model = """
      entities:
        Order:
          relationships:
            helpers: {to: Customer, many: true, required: true}
      """
    let book = try await EditedBook([
      "model.yml": model, "customers/ann.md": "---\nname: Ann\n---\n",
      "customers/bob.md": "---\nname: Bob\n---\n",
      "orders/o1.md": "---\ndate: 2026-01-01\nhelpers: [ann, bob]\n---\n",
    ])
    let (edit, _) = book.editor.delete([SourceText("ann", name: "ID")])
    #expect(await book.diagnosticLines(of: edit) == [])
    #expect(book.text("orders/o1.md", after: edit)?.contains("helpers: [bob]") == true)
  }

  /// Several rows of one record are those that were named, not what stands in their places by then.
  @Test func severalRowsAreDeletedByTheirNames() async throws {
    let book = try await EditedBook([
      "orders/o1.md":
        "---\ndate: 2026-01-01\nrows:\n  - {text: a, sum: 1}\n  - {text: b, sum: 2}\n  - {text: c, sum: 3}\n"
        + "  - {text: d, sum: 4}\n---\n"
    ])
    let (edit, _) = book.editor.delete(["o1#1", "o1#2", "o1#4"].map { SourceText($0, name: "ID") })
    #expect(edit.diagnostics.map(\.summary) == [])
    #expect(
      book.text("orders/o1.md", after: edit)
        == "---\ndate: 2026-01-01\nrows:\n  - {text: c, sum: 3}\n---\n")
  }

  @Test func rulesAreThoseOfTheModel() async throws {
    var random = SeededGenerator(seed: 14)
    var (refused, deleted) = (0, 0)
    let report = try await fuzz(1_000) { round in
      let web = Web(&random)
      let book = try await EditedBook(web.files)
      #expect(book.book.diagnostics.isEmpty, "round \(round): \(book.book.diagnostics.map(\.summary))")
      let count = Int.random(in: 1...2, using: &random)
      let chosen = Set((0..<count).map { _ in Int.random(in: 0..<web.owner.count, using: &random) })
      let (edit, _) = book.editor.delete(chosen.sorted().map { SourceText("n\($0)") })
      guard let expected = web.deleting(Set(chosen.map { .node($0) })) else {
        refused += 1
        #expect(edit.diagnostics.hasErrors, "round \(round): not refused")
        return
      }
      deleted += 1
      #expect(!edit.diagnostics.hasErrors, "round \(round): \(edit.diagnostics.map(\.summary))")
      var source = book.source
      for change in edit.changes { source[change.path] = change.after }
      let after = await Workspace(source: source, today: book.editor.today).book()
      #expect(after.diagnostics.isEmpty, "round \(round): \(after.diagnostics.map(\.summary))")
      #expect(try nodes(after, web) == web.left(expected), "round \(round)")
    }
    #expect(refused > report.count / 10 && deleted > report.count / 10)
  }
}
