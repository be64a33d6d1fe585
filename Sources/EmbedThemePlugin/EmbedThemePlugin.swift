import Foundation
import PackagePlugin

/// Runs EmbedTheme over Themes/default before Site is compiled.
@main
struct EmbedThemePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let theme = context.package.directoryURL.appending(path: "Themes/default")
    let output = context.pluginWorkDirectoryURL.appending(path: "BuiltInTheme.swift")
    let files =
      FileManager.default.enumerator(at: theme, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath } ?? []
    return [
      .buildCommand(
        displayName: "Embedding Themes/default", executable: try context.tool(named: "EmbedTheme").url,
        arguments: [theme.path(percentEncoded: false), output.path(percentEncoded: false)], inputFiles: files,
        outputFiles: [output])
    ]
  }
}
