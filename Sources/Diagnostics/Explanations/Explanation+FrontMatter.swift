// The lines between the two '---', which are written in YAML.

/// The errors in the YAML of front matter, each explained under the name of its ``DiagnosticID``.
extension Explanation {
  static func addFrontMatter(to all: inout [DiagnosticID: Explanation]) {
    all[.noFrontMatter] = Explanation(
      "A record without front matter",
      reason:
        "A record begins with a line '---', then its keys with their values, then a second line '---'. This file "
        + "does not begin with one, so none of its figures could be read. In a record or a page, front matter "
        + "below an empty line is text to Markdown.",
      example: "date: 2026-03-14\ncustomer: acme",
      fix: "put a line '---' above the first key and another below the last one.")
    all[.unclosedFrontMatter] = Explanation(
      "Front matter without its second '---'",
      reason:
        "The file begins with '---', but no second line '---' says where the keys end and the notes begin.",
      example: "---\ndate: 2026-03-14\ncustomer: acme\nCalled twice.",
      fix: "put a line '---' after the last key.")
    all[.yamlSyntax] = Explanation(
      "A line that cannot be read",
      reason:
        "The lines between the two '---' are YAML: 'key: value', one per line, with a space after the colon; "
        + "what belongs to a key is indented below it. docket reads no more of a file in which a line breaks this.",
      example: "city:Berlin\nname: \"Hotel Ilzbrücke",
      fix:
        "look at the marked place: usually a space after ':' is missing, a quote or a bracket is not closed, or a "
        + "line is indented differently from those beside it.")
    all[.yamlAnchor] = Explanation(
      "A text that begins with '&'",
      reason:
        "In YAML '&' at the beginning names a value to be repeated elsewhere. docket does not read that, "
        + "because a figure must be written where it counts.",
      example: "name: &Partner",
      fix: "put the text in quotes: name: \"&Partner\".")
    all[.yamlAlias] = Explanation(
      "A text that begins with '*'",
      reason:
        "In YAML '*' at the beginning repeats a value from elsewhere. docket does not read that, because a "
        + "figure must be written where it counts.",
      example: "info: *important*",
      fix: "put the text in quotes: info: \"*important*\".")
    all[.yamlTag] = Explanation(
      "A text that begins with '!'",
      reason: "In YAML '!' at the beginning gives the type of a value. docket takes the type from the model.",
      example: "info: !call before noon",
      fix: "put the text in quotes: info: \"!call before noon\".")
    all[.yamlMergeKey] = Explanation(
      "The YAML merge key '<<'",
      reason:
        "'<<' copies keys from another place. docket does not read that, because a figure must be written "
        + "where it counts.",
      example: "<<: defaults",
      fix: "write the keys out.")
    all[.yamlDirective] = Explanation(
      "A YAML directive",
      reason: "A line that begins with '%' instructs the YAML reader, which docket does not accept.",
      example: "%YAML 1.2",
      fix: "delete the line.")
    all[.severalDocuments] = Explanation(
      "A second YAML document",
      reason:
        "A line '---' or '...' begins a second document within the YAML; what it says would be lost. In a "
        + "record a line '---' ends the front matter, and keys after it would be text.",
      example: "title: My workshop\n---\ncurrency: EUR        in site.yml",
      fix: "remove the line, so that all keys are in one document.")
    all[.nestingTooDeep] = Explanation(
      "Lists within lists, more than 16 deep",
      reason: "No record needs lists or mappings nested so deep; usually a bracket is not closed.",
      example: "params: [[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]",
      fix: "close the brackets, or write the value flatter.")
    all[.duplicateKey] = Explanation(
      "A key that is written twice",
      reason:
        "A record has each key once. Nobody could tell which of the two values counts, and one figure would "
        + "be lost.",
      example: "paidOn: 2026-03-14\npaidOn: 2026-03-20",
      fix: "delete one of the two lines. Several payments are a list below 'payments'.")
    all[.complexKey] = Explanation(
      "A key that is not plain text",
      reason: "A key is a word before a colon. Here it is a list, is missing, or begins with '? '.",
      example: "{date: 2026-03-14, : acme}",
      fix: "write 'key: value', with the key's name before the colon.")
    all[.tabIndentation] = Explanation(
      "A tab where spaces belong",
      reason:
        "YAML is indented with spaces. A tab looks like spaces, but every editor shows a different number of them.",
      example: "rows:\n<tab>- service: repair",
      fix:
        "replace the tab with two spaces for each level. Most editors can be told to insert spaces for tabs.")
    all[.controlCharacter] = Explanation(
      "An invisible character",
      reason:
        "The file contains a character that no editor shows, usually copied from a PDF or a spreadsheet. It "
        + "would make two names that look the same differ.",
      example: "name: Hotel<U+0007> Ilzbrücke",
      fix: "delete the marked place and type it again.")
    all[.lineSeparator] = Explanation(
      "An invisible line separator",
      reason:
        "The characters U+0085, U+2028 and U+2029 end a line for some programs and mean nothing to others. "
        + "They come from text copied from word processors.",
      example: "address: 1 High Street<U+2028>Exampleton",
      fix: "replace the character with a space or a line break.")
    all[.unquotedText] = Explanation(
      "A text that needs quotes",
      reason:
        "Some characters mean something to YAML, and part of the text would be lost or read as something else: "
        + "what follows ' #' is taken for a comment, ': ' for another key, and a text that begins with one of "
        + "! & * @ % ` [ { is not text at all.",
      example: "name: Werkstatt #3",
      fix: "put the text in double quotes: name: \"Werkstatt #3\". 'docket check --fix' does it.")
    all[.mergeConflict] = Explanation(
      "A merge that is not resolved",
      reason:
        "Two branches changed the same lines, and git left both sides in the file between lines of <<<<<<<, ======= "
        + "and >>>>>>>. Only you can tell which side is right, and a figure must not be read from the wrong one.",
      example: "<<<<<<< HEAD",
      fix:
        "keep one of the two sides, or what is right of both, and remove the three lines. Where both branches made "
        + "an order with the same number, each side is an order: give one of them a file of its own."
    )
  }
}
