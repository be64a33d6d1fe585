import Foundation
import PackagePlugin

/// Runs EmbedFiles over the files that a target has inside: the default theme, or the server's own.
@main
struct EmbedFilesPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let isServer = target.name == "Serving"
    let folder = isServer ? "Sources/Serving/Assets" : "Themes/default"
    let root = context.package.directoryURL.appending(path: folder)
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    let files =
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath } ?? []
    return [
      .buildCommand(
        displayName: "Embedding \(folder)", executable: try context.tool(named: "EmbedFiles").url,
        arguments: [
          root.path(percentEncoded: false), output.path(percentEncoded: false),
          isServer ? "ownFiles" : "builtInThemeFiles",
        ], inputFiles: files, outputFiles: [output])
    ]
  }
}
