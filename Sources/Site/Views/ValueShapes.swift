import Records
import Templates

struct ValueShapes {
  let text: Shape.ID
  let number: Shape.ID
  let money: Shape.ID
  let date: Shape.ID
  let boolean: Shape.ID
  let tags: Shape.ID
  /// A text without choices.
  private let freeText: Shape.ID
  /// A value whose type depends on the record.
  let any: Shape.ID

  init(text: Shape.ID, flag: Shape.ID, _ table: inout ShapeTable) {
    func printing<Fields: ViewFields>(_ name: String, _ fields: Fields.Type, _ shape: (Fields) -> Shape.ID)
      -> Shape.ID
    {
      let id = table.object(name, fields, shape)
      table[id].printing = .text
      return id
    }
    self.text = text
    freeText = table.add(Shape("text", printing: .text))
    table[freeText].isFreeText = true
    number = printing("a number", NumberFields.self) { $0 == .isZero ? flag : text }
    let amount = printing("an amount", AmountFields.self) { _ in text }
    let amounts = table.add(Shape("amounts", element: amount))
    money = printing("an amount of money", MoneyFields.self) { field in
      switch field {
      case .plain: text
      case .amounts: amounts
      case .isNegative, .isZero: flag
      }
    }
    date = printing("a date", DateFields.self) { _ in text }
    boolean = table.add(Shape("true or false", printing: .text))
    tags = table.add(Shape("tags", element: text))
    any = printing("a value", ValueFields.self) { _ in text }
  }

  func shape(of attribute: Attribute) -> Shape.ID {
    switch attribute.type {
    case .string, .text: attribute.choices.isEmpty && attribute.pattern == nil ? freeText : text
    case .email, .url, .currency: text
    case .integer, .decimal: number
    case .money: money
    case .boolean: boolean
    case .date: date
    case .tags: tags
    }
  }
}

/// The shapes of tables and of the generic lists of a record.
struct TableShapes {
  let table: Shape.ID
  let fields: Shape.ID
  let lists: Shape.ID

  init(text: Shape.ID, flag: Shape.ID, html: Shape.ID, value: Shape.ID, _ shapes: inout ShapeTable) {
    let items = shapes.list("items", of: "an item", ItemFields.self) { $0 == .isFirst ? flag : text }
    let cells = shapes.list("cells", of: "a cell", CellFields.self) { field in
      switch field {
      case .items: items
      case .value: value
      case .svg: html
      case .url, .type, .label, .name: text
      case .isMissing, .isNumber, .isBoolean, .isTrue, .isFirst, .isAdded, .isState: flag
      }
    }
    let rows = shapes.list("rows", of: "a row", RowFields.self) { $0 == .cells ? cells : text }
    let sections = shapes.list("sections", of: "a section", SectionFields.self) { field in
      switch field {
      case .rows: rows
      case .totals: cells
      case .title, .count, .totalLabel: text
      }
    }
    let columns = shapes.list("columns", of: "a column", ColumnFields.self) { field in
      switch field {
      case .isNumber, .isTotal, .isAscending, .isDescending, .isSortable: flag
      case .label, .name, .type, .url: text
      }
    }
    table = shapes.object("a table", TableFields.self) { field in
      switch field {
      case .isEmpty, .isAdded, .isInside: flag
      case .columns: columns
      case .rows: rows
      case .sections: sections
      case .totals: cells
      case .name, .label, .count, .columnCount, .csv, .json, .more, .totalLabel: text
      }
    }
    lists = shapes.add(Shape("lists", element: table))
    fields = shapes.list("fields", of: "a field", FieldFields.self) { field in
      switch field {
      case .items: items
      case .value: value
      case .name, .label, .type, .url, .part: text
      case .isMissing, .isNumber, .isBoolean, .isTrue, .isLong, .isTitle, .isAdded, .isState, .isTotal,
        .isUsed, .isPart, .isZero:
        flag
      }
    }
  }
}
