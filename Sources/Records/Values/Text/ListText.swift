/// A list of texts as one text, so that different lists have different texts: one with the separator's mark in it, or
/// with a quotation mark at its start, is in quotation marks, and those in it are doubled.
/// - Parameter separator: what stands between the texts: a mark and a space.
package func listText(_ texts: some Sequence<String>, separator: String) -> String {
  texts.map { text in
    let needsQuotes = text.utf8.contains(separator.utf8.first ?? 0) || text.utf8.first == UInt8(ascii: "\"")
    return needsQuotes ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }.joined(separator: separator)
}
