// Files and folders of Content, and the output folder.

/// The errors in files, folders and the output folder, each explained under the name of its ``DiagnosticID``.
extension Explanation {
  static func addFiles(to all: inout [DiagnosticID: Explanation]) {
    all[.unreadableFile] = Explanation(
      "A file that cannot be read",
      reason: "The computer refused to open the file, mostly because a permission is missing. docket does "
        + "not continue without it, because an order in it would be missing from the totals.",
      example: "Content/orders/2026/2026-0042.md belongs to another user of the computer",
      fix: "give yourself the right to read the file, or move it out of Content.")
    all[.unreadableFolder] = Explanation(
      "A folder that cannot be read",
      reason:
        "The computer refused to list the folder, or it lies more than 64 folders deep. Orders in it would be "
        + "missing from the totals.",
      example: "Content/orders/2025 belongs to another user of the computer",
      fix: "give yourself the right to read the folder, or move it out of Content.")
    all[.notUTF8] = Explanation(
      "A file that is not saved as UTF-8",
      reason:
        "Letters such as ü or ß are stored differently in old encodings (Windows-1252, Latin-1, UTF-16), and "
        + "docket would have to guess at names.",
      example: "name: Bäckerei Grübl        saved as Windows-1252",
      fix: "open the file in your editor and save it with the encoding UTF-8.")
    all[.fileTooLarge] = Explanation(
      "A file larger than 1 MiB",
      reason:
        "No order needs a megabyte of text; such a file is usually something else under a wrong name, or "
        + "years of orders in one record.",
      example: "Content/orders/all-orders.md        1.4 MB",
      fix: "split it into one file per order, or move it out of Content.")
    all[.bodyTooLarge] = Explanation(
      "More than 256 KiB of text below the front matter",
      reason: "The notes below the second '---' are as long as a book. docket reads at most 256 KiB of them.",
      example: "a whole e-mail archive pasted below an order",
      fix:
        "keep long texts in files of their own beside the record, such as letters.txt or a PDF, and link to them."
    )
    all[.linkLeavesContent] = Explanation(
      "A symbolic link that leads out of Content or a theme",
      reason:
        "A link in Content or in a theme leads to something elsewhere, or to nothing. On another computer, or "
        + "in a copy, the records it leads to would silently be missing; and a stranger's branch could show "
        + "or publish a file of yours.",
      example: "Content/orders/2024 -> /home/ann/archive/2024",
      fix: "move the files themselves to where the link is.")
    all[.nearMissFileName] = Explanation(
      "A name that is nearly right",
      reason:
        "The name of a file or folder looks like one that docket reads, but is not: an ending such as .MD, "
        + ".markdown or .md.txt, a folder Orders instead of orders, model.yaml instead of model.yml. Left alone, an "
        + "order would be missing from the totals. In a theme, the template of another theme would be used: "
        + "Order.Mustache is not a template. A file Order.html may be a draft and is only a warning, as is a template "
        + "Order.invoces beside a document invoice in the model: it makes pages of its own. An editor's backup copy, such "
        + "as rex.md~ beside rex.md, is only a warning as well.",
      example: "Content/orders/2026/2026-0042.md.txt",
      fix:
        "rename it, or delete it, as the message says. To keep a file out of the site, begin its name with '_' or '.'."
    )
    all[.reservedFolder] = Explanation(
      "A folder named page, by or where among records",
      reason:
        "Directly below an entity's folder, docket uses these three names for the pages of the sorted and "
        + "filtered lists.",
      example: "Content/orders/page/2026-0042.md",
      fix:
        "give the folder another name. References stay as they are: they name the file, not the folder."
    )
    all[.invalidID] = Explanation(
      "A file name that cannot be an id",
      reason:
        "A record's id is its file name without .md, and it becomes part of a web address. It may hold only "
        + "letters, digits, '-', '_' and '.'.",
      example: "Content/customers/Müller & Sons.md",
      fix: "rename the file, for example to müller-sons.md. The full name belongs inside, as 'name'.")
    all[.duplicateID] = Explanation(
      "Two records with one id",
      reason:
        "Two files of the same kind have the same name, in different folders or differing only in case. "
        + "'customer: acme' could then mean either.",
      example: "Content/orders/2025/17.md\nContent/orders/2026/17.md",
      fix: "rename one of the two. Orders are best named by year and number, such as 2026-0017.")

    all[.closedRecord] = Explanation(
      "A record of a closed period that has changed",
      reason:
        "'docket close' has kept the values of the records of a year, quarter or month, and one of them now has another value, "
        + "perhaps because model.yml has another formula or default, or is new, or is gone. The figures of that period "
        + "were handed in; they must not change silently. An order of a closed period may still be paid: its payments belong to "
        + "that in which they come, and only one without a day to that of the order. What is paid back of one that was "
        + "paid is the payment of a credit note, an order of an open period with a negative sum.",
      example: "due: 2026-02-01        in an order of 2025, which was closed with 2026-01-01",
      fix:
        "undo the change (write the day of a late payment in 'paidOn'), or open the period with 'docket reopen 2025 --reason TEXT' and close it again."
    )
    all[.closedYearFile] = Explanation(
      "A file of a closed period that was changed by hand",
      reason:
        "Each line in Content/closed holds a digest of itself and of all lines before it. One of them does "
        + "not fit, so nobody can say what the records were.",
      example: "a sum in Content/closed/2025.yml was changed with an editor",
      fix: "restore the file from git or a backup. Only 'docket close' and 'docket reopen' write it.")

    // MARK: The output folder

    all[.foreignFolder] = Explanation(
      "An output folder that docket did not write",
      reason:
        "The folder for the site is not empty, and nothing in it says that docket made it. docket never "
        + "overwrites files that are not its own.",
      example: "docket build --output /var/www        where another site is kept",
      fix: "empty the folder if nothing in it is wanted, or name another with --output.")
    all[.foreignFile] = Explanation(
      "A file in the way that docket did not write",
      reason:
        "A page would be written where there is a file that docket did not make. docket never touches such a file.",
      example: "Site/orders/index.html        written by hand",
      fix: "move the file out of the output folder and build again.")
    all[.damagedManifest] = Explanation(
      "A damaged list of the files docket wrote",
      reason:
        "docket keeps a list of its own files in the output folder, so that it removes old pages and nothing "
        + "else. That list cannot be read: it is damaged, or a newer docket wrote it.",
      example: "the list was changed by hand, or cut short by a full disk",
      fix: "delete the output folder and build again; everything in it is made from Content.")
  }
}
