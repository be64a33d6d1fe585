import Diagnostics
import Records

/// The address of a form or of an action of a form: `/-/edit/Order/2026-0054`.
struct FormAddress: Sendable {
  /// The requested action.
  enum Verb: String {
    /// All forms, or the form of a record.
    case edit
    /// The form of a new record of an entity.
    case new
    /// The deletion of a record.
    case delete
    /// The values computed from what is typed in the form of an entity or record.
    case compute
    /// A search for records by part of their titles.
    case find
    /// A build of the site.
    case build
    /// The fix-its of a diagnostic.
    case fix
  }

  /// The parameters after the `?` of an address, besides values of keys. No key begins with a hyphen.
  enum Parameter: String {
    /// The number of the save that redirected here.
    case saved = "-saved"
    /// The number of the save that made a record a draft.
    case draft = "-draft"
    /// The title of the record that was deleted.
    case deleted = "-deleted"
    /// Present to wait for the diagnostics of the record.
    case found = "-found"
    /// The id of the record that a new one copies.
    case like = "-like"
    /// The field of another form for which a new record is created.
    case asking = "-for"
  }

  let verb: Verb
  /// The name of the entity.
  var entity: String?
  /// The id of the record.
  var id: String?

  init(_ verb: Verb, entity: String? = nil, id: String? = nil) {
    (self.verb, self.entity, self.id) = (verb, entity, id)
  }

  /// Parses the decoded path of a request without its leading slash; nil if it is not a form's address.
  init?(path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 2, parts[0] == "-", let verb = Verb(rawValue: parts[1]) else { return nil }
    let names = parts.dropFirst(2)
    let isComplete =
      switch verb {
      case .edit: names.count == 0 || names.count == 2
      case .new: names.count == 1
      case .delete: names.count == 2
      case .compute: names.count == 1 || names.count == 2
      case .find, .build, .fix: names.isEmpty
      }
    guard isComplete else { return nil }
    self.init(verb, entity: names.first, id: names.dropFirst().first)
  }

  /// The address with a parameter, percent-encoded for a link.
  func path(_ parameter: Parameter, _ value: String) -> String {
    "\(path)?\(parameter.rawValue)=\(PercentEncoding.path(value))"
  }

  /// The address, percent-encoded for a link.
  var path: String {
    "/-/\(verb.rawValue)" + [entity, id].compactMap { $0.map { "/" + PercentEncoding.path($0) } }.joined()
  }
}

extension FormAddress {
  /// The addresses of the forms of records, by the paths of their files.
  /// - Complexity: O(*n*) in the records.
  static func addresses(ofFilesAt paths: Set<String>, in graph: RecordGraph) -> [String: String] {
    var addresses: [String: String] = [:]
    for (table, records) in graph.tables.enumerated() where records.owners == nil {
      for row in 0..<records.count {
        let path = graph.file(of: row, in: table).source.path
        guard paths.contains(path) else { continue }
        let entity = graph.model.entities[graph.entity(of: row, in: table)].name
        addresses[path] = FormAddress(.edit, entity: entity, id: graph.id(of: row, in: table)).path
      }
    }
    return addresses
  }
}

extension FormFields {
  /// The value of a parameter of a form's address.
  subscript(parameter: FormAddress.Parameter) -> String? { self[parameter.rawValue] }
}
