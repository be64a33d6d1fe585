import Content
import Diagnostics
import FileSystem
import FrontMatter

/// A file of a theme.
struct ThemeFile: Sendable {
  /// The path within the theme.
  let path: String
  /// Where its bytes are.
  let source: Theme.Asset.Source

  /// The files of a theme's folder, names that begin with `.` or `_` left out.
  ///
  /// A file whose name is nearly right is an error, and is taken for the one that is meant, so that nothing more is
  /// said because of it.
  static func files(of folder: String) -> (files: [ThemeFile], diagnostics: [Diagnostic]) {
    var files: [ThemeFile] = []
    var misnamed: [ThemeFile] = []
    var diagnostics: [Diagnostic] = []
    func report(_ id: DiagnosticID, _ path: String, _ summary: String) {
      diagnostics.append(Diagnostic(id, at: SourceFile(path: path, bytes: []).range, summary))
    }
    func walk(_ below: String, _ parents: [FileSystem.Identity]) {
      let path = below.isEmpty ? folder : folder + "/" + below
      do {
        let identity = try FileSystem.identity(of: path)
        // A link may lead back to a folder that is being walked through.
        guard !parents.contains(identity) else { return }
        for entry in try FileSystem.entries(of: path)
        where !entry.name.hasPrefix(".") && !entry.name.hasPrefix("_") {
          let name = below.isEmpty ? entry.name : below + "/" + entry.name
          let location = folder + "/" + name
          switch FileSystem.kind(of: location) {
          case .file:
            guard let wanted = pathMeant(by: name) else {
              files.append(ThemeFile(path: name, source: .file(location)))
              continue
            }
            report(.nearMissFileName, location, "'\(name)' is not read; did you mean '\(wanted)'?")
            misnamed.append(ThemeFile(path: wanted, source: .file(location)))
          case .folder where name != "assets" && nearestName(to: name, among: ["assets"]) != nil:
            report(
              .nearMissFileName, location, "the folder of files to copy is 'assets', not '\(name)'")
          case .folder where parents.count < 16: walk(name, parents + [identity])
          case .folder: report(.unreadableFolder, location, "'\(name)' lies deeper than 16 folders")
          case .other, .link:
            report(.unreadableFile, location, "this is neither a file nor a folder; move it away")
          case nil: report(.unreadableFile, location, "the symbolic link leads nowhere")
          }
        }
      } catch {
        report(.unreadableFolder, path, "cannot read the folder: \(error.reason)")
      }
    }
    walk("", [])
    let paths = Set(files.map(\.path))
    return (files + misnamed.filter { !paths.contains($0.path) }, diagnostics)
  }

  /// The path that a file should have whose name is nearly that of a template or of theme.yml; nil for any other.
  private static func pathMeant(by path: String) -> String? {
    guard !path.hasPrefix("assets/") else { return nil }
    // Editors that hide endings add one of their own.
    let whole = path.lowercased().hasSuffix(".txt") ? path.dropLast(4) : path[...]
    guard let point = whole.lastIndex(of: ".") else { return nil }
    let stem = String(whole[..<point])
    let ending = String(whole[whole.index(after: point)...])
    let wanted: String
    if nearestName(to: ending, among: ["mustache"]) != nil {
      wanted = stem + ".mustache"
    } else if ["yml", "yaml"].contains(ending.lowercased()), nearestName(to: stem, among: ["theme"]) != nil {
      wanted = "theme.yml"
    } else {
      return nil
    }
    return wanted == path ? nil : wanted
  }

  /// The file as a source for diagnostics; nil and a diagnostic where it cannot be read.
  func sourceFile(_ diagnostics: inout [Diagnostic]) -> SourceFile? {
    switch source {
    case .builtIn(let text): return SourceFile(path: "default/" + path, bytes: text.bytes)
    case .file(let location):
      do {
        let limit = 1 << 20
        let file = SourceFile(path: location, bytes: try FileSystem.read(location, limit: limit))
        guard file.bytes.count <= limit else {
          diagnostics.append(
            Diagnostic(
              .fileTooLarge, at: SourceFile(path: location, bytes: []).range,
              "the file is larger than 1 MiB, the most docket reads"))
          return nil
        }
        guard let offset = firstInvalidUTF8(in: file.bytes) else { return file }
        diagnostics.append(notUTF8(at: offset, in: file))
      } catch {
        diagnostics.append(
          Diagnostic(
            .unreadableFile, at: SourceFile(path: location, bytes: []).range,
            "cannot read the file: \(error.reason)"))
      }
      return nil
    }
  }
}
