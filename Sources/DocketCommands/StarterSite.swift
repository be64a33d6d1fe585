/// The files of a new site: a few records that show every common key, to change or delete.
enum StarterSite {
  /// The files by their paths.
  static let files: [(path: String, text: StaticString)] = [
    (
      "Content/site.yml",
      """
      docket: 1
      title: My workshop
      language: en
      currency: EUR

      """
    ),
    (
      "Content/customers/ann-example.md",
      """
      ---
      name: Ann Example
      email: ann@example.com
      phone: "+44 1632 960000"
      ---
      Prefers to be called before noon.

      """
    ),
    (
      "Content/customers/club-example.md",
      """
      ---
      name: Example Club
      info: Pays by bank transfer
      address: |
        1 High Street
        Exampleton
      ---

      """
    ),
    (
      "Content/services/repair.md",
      """
      ---
      name: Repair, one hour
      price: 48.00
      unit: hour
      ---

      """
    ),
    (
      "Content/services/parts.md",
      """
      ---
      name: Parts and materials
      ---

      """
    ),
    (
      "Content/orders/2026/2026-0001.md",
      """
      ---
      date: 2026-01-12
      customer: ann-example
      made: true
      paidOn: 2026-01-16
      rows:
        - {service: repair, quantity: 1.5, price: 48.00}
        - {service: parts, sum: 12.90}
      ---
      A row has a `sum`, or a `quantity` and a `price` from which the sum follows.

      """
    ),
    (
      "Content/orders/2026/2026-0002.md",
      """
      ---
      date: 2026-01-20
      customer: club-example
      made: true
      due: 2026-02-03
      rows:
        - {service: repair, quantity: 4, price: 48.00, discount: 10%}
      payments:
        - {date: 2026-01-28, sum: 100.00, note: First half}
      ---

      """
    ),
    (
      "Content/orders/2026/2026-0003.md",
      """
      ---
      date: 2026-02-02
      customer: ann-example
      rows:
        - {service: parts, text: Ordered for her, sum: 35.00}
      ---

      """
    ),
    (
      "Content/reports/unpaid.md",
      """
      ---
      title: Made and not paid
      ---
      ```query
      from: Order
      where: made == true AND paid == false
      sort: date, customer.name
      columns: date, customer.name, total, received, open
      ```

      """
    ),
    (
      ".gitignore",
      """
      /Site/
      /Public/
      .docket-*

      """
    ),
  ]
}
