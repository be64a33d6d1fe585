import Foundation
import TestSupport
import Testing

struct ServedPagesTests {
  private static var line: Regex<Substring> {
    /<script src="\/-\/live\.js"(?: data-(?:mark|head|theme)="\w+"){3} data-change="\{0\} → \{1\}"><\/script>\n/
  }

  @Test func everyFileIsWhatABuildWritesAndPagesHaveOneLineMore() async throws {
    let site = try await ServedSite()
    let build = try await Program.docket(in: site.folder.path).run("build")
    try #require(build.status == 0, "\(build.error)")
    let root = site.folder.path("Site")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root).filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder)
        && !isFolder.boolValue
        && !path.hasPrefix(".")
    }
    #expect(paths.count > 20)
    for path in paths {
      let answer = try await site.ask("/" + path)
      #expect(answer.status == 200, "\(path)")
      let lines = answer.body.matches(of: Self.line).count
      #expect(lines == (path.hasSuffix(".html") ? 1 : 0), "\(path)")
      #expect(answer.body.replacing(Self.line, with: "") == (try site.folder.text("Site/" + path)), "\(path)")
    }
    #expect(try await site.ask("/").body == site.ask("/index.html").body)
    #expect(try await site.ask("/orders/").body == site.ask("/orders/index.html").body)
  }

  /// Without scripts, a page leads to the form of its record.
  @Test func aPageLeadsToItsFormWithoutScripts() async throws {
    let page = try await ServedSite("--edit").ask("/orders/2026/o1.html").body
    let link =
      "<noscript data-tools><p><a href=\"/-/edit/Order/o1\">Edit</a> <a href=\"/-/new/Order\">New Order</a> </p></noscript>"
    #expect(page.contains(link + "<script src=\"/-/live.js\""), "\(page.suffix(600))")
    #expect(try await !ServedSite().ask("/orders/2026/o1.html").body.contains("<noscript"))
  }

  /// The script writes what a figure was and is with it.
  @Test func aPageFromTheRightHasAnArrowToTheLeft() async throws {
    let site = try await ServedSite(adding: ["Content/site.yml": "title: Shed\nlanguage: ar\n"])
    #expect(
      try await site.ask("/orders/2026/o1.html").body.contains(
        " data-change=\"\u{2067}\u{2068}{0}\u{2069} ← \u{2068}{1}\u{2069}\u{2069}\"></script>"))
  }

  @Test func nothingButTheSiteIsServed() async throws {
    let site = try await ServedSite()
    let dots = ["..", "%2e%2e", "%2E.", ".%2e", "%252e%252e", "..%00", "%c0%ae%c0%ae", "..;", "....", "\\.."]
    let slashes = ["/", "%2f", "\\", "%5c", "//", "%252f", "/./", "%c0%af", "/.%00/", "%2F%2F"]
    var count = 0
    for dot in dots {
      for slash in slashes {
        for start in ["/", "/orders/2026/", "/assets/"] {
          let up = Array(repeating: dot, count: 3).joined(separator: slash)
          for target in [
            "\(start)\(dot)\(slash)secret.txt", "\(start)\(up)\(slash)\(up)\(slash)etc\(slash)passwd",
          ] {
            let answer = try await site.ask(target)
            #expect([400, 404].contains(answer.status), "\(target)")
            #expect(!answer.body.contains("nobody may read") && !answer.body.contains("root:"), "\(target)")
            count += 1
          }
        }
      }
    }
    #expect(count == 600)
    for target in [
      "/secret.txt", "/Content/site.yml", "/site.yml", "/etc/passwd", "/orders", "/orders/2026/o1.md",
      "/.git/",
    ] {
      #expect(try await site.ask(target).status == 404, "\(target)")
    }
    #expect(try await site.ask("/orders/2026/o3.html").body.contains("href=\"/orders/2026/o"))
  }

  @Test func aSiteWithoutAnIconHasAnEmptyOne() async throws {
    let icon = try await ServedSite().ask("/favicon.ico")
    #expect(icon.status == 200 && icon.body.isEmpty)
    let own = try await ServedSite(adding: ["Content/favicon.ico": "icon"]).ask("/favicon.ico")
    #expect(own.status == 200 && own.body == "icon")
  }

  @Test func scriptsThatLieBesideRecordsDoNotRun() async throws {
    let site = try await ServedSite()
    let picture = try await site.ask("/orders/2026/plan.svg")
    #expect(picture.status == 200)
    #expect(picture.headers["content-security-policy"]?.hasPrefix("sandbox;") ?? false)
    #expect(try await site.ask("/orders/2026/run.js").headers["content-type"] == "text/plain; charset=utf-8")
  }

  @Test func everyAnswerForbidsInlineScriptsFramesAndGuessing() async throws {
    let site = try await ServedSite("--edit")
    for target in [
      "/", "/orders/index.csv", "/nowhere", "/-/problems", "/-/live.js", "/assets/docket.css",
      "/search/head.js",
      "/-/edit", "/-/edit/Order/o1", "/-/new/Order", "/-/delete/Order/o1", "/-/query?from=Order",
      "/-/changes",
      "/-/find?entity=Order&q=o", "/-/nowhere",
    ] {
      let headers = try await site.ask(target).headers
      let policy = headers["content-security-policy"] ?? ""
      #expect(policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"), "\(target)")
      #expect(policy.contains("form-action 'self'") && policy.contains("base-uri 'none'"), "\(target)")
      #expect(
        headers["x-content-type-options"] == "nosniff" && headers["x-frame-options"] == "DENY", "\(target)")
      #expect(headers["cross-origin-resource-policy"] == "same-origin", "\(target)")
      #expect(headers["access-control-allow-origin"] == nil, "\(target)")
    }
  }

  @Test func foreignNamesAndOriginsAreRefused() async throws {
    let site = try await ServedSite()
    let port = site.port
    for host in [
      "evil.example", "evil.example:\(port)", "localhost:\(port + 1)", "127.0.0.1.evil.example:\(port)",
      "localhost",
      "127.0.0.1", "0.0.0.0:\(port)", "[::]:\(port)",
    ] {
      for target in ["/", "/-/problems", "/-/events?page=/"] {
        #expect(try await ServingTests.ask(port, target, host: host).status == 403, "\(host)")
      }
    }
    for host in ["localhost:\(port)", "127.0.0.1:\(port)", "[::1]:\(port)", "LOCALHOST:\(port)"] {
      #expect(try await ServingTests.ask(port, "/", host: host).status == 200, "\(host)")
    }
    for origin in [
      "http://evil.example", "null", "https://localhost:\(port)", "http://localhost:\(port + 1)",
      "http://localhost",
    ] {
      #expect(
        try await ServingTests.ask(port, "/", headers: "Origin: \(origin)\r\n").status == 403, "\(origin)")
    }
    #expect(
      try await ServingTests.ask(port, "/", headers: "Origin: http://127.0.0.1:\(port)\r\n").status == 200)
  }

  /// A page of another origin cannot read an answer, but measure how long it takes. It may lead to a page.
  @Test func requestsOfForeignPagesAreRefused() async throws {
    let site = try await ServedSite("--edit")
    func status(_ target: String, _ fetch: String...) async throws -> Int {
      let headers = zip(["Site", "Mode", "Dest"], fetch).map { "Sec-Fetch-\($0): \($1)\r\n" }.joined()
      return try await ServingTests.ask(site.port, target, headers: headers).status
    }
    let query = "/-/query?from=Order&where=total%20%3E%201"
    for origin in ["cross-site", "same-site"] {
      for target in ["/", query, "/orders/index.json", "/-/events?page=/"] {
        #expect(try await status(target, origin, "no-cors", "image") == 403, "\(target)")
        #expect(try await status(target, origin, "navigate", "iframe") == 403, "\(target)")
      }
      #expect(try await status(query, origin, "navigate", "document") == 403)
      for target in ["/", "/orders/2026/o1.html", "/-/edit/Order/o1", "/-/query"] {
        #expect(try await status(target, origin, "navigate", "document") == 200, "\(target)")
      }
    }
    for origin in ["same-origin", "none"] {
      #expect(try await status(query, origin, "navigate", "document") == 200)
      #expect(try await status("/assets/docket.css", origin, "no-cors", "style") == 200)
    }
  }

  @Test func onlyReadingIsAnswered() async throws {
    let site = try await ServedSite()
    for target in ["/", "/orders/2026/o1.html", "/-/edit/o1", "/-/live.js"] {
      #expect(
        try await ServingTests.ask(site.port, target, method: "POST", body: "a=b").status == 405, "\(target)")
    }
    #expect(try await ServingTests.ask(site.port, "/", method: "DELETE").status == 405)
    let head = try await ServingTests.ask(site.port, "/", method: "HEAD")
    #expect(head.status == 200 && head.body.isEmpty && Int(head.headers["content-length"] ?? "") ?? 0 > 500)
  }
}
