import Exports
import Testing

struct SheetNamesTests {
  @Test func namesAreLegalAndDiffer() {
    var names = SheetNames()
    let titles = [
      "Orders", "orders", "Orders: 2025/2026", "[a]*?\\", "'quoted'", "", " ", "History", "tab\tand\nline",
      String(repeating: "long ", count: 12), String(repeating: "long ", count: 12), "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
    ]
    let given = titles.map { names.add($0) }
    #expect(given.prefix(5) == ["Orders", "orders 2", "Orders 2025 2026", "a", "quoted"])
    #expect(Set(given.map { $0.lowercased() }).count == titles.count)
    for name in given {
      #expect((1...31).contains(name.utf16.count), "\(name)")
      #expect(!name.contains { "[]:*?/\\\n\t".contains($0) }, "\(name)")
      #expect(name.first != "'" && name.last != "'" && name.lowercased() != "history")
    }
  }

  /// Sheets of one title about several things say which, however long the title is.
  @Test func namesSayWhatTheyAreAbout() {
    var names = SheetNames()
    let long = "Statement of account for our customer Ann"
    let given = [
      ("Orders", "Ann"), ("Orders of Ann", "Ann"), (long, "Ann"), ("Orders", "Bo/Bi"), ("Orders", "Bo:Bi"),
      ("Money", String(repeating: "x", count: 40)),
    ].map { names.add($0, about: $1) }
    #expect(
      given == [
        "Ann Orders", "Orders of Ann", "Ann Statement of account for ou", "Bo Bi Orders", "Bo Bi Orders 2",
        String(repeating: "x", count: 31),
      ])
  }
}
