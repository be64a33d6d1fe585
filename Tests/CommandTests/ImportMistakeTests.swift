import TestSupport
import Testing

/// All mistakes in a line of a CSV file are told at once, each at its cell, and none that follows from another.
struct ImportMistakeTests {
  private static let lines: [(entity: String, options: [String], csv: String, places: [String])] = [
    (
      "Order", [],
      "id,date,customer,made,due\no9,foo,nobody,maybe,2026-99-99\no8,foo,ann,maybe,2026-99-99\n",
      ["2:4", "2:8", "2:15", "2:21", "3:4", "3:12", "3:18"]
    ),
    // What is unknown on one line is not compared with another, nor missed.
    (
      "Order", [],
      "id,date,customer,rows.service,rows.sum\no9,2026-01-01,ann,,1\no9,2026-01-01,nobody,,2\no8,zz,nobody,,1\no8,2026-01-01,ann,,2\n",
      ["3:15", "4:4", "4:7", "5:4"]
    ), ("Order", [], "id,date,rows.service\no9,2026-01-01,nosvc\n", ["2:15"]),
    ("RowOfOrder", [], "order,service,sum,quantity\no1,zzz,x,y\n", ["2:4", "2:8", "2:10"]),
    ("RowOfOrder", ["--update"], "id,service,sum\no1#1,zzz,x\n", ["2:6", "2:10"]),
    (
      "Order", ["--update"],
      "id,date,paid,paidOn,customer,made\no1,2026-01-10,true,2026-99-05,nobody,maybe\n",
      ["2:20", "2:31", "2:38"]
    ),
  ]

  @Test(arguments: lines.indices) func everyMistakeIsTold(index: Int) async throws {
    let (entity, options, csv, places) = Self.lines[index]
    let order = "---\ndate: 2026-01-10\npaidOn: 2026-01-12\nrows: [{sum: 5}]\n---\n"
    let folder = try TemporaryFolder([
      "Content/customers/ann.md": "---\nname: Ann\n---\n", "Content/orders/o1.md": order, "a.csv": csv,
    ])
    let run = try await Program.docket(in: folder.path).run(["import", "a.csv", "--as", entity] + options)
    #expect(run.status == 1)
    let found = run.error.matches(of: /(?m)^a\.csv:(\d+:\d+): error:/).map { String($0.1) }
    #expect(found == places, "\(run.error)")
    #expect(try folder.text("Content/orders/o1.md") == order)
  }
}
