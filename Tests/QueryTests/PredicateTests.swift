import Testing

@Suite struct PredicateTests {
  @Test(arguments: [
    ("made = true", "o1 o2 o4 o5 o6 o8 o9 o10"),
    ("made = true AND paid = false", "o2 o4 o5 o8 o9 o10"),
    ("total > 500", "o2 o4 o9 o10 o11"),
    ("customer.name CONTAINS[cd] 'muller' OR total >= 1000", "o3 o9 o10 o11"),
    ("ANY rows.service.name BEGINSWITH 'Repair'", "o2 o6 o11"),
    ("SUBQUERY(rows, $r, $r.sum > 100 AND $r.service = 'chai').@count > 0", "o2 o10"),
    ("date BETWEEN {'2026-01-01', '2026-03-31'} AND NOT customer = nil", "o1 o2 o3 o4 o6 o7 o10 o12"),
    ("paid = false AND due < today() - 30", "o5"),
    ("customer.name LIKE 'M?ller*'", "o3 o10"),
  ])
  func designExamples(_ predicate: String, _ ids: String) throws {
    #expect(try Fixture.ids(predicate) == ids)
  }

  @Test(arguments: [("o1", "54.50 EUR"), ("o2", "652.00 EUR"), ("o8", "10.00 EUR; 5.00 USD")])
  func derivedValues(_ id: String, _ total: String) throws {
    let value = try Fixture.value("total", of: id)
    #expect(value == total)
  }
}
