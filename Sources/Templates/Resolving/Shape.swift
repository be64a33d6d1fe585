/// What templates can do with a value: how it prints, which fields it has, and what a list of it contains.
///
///     var shapes = ShapeTable()
///     let text = shapes.add(Shape("text", printing: .text))
///     let order = shapes.add(Shape("Order"))
///     let rows = shapes.add(Shape("rows", element: text))
///     shapes[order].fields["rows"] = Shape.Field(slot: 0, shape: rows)
package struct Shape: Sendable {
  /// The index of a shape in its ``ShapeTable``.
  package typealias ID = Int

  /// How a value prints.
  package enum Printing: Sendable {
    /// As text, which is escaped.
    case text
    /// As markup, which only `{{{name}}}` may print.
    case html
    /// It does not print: a list, or a record whose fields print.
    case nothing
  }

  package struct Field: Sendable {
    /// The number by which the source knows the field, 0 to 2³¹ − 1.
    var slot: Int
    /// The shape of the field's value.
    package var shape: Shape.ID

    package init(slot: Int, shape: Shape.ID) {
      self.slot = slot
      self.shape = shape
    }
  }

  /// The name in diagnostics, such as that of an entity.
  package var name: String
  /// How the value prints.
  package var printing: Printing
  /// The fields by name. A text may have fields (`{{date}}` and `{{date.iso}}`), and so may a list.
  package var fields: [String: Field]
  /// The fields that a name means only if no context around the value has it.
  package var lateFields: [String: Field] = [:]
  /// All fields, those that are found late among them.
  package var allFields: [String: Field] { fields.merging(lateFields) { own, _ in own } }
  /// The shape of a list's elements; nil if the value is not a list.
  package var element: Shape.ID?
  /// Whether fields may be missing because their declarations have errors. Unknown names are then not
  /// reported, and templates for this shape are checked but never rendered.
  package var isIncomplete = false

  /// Whether the value is in a free map, whose keys are looked up during rendering. Its fields, whose slots are
  /// not used, and its elements are then what is known of it. Other keys may be meant for other sites, so only
  /// one that is similar to a known key is reported, and that as a warning.
  package var isFree = false

  /// Whether it is a text that may be anything, `javascript:…` included.
  package var isFreeText = false

  /// The fields that a public site leaves out, each with a sentence that says so.
  package var privateFields: [String: String] = [:]

  /// The names of fields that other values of this kind have, each with a sentence that says where.
  package var absentFields: [String: String] = [:]

  /// The names that fields had before, each with its present one.
  package var renamedFields: [String: String] = [:]

  /// Makes a shape; references to shapes that do not exist yet are added later.
  package init(
    _ name: String, printing: Printing = .nothing, fields: [String: Field] = [:], element: Shape.ID? = nil
  ) {
    self.name = name
    self.printing = printing
    self.fields = fields
    self.element = element
  }
}

/// The shapes of a site's contexts by their ids; they may refer to each other in circles.
package struct ShapeTable: Sendable {
  /// The shape of a free map, and of a value in one, of which nothing is known.
  package static let dynamic: Shape.ID = 0

  /// The shape of a value whose name is unknown, which has been reported: it prints in any way, and so does
  /// whatever it may contain.
  static let unknown: Shape.ID = 1

  private var shapes = [Shape("value", printing: .text), Shape("value", printing: .text)]

  /// Makes a table with only the shapes ``dynamic`` and ``unknown``.
  package init() {
    shapes[Self.dynamic].isFree = true
    shapes[Self.unknown].isIncomplete = true
  }

  /// Adds a shape.
  /// - Returns: its id.
  package mutating func add(_ shape: Shape) -> Shape.ID {
    shapes.append(shape)
    return shapes.count - 1
  }

  /// Whether names may be looked up in a value during rendering. What is known to be a text has no keys, so that those
  /// in its section are the names around it.
  func mayHaveKeys(_ id: Shape.ID) -> Bool {
    shapes[id].isFree && (id == Self.dynamic || shapes[id].printing != .text)
  }

  /// The shape with an id.
  package subscript(id: Shape.ID) -> Shape {
    get { shapes[id] }
    set { shapes[id] = newValue }
  }
}
