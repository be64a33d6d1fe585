import DocketCommands

@main
enum Main {
  static func main() async {
    await runDocket()
  }
}
