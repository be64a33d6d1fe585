import Foundation
import TestSupport
import Testing

/// What shells complete: each that is on this machine is asked as if its user had pressed the tab key.
struct CompletionTests {
  enum Shell: String, CaseIterable, CustomTestStringConvertible {
    case bash, zsh, fish

    var testDescription: String { rawValue }

    /// Whether it can be asked; zsh and fish complete on a terminal alone, which Python makes.
    var isHere: Bool { Program.exists(rawValue) && (self == .bash || Program.exists("python3")) }

    /// Asks for the lines in $QUESTIONS and writes what is offered to $ANSWERS, `>` between two answers.
    private var script: String {
      switch self {
      case .bash:
        """
        source <(docket --generate-completion-script bash)
        while IFS= read -r question; do
          IFS=' ' read -ra COMP_WORDS <<< "$question"
          [[ $question == *' ' ]] && COMP_WORDS+=('')
          COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE=$question; COMP_POINT=${#question}; COMPREPLY=()
          _docket docket "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
          printf '%s\n' "${COMPREPLY[@]}" '>' >> "$ANSWERS"
        done <<< "$QUESTIONS"
        """
      case .zsh:
        """
        autoload -Uz compinit && compinit -u -D
        source <(docket --generate-completion-script zsh)
        compadd() {
          local -a offers
          builtin compadd -O offers "$@"
          print -rl -- $offers >> $ANSWERS
          builtin compadd "$@"
        }
        ask() {
          for question in "${(f)QUESTIONS}"; do
            BUFFER=$question CURSOR=$#question
            zle list-choices
            print -r '>' >> $ANSWERS
          done
          kill -KILL $$
        }
        zle -N zle-line-init ask
        """
      case .fish:
        """
        docket --generate-completion-script fish | source
        function ask --on-event fish_prompt
          for question in (string split \\n -- "$QUESTIONS")
            complete -C "$question" | string split -f 1 \\t >> $ANSWERS
            echo '>' >> $ANSWERS
          end
          kill -KILL $fish_pid
        end
        """
      }
    }

    /// What the shell offers for the last word of each line.
    func offers(_ questions: [String], in folder: TemporaryFolder) async throws -> [Set<String>] {
      let work = try TemporaryFolder([".zshrc": script, "answers": ""])
      let command =
        switch self {
        case .bash: ["bash", "--norc", "-O", "extglob", work.path(".zshrc")]
        case .zsh: ["zsh", "-i"]
        case .fish:
          ["fish", "--no-config", "--interactive", "--init-command", "source '\(work.path(".zshrc"))'"]
        }
      var program = Program("env", in: folder.path)
      if self != .bash { program.command = ["python3", "-c", "import pty, sys; pty.spawn(sys.argv[1:])"] }
      let bin = Program.docketPath.dropLast("/docket".count)
      program.environment = [
        "PATH": "\(bin):" + (ProcessInfo.processInfo.environment["PATH"] ?? ""), "TERM": "xterm",
        "HOME": work.path, "ZDOTDIR": work.path, "ANSWERS": work.path("answers"),
        "QUESTIONS": questions.joined(separator: "\n"),
      ]
      let run = try await program.run(command)
      let answers = try work.text("answers").components(separatedBy: ">\n").dropLast()
      #expect(answers.count == questions.count, "\(run.output) \(run.error)")
      return zip(questions, answers).map { question, answer in
        let last = question.components(separatedBy: " ").last?.lowercased() ?? ""
        let offers = answer.split(separator: "\n").map(String.init)
        return Set(offers.filter { $0.lowercased().hasPrefix(last) && !$0.hasPrefix("-") })
      }
    }
  }

  @Test(arguments: Shell.allCases.filter(\.isHere))
  func commandsIdsEntitiesAndKeys(shell: Shell) async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/model.yml": "entities: {Firm: {parent: Customer, folder: firms}}\n",
      "Content/imports/shop.yml": "as: Customer\n",
    ])
    let expected: KeyValuePairs<String, Set<String>> = [
      "docket se": ["serve", "set"],
      "docket set o": ["o1", "o2", "o3"],
      "docket rename an": ["ann"],
      "docket new F": ["Firm"],
      "docket import a.csv --as Cu": ["Customer"],
      "docket import a.csv --with ": ["shop"],
      "docket new order --like o": ["o1", "o2", "o3"],
      "docket set o1 pa": ["paid=", "paidOn=", "payments="],
      "docket set o1 paid=yes made=yes cust": ["customer="],
      "docket add o1 r": ["rows"],
      "docket query Row": ["RowOfOrder"],
      "docket log o1": ["o1"],
      "docket delete o1 o2": ["o2"],
      "docket delete u": [],
    ]
    let offers = try await shell.offers(expected.map(\.key), in: folder)
    for (expected, offers) in zip(expected, offers) { #expect(offers == expected.value, "\(expected.key)") }
  }

  /// As the word begins; fish asks for all entities and finds those that fit itself.
  @Test(arguments: Shell.allCases.filter { $0.isHere && $0 != .fish })
  func entitiesInSmallLetters(shell: Shell) async throws {
    let folder = try SmallSite.folder()
    #expect(try await shell.offers(["docket new or"], in: folder) == [["order"]])
  }

  @Test(arguments: Shell.allCases)
  func scriptsForEveryShell(shell: Shell) async throws {
    let run = try await SmallSite.folder().docket("--generate-completion-script", shell.rawValue)
    #expect(run.status == 0 && run.output.contains("rename") && run.output.contains("---completion"))
  }
}
