/// The text of `docket COMMAND --help` after a command's purpose and options: the rules for its input.
///
/// The README explains them by example. The rules are here as well for users who have only the program. Lines
/// have at most 79 characters, because ArgumentParser breaks longer lines on a terminal of 80 columns. All
/// lines except headings are indented, because the manual page keeps such lines unchanged.
enum Reference {}
