import CSQLite

/// An error reported by SQLite.
package struct SQLiteFailure: Error, CustomStringConvertible {
  /// The message, with the SQL statement if there was one.
  package let description: String

  fileprivate init(_ connection: OpaquePointer?, _ statement: String) {
    let reason = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "out of memory"
    description = "SQLite: \(reason)" + (statement.isEmpty ? "" : ", in: \(statement)")
  }
}

/// An SQLite database in memory, whose bytes are those of a database file.
///
///     let database = try Database()
///     try database.execute("CREATE TABLE note (text TEXT)")
///     let insert = try database.prepare("INSERT INTO note VALUES (?)")
///     try insert.run([.text("Settled")])
///     let bytes = try database.bytes()
package final class Database {
  private let connection: OpaquePointer

  /// Opens an empty database.
  package init() throws(SQLiteFailure) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
    guard code == SQLITE_OK, let opened else {
      let failure = SQLiteFailure(opened, "")
      sqlite3_close(opened)
      throw failure
    }
    connection = opened
  }

  deinit { sqlite3_close_v2(connection) }

  /// Runs statements without results.
  package func execute(_ sql: String) throws(SQLiteFailure) {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else {
      throw SQLiteFailure(connection, sql)
    }
  }

  /// Compiles a statement.
  package func prepare(_ sql: String) throws(SQLiteFailure) -> Statement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw SQLiteFailure(connection, sql)
    }
    return Statement(statement, of: self, sql: sql)
  }

  /// The bytes of the database as a file.
  package func bytes() throws(SQLiteFailure) -> [UInt8] {
    var size: sqlite3_int64 = 0
    guard let start = sqlite3_serialize(connection, "main", &size, 0) else {
      throw SQLiteFailure(connection, "")
    }
    defer { sqlite3_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: Int(size)))
  }

  fileprivate func failure(_ sql: String) -> SQLiteFailure { SQLiteFailure(connection, sql) }
}

/// A compiled statement.
package final class Statement {
  /// A value of a column.
  package enum Value: Sendable, Equatable {
    /// The storage classes of SQLite, except blobs.
    case null, integer(Int), real(Double), text(String)
  }

  private let statement: OpaquePointer
  private let database: Database
  private let sql: String

  fileprivate init(_ statement: OpaquePointer, of database: Database, sql: String) {
    self.statement = statement
    self.database = database
    self.sql = sql
  }

  deinit { sqlite3_finalize(statement) }

  /// Runs the statement once.
  /// - Parameter values: the values of its parameters, in order.
  package func run(_ values: [Value]) throws(SQLiteFailure) {
    for (index, value) in values.enumerated() { try bind(value, at: Int32(truncatingIfNeeded: index + 1)) }
    let code = sqlite3_step(statement)
    guard code == SQLITE_DONE || code == SQLITE_ROW, sqlite3_reset(statement) == SQLITE_OK else {
      throw database.failure(sql)
    }
  }

  private func bind(_ value: Value, at place: Int32) throws(SQLiteFailure) {
    let code =
      switch value {
      case .null: sqlite3_bind_null(statement, place)
      case .integer(let number): sqlite3_bind_int64(statement, place, sqlite3_int64(number))
      case .real(let number): sqlite3_bind_double(statement, place, number)
      case .text(let text):
        // SQLite copies the text, which is only valid during the call.
        sqlite3_bind_text(
          statement, place, text, Int32(truncatingIfNeeded: text.utf8.count),
          unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
    guard code == SQLITE_OK else { throw database.failure(sql) }
  }
}
