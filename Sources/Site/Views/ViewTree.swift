import Records
import Templates

/// The names of an object's fields, as an enumeration: a field's raw value is its slot, its case's name is the name
/// that templates use.
///
/// As a coding key a case knows its name without reflection, whose first use scans every conformance: that took a
/// tenth of the time of checking a small book.
protocol ViewFields: RawRepresentable, CaseIterable, CodingKey, Sendable where RawValue == Int {}

extension ShapeTable {
  /// Adds the shape of an object with the fields of an enumeration.
  /// - Parameters:
  ///   - name: what diagnostics call it.
  ///   - fields: the enumeration.
  ///   - shape: the shape of each field's value.
  mutating func object<Fields: ViewFields>(
    _ name: String, _ fields: Fields.Type, _ shape: (Fields) -> Shape.ID
  ) -> Shape.ID {
    var object = Shape(name)
    for field in Fields.allCases {
      object.fields[field.stringValue] = Shape.Field(slot: field.rawValue, shape: shape(field))
    }
    return add(object)
  }
}

/// The parts of a context that are few and built once for the site or a page: texts, flags, objects and lists, in one
/// array.
///
/// What is numerous, records and tables, is not copied into a tree; it has its own handles.
struct ViewTree: Sendable {
  /// A node's place in the tree.
  typealias Index = Int32

  /// A node.
  enum Node: Sendable {
    /// A text, escaped when it is printed.
    case text(String)
    /// A text that needs no escape.
    case number(Int)
    /// True or false.
    case flag(Bool)
    /// A path of the output, printed as the relative path to it.
    case path(String)
    /// The relative path to the site's top.
    case root
    /// Whether the page shows an entity, or is one of the site's pages: what differs in a shared navigation.
    case isEntity(Int)
    /// The same of a page, by its index in the navigation's pages.
    case isPage(Int)
    /// Markup, printed as it is.
    case html([UInt8])
    /// A value, printed in the site's language.
    case value(Value, ValueStyle = .plain)
    /// The fields by slot; -1 for nil.
    case object([Index])
    /// The elements in order.
    case list([Index])
    /// A free map.
    case map([String: Index])
    /// A handle of another kind: a record, a table.
    case handle(Handle)
  }

  /// The nodes.
  private(set) var nodes: [Node] = []

  /// Adds a node.
  mutating func add(_ node: Node) -> Index {
    nodes.append(node)
    return Index(nodes.count - 1)
  }

  /// Adds a text, if there is one.
  mutating func text(_ text: String?) -> Index? { text.map { add(Node.text($0)) } }

  /// Adds an object.
  /// - Parameter value: the node of each field, nil if it is absent.
  mutating func object<Fields: ViewFields>(
    _ fields: Fields.Type, _ value: (inout ViewTree, Fields) -> Index?
  ) -> Index {
    var slots = [Index](repeating: -1, count: Fields.allCases.count)
    for field in Fields.allCases { slots[field.rawValue] = value(&self, field) ?? -1 }
    return add(.object(slots))
  }

  /// Adds a list.
  mutating func list<Items: Sequence>(
    _ items: Items, _ node: (inout ViewTree, Items.Element) -> Index
  ) -> Index {
    var elements: [Index] = []
    for item in items { elements.append(node(&self, item)) }
    return add(.list(elements))
  }
}
