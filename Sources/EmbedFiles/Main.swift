import Foundation

/// Writes the files of a folder as a Swift source: `EmbedFiles FOLDER OUTPUT.swift NAME`.
@main
enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else { throw Usage() }
    let root = URL(filePath: arguments[1], directoryHint: .isDirectory)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path(percentEncoded: false))
      .filter { !root.appending(path: $0).hasDirectoryPath }
      .filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
      .sorted()
    var source = """
      /// The files of \(root.lastPathComponent), in path order, as they were when the program was built.
      let \(arguments[3]): [(path: String, content: StaticString)] = [

      """
    for path in paths {
      var isFolder: ObjCBool = false
      let file = root.appending(path: path).path(percentEncoded: false)
      guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue else {
        continue
      }
      let text = try String(contentsOfFile: file, encoding: .utf8)
      source += "  (path: \(literal(path)), content: \(literal(text))),\n"
    }
    source += "]\n"
    // What is there already keeps its time, so that nothing is compiled again for it.
    if (try? String(contentsOfFile: arguments[2], encoding: .utf8)) == source { return }
    try source.write(toFile: arguments[2], atomically: true, encoding: .utf8)
  }

  /// A Swift string literal; the files are text, so escapes suffice.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\0"..<" ": literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  /// What is wrong with the command line.
  struct Usage: Error, CustomStringConvertible {
    let description = "usage: EmbedFiles FOLDER OUTPUT.swift NAME"
  }
}
