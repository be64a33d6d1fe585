import Content
import Diagnostics
import Exports
import Records
import Testing

struct ModelOutlineTests {
  private func outline(_ yaml: String) throws -> ModelOutline {
    let read = ModelReader.model(SourceFile(path: "model.yml", text: yaml), currency: .euro)
    try #require(read.diagnostics.map(\.summary) == [])
    return ModelOutline(read.model)
  }

  @Test func marksWhatModelYmlAddsChangesAndRemoves() throws {
    let text = try outline(
      """
      entities:
        Payment:
          sort: sum
          label: Receipt
          attributes:
            date: {label: Received on}
            note: null
            sum: {type: money, required: true}
            bank: {type: string, choices: [a, "b, c"]}
          rules:
            - {when: sum < 0, warn: "Money back: is that right?"}
        Service: null
        Tool: {folder: tools, attributes: {name: string}}
      """
    ).text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasSuffix(" Payment") })
    #expect(
      lines[start..<start + 18].joined(separator: "\n") == """
        ~ Payment
              inside: Order.payments
        +     label: Receipt
        ~     sort: sum
            attributes
        ~     date  date, required, label: Received on
              sum   money, required, total
        +     bank  string, choices: [a, "b, c"]
            relationships
              order  to one Order, inverse: payments
            rules
        +     when: sum < 0, warn: "Money back: is that right?"
        -     note

        + Tool
        +     folder: tools
            attributes
        +     name  string
        """)
    #expect(text.hasSuffix("\n- Service\n"))
    #expect(text.contains("\n  Customer\n"))
  }

  @Test func theBuiltInModelHasNoMarks() throws {
    let text = ModelOutline(BuiltInModel.model).text
    #expect(
      text.hasPrefix("The built-in model 'orders', version 1: 5 entities, amounts in EUR\n\n  Customer\n"))
    for line in text.split(separator: "\n").dropFirst() { #expect(line.hasPrefix("  ")) }
  }

  @Test func aDeclarationInTheSameWordsIsNoChange() throws {
    let text = try outline("entities: {Customer: {folder: customers, attributes: {info: text}}}").text
    #expect(text == ModelOutline(BuiltInModel.model).text)
  }

  @Test func aModelOfTheSitesOwnHasNoMarks() throws {
    let text = try outline(
      "extends: none\nentities: {Customer: {folder: customers, attributes: {name: string, age: integer}}}"
    ).text
    #expect(
      text == """
        A model of the site's own: 1 entity, amounts in EUR

          Customer
              folder: customers
            attributes
              name  string
              age   integer

        """)
  }

  @Test func doesNotRepeatWhatIsInherited() throws {
    let yaml = try outline(
      """
      extends: none
      entities:
        Thing:
          abstract: true
          title: name
          sort: name
          body: public
          attributes: {name: string}
          rules: [{unless: name != nil, error: no name}]
        Tool:
          parent: Thing
          folder: tools
          sort: name, age
          attributes: {age: integer}
          rules: [{unless: age > 0, error: too young}]
      """
    ).yaml
    #expect(
      yaml == """
        extends: none
        entities:
          Thing:
            abstract: true
            title: name
            sort: name
            body: public
            attributes:
              name: string
            rules:
              - {unless: name != nil, error: no name}
          Tool:
            folder: tools
            parent: Thing
            sort: name, age
            attributes:
              age: integer
            rules:
              - {unless: age > 0, error: too young}

        """)
  }
}
