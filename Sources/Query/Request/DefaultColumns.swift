import Synchronization

/// The columns of requests that name none, by entity, made once. A book with a page for each customer has as many such
/// requests, each with all attributes as columns.
package final class DefaultColumns: Sendable {
  private let columns = Mutex<[Int: [FetchColumn]]>([:])

  package init() {}

  subscript(entity: Int) -> [FetchColumn]? {
    get { columns.withLock { $0[entity] } }
    set { columns.withLock { $0[entity] = newValue } }
  }
}
