import Content
import Diagnostics
import FileSystem
import FrontMatter

struct ThemeFile: Sendable {
  /// The path within the theme.
  let path: String
  /// The location of its bytes.
  let source: Theme.Asset.Source

  /// The files of a theme's folder, except those whose names begin with `.` or `_`.
  ///
  /// A misspelled file name is an error. The file is then used under the right name, to avoid further errors.
  /// A symbolic link must not leave the folder, or lead to a folder that is already read directly or through
  /// another link.
  static func files(of theme: any ContentSource) async -> (files: [ThemeFile], diagnostics: [Diagnostic]) {
    var listing = ThemeListing(theme: theme)
    do throws(EnvironmentFailure) {
      let entries = try await theme.list(withStamps: false).filter {
        !$0.isIgnored && !$0.isBeside && String($0.path.fileName).nameInICloud == nil
      }
      listing.paths = Set(entries.map(\.path))
      for entry in entries { listing.add(entry) }
    } catch {
      listing.report(.unreadableFolder, nil, "cannot read the folder: \(error.reason)")
    }
    let paths = Set(listing.files.map(\.path))
    return (listing.files + listing.misnamed.filter { !paths.contains($0.path) }, listing.diagnostics)
  }

  /// The right path for a misspelled template or theme.yml; nil for any other file.
  fileprivate static func suggestedPath(for path: String) -> String? {
    // What has such an ending was put aside.
    guard !path.hasPrefix("assets/"), ![".bak", ".orig", ".swp"].contains(where: path.hasSuffix) else {
      return nil
    }
    // Editors that hide extensions add their own.
    let whole =
      path.backedUpPath?[...] ?? (path.lowercased().hasSuffix(".txt") ? path.dropLast(4) : path[...])
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

  /// A diagnostic for an unresolved merge conflict in a style sheet or script; nil if there is none.
  var conflictInText: Diagnostic? {
    guard case .file(let path, let theme) = source, path.hasSuffix(".css") || path.hasSuffix(".js"),
      let bytes = try? theme.read(path, limit: SourceFile.maximumSize)
    else { return nil }
    let file = SourceFile(path: theme.root + "/" + path, bytes: bytes)
    return mergeConflict(in: 0..<bytes.count, of: file, isWhole: true)
  }

  /// The source file for diagnostics; nil, with a diagnostic, if it cannot be read.
  func sourceFile(_ diagnostics: inout [Diagnostic]) -> SourceFile? {
    switch source {
    case .builtIn(let text): return SourceFile(path: "default/" + self.path, bytes: text.bytes)
    case .file(let path, let theme):
      let bytes = Result { () throws(EnvironmentFailure) in
        try theme.read(path, limit: SourceFile.maximumSize)
      }
      switch SourceFile.read(theme.root + "/" + path, bytes) {
      case .success(let file):
        guard let offset = firstInvalidUTF8(in: file.bytes) else { return file }
        diagnostics.append(notUTF8(at: offset, in: file))
      case .failure(let error): diagnostics.append(error)
      }
      return nil
    }
  }
}

/// Collects the files in a theme's folder.
private struct ThemeListing {
  let theme: any ContentSource
  /// The paths of everything in the folder.
  var paths: Set<String> = []
  var files: [ThemeFile] = []
  /// The misspelled files, under their right names.
  var misnamed: [ThemeFile] = []
  var diagnostics: [Diagnostic] = []
  /// The folders with misspelled names of `assets`.
  var misnamedFolders: Set<Substring> = []

  /// - Parameter path: the path within the theme; nil for the theme itself.
  mutating func report(_ id: DiagnosticID, _ path: String?, _ summary: String) {
    let location = path.map { theme.root + "/" + $0 } ?? theme.root
    diagnostics.append(Diagnostic(id, at: SourceRange(fileAt: location), summary))
  }

  mutating func add(_ entry: ContentEntry) {
    let path = entry.path
    if let slash = path.firstIndex(of: "/") {
      let folder = path[..<slash]
      if folder != "assets", nearestName(to: String(folder), among: ["assets"]) != nil {
        if misnamedFolders.insert(folder).inserted {
          report(
            .nearMissFileName, String(folder), "the folder of files to copy is 'assets', not '\(folder)'")
        }
        return
      }
    }
    switch entry.kind {
    case .file:
      if let original = path.backedUpPath, paths.contains(original),
        original == "theme.yml" || original.hasSuffix(".mustache"), !path.hasPrefix("assets/")
      {
        diagnostics.append(backupDiagnostic(at: theme.root + "/" + path, name: path, of: original))
        return
      }
      guard let wanted = ThemeFile.suggestedPath(for: path) else {
        files.append(ThemeFile(path: path, source: .file(path, of: theme)))
        return
      }
      report(.nearMissFileName, path, "'\(path)' is not read; did you mean '\(wanted)'?")
      misnamed.append(ThemeFile(path: wanted, source: .file(path, of: theme)))
    case .link(nil): report(.unreadableFile, path, "the symbolic link leads nowhere")
    case .link(let target?):
      report(.linkLeavesContent, path, "the symbolic link leads out of the theme's folder, to '\(target)'")
    case .special: report(.unreadableFile, path, "this is neither a file nor a folder; move it away")
    case .folder(let reason): report(.unreadableFolder, path, "cannot read the folder: \(reason)")
    }
  }
}
