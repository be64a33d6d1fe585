import FileSystem
import Foundation
import Testing

/// A call of the system that a signal interrupts is made again.
@Suite struct InterruptedCallTests {
  @Test func callsAreMadeAgain() throws {
    var calls = 0
    let result = system { () -> Int32 in
      calls += 1
      errno = EINTR
      return calls < 4 ? -1 : 7
    }
    #expect(try result.get() == 7)
    #expect(calls == 4)
    let failed = system { () -> Int32 in
      calls += 1
      errno = calls < 6 ? EINTR : EACCES
      return -1
    }
    #expect(throws: SystemError.self) { try failed.get() }
    #expect(calls == 6)
    let pointer = systemPointer { () -> Int? in
      calls += 1
      errno = EINTR
      return calls < 9 ? nil : calls
    }
    #expect(pointer == 9)
  }
}
