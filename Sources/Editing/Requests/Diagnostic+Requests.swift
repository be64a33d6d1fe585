import Diagnostics
import Records

extension Diagnostic {
  /// A name that cannot be an id.
  static func invalidID(_ name: SourceText) -> Diagnostic {
    Diagnostic(
      .invalidID, at: name.range,
      "'\(name.text)' is no id: letters, digits, '-', '_' and '.' only; did you mean '\(slug(nfc(name.text)))'?"
    )
  }
}
