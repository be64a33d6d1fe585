/// Names for a sentence, separated by commas; of a long list, the first ones and the number of others.
package func enumeration(_ names: [String], limit: Int = 20) -> String {
  let shown = names.prefix(limit).joined(separator: ", ")
  return names.count > limit ? "\(shown) and \(names.count - limit) more" : shown
}

/// A number of things: `1 record`, `2 records`.
package func counted(_ count: Int, _ one: String, _ several: String) -> String {
  "\(count) \(count == 1 ? one : several)"
}
