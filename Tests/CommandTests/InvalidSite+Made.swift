import Foundation
import TestSupport

/// Sites that git does not hold well: odd bytes, large files, links, pipes, deep folders.
extension InvalidSite {
  static let made: [InvalidSite] =
    [
      // Bytes
      InvalidSite("not-utf8/latin-1") { site in
        try site.put(
          "Content/customers/acme.md", Data("---\nname: M".utf8) + [0xFC] + Data("ller\n---\n".utf8))
      },
      InvalidSite("not-utf8/utf-16") { site in
        let text = Data("---\nname: Acme\n---\n".utf16.flatMap { [UInt8($0), 0] })
        try site.put("Content/customers/acme.md", [0xFF, 0xFE] + text)
      },
      InvalidSite("not-utf8/body") { site in
        try site.put("Content/customers/acme.md", Data("---\nname: Acme\n---\nCaf".utf8) + [0xE9, 0x0A])
      },
      InvalidSite("not-utf8/model") { site in
        try site.put("Content/customers/acme.md", customer)
        try site.put("Content/model.yml", Data("entities: # f".utf8) + [0xFC] + Data("r uns\n".utf8))
      },
      InvalidSite("not-utf8/template") { site in
        try site.put("Content/site.yml", "theme: own\n")
        try site.put("Content/customers/acme.md", customer)
        try site.put("Themes/own/theme.yml", "parent: default\n")
        try site.put("Themes/own/home.mustache", Data("Gr".utf8) + [0xFC, 0xDF, 0x65, 0x0A])
      },
      control("nul", "\u{0}"), control("bell", "\u{7}"),
      separator("u-0085", "\u{85}"), separator("u-2028", "\u{2028}"), separator("u-2029", "\u{2029}"),
      // Size
      InvalidSite("file-too-large/record") { site in
        let long = String(repeating: "Tea for all.\n", count: 100_000)
        try site.put("Content/customers/acme.md", customer)
        try site.put("Content/orders/2026-0001.md", "---\ndate: 2026-03-14\ncustomer: acme\n---\n" + long)
      },
      InvalidSite("file-too-large/site") { site in
        try site.put("Content/customers/acme.md", customer)
        try site.put("Content/site.yml", String(repeating: "# Tea for all.\n", count: 100_000))
      },
      InvalidSite("file-too-large/template") { site in
        try site.put("Content/site.yml", "theme: own\n")
        try site.put("Content/customers/acme.md", customer)
        try site.put("Themes/own/theme.yml", "parent: default\n")
        try site.put("Themes/own/home.mustache", String(repeating: "Tea for all.\n", count: 100_000))
      },
      InvalidSite("body-too-large/record") { site in
        try site.put("Content/customers/acme.md", customer + String(repeating: "x", count: 256 << 10) + "\n")
      },
      InvalidSite("body-too-large/page") { site in
        try site.put("Content/customers/acme.md", customer)
        try site.put("Content/about.md", String(repeating: "x", count: (256 << 10) + 1))
      },
      // What a page shows of it
      InvalidSite("long-table") { site in
        try site.put("Content/customers/acme.md", customer)
        let row = "  - {sum: 1}\n"
        try site.put(
          "Content/orders/2026-0001.md",
          "---\ndate: 2026-03-14\ncustomer: acme\nrows:\n" + String(repeating: row, count: 2001) + "---\n")
        let blocks = [
          "", "as: list\n", "limit: 2000\n", "group: sum\n", "as: number\n", "as: bar\ncolumns: id, sum\n",
        ]
        let page = blocks.map { "```query\nfrom: RowOfOrder\n\($0)```\n" }.joined(separator: "\n")
        try site.put("Content/all.md", page)
      },
      // Fences
      InvalidSite("several-documents/record") { site in
        try site.put("Content/customers/acme.md", customer)
        let keys = "date: 2026-03-14\ncustomer: acme\n"
        try site.put(
          "Content/orders/2026-0001.md", "---\n\(keys)---\npayments:\n- {date: 2026-03-14, sum: 5}\n---\n")
        try site.put("Content/orders/2026-0002.md", "---\n\(keys)---\nTea.\n---\n\(keys)---\nMilk.\n")
        // A heading and a rule across the page.
        try site.put("Content/orders/2026-0003.md", "---\n\(keys)---\nTea\n---\nNote: milk\n\n---\nSugar\n")
      },
      // Names and folders
      InvalidSite("near-miss-file-name/index") { site in
        try site.put("Content/customers/acme.md", customer)
        try site.put("Content/customers/Index.md", "---\ntitle: Friends\nfilters: nothing\n---\n")
      },
      InvalidSite("near-miss-file-name/own-model") { site in
        let model = "entities:\n  Lamp:\n    folder: lamps\n    attributes: {watts: integer}\n"
        try site.put("Content/model.yaml", model)
        try site.put("Content/lamps/desk.md", "---\nwatts: 40\n---\n")
      },
      InvalidSite("near-miss-file-name/settings") { site in
        try site.put("Content/customers/acme.md", customer)
        try site.put("Content/config.yml", "title: Tea\n")
        try site.put("Content/site.json", "{}")
      },
      InvalidSite("near-miss-file-name/fence-with-blanks") { site in
        try site.put("Content/customers/acme.md", customer)
        try site.put("Content/orders/2026-0001.txt", "---  \ndate: 2026-03-14\ncustomer: acme\n---\n")
      },
      InvalidSite("invalid-id/long") { site in
        try site.put("Content/customers/acme.md", customer)
        try site.put("Content/customers/\(String(repeating: "a", count: 201)).md", customer)
        try site.put("Content/\(String(repeating: "ü", count: 101)).md", "Tea.\n")
      },
      InvalidSite("near-miss-file-name/line-break") { site in
        try site.put("Content/customers/acme.md", customer)
        try site.put("Content/a\nb.pdf", "Tea.\n")
      },
      InvalidSite("control-character/escape") { site in
        try site.put("Content/customers/acme.md", "---\nname: \"Ac\\0me\"\n---\n")
        try site.put("Content/customers/bell.md", "---\nname: \"Bell \\e[31m \\u2028 \\t\"\n---\n")
        try site.put("Content/customers/fine.md", "---\nname: \"\\tA\\u00fc\\U0001F600\"\n---\n")
      },
      InvalidSite("unknown-key/wrong-folder") { site in
        try site.put("Content/customers/acme.md", customer)
        try site.put(
          "Content/customers/2026-0001.md", "---\ndate: 2026-03-14\ncustomer: acme\n---\n")
        try site.put("Content/customers/2026-0002.md", "---\ndate: 2026-03-14\ncustomer: acme\n---\n")
      },
      // Links. What they lead to is the same on every machine.
      InvalidSite("link-leaves-content/file") { site in
        try site.put("Content/customers/acme.md", customer)
        try site.put("Content/orders/2026-0001.md", "---\ndate: 2026-03-14\ncustomer: bear\n---\n")
        try link(site, "Content/customers/bear.md", to: "/dev/null")
      },
      InvalidSite("link-leaves-content/folder") { site in
        try site.put("Content/orders/2026-0001.md", "---\ndate: 2026-03-14\ncustomer: bear\n---\n")
        try site.put("Content/orders/2026-0002.md", "---\ndate: 2026-03-14\ncustomer: acme\n---\n")
        try link(site, "Content/customers", to: "/dev")
      },
      InvalidSite("link-leaves-content/nowhere") { site in
        try site.put("Content/customers/acme.md", customer)
        try link(site, "Content/customers/bear.md", to: "baer.md")
        try link(site, "Content/customers/one.md", to: "two.md")
        try link(site, "Content/customers/two.md", to: "one.md")
      },
      // Files and folders
      InvalidSite("unreadable-file/pipe") { site in
        try site.put("Content/customers/acme.md", customer)
        guard mkfifo(site.path("Content/customers/bear.md"), 0o600) == 0 else { throw Unexpected("no pipe") }
      },
      InvalidSite("unreadable-file/theme") { site in
        try site.put("Content/site.yml", "theme: own\n")
        try site.put("Content/customers/acme.md", customer)
        try site.put("Themes/own/theme.yml", "parent: default\n")
        try site.put("Themes/own/assets/own.css", "p {}\n")
        try link(site, "Themes/own/record.mustache", to: "nowhere")
        guard mkfifo(site.path("Themes/own/assets/pipe"), 0o600) == 0 else { throw Unexpected("no pipe") }
      },
      InvalidSite("unreadable-folder/depth") { site in
        try site.put("Content/customers/acme.md", customer)
        let deep = "Content/customers/" + String(repeating: "d/", count: 64)
        try site.put(deep + "bear.md", "---\nname: Bear\n---\n")
        try site.put("Content/orders/2026-0001.md", "---\ndate: 2026-03-14\ncustomer: bear\n---\n")
      },
    ] + oddNames

  /// Sites that only a file system without rules for names can hold.
  private static var oddNames: [InvalidSite] {
    #if os(Linux)
      [
        InvalidSite("near-miss-file-name/not-utf8") { site in
          try site.put("Content/customers/acme.md", customer)
          let path = Array(site.path("Content/customers/").utf8) + [0xFC, 0x2E, 0x6D, 0x64, 0]
          let descriptor = path.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { name in
              name.baseAddress.map { open($0, O_CREAT | O_WRONLY, 0o600) } ?? -1
            }
          }
          guard descriptor >= 0 else { throw Unexpected("no file with such a name") }
          close(descriptor)
        }
      ]
    #else
      []
    #endif
  }

  /// Sites that a user other than root cannot read.
  static let forbidden = [
    InvalidSite("unreadable-file/permission") { site in
      try site.put("Content/customers/acme.md", customer)
      try site.put("Content/orders/2026-0001.md", "---\ndate: 2026-03-14\ncustomer: acme\n---\n")
      chmod(site.path("Content/customers/acme.md"), 0)
    },
    InvalidSite("unreadable-folder/permission") { site in
      try site.put("Content/customers/acme.md", customer)
      try site.put("Content/orders/2026-0001.md", "---\ndate: 2026-03-14\ncustomer: acme\n---\n")
      chmod(site.path("Content/customers"), 0)
    },
    InvalidSite("unreadable-folder/themes") { site in
      try site.put("Content/customers/acme.md", customer)
      try site.put("Content/site.yml", "theme: own\n")
      try site.put("Themes/own/theme.yml", "parent: default\n")
      chmod(site.path("Themes"), 0)
    },
  ]

  private static let customer = "---\nname: Acme\n---\n"

  private init(_ name: String, _ making: @escaping @Sendable (TemporaryFolder) throws -> Void) {
    self.init(name: name, making: making)
  }

  private static func control(_ name: String, _ character: String) -> InvalidSite {
    InvalidSite("control-character/\(name)") { site in
      try site.put("Content/customers/acme.md", "---\nname: Ac\(character)me\n---\n")
    }
  }

  private static func separator(_ name: String, _ character: String) -> InvalidSite {
    InvalidSite("line-separator/\(name)") { site in
      try site.put("Content/customers/acme.md", "---\nname: Acme\(character)info: tea\n---\n")
    }
  }

  private static func link(_ site: TemporaryFolder, _ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: site.path(path), withDestinationPath: target)
  }
}
