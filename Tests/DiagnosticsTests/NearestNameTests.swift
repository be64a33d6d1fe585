import Diagnostics
import Testing

/// Names for "did you mean".
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
}
