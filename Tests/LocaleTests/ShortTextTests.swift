import Locale
import Testing

struct ShortTextTests {
  @Test(arguments: [
    ("", ""), ("€", "€"), ("September", "September"), ("fifteen letters", "fifteen letters"),
    ("сентябрь", "сентябр"), ("kuukausittainen…", "kuukausittainen"), ("twelve bytes€€", "twelve bytes€"),
  ])
  func keepsWholeCharacters(text: String, kept: String) {
    #expect(ShortText(text).text == kept)
  }
}
