extension Reference {
  /// The format of records and their values.
  static let records = #"""
    RECORDS
      A file of a record begins with a line '---', its keys, and a line '---';
      what follows is Markdown. Its id is the name without .md: letters, digits,
      - _ and . , unique among the records of its kind in whatever folder. A
      reference is the id of another record. 'was: [old-id]' names former ids;
      'draft: true' leaves a record out of everything, unless --drafts. 'docket
      model' prints every key.

      date            2026-03-14
      money           12.50 or 12.50 USD or 1 234.50; at most the digits of the
                      currency, unless the model sets 'digits'
      decimal         2.5, or 10% for 0.1; with 'digits' at most that many
      integer         36
      boolean         true false yes no on off
      string          one line
      text            a line, or | and indented lines
      email, url      ann@example.org; http, https, mailto, tel
      tags            [repair, urgent]
      currency        a code of ISO 4217, withdrawn ones too

      A key with nothing after it is missing. Zeros beyond the digits of a
      currency are accepted (12.5000), except 1.500, which may mean one thousand
      five hundred; in a price, which may have six digits, that is a warning.

      What YAML would silently lose is an error that shows the quoted form: # after
      unquoted text, ': ' in it, text that continues on the next line, text that
      begins with one of [ { ! & * @ % and backtick. Refused are unknown and
      duplicate keys, anchors, aliases, tags, several documents, tabs as
      indentation, more than 16 levels, files not in UTF-8 or over 1 MiB, texts
      over 256 KiB, symbolic links that lead out of Content, and near-miss names
      (2026-0123.MD, model.yaml, a folder Orders). Names that begin with _ or .
      are ignored, and what systems leave in folders: Thumbs.db, ehthumbs.db,
      desktop.ini, $RECYCLE.BIN, @eaDir, Icon, ~$NAME and NAME:Zone.Identifier;
      other files are copied to the site. What looks like a copy that a sync or a
      file manager made of a file beside it is a warning, and counts as well; one
      whose name is no id, and one of site.yml, model.yml or index.md is an error,
      and so are a record that iCloud has taken off the disk (.NAME.md.icloud) and
      a site.yml or model.yml without anything in it.
    """#

  /// Fix-its and lints.
  static let fixes = #"""
    FIXES AND LINTS
      --fix never changes a meaning. In keys it takes capital and small
      letters, - _ and blanks as certain, and in a word of at least five
      letters two neighbours exchanged or a letter doubled or not, never where
      that adds or removes a negation; in references the letters' case, the
      whole title if that is a key, a unique value, a former id, a folder before
      it or .md after it. It writes what has one reading as files have it, such
      as 1 for a boolean, 3.4.2026 for a day, 1'250,50 € for an amount and Euro
      for a currency, puts quotes where YAML needs them, and removes typographic
      ones around a day, an amount or an id. A row that names a service but no
      price gets today's price of the service. Anything else is left to you.
      What a fix uncovers is fixed in the same run, in at most 64 rounds.

      Lints are warnings about what is valid and unlikely; --list marks them.
      site.yml turns one off, 'lints: {paid-not-made: false}', and so does the
      same line in a record for that one. At most 20 of a kind are shown, and 100
      diagnostics of a kind for one file.
    """#

  /// The keys of site.yml.
  static let settings = #"""
    SITE.YML
      All keys are optional.

      title           the site's title
      language        en if not given; of dates, amounts and the theme's words
      languages       {fr: {title: ..., params: {terms: ...}}}: what pages in
                      another language say instead: documents with 'language' in
                      model.yml, and all pages with --language fr
      currency        EUR if not given; of amounts that name none
      base-url        the site's address: makes sitemap.xml, robots.txt and feeds
      theme, params   the theme, and what it reads: logo, accent, sender, terms ...
      csv             {delimiter: ";", decimal: ",", bom: true}; the delimiter is
                      , ; | or tab. So are CSV files written and read
      account         {name, iban, bic}, and for a Swiss one postcode, town,
                      country, street, number: orders to be paid get a code to
                      pay with
      lints           {ID: false}
      print           notes: prints a record's text with it
      edit-url        https://git.example/edit/main/Content/{path}
      history         true: a record's page lists its changes under git, from
                      when it is no draft; history.html has the latest 200, at
                      most 20 of a commit. Records have 'created' and 'changed',
                      unless the model has attributes of that name. If git cannot
                      tell, a warning says why
      history-authors false hides authors; true shows them on a public site too
      docket          1, the version of the format
    """#

  /// The keys of pages and query blocks.
  static let pages = #"""
    PAGES
      title, description, template, draft, private, as-of, params, was
                      a page's front matter; its first heading is its title,
                      and 'was' its former path, which leads to it.
                      Titles, descriptions and labels, here and in query
                      blocks, are one text, or one for each language:
                      {en: Orders, fr: Commandes}
      each, from      a page below it for each value of an expression of an
                      entity; $each is the value in query blocks, its name in
                      texts, and $each.KEY an attribute of the record; in a
                      link, ../customers/$each.md is the record's file

    INDEX PAGES
      A fetch request ('docket query --help'; without from and pivot), a page's
      keys but each and from (nor has the home page these), and

      page-size       100 if not given
      feed            true: an Atom feed of the newest records, with base-url
      sorts           expressions, each in both directions; -x begins descending
      filters         expressions: a page for each value, of a list for each
                      element; yes, no and choices have theirs even where no
                      record has them. A result in groups is filtered before it
                      is grouped
      filter-limit    at most so many values that records have; 200 if not given

      A sort or filter is an expression, or {value: EXPRESSION, label: TEXT}.

    QUERY BLOCKS
      A fetch request in a fenced block 'query', which stands by itself, and

      title, name     name is that of its CSV and JSON; else the title is
      as              table, list, number, bar, line, statement or documents
      link            where a number leads
      summary         false leaves out what the page says about the query
      compare         year: the same request a year before, beside a chart;
                      today() moves back by a year, a day that is written does
                      not. Of the year before there is what has a place up to
                      today's step, and its total is of that: no 29 February, no
                      week 53, no later month. CSV and JSON have its figures as
                      '@sum.total a year before'
      period          of a statement: 2026, 2026-Q1, 2026-03; or since, until or
                      both; of a request it takes where, as-of and exports

      number          the first column's total, else its first value, and further
                      columns to compare it with; consecutive ones form a row
      bar, line       a first column that is a step of time keeps the steps
                      without rows; a step far from all others is set apart. A
                      second key of group stacks bars, side by side if it is a
                      list, or makes one line each
      statement       what was charged and received, with the balances before and
                      after. Movements are the records of an entity with a date
                      and a total, and what is written inside them with a date and
                      a sum, if 'open' (where it is computed) reads it; one without
                      a day counts on its record's
      documents       the records' documents, with 'document' for which, one after
                      the other and printed each from a sheet of its own; records
                      without it are left out
      percent         a column {value: sum(open) / sum(total), as: percent}
      sparkline       a column {value: "@sum.total", by: date.month, as:
                      sparkline}: the latest 60 steps as a small line

      Related records of a record are shown up to 100, with the totals of all and
      a page of the whole list; what is written inside it is shown in full. An
      order without a customer, or a row without a service, reads '-- Unknown --';
      another reference without a value is empty, or None where it begins a line,
      and so is any missing value in headings and charts.

      Every index and block is written as CSV and JSON too. A text that a
      spreadsheet would run as a formula gets an apostrophe, which import removes.
    """#

  /// The output of a build, and the files that it leaves alone.
  static let output = #"""
    WHAT IS WRITTEN
      .docket-manifest in the output folder names the files that docket wrote; no
      other is touched, and a folder with files but without it is refused. A
      folder holds the full site or the public one, never both in turn. Killed at
      any moment, a build leaves every file whole, old or new, and the next one
      completes the rest; after a power failure --verify compares every byte.
      The same Content, theme and day give the same bytes on every machine;
      --today, SOURCE_DATE_EPOCH and as-of fix the day. It is that of new
      records and of 'today' in edits, too.

      --public removes what is private before anything is computed: what derives
      from it is private too. 'docket check --public' finds pages, queries,
      templates and links that would show some of it. Ids and what site.yml says
      are public.
    """#
}
