import Foundation
import Testing

/// The rules of SARIF's schema that a log of docket's could break: which members an object must have, which it may
/// have, and of what kind they are.
///
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json
struct SARIFRules {
  let version: String

  /// Checks a log from its root down.
  func check(_ log: [String: Any]) throws {
    expect(log, "sarifLog", required: ["version", "runs"], optional: ["$schema"])
    #expect(log["version"] as? String == version)
    #expect(URL(string: log["$schema"] as? String ?? "")?.scheme == "https")
    for run in try objects(log["runs"]) { try checkRun(run) }
  }

  private func checkRun(_ run: [String: Any]) throws {
    expect(run, "run", required: ["tool", "results"], optional: ["columnKind", "newlineSequences"])
    #expect(["utf16CodeUnits", "unicodeCodePoints"].contains(run["columnKind"] as? String))
    let sequences = try #require(run["newlineSequences"] as? [String])
    #expect(!sequences.isEmpty && Set(sequences).count == sequences.count)
    let tool = try object(run["tool"])
    expect(tool, "tool", required: ["driver"], optional: [])
    let driver = try object(tool["driver"])
    expect(driver, "toolComponent", required: ["name"], optional: ["version", "rules"])
    let rules = try objects(driver["rules"])
    #expect(Set(rules.compactMap { $0["id"] as? String }).count == rules.count)
    for rule in rules { try checkRule(rule) }
    for result in try objects(run["results"]) { try checkResult(result, ruleCount: rules.count) }
  }

  private func checkRule(_ rule: [String: Any]) throws {
    expect(
      rule, "reportingDescriptor", required: ["id"],
      optional: ["shortDescription", "fullDescription", "help", "defaultConfiguration"])
    for key in ["shortDescription", "fullDescription", "help"] {
      try checkText(rule[key], optional: ["markdown"])
    }
    let configuration = try object(rule["defaultConfiguration"])
    expect(configuration, "reportingConfiguration", required: [], optional: ["level"])
    #expect(["none", "note", "warning", "error"].contains(configuration["level"] as? String))
  }

  private func checkResult(_ result: [String: Any], ruleCount: Int) throws {
    expect(
      result, "result", required: ["message"],
      optional: ["ruleId", "ruleIndex", "level", "locations", "relatedLocations", "fixes"])
    #expect((0..<ruleCount).contains(try #require(result["ruleIndex"] as? Int)))
    #expect(["none", "note", "warning", "error"].contains(result["level"] as? String))
    try checkText(result["message"], optional: [])
    for location in try objects(result["locations"]) + objects(result["relatedLocations"] ?? []) {
      expect(location, "location", required: [], optional: ["physicalLocation", "message"])
      if let message = location["message"] { try checkText(message, optional: []) }
      let physical = try object(location["physicalLocation"])
      expect(physical, "physicalLocation", required: ["artifactLocation"], optional: ["region"])
      try checkArtifact(physical["artifactLocation"])
      try checkRegion(physical["region"])
    }
    for fix in try objects(result["fixes"] ?? []) {
      expect(fix, "fix", required: ["artifactChanges"], optional: ["description"])
      try checkText(fix["description"], optional: [])
      let changes = try objects(fix["artifactChanges"])
      #expect(!changes.isEmpty)
      for change in changes {
        expect(change, "artifactChange", required: ["artifactLocation", "replacements"], optional: [])
        try checkArtifact(change["artifactLocation"])
        let replacements = try objects(change["replacements"])
        #expect(!replacements.isEmpty)
        for replacement in replacements {
          expect(replacement, "replacement", required: ["deletedRegion"], optional: ["insertedContent"])
          try checkRegion(replacement["deletedRegion"])
          try checkText(replacement["insertedContent"], optional: [])
        }
      }
    }
  }

  // MARK: Parts

  private func checkText(_ value: Any?, optional: [String]) throws {
    let text = try object(value)
    expect(text, "message", required: ["text"], optional: optional)
    for key in text.keys { #expect(text[key] is String) }
  }

  private func checkArtifact(_ value: Any?) throws {
    let artifact = try object(value)
    expect(artifact, "artifactLocation", required: ["uri"], optional: [])
    let uri = try #require(artifact["uri"] as? String)
    #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && URL(string: uri) != nil, "\(uri)")
  }

  private func checkRegion(_ value: Any?) throws {
    let region = try object(value)
    expect(region, "region", required: ["startLine"], optional: ["startColumn", "endLine", "endColumn"])
    let numbers = region.compactMapValues { $0 as? Int }
    #expect(numbers.count == region.count && numbers.values.allSatisfy { $0 >= 1 })
    let start = (numbers["startLine"] ?? 1, numbers["startColumn"] ?? 1)
    let end = (numbers["endLine"] ?? start.0, numbers["endColumn"] ?? .max)
    #expect(start <= end)
  }

  private func expect(_ object: [String: Any], _ name: String, required: [String], optional: [String]) {
    for key in required { #expect(object[key] != nil, "\(name) lacks \(key)") }
    let unknown = object.keys.filter { !required.contains($0) && !optional.contains($0) }
    #expect(unknown.isEmpty, "\(name) has \(unknown)")
  }

  private func object(_ value: Any?) throws -> [String: Any] { try #require(value as? [String: Any]) }

  private func objects(_ value: Any?) throws -> [[String: Any]] { try #require(value as? [[String: Any]]) }
}
