import Records

extension ClosedRecords {
  /// The lines of records, each with its digest.
  /// - Parameters:
  ///   - entities: the entities in order, each with the keys that are kept of its records.
  ///   - rows: the rows of each entity.
  ///   - seed: the bytes that the first digest covers in addition to its line.
  ///   - capacity: the expected number of bytes of the lines.
  /// - Returns: the lines, and the last digest in hexadecimal digits.
  func lines(
    of entities: [(index: Int, keys: [Key])], _ rows: [Int: [Int32]], seed: [UInt8], capacity: Int = 0
  ) -> (bytes: [UInt8], digest: String) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(capacity)
    var chain = DigestChain(seed)
    for (index, keys) in entities {
      bytes += "  \(graph.model.entities[index].name):\n".utf8
      let kept = kept(keys, of: graph.model.entities[index].table)
      for row in rows[index] ?? [] {
        bytes.append("    - [\"")
        // Zeros hold the place of the digest, which is known once the line is written.
        let place = bytes.count
        bytes.append("0000000000000000000000000000000000000000000000000000000000000000")
        bytes.append("\", ")
        let start = bytes.count
        kept.append(Int(row), to: &bytes)
        chain.add(bytes.span.extracting(start...))
        chain.write(to: &bytes, at: place)
        bytes.append("]\n")
      }
    }
    return (bytes, chain.digest)
  }
}

extension [UInt8] {
  /// Appends a text known at compile time.
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }
}
