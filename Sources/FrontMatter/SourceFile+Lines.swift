import Diagnostics

/// The offset after the line end (LF, CR LF or CR) at an offset.
func afterLineBreak(_ bytes: [UInt8], _ index: Int) -> Int {
  bytes[index] == .carriageReturn && index + 1 < bytes.count && bytes[index + 1] == .lineFeed
    ? index + 2 : index + 1
}

extension SourceFile {
  /// The first line end of the file, which new lines get too; LF if there is none.
  var lineEnd: String {
    guard let first = bytes.firstIndex(where: isLineBreak) else { return "\n" }
    return text(first..<afterLineBreak(bytes, first))
  }

  /// The start of the line that contains an offset.
  func lineStart(_ offset: Int) -> Int {
    var start = offset
    while start > 0, !isLineBreak(bytes[start - 1]) { start -= 1 }
    return start
  }

  /// The column of an offset, from 0.
  func column(of offset: Int) -> Int { offset - lineStart(offset) }

  /// The start of the line after an offset.
  func nextLine(after offset: Int) -> Int {
    let end = bytes[offset...].firstIndex(where: isLineBreak)
    return end.map { afterLineBreak(bytes, $0) } ?? bytes.count
  }
}
