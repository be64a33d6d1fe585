/// A text with places marked `1️⃣` to `9️⃣`, and the byte offset of each in the text without the marks.
package struct MarkedText {
  /// The text without its marks.
  package let text: String
  /// The UTF-8 offset of each mark in `text`.
  package let offsets: [Character: Int]

  /// Takes the marks out of a text.
  package init(_ marked: String) {
    var text = ""
    var offsets: [Character: Int] = [:]
    for character in marked {
      if "1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣9️⃣".contains(character) {
        offsets[character] = text.utf8.count
      } else {
        text.append(character)
      }
    }
    self.text = text
    self.offsets = offsets
  }
}
