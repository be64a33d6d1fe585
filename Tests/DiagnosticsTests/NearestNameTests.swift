import Diagnostics
import Testing

/// Names for "did you mean", and names for fixes that nobody looks at.
@Suite struct NearestNameTests {
  @Test(arguments: [
    ("custmer", ["customer", "currency"], "customer"),
    ("acme-ltd", ["acme", "zoe"], nil),
    ("Acme", ["acme"], "acme"),
    ("bat", ["cat", "hat"], "cat"),
    ("", ["a"], nil),
    ("x", ["y"], nil),
    ("X", ["y", "x"], "x"),
  ])
  func offersTheNearestName(typed: String, names: [String], nearest: String?) {
    #expect(nearestName(to: typed, among: names) == nearest)
  }

  @Test(arguments: [
    ("custmer", ["customer", "currency"], "customer"),
    ("Acme", ["acme"], "acme"),
    ("KG", ["kg", "g"], "kg"),
    // Too short, equally near to two, or another figure altogether.
    ("kg", ["g", "m"], nil),
    ("small", ["smalls", "smalt"], nil),
    ("2025", ["2026"], nil),
    ("size-40", ["size-42"], nil),
    ("whatever", ["else"], nil),
  ])
  func isCertainOnlyOfSlips(typed: String, names: [String], certain: String?) {
    #expect(certainName(to: typed, among: names) == certain)
  }

  @Test func aNameThatStandsTwiceIsOneName() {
    #expect(certainName(to: "custmer", among: ["customer", "customer"]) == "customer")
  }
}
