extension Reference {
  /// The language of predicates and expressions.
  static let expressions = #"""
    PREDICATES AND EXPRESSIONS
      The language is that of Apple's NSPredicate. The same is written in index
      pages, query blocks, rules, formulas and derived values. It is checked
      against the model before anything runs: an unknown name is an error.

      Precedence, tightest first: .  **  -x  * /  + -  comparisons  NOT or !
      AND or &&  OR or ||. Parentheses group anything; keywords are in any case.

      Comparisons
        =  ==  !=  <>  <  >  <=  =<  >=  =>
        BETWEEN {a, b}                both included
        IN  CONTAINS                  an element of a list; CONTAINS of a text: a
                                      part of it (in a list of texts: ANY before)
        BEGINSWITH  ENDSWITH
        LIKE                          ? is one character, * any number of them
        MATCHES                       a regular expression of the whole text,
                                      without look-around, back-references, \b
        [c] after a comparison ignores case, [d] marks as of é, [cd] both;
        [n] compares character by character and switches both off, but for
        < > and BETWEEN.
        MATCHES[c] ignores case letter by letter, so that ß is not ss.
        < > and BETWEEN of texts follow sort: '9' < '10', 'a' < 'B'.
        TRUEPREDICATE is met by all, FALSEPREDICATE by none. SELF is the record
        itself, yes and no are true and false, nil and NULL no value.
        ANY (or SOME), ALL and NONE before a comparison say how many elements
        of a list must meet it.

      Key paths follow references and lists: order.customer.name, rows.sum.
        of a date       .year .quarter .month .week .day .weekday: 2026,
                        '2026-Q1', '2026-03', '2026-W11', 1 to 31, 1 for Monday
                        to 7; .quarterOfYear and .monthOfYear ('Q1', '03') set
                        years side by side
        of a list       .@count .@sum.x .@avg.x .@min.x .@max.x, after .@distinct
                        if wanted; .@max.date.year is the greatest year; elements
                        without a value are skipped, which ANY, ALL and NONE take
                        as nil
        of a record     id, path, draft; body where it has a file; position of a
                        row; implied of a payment
        #name           a key that is also a word of the language

      Text stands for what it is compared with: a date, an id, a choice, an
      amount ('500 USD'). One that does not exist is an error. A plain number
      takes the other side's currency, and a sum of nothing has the record's.

      Values          'text' or "text" with \\ \' \" \n \r \t \uXXXX, numbers,
                      TRUE, FALSE, NIL, {a, b}. In a text a regular expression
                      has \\d, where 'pattern' of the model has \d
      Functions       abs(x) ceiling(x) floor(x) round(x) round(x, digits)
                      length(text) uppercase(text) lowercase(text) today()
                      addMonths(date, n): the month's last day where it has no
                      such day
                      TERNARY(condition, a, b)
                      CAST(x, 'Date' or 'Integer' or 'Decimal' or 'String')
                      SUBQUERY(list, $x, predicate)
      Dates           date + 30, date - 1 are days later and earlier; a date - a
                      date is the days between
      Texts           lastName + ', ' + firstName; nil beyond 4,096 bytes
      Numbers         have 38 digits, and each operation rounds at the last (**
                      each of its multiplications); 3 / 2 is 1.5; a division by
                      a value that is zero is nil, between constants an error
      Amounts         of several currencies are not added: a sum has each. They
                      have no @min and no @max; @avg is their sum divided by the
                      number of all. One is more than another where none of its
                      currencies is less and one is more. An amount divided by
                      one of its currency is a number: total / '100 EUR'. Of
                      several currencies, one is compared with no plain number
                      but 0, and one plus a plain number is nil
      nil             is a missing value. It equals only nil; every other
                      comparison with it but != is false, nil IN a list is true
                      where an element is nil, and arithmetic with it gives nil.
                      Sums and counts of nothing are 0

      An expression may visit at most 100 million values in all.
    """#

  /// The keys of a fetch request.
  static let fetchRequests = #"""
    FETCH REQUESTS
      from            the entity, or its folder
      where           a predicate
      sort            expressions; -x or x desc descends, also where x is a sum:
                      -a + b descends by a + b, (-a + b) ascends by what it
                      says. 'Order 9' comes before 'Order 10' and nil before
                      everything; ties end with the entity's own sort, then the
                      id. Money sorts by its amount in the site's currency, then
                      by those in the others
      limit, offset   how many, and how many to skip first; limit 0 is no limit
      columns         expressions, or in YAML {value: EXPRESSION, label: TEXT,
                      total: true}
      section         a heading with count and subtotals for each value of an
                      expression; '-date.month' begins with the last month
      group           a row for each of the values of expressions; columns, sort
                      and having may then hold @count, @sum.x, @avg.x, @min.x,
                      @max.x, sum(x), avg(x), min(x), max(x) of any expression
                      and countDistinct(x), how many different values there are.
                      One of them may be a list: a record is in the group of each
                      of its tags, once, so that such groups have no total
      pivot           the figures of a group get a column for each value of an
                      expression; a cell without records is empty. A page has
                      at most 100 columns, any table 1 million cells
      having          a predicate on the groups
      distinct        leaves out rows with equal columns, before cumulative(x),
                      share(x) and change(x) are computed
      subentities     false leaves out entities that have this one as parent
      as-of           the day that today() is in the request, which leaves
                      nothing out that came later; a derived value that reads
                      today() keeps the day of the build: both is an error
      exports         false writes no CSV and JSON of a query block

      Lists of expressions are one text with commas: id, round(total). They are
      applied in the order where, group, having, distinct, sort, offset, limit,
      section. Totals are of what offset and limit leave, on whatever page.

      To compare, columns may be cumulative(x), share(x) (of the sum of all rows,
      before offset and limit)
      and change(x) (since the row before, with pivot since the column before),
      of amounts in one currency. With pivot, a column of theirs without any value
      is left out. They are not for sparklines, and cumulative and change not for
      a chart with a second key: the row before is of another group there.
    """#
}
