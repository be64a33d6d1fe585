import Diagnostics
import FrontMatter

extension MappingReader {
  /// The value of `private`, which nothing heeds yet: true is an error, so that nobody relies on it.
  mutating func privateMark() -> Bool? {
    guard let isPrivate = boolean("private") else { return nil }
    if isPrivate, let node = value("private") {
      add(
        Diagnostic(
          .notYetPrivate, at: document.range(of: node),
          "'private: true' is not left out of anything yet; remove it, and what nobody may read"))
    }
    return isPrivate
  }
}
