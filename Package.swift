// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target of ours: no warning stays, and `any` and member imports are spelled out.
let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Settings of the tests: in a release build, too, they are compiled as they stand, in half the time. What they test is
/// optimized.
let testSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
  name: "docket",
  platforms: [.macOS(.v26)],
  products: [.executable(name: "docket", targets: ["docket"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    // The C library. The module map names what to link, so pkg-config is optional.
    .systemLibrary(
      name: "CCMark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]),

    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),

    // What Swift's module of the C library leaves out.
    .systemLibrary(name: "CSystem"),

    // The C library, whatever its name is on a system.
    .target(name: "Platform", swiftSettings: settings),
    // Every call of the operating system.
    .target(name: "FileSystem", dependencies: ["CSystem", "Platform"], swiftSettings: settings),
    // Source files, ranges, diagnostics and their printers.
    .target(name: "Diagnostics", dependencies: ["FileSystem"], swiftSettings: settings),
    // Values, the model and the graph of records. Knows neither files nor queries.
    .target(name: "Records", dependencies: ["Diagnostics"], swiftSettings: settings),
    // The strict subset of YAML: read with places, and edited by byte ranges.
    .target(name: "FrontMatter", dependencies: ["Diagnostics"], swiftSettings: settings),
    // Regular expressions in linear time. Of Records only the folding of text.
    .target(name: "Patterns", dependencies: ["Records"], swiftSettings: settings),
    // How languages write dates, numbers and amounts. Depends on nothing.
    .target(name: "Locale", swiftSettings: settings),
    // CommonMark with tables to HTML; the only import of CCMark. Knows nothing of records.
    .target(name: "Markdown", dependencies: ["CCMark", "Diagnostics"], swiftSettings: settings),
    // Mustache. Knows nothing of records.
    .target(name: "Templates", dependencies: ["Diagnostics"], swiftSettings: settings),
    // The language of where, sort, derived and formula, type-checked against the model.
    .target(
      name: "Query", dependencies: ["Diagnostics", "Records", "Patterns"], swiftSettings: settings),
    // Files to a graph and pages.
    .target(
      name: "Content",
      dependencies: [
        "FileSystem", "Diagnostics", "Records", "FrontMatter", "Patterns", "Query",
      ],
      swiftSettings: settings),
    // Bytes as a square of modules. Depends on nothing.
    .target(name: "QRCode", swiftSettings: settings),
    // A database of SQLite in memory; the only import of CSQLite. Depends on nothing.
    .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: settings),
    // Results as CSV, JSON, text and workbooks, books as databases and ledgers, the model's outline, diagram and schema.
    .target(
      name: "Exports", dependencies: ["Diagnostics", "Records", "FrontMatter", "Query", "Content", "SQLite"],
      swiftSettings: settings),
    // The output folder: what is written, kept, removed and locked. Knows nothing of records.
    .target(name: "Publishing", dependencies: ["FileSystem", "Diagnostics"], swiftSettings: settings),
    // Values in the site's language and the theme's words. Of Templates only the output.
    .target(
      name: "Formatting", dependencies: ["Records", "Query", "Content", "Locale", "Templates"],
      swiftSettings: settings),
    // Results as pictures: bars, lines and sparklines. Knows nothing of pages.
    .target(
      name: "Charts",
      dependencies: ["Diagnostics", "Records", "Locale", "Query", "Templates", "Exports", "Formatting"],
      swiftSettings: settings),
    // The graph to pages.
    .target(
      name: "Site",
      dependencies: [
        "FileSystem", "Diagnostics", "Records", "FrontMatter", "Query", "Content", "Locale", "Markdown",
        "Templates", "Exports", "Publishing", "QRCode", "Formatting", "Charts",
      ],
      swiftSettings: settings, plugins: ["EmbedFilesPlugin"]),
    // Edits of records as byte ranges, validated before they are written.
    .target(
      name: "Editing",
      dependencies: [
        "FileSystem", "Diagnostics", "Records", "FrontMatter", "Patterns", "Locale", "Query", "Content",
      ],
      swiftSettings: settings),
    // The local server: watch, reload, forms. The only import of FlyingFox, of which it takes the sockets.
    .target(
      name: "Serving",
      dependencies: [
        "FileSystem", "Diagnostics", "FrontMatter", "Records", "Query", "Content", "Locale", "Markdown",
        "Editing", "History", "Publishing", "Site",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ], exclude: ["Assets"], swiftSettings: settings, plugins: ["EmbedFilesPlugin"]),
    // A book at any commit, and what changed between two. Asks git's own program.
    .target(
      name: "History",
      dependencies: ["FileSystem", "Diagnostics", "Records", "FrontMatter", "Query", "Content", "Exports"],
      swiftSettings: settings),
    // The commands, and the only import of ArgumentParser.
    .target(
      name: "DocketCommands",
      dependencies: [
        "FileSystem", "Diagnostics", "FrontMatter", "Records", "Query", "Content", "Exports", "Publishing",
        "Site",
        "Editing", "History",
        "Serving", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: settings),
    .executableTarget(name: "docket", dependencies: ["DocketCommands"], swiftSettings: settings),

    // How long a live book takes after a changed file.
    .executableTarget(
      name: "BookBenchmark", dependencies: ["Content", "FileSystem", "Records"],
      path: "Tests/Benchmarks/Book",
      swiftSettings: settings),

    // Writes Themes/default and the server's own files into the program, so that one binary is all.
    .executableTarget(name: "EmbedFiles", swiftSettings: settings),
    .plugin(
      name: "EmbedFilesPlugin", capability: .buildTool(), dependencies: ["EmbedFiles"],
      path: "Sources/EmbedFilesPlugin"),

    .target(
      name: "TestSupport", dependencies: ["CSystem", "Diagnostics", "Platform"], path: "Tests/TestSupport",
      swiftSettings: testSettings),
    .testTarget(
      name: "FileSystemTests", dependencies: ["FileSystem", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "DiagnosticsTests", dependencies: ["Diagnostics", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "RecordsTests", dependencies: ["Records", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "FrontMatterTests", dependencies: ["FrontMatter", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "PatternsTests", dependencies: ["Patterns", "Records", "TestSupport"], swiftSettings: testSettings
    ),
    .testTarget(name: "LocaleTests", dependencies: ["Locale", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "MarkdownTests", dependencies: ["Markdown", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "QueryTests", dependencies: ["Query", "Records", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "ContentTests", dependencies: ["Content", "FileSystem", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "TemplatesTests", dependencies: ["Templates", "TestSupport"], swiftSettings: testSettings),
    .target(
      name: "ResultFixtures", dependencies: ["Exports"], path: "Tests/ResultFixtures",
      swiftSettings: testSettings),
    .testTarget(
      name: "ExportsTests", dependencies: ["Exports", "ResultFixtures"], swiftSettings: testSettings),
    .testTarget(
      name: "PublishingTests", dependencies: ["Publishing", "FileSystem", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "ChartsTests", dependencies: ["Charts", "Formatting", "ResultFixtures", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "SiteTests", dependencies: ["Site", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "HistoryTests",
      dependencies: ["FileSystem", "Diagnostics", "Records", "Content", "History", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "EditingTests", dependencies: ["Editing", "Exports", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "ServingTests",
      dependencies: ["docket", "Content", "FileSystem", "Records", "Serving", "Site", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "CommandTests", dependencies: ["docket", "Query", "TestSupport"],
      exclude: ["Fixtures", "Scripts"], swiftSettings: testSettings),
  ]
)
