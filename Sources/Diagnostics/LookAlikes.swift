/// The characters that word processors, phones and spreadsheets put in place of those on a keyboard.
package enum LookAlikes {
  /// Hyphens, dashes and minus signs in place of `-`.
  package static let dashes: Set<Character> = [
    "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2212}",
    "\u{FE63}", "\u{FF0D}",
  ]

  /// Quotation marks in place of straight ones.
  package static let quotes: Set<Character> = ["“", "”", "„", "‟", "‘", "’", "‚", "‛", "«", "»", "‹", "›"]
}
