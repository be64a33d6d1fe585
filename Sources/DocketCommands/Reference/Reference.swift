/// What `docket COMMAND --help` says beyond a command's purpose and options: how the things are written that it reads.
///
/// The README shows each by example; the rules are here, so that who has only the program has them too. Lines have at
/// most 79 characters, since ArgumentParser breaks longer ones at the width of a terminal of 80 columns, and all but
/// headings are indented: the manual page keeps such lines as they are.
enum Reference {}
