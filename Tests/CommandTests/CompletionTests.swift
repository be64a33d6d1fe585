import Foundation
import TestSupport
import Testing

/// What shells complete, as bash asks for it.
@Suite(.enabled("bash is not on this machine") { Program.exists("bash") })
struct CompletionTests {
  /// What bash offers for the last of some words.
  private func offers(_ words: String, in folder: TemporaryFolder) async throws -> Set<String> {
    let script = """
      source <("$1" --generate-completion-script bash)
      shift
      # The script runs the program by the name that was typed.
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMPREPLY=()
      _docket "$1" "${@: -1}" "${@: -2:1}"
      printf '%s\n' "${COMPREPLY[@]}"
      """
    var program = Program("bash", "-O", "extglob", "-c", script, "bash", in: folder.path)
    let bin = Program.docketPath.dropLast("/docket".count)
    program.environment["PATH"] = "\(bin):/usr/bin:/bin"
    let run = try await program.run([Program.docketPath] + words.components(separatedBy: " "))
    #expect(run.error == "", "\(words)")
    let last = words.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    return Set(run.output.split(separator: "\n").map(String.init).filter { $0.hasPrefix(last) })
  }

  @Test func commandsIdsEntitiesAndKeys() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/model.yml": "entities: {Firm: {parent: Customer, folder: firms}}\n"
    ])
    #expect(try await offers("docket se", in: folder) == ["serve", "set"])
    #expect(try await offers("docket set o", in: folder) == ["o1", "o2", "o3"])
    #expect(try await offers("docket rename an", in: folder) == ["ann"])
    #expect(try await offers("docket new F", in: folder) == ["Firm"])
    #expect(try await offers("docket new or", in: folder) == ["order"])
    #expect(try await offers("docket import a.csv --as Cu", in: folder) == ["Customer"])
    #expect(try await offers("docket new order --like o", in: folder) == ["o1", "o2", "o3"])
    #expect(try await offers("docket set o1 pa", in: folder) == ["paid=", "paidOn=", "payments="])
    #expect(try await offers("docket delete zz", in: folder) == [])
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func scriptsForEveryShell(shell: String) async throws {
    let run = try await SmallSite.folder().docket("--generate-completion-script", shell)
    #expect(run.status == 0 && run.output.contains("rename") && run.output.contains("---completion"))
  }
}
