extension Reference {
  /// The model that a ledger requires, and its accounts.
  static let accounts = #"""
    ACCOUNTS
      assets:receivable:CUSTOMER grows with an order and shrinks with what settles
      it; income goes to income:sales, payments to assets:payments, and what other
      lists in an order settle, such as writeOffs, to expenses:LIST. What 'open'
      adds, such as fees for reminders, comes from income:LIST. The model's
      orders need a date, a total, and a list 'payments' with a date and a sum;
      other lists of that kind count where 'open' reads them. Bills of suppliers
      may look the same: --entity Order books that entity alone, and its
      subentities; --where is a condition that orders must meet. A payment
      without a day gets that of its order, and is reported. 'open' must be
      total less and plus these lists: an order where it is not, such as one
      with tax in 'open' alone, is an error, and so is one whose total has no
      value, or one without a day: its 'date', or a required date of another
      name.

      --account EXPRESSION=ACCOUNT, once or more, is a part of an order's total
      that is no income, such as its VAT, rounded as the total is, with a minus
      if the total subtracts it: '-withheld=assets:tax'; or a list:
      payments=assets:bank. --payments-by EXPRESSION divides the payments by a
      value, such as a choice 'kind' of your own. Where several entities are
      orders, an expression is about those that have what it names.
    """#
}
