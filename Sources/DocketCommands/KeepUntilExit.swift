/// Keeps a value as long as the process lives.
///
/// A command ends with its process, whose memory the system takes back at once. Giving 100,000 records back one by one
/// took 50 ms at the end of a check of 0.9 s.
func keepUntilExit<Value: Sendable>(_ value: Value) {
  _ = Unmanaged.passRetained(Kept(value: value))
}

private final class Kept<Value: Sendable>: Sendable {
  let value: Value

  init(value: Value) {
    self.value = value
  }
}
