/// Names in a sentence, separated by commas; of a long list the first ones, and how many more there are.
package func enumeration(_ names: [String], limit: Int = 20) -> String {
  let shown = names.prefix(limit).joined(separator: ", ")
  return names.count > limit ? "\(shown) and \(names.count - limit) more" : shown
}
