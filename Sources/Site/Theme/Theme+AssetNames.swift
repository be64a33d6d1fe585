import Diagnostics

// The names of copied files in templates: `site.assets.docket_css`.

extension Theme {
  /// The names of the assets in templates, with their paths in the site: `docket_css` for
  /// `assets/docket.css`. If two files share a name, the first file gets it.
  var assetNames: [(name: String, path: String)] {
    var seen: Set<String> = []
    return assets.compactMap { asset in
      seen.insert(asset.name).inserted ? (asset.name, asset.path) : nil
    }
  }

  /// An error for each file with the same template name as another, if a template uses the name.
  /// - Complexity: O(*n*) in the bytes of the templates, for each of these files.
  var sharedAssetNames: [Diagnostic] {
    var firsts: [String: Asset] = [:]
    return assets.compactMap { asset in
      guard let first = firsts[asset.name] else {
        firsts[asset.name] = asset
        return nil
      }
      guard let place = asset.place ?? first.place,
        templates.values.contains(where: { $0.mentions(asset.name) })
      else { return nil }
      return Diagnostic(
        .urlCollision, at: place,
        "'site.assets.\(asset.name)' is '\(first.path)' as well as '\(asset.path)'; rename one of them")
    }
  }
}

extension Theme.Asset {
  /// The name of the asset in templates.
  fileprivate var name: String {
    String(path.dropFirst("assets/".count).map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}
