/// The context in which a part of a template is compiled.
struct Scope {
  /// The template that contains the part.
  var template: Int
  /// The shapes of the frames, outermost first and distinct.
  var stack: [Shape.ID]
  /// The blocks given to the template.
  var environment: Int
  /// Whether lines begin with the indentation that the unit is called with.
  var isIndented: Bool
  /// The text that each line begins with in addition: the indentation of a block's place.
  var indentation: [UInt8] = []
  /// The number of bytes to drop from each line's leading white space: the indentation of a block's content.
  var dedent = 0
  /// The number of sections and blocks around the part in its unit.
  var depth = 0
}
