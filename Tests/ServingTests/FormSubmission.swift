/// The fields of a form as the page has them: what a browser sends when nothing is typed.
func fields(_ page: String) -> [(name: String, value: String)] {
  func plain(_ text: Substring) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(String(text)) {
      $0.replacing($1.0, with: $1.1)
    }
  }
  let withoutTemplates = page.replacing(/<template>[\s\S]*?<\/template>/, with: "")
  var result: [(String, String)] = []
  for match in withoutTemplates.matches(
    of:
      /<input[^>]*? name="([^"]*)"[^>]*?>|<select[^>]*? name="([^"]*)"[^>]*>([\s\S]*?)<\/select>|<textarea[^>]*? name="([^"]*)"[^>]*>\n?([\s\S]*?)<\/textarea>/
  ) {
    if let name = match.1 {
      let isBox = match.0.contains("type=\"checkbox\"")
      guard !isBox || match.0.contains(" checked") else { continue }
      let value = match.0.firstMatch(of: /\ value="([^"]*)"/)?.1
      result.append((plain(name), plain(value ?? (isBox ? "on" : ""))))
    } else if let name = match.2, let options = match.3 {
      let selected = options.firstMatch(of: /<option value="([^"]*)" selected>/)?.1 ?? ""
      result.append((plain(name), plain(selected)))
    } else if let name = match.4, let text = match.5 {
      result.append((plain(name), plain(text)))
    }
  }
  return result
}

func encoded(_ fields: [(name: String, value: String)]) -> String {
  func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
        ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
  return fields.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
}

/// Opens a form, types into some fields, and sends it.
@discardableResult
func send(
  _ site: ServedSite, _ address: String, _ typed: [String: String], from page: String? = nil,
  more: [(String, String)] = []
) async throws -> Answer {
  let shown: String
  if let page { shown = page } else { shown = try await site.ask(address).body }
  var all = fields(shown)
  for (name, value) in typed {
    if let index = all.firstIndex(where: { $0.name == name }) {
      all[index].value = value
    } else {
      all.append((name, value))
    }
  }
  return try await ask(site.port, address, method: "POST", body: encoded(all + more))
}
