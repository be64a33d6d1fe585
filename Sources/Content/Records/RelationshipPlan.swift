import Diagnostics
import FrontMatter
import Patterns
import Records

/// How to read the links of one relationship.
///
/// This is a class, like ``AttributePlan``: a relationship has a dozen texts and positions, which must not be
/// copied for every value.
final class RelationshipPlan: Sendable {
  /// The relationship in the model.
  let relationship: Relationship
  /// The key that writes it.
  let name: String
  /// The destination, an index into the model's entities.
  let destination: Int
  /// The link column.
  let link: Int
  /// Whether a record may have any number of destinations.
  let isMany: Bool
  /// How its links arise: written, computed, or by being inside an owner.
  let origin: Relationship.Origin
  /// Whether its declaration has an error, so that what records write for it is not reported.
  let isInvalid: Bool

  init(_ relationship: Relationship, of entity: Entity) {
    self.relationship = relationship
    name = relationship.name
    destination = relationship.destination
    link = relationship.link
    isMany = relationship.isMany
    origin = relationship.origin
    isInvalid = entity.hasInvalid(relationship.name)
  }
}
