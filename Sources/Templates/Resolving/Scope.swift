/// What a part of a template is compiled for.
struct Scope {
  /// The template that the part is in.
  var template: Int
  /// The shapes of the frames, outermost first, each once.
  var stack: [Shape.ID]
  /// The blocks given to the part's template.
  var environment: Int
  /// Whether lines begin with the indentation that the unit is called with.
  var isIndented: Bool
  /// What else each line begins with: the place of a block.
  var indentation: [UInt8] = []
  /// How many bytes of each line's own white space do not count: the indentation of a block's content.
  var dedent = 0
  /// How many sections and blocks surround the part in its unit.
  var depth = 0
}
