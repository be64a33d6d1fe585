import Formatting
import Records
import Templates

/// The fields of an object as an enumeration: a case's raw value is its slot, its name that in templates.
///
/// Conforming to `CodingKey` provides the name without reflection, whose first use scans all conformances.
/// That took a tenth of the time of checking a small book.
protocol ViewFields: RawRepresentable, CaseIterable, CodingKey, Sendable where RawValue == Int {}

extension ShapeTable {
  /// Adds the shape of an object with the fields of an enumeration.
  /// - Parameter name: its name in diagnostics.
  mutating func object<Fields: ViewFields>(
    _ name: String, _ fields: Fields.Type, _ shape: (Fields) -> Shape.ID
  ) -> Shape.ID {
    var object = Shape(name)
    for field in Fields.allCases {
      object.fields[field.stringValue] = Shape.Field(slot: field.rawValue, shape: shape(field))
    }
    return add(object)
  }

  /// Adds the shape of a list of such objects.
  /// - Parameters:
  ///   - name: the list's name in diagnostics.
  ///   - element: the name of an object.
  mutating func list<Fields: ViewFields>(
    _ name: String, of element: String, _ fields: Fields.Type, _ shape: (Fields) -> Shape.ID
  ) -> Shape.ID {
    add(Shape(name, element: object(element, fields, shape)))
  }
}

/// The small parts of a context, built once for the site or a page: texts, flags, objects and lists, in one
/// array.
///
/// Records and tables are numerous and not copied into a tree; they have their own handles.
struct ViewTree: Sendable {
  /// The index of a node in the tree.
  typealias Index = Int32

  enum Node: Sendable {
    /// A text, escaped when it is printed.
    case text(String)
    /// A count, printed with the language's groups of digits.
    case number(Int)
    /// True or false.
    case flag(Bool)
    /// An output path, printed as a relative path.
    case path(String)
    /// The relative path to the site's top.
    case root
    /// Whether the page belongs to an entity. This is the variable part of a shared navigation.
    case isEntity(Int)
    /// Whether the page is the one at an index in the navigation's pages.
    case isPage(Int)
    /// Markup, printed unchanged.
    case html([UInt8])
    /// A value, printed in the site's language.
    case value(Value, ValueStyle = .plain)
    /// The nodes of the fields, by slot; -1 for nil.
    case object([Index])
    /// An object that prints as a text, which is escaped.
    case labelled(String, [Index])
    /// The nodes of the elements, in order.
    case list([Index])
    /// A mapping with arbitrary keys.
    case map([String: Index])
    /// A handle of another kind: a record, a table.
    case handle(Handle)
  }

  private(set) var nodes: [Node] = []

  /// Makes room for a number of nodes.
  mutating func reserveCapacity(_ count: Int) { nodes.reserveCapacity(count) }

  mutating func add(_ node: Node) -> Index {
    nodes.append(node)
    return Index(nodes.count - 1)
  }

  /// Adds a text; nil if there is none.
  mutating func text(_ text: String?) -> Index? { text.map { add(Node.text($0)) } }

  /// Adds an object.
  /// - Parameter value: the node of each field; nil if it is absent.
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
