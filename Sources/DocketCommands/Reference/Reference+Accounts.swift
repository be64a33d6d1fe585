extension Reference {
  /// The model that a ledger requires.
  static let accounts = #"""
    ACCOUNTS
      assets:receivable:CUSTOMER grows with an order and shrinks with a payment;
      income goes to income:sales, payments to assets:payments. The model's orders
      need date, total and payments with date and sum; a payment without a day
      gets that of its order, and is reported. 'open' must be total less the
      payments: an order where it is not, such as one with tax in 'open' alone, is
      an error, and so is one whose total has no value.
    """#
}
