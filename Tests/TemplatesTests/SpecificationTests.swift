import Diagnostics
import Foundation
import Templates
import Testing

/// The official tests of https://github.com/mustache/spec, version 1.4, all but the lambdas.
@Suite struct SpecificationTests {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let data: JSON
    let template: String
    let partials: [String: String]?
    let expected: String

    var testDescription: String { name }
  }

  private struct File: Decodable {
    let tests: [Case]
  }

  /// The folder with the tests: in `DOCKET_SHARED`, or beside any folder above this file.
  static let folder: URL? = {
    let shared = ProcessInfo.processInfo.environment["DOCKET_SHARED"].map { [URL(filePath: $0)] } ?? []
    var folders: [URL] = []
    var folder = URL(filePath: #filePath)
    while folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
      folders.append(folder.appending(path: "shared"))
    }
    return (shared + folders).map { $0.appending(path: "conformance/mustache") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  static let cases: [Case] = {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
      return []
    }
    return names.filter { $0.hasSuffix(".json") }.sorted().flatMap { name -> [Case] in
      guard let data = FileManager.default.contents(atPath: folder.appending(path: name).path) else {
        return []
      }
      return (try? JSONDecoder().decode(File.self, from: data))?.tests ?? []
    }
  }()

  @Test(.enabled(if: SpecificationTests.folder != nil, "the official tests are not on this machine"))
  func findsAllOfTheTests() {
    #expect(Self.cases.count == 184)
  }

  @Test(
    .enabled(if: SpecificationTests.folder != nil, "the official tests are not on this machine"),
    arguments: SpecificationTests.cases)
  func conformsToTheSpecification(to test: Case) throws {
    var files = ["main": test.template]
    for (name, text) in test.partials ?? [:] { files["partials/\(name)"] = text }
    var templates: [Template] = []
    for (name, text) in files {
      let parsed = TemplateParser.parse(SourceFile(path: name, text: text), name: name)
      #expect(!parsed.diagnostics.hasErrors)
      templates.append(parsed.template)
    }
    var compiler = TemplateCompiler(TemplateSet(templates), shapes: ShapeTable(), isLenient: true)
    let added = compiler.add("main", shapes: [ShapeTable.dynamic])
    let entry = try #require(added)
    let (program, diagnostics) = compiler.finish()
    #expect(diagnostics.isEmpty)
    let source = JSONSource(test.data)
    var renderer = TemplateRenderer(program)
    var output = Output()
    #expect(renderer.render(entry, [source.root], from: source, to: &output).isEmpty)
    #expect(String(decoding: output.bytes, as: UTF8.self) == test.expected)
  }
}
