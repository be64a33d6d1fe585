import Serving
import Testing

struct RequestTests {
  @Test func formsAreReadWithTheirSignsDecodedAndLineEndsAsLF() {
    let request = Request(
      method: .post, path: "-/edit", query: FormFields(), headers: [:],
      body: Array("name=J%C3%BCrgen+H%26S&note=a%0D%0Ab%0Dc&row=1&row=2&odd=%zz&alone".utf8), keepsAlive: true
    )
    #expect(request.form["name"] == "Jürgen H&S")
    #expect(request.form["note"] == "a\nb\nc")
    #expect(request.form.values(of: "row") == ["1", "2"])
    #expect(request.form["odd"] == "%zz")
    #expect(request.form["alone"] == "")
    #expect(request.form.all.count == 6)
  }
}
