import Diagnostics
import Records

extension FetchCompiler {
  /// The errors of keys that a fix-it mends, wherever the request repeats the key: mended in `group` alone, it would no
  /// longer be the key that `columns` shows.
  func fixesOfRepeatedKeys(_ entity: Int) -> [Diagnostic] {
    let keys = request.group.compactMap { source -> Syntax? in
      let found = compiler.expression(source, entity: entity).diagnostics
      return found.isEmpty || found.contains { $0.fixIts.isEmpty } ? nil : try? Parser.expression(source.text)
    }
    guard !keys.isEmpty else { return [] }
    var others = (request.columns.map(\.value) + [request.having].compactMap(\.self)).map { source in
      (source: source, parts: [try? Parser.expression(source.text)].compactMap(\.self))
    }
    for source in request.sort + [request.section].compactMap(\.self) {
      others.append((source, ((try? Parser.sort(source.text)) ?? []).map(\.expression)))
    }
    return others.flatMap { source, parts in
      parts.flatMap { $0.parts(equalTo: keys) }.flatMap {
        compiler.diagnostics(of: $0, in: source, entity: entity)
      }
    }
  }
}
