import Content
import Diagnostics
import FileSystem
import FrontMatter
import Records

extension Editor {
  /// Renames a record or moves a page, and updates everything that names it.
  ///
  /// The file keeps its former name in `was:`. So after the move the book has an error with a fix-it for each
  /// reference, predicate and link to the former name, and these fix-its are made until none is left.
  /// - Parameters:
  ///   - old: the record's id, or the page's path.
  ///   - new: the new id, or the new path below Content.
  ///   - workspace: reads the book with the edit applied.
  package func rename(_ old: SourceText, to new: SourceText, in workspace: Workspace) async -> Edit {
    var edit = Edit()
    if let page = page(old.text) {
      move(page, to: new, in: &edit)
    } else if let error = unknownPage(old) {
      edit.diagnostics.append(error)
    } else if let record = resolveTarget(old, &edit) {
      move(record, named: old, to: new, in: &edit)
      if !edit.changes.isEmpty {
        rename(record, inMappingsTo: nfc(String(new.text.withoutMarkdownEnding)), &edit)
      }
    }
    guard !edit.diagnostics.hasErrors, !edit.changes.isEmpty else { return edit }
    await followMove(in: &edit, workspace)
    return edit
  }

  private func move(_ record: RecordHandle, named old: SourceText, to new: SourceText, in edit: inout Edit) {
    edit.diagnostics += refusalsOfSkipped
    guard !edit.diagnostics.hasErrors else { return }
    let id = nfc(String(new.text.withoutMarkdownEnding))
    let before = graph.id(of: record)
    guard rowIndex(of: record) == nil else {
      return edit.refuse(
        .invalidID, at: old.range,
        "'\(old.text)' is a row, whose number is its position; it has no id of its own")
    }
    if let error = Diagnostic.ofID(id, at: new) { return edit.diagnostics.append(error) }
    guard id != before else { return }
    guard idFolded(id) == idFolded(before) || !isTaken(id, in: record.table) else {
      return edit.refuse(.duplicateID, at: new.range, "the id '\(id)' is taken")
    }
    let file = graph.file(of: record)
    let path = String(file.path)
    let operations: [RecordOperation] = [
      .removeText(id, key: "was"), .addText(before, key: "was"),
    ]
    put(
      self.file(file.source, after: operations, graph.entity(of: record)), from: file,
      to: path.folderPrefix + id + ".md", in: &edit)
    edit.lines.append(.init(before, "renamed to \(id)"))
  }

  private func move(_ page: Page, to new: SourceText, in edit: inout Edit) {
    let old = String(page.file.path)
    let folder = old.folderPrefix
    var path = String(new.text.withoutMarkdownEnding) + ".md"
    // A name alone stays in its folder.
    if let below = path.path(below: book.root) {
      path = below
    } else {
      path = path.contains("/") ? String(path.drop { $0 == "/" }) : folder + path
    }
    guard path != old else { return }
    guard page.kind == .other else {
      return edit.refuse(.invalidID, at: new.range, "'\(old)' is named by its place, and cannot be renamed")
    }
    guard !FileSystem.isIgnored(path) else {
      return edit.refuse(
        .invalidID, at: new.range,
        "'\(path)' would not be read: a name in it begins with '.' or '_', or is one that systems leave in folders"
      )
    }
    guard !book.pages.contains(where: { $0.file.path == path }) else {
      return edit.refuse(.invalidID, at: new.range, "there is a page '\(path)' already")
    }
    let newFolder = path.folderPrefix
    let was = FormerName.text(old, in: newFolder)
    let former = page.formerPaths.filter { $0 != path && $0 != old }
    let isPlain = newFolder == folder && former.count == page.formerPaths.count
    let operation: RecordOperation =
      isPlain
      ? .addText(was, key: "was")
      : .set(.init("was", .list(former.map { FormerName.text($0, in: newFolder) } + [was])))
    let changed = FrontMatterEdit.file(page.file.source, after: [operation]) { _ in ["draft", "was"] }
    let moved = changed.map { file in
      newFolder == folder
        ? file
        : RelativeLinks(file).moved(
          in: file.bytes.count - page.file.body.count..<file.bytes.count,
          from: String(folder), to: String(newFolder),
          isFile: filePaths.contains)
    }
    put(moved, from: page.file, to: path, in: &edit)
    edit.lines.append(.init(old, "renamed to \(path)"))
  }

  /// The paths below Content of everything that a link may lead to.
  private var filePaths: Set<String> {
    var paths = Set(graph.files.map { String($0.path) })
    paths.formUnion(book.pages.map { String($0.file.path) })
    return paths.union(book.attachments)
  }

  private func put(
    _ changed: Result<SourceFile, Diagnostic>, from file: MarkdownFile, to path: String, in edit: inout Edit
  ) {
    guard let changed = edit.take(changed) else { return }
    edit.put(nil, at: String(file.path), before: file.source.bytes)
    edit.put(changed.bytes, at: path, before: nil, from: String(file.path))
  }

  /// Makes the fix-its for errors that a move causes, until none is left; then validates the edit.
  private func followMove(in edit: inout Edit, _ workspace: Workspace) async {
    func fixes(of found: [Diagnostic]) -> FixPlan {
      FixPlan(found.filter { [.unknownReference, .brokenLink].contains($0.id) && !$0.fixIts.isEmpty }) {
        $0.hasPrefix(book.root + "/")
      }
    }
    var known: [Diagnostic]?
    for _ in 0..<6 {
      let after = await workspace.book(after: edit)
      // References first, then predicates and links, which are unknown while references are wrong.
      var found = after.diagnostics.without(book.diagnostics, moved: edit.moves)
      var plan = fixes(of: found)
      if plan.changes.isEmpty, !found.hasErrors {
        let before = if let known { known } else { await workspace.siteDiagnostics(book) }
        known = before
        found = await workspace.siteDiagnostics(after).without(before, moved: edit.moves)
        plan = fixes(of: found)
      }
      guard !plan.changes.isEmpty else {
        found += edit.refusals(after: after, before: book)
        if !found.hasErrors { found += await workspace.lints(of: after, from: book, edit) }
        found = found.map { $0.notedIfBackup(ofRemovedBy: edit, below: after.root) }
        edit.validated = await workspace.adding(to: found, after, from: book, edit, wholeSite: true)
        edit.lines += await remaining(of: edit.moves.values.first ?? "", in: after)
        return
      }
      edit.make(plan, below: book.root)
    }
  }

  /// The remaining places with the former id or path. They are not references (`id LIKE 'ann'`), so only a
  /// person can tell what they mean.
  /// - Parameters:
  ///   - path: the former path below Content.
  ///   - after: the book after the move.
  private func remaining(of path: String, in after: Book) async -> [Edit.Line] {
    let texts = [String(path.fileName.withoutMarkdownEnding), path]
    let entries = (try? await after.source.list(withStamps: false)) ?? []
    let settings = entries.map(\.path).filter {
      $0 == "model.yml" || $0.hasPrefix("imports/") && $0.hasSuffix(".yml")
    }
    let files =
      after.pages.filter { $0.instance == nil }.map { (String($0.file.path), $0.file.source.bytes) }
      + settings.compactMap { path in (try? after.source.read(path)).map { (path, $0) } }
    return files.flatMap { path, bytes -> [Edit.Line] in
      let lines = String(decoding: bytes, as: UTF8.self).split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      return lines.enumerated().compactMap { index, line -> Edit.Line? in
        let isLeft = texts.contains { text in
          line.contains("'\(text)'") || line.contains("\"\(text)\"") || line.hasSuffix(": \(text)")
        }
        // `was: ann` keeps the former name on purpose.
        guard isLeft, !line.hasPrefix("was:") else { return nil }
        return Edit.Line(path, "line \(index + 1) still has '\(texts[0])': \(String(line).trimmingBlanks())")
      }
    }
  }
}
