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
  /// said because of it. A symbolic link must not leave the folder, nor lead to a folder that is read where it lies or by
  /// another link.
  static func files(of folder: String) -> (files: [ThemeFile], diagnostics: [Diagnostic]) {
    var walk = ThemeWalk(folder: folder, resolvedFolder: FileSystem.resolved(folder) ?? folder)
    walk.list("", depth: 0, isLinked: false)
    let paths = Set(walk.files.map(\.path))
    return (walk.files + walk.misnamed.filter { !paths.contains($0.path) }, walk.diagnostics)
  }

  /// The path that a file should have whose name is nearly that of a template or of theme.yml; nil for any other.
  fileprivate static func pathMeant(by path: String) -> String? {
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

/// A walk through a theme's folder.
private struct ThemeWalk {
  let folder: String
  let resolvedFolder: String
  var files: [ThemeFile] = []
  /// The files under the names that they should have.
  var misnamed: [ThemeFile] = []
  var diagnostics: [Diagnostic] = []
  /// The folders that links have led to.
  private var linked: Set<FileSystem.Identity> = []

  init(folder: String, resolvedFolder: String) {
    self.folder = folder
    self.resolvedFolder = resolvedFolder
  }

  private mutating func report(_ id: DiagnosticID, _ path: String, _ summary: String) {
    diagnostics.append(Diagnostic(id, at: SourceFile(path: path, bytes: []).range, summary))
  }

  /// Lists a folder and those in it.
  /// - Parameters:
  ///   - below: the folder's path within the theme; empty for the theme itself.
  ///   - isLinked: whether a symbolic link led to it, or to a folder that it lies in.
  mutating func list(_ below: String, depth: Int, isLinked: Bool) {
    let path = below.isEmpty ? folder : folder + "/" + below
    do throws(EnvironmentFailure) {
      if isLinked, !linked.insert(try FileSystem.identity(of: path)).inserted {
        return report(.unreadableFolder, path, "another symbolic link leads to the same folder")
      }
      for entry in try FileSystem.entries(of: path) where !entry.isIgnored {
        add(
          entry, at: below.isEmpty ? entry.name : below + "/" + entry.name, depth: depth, isLinked: isLinked)
      }
    } catch {
      report(.unreadableFolder, path, "cannot read the folder: \(error.reason)")
    }
  }

  private mutating func add(_ entry: FileSystem.Entry, at name: String, depth: Int, isLinked: Bool) {
    let location = folder + "/" + name
    var isLinked = isLinked
    if entry.kind == .link {
      switch FileSystem.target(ofLink: location, within: resolvedFolder) {
      case .nowhere: return report(.unreadableFile, location, "the symbolic link leads nowhere")
      case .outside(let target):
        return report(
          .linkLeavesContent, location, "the symbolic link leads out of the theme's folder, to '\(target)'")
      case .inside(let target):
        if FileSystem.kind(of: location) == .folder {
          guard FileSystem.isIgnored(target) else {
            return report(
              .unreadableFolder, location,
              "the symbolic link leads to '\(target.isEmpty ? folder : target)', which is read where it lies")
          }
          isLinked = true
        }
      }
    }
    switch FileSystem.kind(of: location) {
    case .file:
      guard let wanted = ThemeFile.pathMeant(by: name) else {
        files.append(ThemeFile(path: name, source: .file(location)))
        return
      }
      report(.nearMissFileName, location, "'\(name)' is not read; did you mean '\(wanted)'?")
      misnamed.append(ThemeFile(path: wanted, source: .file(location)))
    case .folder where name != "assets" && nearestName(to: name, among: ["assets"]) != nil:
      report(.nearMissFileName, location, "the folder of files to copy is 'assets', not '\(name)'")
    case .folder where depth < 16: list(name, depth: depth + 1, isLinked: isLinked)
    case .folder: report(.unreadableFolder, location, "'\(name)' lies deeper than 16 folders")
    case .other, .link: report(.unreadableFile, location, "this is neither a file nor a folder; move it away")
    case nil: report(.unreadableFile, location, "cannot read the file: \(FileSystem.reason())")
    }
  }
}
