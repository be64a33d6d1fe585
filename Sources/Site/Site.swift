func builtIn() -> Int { builtInThemeFiles.count }
