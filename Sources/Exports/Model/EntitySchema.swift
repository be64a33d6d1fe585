import Content
import Diagnostics
import Records

/// The front matter of an entity's records as a JSON Schema (draft 7), for completion and checks in editors.
///
/// It states what may be written, as far as a schema can. It does not know other records, rules and computed
/// values, so only `docket check` is authoritative. YAML parsers read `12.50` as a number and `12.50 USD` as
/// text, so most keys accept both.
package struct EntitySchema {
  /// A mark in every schema written by docket, by which docket recognizes its own.
  package static let mark = "docket export schema"

  private let model: Model
  /// The entity whose records it describes.
  package let entity: Entity

  /// Makes the schema of an entity with a folder.
  package init(_ entity: Entity, of model: Model) {
    self.model = model
    self.entity = entity
  }

  /// The name of the entity's file: `Order.schema.json`.
  package var fileName: String { "\(entity.name).schema.json" }

  package var bytes: [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.string("$schema", "http://json-schema.org/draft-07/schema#")
      $0.string("$comment", Self.mark)
      $0.string("title", entity.label)
      write(entity, isInside: false, to: &$0)
    }
    return json.bytes
  }

  // MARK: Records

  private func write(_ entity: Entity, isInside: Bool, to json: inout JSONWriter) {
    json.string("type", "object")
    json.object("properties") { json in
      for attribute in entity.attributes where attribute.derived == nil {
        json.object(attribute.name.text) { write(attribute, to: &$0) }
      }
      for relationship in entity.relationships { write(relationship, to: &json) }
      guard !isInside else { return }
      json.object("draft") {
        $0.string("title", "Whether it is left out of everything")
        writeBoolean(to: &$0)
      }
      json.object("was") {
        $0.string("title", "The ids it had before")
        writeList(of: writeID, to: &$0)
      }
      json.object("lints") {
        $0.string("title", "The lints that are turned off for it")
        $0.types("object", "null")
        $0.object("properties") {
          for lint in Lint.ids { $0.object(lint.rawValue) { writeBoolean(to: &$0) } }
        }
        $0.boolean("additionalProperties", false)
      }
    }
    let required =
      entity.attributes.filter(\.mustBeWritten).map(\.name.text)
      + entity.relationships.filter { $0.mustBeWritten(in: model) && !$0.isMany }.map(\.name)
    if !required.isEmpty {
      json.array("required") { for name in required { $0.string(nil, name) } }
    }
    json.boolean("additionalProperties", false)
  }

  private func write(_ relationship: Relationship, to json: inout JSONWriter) {
    let destination = model.entities[relationship.destination]
    switch relationship.origin {
    case .computed, .owner: return
    case .owned:
      json.object(relationship.name) {
        $0.string("title", relationship.label)
        $0.types("array", "null")
        $0.object("items") { write(destination, isInside: true, to: &$0) }
      }
    case .written:
      json.object(relationship.name) {
        $0.string("title", relationship.label)
        $0.string("description", "The id of a record: \(destination.label)")
        if relationship.isMany {
          writeList(of: writeID, to: &$0)
        } else {
          writeID(to: &$0)
        }
      }
    }
  }

  /// An id: to YAML, `22.10`, `true` and `null` are no texts.
  private func writeID(to json: inout JSONWriter) { json.types("string", "number", "boolean", "null") }

  // MARK: Attributes

  private func write(_ attribute: Attribute, to json: inout JSONWriter) {
    json.string("title", attribute.label)
    if let expression = attribute.expression {
      json.string("description", "Computed where it is not written: \(expression.text)")
    } else if let value = attribute.defaultValue {
      json.string("description", "Where it is not written: \(value.text)")
    }
    guard attribute.choices.isEmpty || attribute.type == .tags else {
      return writeChoices(attribute.choices, mayBeEmpty: true, to: &json)
    }
    switch attribute.type {
    case .string, .text:
      json.types("string", "number", "boolean", "null")
      if let length = attribute.minLength { json.number("minLength", length) }
      if let length = attribute.maxLength { json.number("maxLength", length) }
    case .email, .url:
      json.types("string", "null")
      // Accepts non-ASCII characters.
      json.string("format", attribute.type == .email ? "idn-email" : "iri")
    case .tags:
      writeList(
        of: {
          if attribute.choices.isEmpty {
            $0.types("string", "number", "boolean", "null")
          } else {
            writeChoices(attribute.choices, mayBeEmpty: false, to: &$0)
          }
        }, to: &json)
    case .date:
      json.types("string", "null")
      json.string("pattern", #"^\d{4}-\d{2}-\d{2}$"#)
    case .boolean: writeBoolean(to: &json)
    case .currency:
      json.types("string", "null")
      json.string("pattern", "^[A-Z]{3}$")
    case .integer:
      json.types("integer", "string", "null")
      json.string("pattern", #"^-?\d[\d _]*$"#)
      writeBounds(of: attribute, to: &json)
    case .decimal:
      json.types("number", "string", "null")
      json.string("pattern", #"^-?\d[\d _]*(\.\d+)?( ?%)?$"#)
      writeBounds(of: attribute, to: &json)
    case .money:
      json.types("number", "string", "null")
      json.string("pattern", #"^-?\d[\d _]*(\.\d+)?( [A-Z]{3})?$"#)
      writeBounds(of: attribute, to: &json)
    }
  }

  /// The allowed values: as texts, and as the values that YAML parsers make of words such as `yes`.
  /// - Parameter mayBeEmpty: whether null is also allowed.
  private func writeChoices(_ choices: [SourceText], mayBeEmpty: Bool, to json: inout JSONWriter) {
    json.array("enum") {
      for choice in choices { $0.string(nil, choice.text) }
      for choice in choices {
        switch choice.text.lowercased() {
        case "true": $0.boolean(nil, true)
        case "false": $0.boolean(nil, false)
        default:
          if let number = try? Decimal(parsing: choice.text.utf8.span, percent: true) {
            $0.number(nil, spelled: number.description)
          }
        }
      }
      if mayBeEmpty { $0.string(nil, orNull: nil) }
    }
  }

  /// The bounds of a number, which do not apply to text.
  private func writeBounds(of attribute: Attribute, to json: inout JSONWriter) {
    for (key, bound) in [("minimum", attribute.minimum), ("maximum", attribute.maximum)] {
      if let number = bound.flatMap({ Decimal($0.text) }) { json.number(key, spelled: number.description) }
    }
  }

  private func writeBoolean(to json: inout JSONWriter) {
    json.array("anyOf") {
      $0.object { $0.types("boolean", "null") }
      // Quoted values, and words that YAML 1.2 reads as text, in any case.
      $0.object {
        $0.string("type", "string")
        $0.string(
          "pattern", "^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[Yy][Ee][Ss]|[Nn][Oo]|[Oo][Nn]|[Oo][Ff][Ff])$")
      }
    }
  }

  /// A list, or a single element in place of a list, or null.
  private func writeList(of element: (inout JSONWriter) -> Void, to json: inout JSONWriter) {
    json.array("anyOf") {
      $0.object(nil) {
        $0.string("type", "array")
        $0.object("items", element)
      }
      $0.object(nil, element)
      $0.object { $0.string("type", "null") }
    }
  }
}

extension JSONWriter {
  /// The allowed types of a value.
  fileprivate mutating func types(_ names: String...) {
    array("type") { for name in names { $0.string(nil, name) } }
  }
}
