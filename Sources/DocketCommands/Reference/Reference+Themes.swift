extension Reference {
  /// The files of a theme, and the names in templates.
  static let themes = #"""
    FILES OF A THEME
      theme.yml               parent, and texts: the theme's words by language,
                              which templates read as site.texts.NAME. They name
                              what is built in where model.yml gives no label; CSV
                              and JSON keep the names themselves. A theme without
                              a parent has to bring docket's own words, too
                              (yes, thisMonth ...: the names are in the default
                              theme's theme.yml); English stands in for others
      layout, home, index, page, record
                              .mustache; record is for any entity without a
                              template of its own
      entities/NAME           an entity's records, and those of its subentities
                              without one; NAME.DOCUMENT their documents
      blocks/KIND             query blocks: table list number bar line statement
                              documents
      partials/NAME           head goes into the head of every page, brand to the
                              top left
      assets/                 copied; {{site.assets.logo_svg}} is the path to
                              assets/logo.svg, with _ for all but letters and
                              digits. docket.css has the colours and sizes as
                              custom properties, charts add chart.css; without
                              docket.js a theme gets no data for scripts

    TEMPLATES
      Mustache with inheritance ({{<layout}}{{$main}}...{{/main}}{{/layout}}).
      The default layout has the blocks title, head, steady (a page is shown when
      it has arrived; if empty, while it arrives), path and main.

      every page              site (title language root currency params texts menu
                              search assets ...), page (title url content ...)
      records                 attributes and relationships by name; record (id
                              title url body state ...); fields; lists. Labels are
                              record.labels.total, record.labels.rows.sum and, in
                              any template, site.labels.Order.total
      an index                entity table records summary pagination sorts filters
      the home page           entities, newest
      query blocks            block (title summary table svg value ...)

      'docket theme names TEMPLATE' prints all of it. Dates and amounts print in
      the site's language, as do {{date.weekday}} and {{date.long}}, the month
      in words; {{date.iso}} and {{sum.plain}} are the exact forms.
      Only nil, false and an empty list count as false; in params, false is written
      as such, and 'no' is a text. Everything is escaped, for
      text and for attributes in quotes, but {{{ }}}, which is for record.body,
      page.content, block.svg, record.paymentCode and a cell's svg; a script reads
      a value from a data- attribute, and an address that begins with a text that
      is no url is warned of. A misspelt name is an error.

    MARKUP FOR THE SCRIPTS
      docket.js loads list.js, which sorts and filters lists, and search.js
      searches, where templates mark their parts so. Without a mark, a part
      stays as it was rendered.

      data-root               on html: {{site.root}}
      data-list               on the box of a list's table: {{list}}; beside it
                              data-sort="{{sort}}", and data-base="" if {{#isBase}}
      data-key                on a heading in thead that {{#isSortable}}: {{name}};
                              an element in it becomes the button
      class="pick"            a group of links: with data-filter="{{name}}" of a
                              filter, data-value="{{key}}" on each, its number in
                              <small>, data-more on the one to all values; else of
                              sorts, data-sort="{{key}}" on each. The one in force
                              has aria-current="true"
      h1 small, .pages        the number of records; the links to pages
      form.find               an input, an output and a ul; data-more on the ul
                              is the text of the link to more hits

      Cells that list.js writes have the column's label as data-l and a state as
      data-s, links that leave no record data-none, and one for a value that the
      group does not show data-extra; html has data-lists. A page that
      'docket serve' brings up to date says so by the event docket:update.
    """#
}
