extension Reference {
  /// The mapping of CSV files to records.
  static let importing = #"""
    COLUMNS
      A column is known by the name or label of a key, also where an id is made
      of it. rows.service is a key of a row: lines of one id are one record with
      several rows. 'body' is the text below the keys. --map COLUMN= leaves a
      column out; of two with one name, 'Currency#2' is the second. A first line
      sep=; is read as Excel means it. Computed columns are not read; a
      difference from them is reported.

    MAPPINGS, Content/imports/NAME.yml
      as: Customer
      delimiter: ;
      keys:
        id: "{Number|lower}"                      a column, or text with columns
        address: "{Street}, {Postcode} {Town}"    a part without a value is left
        active: "{Since?}"                        out; true where there is one
        order: "{Reference|find}"                 the order whose id is in a text
        name: "{Company|else Person}"             the first that has a value
      constants: {currency: USD}
      ignore: [Id, Tags]                        named like keys, but other things
      skip: {Status: [failed, "Test*"]}         lines; as --skip Status=failed

      Columns that it does not name, and that are no keys, are left out. Lines
      above the one with the mapped columns are skipped, as banks write.
      |lower and |slug change a value, and |TEXT:OTHER replaces one: a bank's
      debits are below 0 with sum: "{DC|S:-|H:}{Amount}", and
      "{In|0.00:}, -{Out|0.00:}" takes the column that is not 0.00. |find finds
      what a row or payment belongs to, by an id or another unique value of four
      characters or more with a digit; lines whose text names none, or several,
      are left out with a warning. skip takes patterns as LIKE does; "" is an
      empty cell, as in a bank's last lines.
      Constants apply to every line, and are written as in Content. decimal, date
      and encoding are those of the options. --map takes such texts, too.

    WHAT IS THERE ALREADY
      With --only-new, lines whose records exist are left out, and counted, so
      that a file may overlap the last one. A record is known by its id; without
      one by a unique value, or, if it has a date, by all that the line says:
      movements of an account need no ids, and two equal ones are two.

      With --update only what differs is written, by value: 24.7 is 24.70; an
      empty cell removes a value, blanks around a text are no difference. What
      'docket query --format csv' prints comes back unchanged. If a cell gives
      a value that follows from others, and these change so that it no longer
      fits, it is an error; empty the cell.

      An existing record is updated with its rows: as many lines change them
      one by one; if there are more, and the existing rows are among them
      unchanged and in order, the others are added as new rows at their places.
      Otherwise they come from a file of their own: --as RowOfOrder adds
      them, with --update it changes those that an id, or the order and
      'position', names; no position, or the next one, is a new row. A
      payment that its order has already is left out with a warning, so that a
      bank's file may be imported again; two equal lines of one file are two
      payments, and one with another text, such as a note, is added with a warning.

      (12.50) and 12.50- are negative. The apostrophe before a text that
      spreadsheets and shops mark, such as '02139 or '+49 30, goes. A time after
      the day is left out if the form has it: --date 'yyyy-MM-dd HH:mm:ss Z'.
      Months have names in English or in the book's language.
    """#
}
