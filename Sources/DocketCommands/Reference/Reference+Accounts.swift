extension Reference {
  /// The model that a ledger requires, and its accounts.
  static let accounts = #"""
    ACCOUNTS
      assets:receivable:CUSTOMER grows with an order and shrinks with a payment;
      income goes to income:sales, payments to assets:payments. The model's orders
      need date, total and payments with date and sum; a payment without a day
      gets that of its order, and is reported. 'open' must be total less the
      payments: an order where it is not, such as one with tax in 'open' alone, is
      an error, and so is one whose total has no value.

      --account EXPRESSION=ACCOUNT, once or more, is a part of an order's total
      that is no income, such as its VAT; it is rounded as the total is, and the
      rest is income:sales. --payments-by EXPRESSION books payments below
      assets:payments by a value, such as a choice 'kind' of your own. Where
      several entities are orders, an expression is about those that have what
      it names.
    """#
}
