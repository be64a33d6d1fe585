import DocketCommands

/// The program; everything it does is in DocketCommands.
@main
enum Main {
  static func main() {
    startDocket()
  }
}
