extension UInt8 {
  /// Whether it is one of `0` to `9` in ASCII.
  @inlinable package var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
