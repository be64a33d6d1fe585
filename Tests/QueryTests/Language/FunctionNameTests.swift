import Diagnostics
import Query
import Testing

/// The names of functions.
@Suite struct FunctionNameTests {
  @Test(arguments: FunctionName.known)
  func aNameMayBeInAnyCase(function: FunctionName) {
    let name = function.description
    for written in [name, name.lowercased(), name.uppercased()] {
      #expect(FunctionName(written) == function)
    }
    #expect(FunctionName(name + "s") == .unknown(name + "s"))
  }

  @Test func theExplanationNamesAll() {
    let fix = DiagnosticID.unknownFunction.explanation.fix
    let words = Set(fix.split { !$0.isLetter && $0 != "@" }.map(String.init))
    let functions = FunctionName.known.map(\.description) + CallForm.allCases.map(\.rawValue)
    #expect(words.isSuperset(of: functions))
    #expect(words.isSuperset(of: ["@distinct"] + Aggregate.allCases.map { "@" + $0.rawValue }))
  }
}
