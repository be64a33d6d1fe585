// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target of ours: no warning stays, and `any` and member imports are spelled out.
let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "docket",
  platforms: [.macOS(.v26)],
  products: [.executable(name: "docket", targets: ["docket"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // The C libraries. The module maps name what to link, so pkg-config is optional.
    .systemLibrary(
      name: "CCMark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]),
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),

    // The leaf: source files, ranges, diagnostics and their printers. Depends on nothing.
    .target(name: "Diagnostics", swiftSettings: settings),
    // Values, the model and the graph of records. Knows neither files nor queries.
    .target(name: "Records", dependencies: ["Diagnostics"], swiftSettings: settings),
    // The only import of CLibYAML.
    .target(name: "YAML", dependencies: ["CLibYAML", "Diagnostics"], swiftSettings: settings),
    // The language of where, sort, derived and formula, type-checked against the model.
    .target(name: "Query", dependencies: ["Diagnostics", "Records"], swiftSettings: settings),
    // Files to a graph and pages.
    .target(
      name: "Content", dependencies: ["Diagnostics", "Records", "YAML", "Query"], swiftSettings: settings),
    // Mustache. Knows nothing of records.
    .target(name: "Templates", dependencies: ["Diagnostics"], swiftSettings: settings),
    // The graph to pages to files; the only import of CCMark.
    .target(
      name: "Site",
      dependencies: ["CCMark", "Diagnostics", "Records", "YAML", "Query", "Content", "Templates"],
      swiftSettings: settings, plugins: ["EmbedThemePlugin"]),
    // The commands, and the only import of ArgumentParser.
    .target(
      name: "DocketCommands",
      dependencies: [
        "Diagnostics", "Records", "Query", "Content", "Site",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: settings),
    .executableTarget(name: "docket", dependencies: ["DocketCommands"], swiftSettings: settings),

    // Writes Themes/default into the program, so that one binary makes a site.
    .executableTarget(name: "EmbedTheme", swiftSettings: settings),
    .plugin(
      name: "EmbedThemePlugin", capability: .buildTool(), dependencies: ["EmbedTheme"],
      path: "Sources/EmbedThemePlugin"),

    .target(
      name: "TestSupport", dependencies: ["Diagnostics"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "DiagnosticsTests", dependencies: ["Diagnostics", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "RecordsTests", dependencies: ["Records", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "YAMLTests", dependencies: ["YAML", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "QueryTests", dependencies: ["Query", "Records", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "ContentTests", dependencies: ["Content", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "TemplatesTests", dependencies: ["Templates", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "SiteTests", dependencies: ["Site", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "CommandTests", dependencies: ["docket", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: settings),
  ]
)
