import Diagnostics

/// The characters with a meaning in YAML, as bytes.
extension UInt8 {
  static var tab: UInt8 { 0x09 }
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }
  static var space: UInt8 { 0x20 }
  static var exclamationMark: UInt8 { 0x21 }
  static var doubleQuote: UInt8 { 0x22 }
  static var hash: UInt8 { 0x23 }
  static var percent: UInt8 { 0x25 }
  static var ampersand: UInt8 { 0x26 }
  static var singleQuote: UInt8 { 0x27 }
  static var asterisk: UInt8 { 0x2A }
  static var plus: UInt8 { 0x2B }
  static var comma: UInt8 { 0x2C }
  static var dash: UInt8 { 0x2D }
  static var dot: UInt8 { 0x2E }
  static var colon: UInt8 { 0x3A }
  static var less: UInt8 { 0x3C }
  static var greater: UInt8 { 0x3E }
  static var questionMark: UInt8 { 0x3F }
  static var at: UInt8 { 0x40 }
  static var openingBracket: UInt8 { 0x5B }
  static var backslash: UInt8 { 0x5C }
  static var closingBracket: UInt8 { 0x5D }
  static var backtick: UInt8 { 0x60 }
  static var openingBrace: UInt8 { 0x7B }
  static var bar: UInt8 { 0x7C }
  static var closingBrace: UInt8 { 0x7D }
}

/// Whether a byte is part of a word: an ASCII letter or digit, `_`, or a byte beyond ASCII.
func isWord(_ byte: UInt8) -> Bool {
  byte >= 0x80 || byte == UInt8(ascii: "_") || byte.isASCIIDigit || (byte | 0x20) &- UInt8(ascii: "a") < 26
}
