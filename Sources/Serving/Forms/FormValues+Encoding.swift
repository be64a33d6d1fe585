import Diagnostics

// The original values of a form, which it sends along to show what was changed.

extension FormValues {
  /// The values as one text, encoded as browsers do (`application/x-www-form-urlencoded`).
  var encoded: String {
    var bytes: [UInt8] = []
    func append(_ name: String, _ value: String) {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
      PercentEncoding.appendPath(name, to: &bytes)
      bytes.append(UInt8(ascii: "="))
      PercentEncoding.appendPath(value, to: &bytes)
    }
    for (name, text) in texts { append(name.text, text) }
    if let body { append("body", body) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes a text made by ``encoded``.
  init(encoded text: String) {
    self.init(FormFields(encoded: Array(text.utf8)[...]))
  }

  /// Whether a key, a list or the body has the same value in other values. A figure that was emptied because it follows
  /// is no change of its own.
  func hasSameValue(as other: FormValues, of key: String) -> Bool {
    if key == FormPage.body { return body ?? "" == other.body ?? "" }
    let (mine, theirs) = (rows[key] ?? [], other.rows[key] ?? [])
    let isEmptied = emptied.contains(key) || other.emptied.contains(key)
    guard isEmptied || fields[key] ?? "" == other.fields[key] ?? "", mine.count == theirs.count else {
      return false
    }
    return zip(mine, theirs).allSatisfy { one, other in
      let emptied = one.emptied.union(other.emptied)
      func texts(_ row: Row) -> [String: String] {
        row.fields.filter { !$0.value.isEmpty && !emptied.contains($0.key) }
      }
      return texts(one) == texts(other)
    }
  }
}
