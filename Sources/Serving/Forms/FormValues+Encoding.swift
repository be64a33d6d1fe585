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
    for (key, value) in fields.sorted(by: { $0.key < $1.key }) { append("v.\(key)", value) }
    for (list, rows) in rows.sorted(by: { $0.key < $1.key }) {
      for row in rows {
        for (key, value) in row.fields.sorted(by: { $0.key < $1.key }) {
          append("r.\(list).\(row.name).\(key)", value)
        }
      }
    }
    if let body { append("body", body) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes a text made by ``encoded``.
  init(encoded text: String) {
    self.init(FormFields(encoded: Array(text.utf8)[...]))
  }

  /// Whether a key, a list or the body has the same value in other values.
  func hasSameValue(as other: FormValues, of key: String) -> Bool {
    func texts(_ rows: [Row]?) -> [[String: String]] {
      (rows ?? []).map { $0.fields.filter { !$0.value.isEmpty } }
    }
    if key == FormPage.body { return body ?? "" == other.body ?? "" }
    return fields[key] ?? "" == other.fields[key] ?? "" && texts(rows[key]) == texts(other.rows[key])
  }
}
