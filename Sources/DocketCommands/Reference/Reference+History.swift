extension Reference {
  /// The treatment of branches and merges in a log.
  static let merges = #"""
    BRANCHES
      What was done on a branch is shown even if a merge dropped all of it. A
      merge shows what differs from what its branches made: what it added, what it
      dropped of one of them, and which of two values it took if that is not the
      one shown last. So the last change shown for a value ends with the present
      one; where two branches changed one value, both begin with what was there
      before. With --first-parent each change begins where the one before ended.

      Each version is read by the model and the settings of its time, those of the
      past with errors by the present ones. What only the model changed of a
      record, as when the site's currency becomes another, is a change of that
      commit; defaults and formulas are none, and of a merge it is not told.

      Days are the authors', and --since goes by them; a DAY for --at and 'docket
      diff' goes by the committers', along the first parents: when a commit came
      into this history.
    """#

  /// The meaning of a change.
  static let changes = #"""
    WHAT COUNTS AS A CHANGE
      Rows are matched by what they hold, so that one inserted row is one change.
      Moved files, another order of keys or rows and other quotes are none, though
      ids such as 2026-0001#1 follow the places. --fail-on Order.total is about a
      value, --fail-on Order.rows about rows inserted, deleted or changed,
      --fail-on closed about a closed period that is opened or whose file is gone.

      A DAY is the last commit up to it along the first parents, without branches
      that were merged later. Bytes are those that a checkout would write; files
      that Git LFS or a submodule keeps elsewhere are errors that say so.
    """#

  /// The data kept for a closed period.
  static let closing = #"""
    WHAT IS KEPT
      A record belongs to the period of its date (of an entity without one, of its
      first required date), and the payment of an order that is 'paid' without a
      day to that of its order. Records without a date belong to none. Kept as
      well is what the model derives from a record and its rows alone, such as
      total; what follows from payments or the day, such as open, may still change.
      How a file is written, its folder and its notes may change, and 'docket
      rename' may rename a customer.

      A year can be closed after its quarters, and a quarter after its months; a
      change is then reported once, for the longest of them.

      Each line of Content/closed/2025.yml begins with a SHA-256 digest of itself
      and the line before, so that none can be changed on its own. 'docket close'
      prints the beginning of the last one, for noting it elsewhere.
    """#
}
