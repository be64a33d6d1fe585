import Locale
import Testing

struct ShortTextTests {
  @Test(arguments: [
    ("", ""), ("€", "€"), ("September", "September"), ("fifteen letters", "fifteen letters"),
    ("сентябрь", "сентябр"), ("kuukausittainen…", "kuukausittainen"), ("twelve bytes€€", "twelve bytes€"),
  ])
  func keepsWholeCharacters(text: String, kept: String) {
    var bytes: [UInt8] = []
    ShortText(text).append(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == kept)
  }
}
