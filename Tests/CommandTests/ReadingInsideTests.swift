import Foundation
import TestSupport
import Testing

/// What a stranger's branch can make docket read: nothing outside the site.
@Suite struct ReadingInsideTests {
  private static let secret = "root: hunter2: x\n"

  @Test(arguments: ["site.yml", "model.yml"])
  func settingsThatAreLinksOutAreNotPrinted(name: String) async throws {
    let folder = try SmallSite.folder(adding: ["secret": Self.secret])
    if folder.has("Content/\(name)") { try folder.remove("Content/\(name)") }
    try folder.link("Content/\(name)", to: folder.path("secret"))
    let run = try await folder.docket("check")
    #expect(run.status == 1)
    #expect(run.output.contains("Content/\(name):1:1: error: the symbolic link leads out of Content, to "))
    #expect(!run.output.contains("hunter2") && !run.error.contains("hunter2"))
  }

  @Test(arguments: ["assets/p.css", "partials/p.mustache", "theme.yml", "assets/folder"])
  func aThemesFilesDoNotLeaveIt(path: String) async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/site.yml": "theme: own\n", "Themes/own/x.mustache": "", "secret/a": Self.secret,
      "Themes/other/a.css": "",
    ])
    try folder.link("Themes/own/\(path)", to: folder.path("secret" + (path.contains("folder") ? "" : "/a")))
    let run = try await folder.docket("build")
    #expect(run.status == 1)
    #expect(
      run.error.contains(
        "Themes/own/\(path):1:1: error: the symbolic link leads out of the theme's folder, to "))
    #expect(!run.error.contains("hunter2"))
    #expect(!folder.has("Site"))
  }

  @Test func aThemesFoldersAreReadOnce() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/site.yml": "theme: own\n", "Themes/own/theme.yml": "parent: default\n",
      "Themes/own/assets/a.css": "",
      "Themes/own/_more/b.css": "",
    ])
    try folder.link("Themes/own/assets/more", to: "../_more")
    try folder.link("Themes/own/assets/same.css", to: "a.css")
    #expect(try await folder.docket("build").status == 0)
    #expect(folder.has("Site/assets/more/b.css") && folder.has("Site/assets/same.css"))
    try folder.link("Themes/own/assets/again", to: ".")
    try folder.link("Themes/own/assets/second", to: "../_more")
    let run = try await folder.docket("check")
    #expect(
      run.output.contains(
        "Themes/own/assets/again:1:1: error: cannot read the folder: the symbolic link leads to 'assets', which is read "
      ))
    #expect(
      run.output.contains(
        "Themes/own/assets/second:1:1: error: cannot read the folder: another symbolic link leads to the same folder"
      ))
  }

  @Test(arguments: [("Content", "--content"), ("Themes", "--themes")])
  func foldersThatNobodyNamedDoNotLeaveTheSite(name: String, option: String) async throws {
    let (here, elsewhere) = (try SmallSite.folder(), try SmallSite.folder(adding: ["Themes/x/theme.yml": ""]))
    if here.has(name) { try here.remove(name) }
    try here.link(name, to: elsewhere.path(name))
    let run = try await here.docket("check")
    #expect(run.status == 64)
    #expect(run.error.contains("'\(name)' is a symbolic link out of the site, to "))
    #expect(run.error.contains("name that folder with \(option)"))
    #expect(try await here.docket("check", option, name).status == 0)
  }

  @Test func aSiteThatLeadsElsewhereIsNotWrittenUnlessItIsNamed() async throws {
    let (here, elsewhere) = (try SmallSite.folder(), try SmallSite.folder())
    #expect(try await elsewhere.docket("build").status == 0)
    let before = try FileTree(elsewhere.path("Site")).files
    try here.link("Site", to: elsewhere.path("Site"))
    try here.replace("Ann", with: "Anna", in: "Content/customers/ann.md")
    for arguments in [["build"], ["serve", "--edit", "--port", "0"]] {
      let run = try await Program.docket(in: here.path).run(arguments)
      #expect(run.status == 64 && run.error.contains("name that folder with --output"), "\(run.error)")
    }
    #expect(try FileTree(elsewhere.path("Site")).files == before)
    #expect(try await here.docket("check").status == 0)
    #expect(try await here.docket("build", "--output", "Site").status == 0)
  }
}
