extension Dictionary {
  /// Makes a dictionary of pairs; of those with the same key, the first is kept.
  package init(keepingFirst pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}
