// Pages, links and themes.

/// The errors in pages, links and themes, each explained under the name of its ``DiagnosticID``.
extension Explanation {
  static func addPages(to all: inout [DiagnosticID: Explanation]) {
    all[.rawHTML] = Explanation(
      "HTML in a text, which is dropped", .warning,
      reason:
        "Texts are Markdown. HTML tags in them are left out of the page, because a text copied from elsewhere "
        + "could bring a script with it.",
      example: "Please call <b>before noon</b>.",
      fix: "write it in Markdown: **before noon**. To show a tag as it is, put it in `backticks`.")
    all[.droppedCell] = Explanation(
      "An extra cell in a table", .warning,
      reason: "A row of the table has more cells than its first line, and the page does not show them.",
      example: "| Part | Price |\n| ---- | ----- |\n| Tyre | 32.00 | 2 |",
      fix: "give the table another column, or remove the cell.")
    all[.misplacedTable] = Explanation(
      "A table in a list or a quotation", .warning,
      reason:
        "Pipe tables are tables only where they stand by themselves. Indented in a list, after '>', or "
        + "directly below a list item, they stay text.",
      example: "- Prices\n\n  | Part | Price |\n  | ---- | ----- |\n  | Tyre | 32.00 |",
      fix: "begin the table's lines at the margin, with an empty line before them.")
    all[.forbiddenScheme] = Explanation(
      "A link of a kind that is not allowed",
      reason:
        "Links lead to files of the site, or begin with https:, http:, mailto: or tel:. Others, such as "
        + "javascript: or file:, are dangerous or work only on your computer.",
      example: "[contract](file:///home/ann/contract.pdf)",
      fix: "put the file into Content and link to it there, or link to a web address.")
    all[.brokenLink] = Explanation(
      "A link that leads nowhere",
      reason: "No page, file or heading of the site is where the link points to.",
      example: "[Acme](../customers/akme.md)",
      fix:
        "correct the path. It is the path from this file to the other's .md file; one that begins with '/' "
        + "starts at Content.")
    all[.filterLimit] = Explanation(
      "More values than a filter has pages", .warning,
      reason:
        "A filtered list gets a page for each value, and this key has so many that only the most frequent ones "
        + "get one. The records themselves are in the full list.",
      example: "filters: customer        with 3,000 customers",
      fix:
        "raise 'filter-limit' on the index page, or filter by something with fewer values, such as date.year."
    )
    all[.misplacedQuery] = Explanation(
      "A query block that is not replaced by its result",
      reason:
        "A block ```query is replaced by its result on pages, where it stands by itself. In the notes of a customer, "
        + "service or order, within a list or a quotation, or marked ```Query, it is not; nor where "
        + "it is not closed, or the text above swallows it: raw HTML, or a block of code that is not closed.",
      example: "```query\nfrom: Order\nwhere: customer = 'acme'\n```        in customers/acme.md",
      fix: "move the block to a page of its own, such as reports/acme.md, and begin it at the margin.")
    all[.urlCollision] = Explanation(
      "Two sources for one page",
      reason:
        "Two files would become the same page, or pages whose addresses differ only in case, which many "
        + "computers take for one. Two blocks of a page with one name would share their files as well, and two files of "
        + "a theme that templates call by one name, a-b.css and a_b.css, cannot be told apart.",
      example: "Content/reports/Unpaid.md\nContent/reports/unpaid.md",
      fix: "rename one of the two, or give one of the blocks another 'name'.")

    // MARK: Themes

    all[.templateSyntax] = Explanation(
      "A template that cannot be read",
      reason:
        "A tag in double braces is not closed, is closed under another name, closes nothing, or has no name. The page "
        + "could not be made from it. Text that is never printed is a warning.",
      example: "{{#rows}}{{sum}}{{/row}}",
      fix: "close every {{#name}} by {{/name}} of the same name, in the reverse order.")
    all[.unknownName] = Explanation(
      "A name in a template that stands for nothing",
      reason:
        "The template prints a value that the record or page does not have. Other programs print nothing then; "
        + "here a figure would be missing from every page. In params, which no model declares and another site may set, a "
        + "name that is nearly one of this site's is a warning.",
      example: "{{custmer.name}}",
      fix:
        "correct the name. Records have their attributes and relationships under the names of the model; docket's "
        + "own are below record, page and site.")
    all[.unusedTemplate] = Explanation(
      "A template that nothing uses", .warning,
      reason:
        "The template's name is not one that docket looks for, and no page or other template names it; but it "
        + "is nearly the name of an entity or of a template of the built-in theme, or is in another folder "
        + "than that one. Case matters. Or it is 'record', and each entity has a template of its own, which comes first; or a "
        + "partial that no template calls; or a template of pages that is empty; or one of a document, entities/Order.NAME, "
        + "whose NAME has other characters than letters, digits, '-' and '_'; or one of an entity without pages, which "
        + "is abstract or whose records are written inside others.",
      example: "Themes/mine/entities/order.mustache",
      fix: "give the file the intended name: entities/Order.mustache.")
    all[.unlinkedPages] = Explanation(
      "A list whose further pages no page links to", .warning,
      reason:
        "A page of a list shows as many records as its 'page-size', 100 unless written. The template prints the "
        + "first ones, and no links to the pages with the others: who reads the site takes the first for all.",
      example: "{{#table}}{{#rows}}...{{/rows}}{{/table}}        and nothing else in index.mustache",
      fix:
        "print the links: {{>partials/pagination}} of the built-in theme, or 'pagination' in tags of your own."
    )
    all[.unprintedContent] = Explanation(
      "A template that leaves out what its pages say", .warning,
      reason:
        "The template of a page prints what is written in its file, with its reports, by {{{page.content}}}. Without it the "
        + "page has its frame alone, and nothing in Content tells why.",
      example: "{{<layout}}{{$main}}<h1>{{page.title}}</h1>{{/main}}{{/layout}}        as page.mustache",
      fix: "print {{{page.content}}} in the template.")
    all[.missingTemplate] = Explanation(
      "A template that does not exist",
      reason:
        "A page, or another template, names a template that is neither in the theme nor in its parents; or a "
        + "partial is used where what it prints does not exist.",
      example: "{{>partials/adress}}",
      fix:
        "correct the name, or add the file to the theme. With 'parent: default' in theme.yml a theme has all of the "
        + "built-in ones; 'docket theme copy FILE' gets one of them to begin with.")
    all[.missingHistory] = Explanation(
      "A history that git cannot provide", .warning,
      reason:
        "site.yml says 'history: true', and the changes of records are read from git. Here there is no git, "
        + "no repository, no commit yet, or a clone without its older commits; what is not known is left out, never guessed.",
      example: "history: true        in a folder that was copied without its .git",
      fix:
        "build in a clone with all commits ('fetch-depth: 0' in GitHub's checkout action), or leave out 'history'."
    )
    all[.missingTheme] = Explanation(
      "A theme that does not exist",
      reason:
        "site.yml, --theme or the 'parent' of a theme names a theme, and there is no such folder in Themes; or a "
        + "theme is its own parent.",
      example: "theme: blau        without a folder Themes/blau",
      fix: "correct the name, or make the folder. 'default' is the built-in theme.")
    all[.lowContrast] = Explanation(
      "A colour that is hard to read", .warning,
      reason:
        "'accent' in the params of site.yml is the colour of links. On white it needs a contrast of 4.5 (WCAG "
        + "2.2), or many people cannot read it.",
      example: "params: {accent: \"#ffcc00\"}",
      fix: "use a darker shade, such as #7a5c00.")
    all[.unescapedText] = Explanation(
      "Text printed as HTML, or HTML printed as text",
      reason:
        "Two braces print text, three print HTML as it is. A customer's name in three braces could break the "
        + "page, or bring a script; a body in two would show its tags. So could an address that begins with a text: "
        + "'javascript:' is one.",
      example: "{{{customer.name}}}\n{{record.body}}",
      fix: "write {{customer.name}} and {{{record.body}}}. 'docket check --fix' does it.")
    all[.templateDepth] = Explanation(
      "Templates that go too deep",
      reason:
        "Sections are nested more than docket follows, partials call each other without end, or a template is its own "
        + "parent: a theme's 'layout' takes the place of the one above it, which nothing can name then.",
      example: "partials/menu.mustache holds {{>partials/menu}}",
      fix: "call the partial only within a section that ends, such as {{#children}} … {{/children}}.")
  }
}
