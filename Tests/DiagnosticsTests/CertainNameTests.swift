import Diagnostics
import Testing

/// Names for fix-its that nobody reads: a word and its opposite are never one.
@Suite struct CertainNameTests {
  @Test(arguments: [
    // Case and joints.
    ("Acme", ["acme"], "acme"), ("KG", ["kg", "g"], "kg"), ("paid_on", ["paidOn", "paid"], "paidOn"),
    ("Paid On", ["paidOn", "paid"], "paidOn"), ("in-work", ["in work", "no work"], "in work"),
    ("delivery_note", ["deliveryNote"], "deliveryNote"),
    ("later,perhaps", ["later, perhaps"], "later, perhaps"),
    // One slip in a word of five letters or more.
    ("cutsomer", ["customer", "currency"], "customer"), ("custommer", ["customer", "currency"], "customer"),
    ("adress", ["address", "phone"], "address"), ("recieved", ["received"], "received"),
    ("in repiar", ["in repair", "repaired"], "in repair"), ("bezhalt", ["bezahlt", "unbezahlt"], "bezahlt"),
    ("unpiad", ["unpaid", "paid"], "unpaid"), ("cancelled", ["canceled", "done"], "canceled"),
    ("cutsomer", ["customer", "customer"], "customer"),
  ])
  func isCertainOfCaseJointsAndOneSlip(typed: String, names: [String], certain: String?) {
    #expect(certainName(to: typed, among: names) == certain)
  }

  @Test(arguments: [
    // A letter too many, too few or another one is an offer.
    ("custmer", ["customer"]), ("opne", ["open"]), ("kg", ["g", "m"]), ("mode", ["made"]),
    ("small", ["smalls", "smalt"]), ("whatever", ["else"]), ("", ["a"]),
    // Figures are never slips.
    ("2025", ["2026"]), ("size-40", ["size-42"]), ("1-2", ["12"]), ("-1", ["1"]), ("A-", ["A"]),
    ("a1", ["a 1"]),
    ("group21", ["group12"]), ("terms30", ["terms330"]),
    // Two of one name.
    ("paid on", ["paidOn", "paid_on"]), ("partiess", ["parties", "partie-s"]),
    // Words of their own.
    ("filed", ["filled"]), ("later", ["latter"]), ("princes", ["princess"]), ("nuclear", ["unclear"]),
    ("untied", ["united"]), ("re-sign", ["resign"]), ("un-paid", ["unpaid"]), ("use less", ["useless"]),
    ("chose", ["choose"]), ("planed", ["planned"]), ("needles", ["needless"]), ("copia", ["coppia"]),
    ("paidno", ["paidOn"]), ("paidNo", ["paidOn"]), ("donenot", ["donento"]),
  ])
  func offersAllElse(typed: String, names: [String]) {
    #expect(certainName(to: typed, among: names) == nil)
  }

  // MARK: Opposites

  /// Names of the built-in model, words of the ten languages, and common states.
  static let words = [
    "made", "paid", "date", "due", "customer", "rows", "payments", "service", "quantity", "price", "discount",
    "sum",
    "text", "currency", "note", "name", "info", "email", "phone", "address", "unit", "order", "draft",
    "position",
    "valid", "active", "done", "open", "complete", "confirmed", "shipped", "delivered", "approved", "locked",
    "sent",
    "billed", "checked", "read", "used", "known", "planned", "stocked", "taxed", "signed", "settled",
    "cancelled",
    "bezahlt", "erledigt", "offen", "gültig", "aktiv", "vollständig", "payé", "fait", "valide", "actif",
    "pagado",
    "hecho", "válido", "activo", "pagato", "fatto", "valido", "attivo", "pago", "feito", "ativo", "betaald",
    "gedaan",
    "geldig", "actief", "zapłacone", "gotowe", "ważne", "betald", "färdig", "giltig", "aktiverad", "betalt",
    "ferdig",
    "gyldig", "maksettu", "valmis", "voimassa",
  ]

  /// What turns a word round, in these languages.
  static let negations = [
    "un", "in", "non", "no", "not", "de", "dis", "re", "ir", "im", "il", "a", "im-", "un-", "non-", "no-",
    "not-", "re-",
    "no ", "not ", "non ", "un_", "not_", "nicht", "nicht ", "ikke ", "inte ", "niet ", "nie", "nie ", "ei ",
    "o", "u",
  ]

  /// Opposites that are no matter of a prefix, and words that lie near each other.
  static let others = [
    ("no work", "in work"), ("repayments", "payments"), ("mode", "made"), ("inactive", "active"),
    ("undone", "done"),
    ("invalid", "valid"), ("prepaid", "repaid"), ("credit", "debit"), ("sold", "told"), ("import", "export"),
    ("inbound", "unbound"), ("before", "afore"), ("minus", "minuus"), ("received", "deceived"),
    ("accept", "except"),
    ("ordered", "reordered"), ("in stock", "no stock"), ("on time", "no time"), ("now", "not"),
    ("buyer", "payer"),
    ("bought", "brought"), ("lent", "rent"), ("einkauf", "verkauf"), ("eingang", "ausgang"),
    ("offen", "öffnen"),
    ("geliefert", "beliefert"), ("soll", "haben"), ("ouvert", "couvert"), ("vente", "rente"),
    ("compra", "comprado"),
    ("acquisto", "acquistato"), ("hired", "fired"), ("public", "publish"), ("paid", "said"), ("net", "not"),
  ]

  @Test func aWordIsNeverItsOpposite() {
    var pairs = Self.others
    for word in Self.words {
      for negation in Self.negations { pairs.append((negation + word, word)) }
      for ending in ["less", "-less", " less", "los", "frei"] { pairs.append((word + ending, word)) }
    }
    var count = 0
    for (a, b) in pairs {
      for (typed, name) in [(a, b), (b, a), (a.uppercased(), b), (b.capitalized(), a)] {
        #expect(certainName(to: typed, among: [name]) == nil, "\(typed) → \(name)")
        count += 1
      }
    }
    #expect(count == 4 * (84 * 38 + 35))
  }

  /// Where a slip may be of two names, neither is certain.
  @Test func aSlipOfTwoNamesIsUncertain() {
    #expect(certainName(to: "quantitty", among: ["quantity"]) == "quantity")
    #expect(certainName(to: "quantitty", among: ["quanttity"]) == "quanttity")
    #expect(certainName(to: "quantitty", among: ["quantity", "quanttity"]) == nil)
  }

  /// Nor is a word with one slip its opposite, whichever of the two exists.
  @Test func aSlipIsNeverTheOpposite() {
    var count = 0
    for word in Self.words {
      for negation in Self.negations where negation.count > 1 {
        for (typed, name) in [(negation + word, word), (word, negation + word)] {
          for slip in Self.slips(of: typed) where slip != name {
            #expect(certainName(to: slip, among: [name]) == nil, "\(slip) for \(typed) → \(name)")
            count += 1
          }
        }
      }
    }
    #expect(count > 50_000)
  }

  /// A word with any two neighbors exchanged, or any letter doubled.
  private static func slips(of word: String) -> [String] {
    let letters = Array(word)
    var slips: Set<String> = []
    for index in letters.indices {
      var doubled = letters
      doubled.insert(letters[index], at: index)
      slips.insert(String(doubled))
      guard index + 1 < letters.count else { continue }
      var swapped = letters
      swapped.swapAt(index, index + 1)
      slips.insert(String(swapped))
    }
    return slips.sorted()
  }
}

extension String {
  /// The text with a capital first letter.
  fileprivate func capitalized() -> String { prefix(1).uppercased() + dropFirst() }
}
