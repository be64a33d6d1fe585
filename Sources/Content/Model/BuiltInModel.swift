import Diagnostics
import Records

/// The model `orders`, version 1: the model of a site without model.yml, and what a model.yml extends.
///
/// It never changes for existing sites; another version would have another name.
package enum BuiltInModel {
  /// The model, built on first use.
  package static let model = ModelReader.model(nil, currency: .euro).model

  /// The built-in model as a model.yml.
  static let source = SourceFile(
    path: "orders.model.yml",
    text: #"""
      extends: none
      entities:
        Customer:
          folder: customers
          title: name
          sort: name
          attributes:
            name: {type: string, required: true}
            info: text
            email: email
            phone: string
            address: text
          relationships:
            orders: {to: Order, many: true, inverse: customer}
        Service:
          folder: services
          title: name
          sort: name
          attributes:
            name: {type: string, required: true}
            info: text
            price: {type: money, digits: 6}
            unit: string
          relationships:
            rows: {to: RowOfOrder, many: true, inverse: service}
          lists:
            rows: {sort: -order}
        Order:
          folder: orders
          sort: date, customer.name
          attributes:
            date: {type: date, required: true}
            made: {type: boolean, default: false}
            # What is missing, here and below, is a difference, which is 0 once all is paid, in whatever currencies. Of
            # a credit note it is below 0, as the total is.
            paid:
              type: boolean
              formula: >-
                paidOn != nil OR (payments.@count > 0 AND TERNARY(total < 0,
                total - payments.@sum.sum >= 0, total - payments.@sum.sum <= 0))
            paidOn: date
            due: date
            currency: currency
            total: {type: money, derived: rows.@sum.sum}
            received: {type: money, derived: payments.@sum.sum}
            open: {type: money, derived: total - received}
            state:
              type: string
              choices: [paid, overdue, due, open, to make]
              derived: >-
                TERNARY(paid = true, 'paid', TERNARY(due < today() AND NOT total <= 0, 'overdue',
                TERNARY(made = false, 'to make', TERNARY(due >= today(), 'due', 'open'))))
          relationships:
            customer: {to: Customer, inverse: orders}
            rows: {to: RowOfOrder, many: true, inverse: order, delete: cascade}
            payments:
              to: Payment
              many: true
              inverse: order
              delete: cascade
              implied:
                when: >-
                  paid = true AND total - payments.@sum.sum != 0
                  AND (payments.@count = 0 OR TERNARY(total < 0,
                  total - payments.@sum.sum < 0, total - payments.@sum.sum > 0))
                date: paidOn
                sum: total - payments.@sum.sum
        RowOfOrder:
          inside: Order.rows
          sort: position
          attributes:
            text: string
            quantity: {type: decimal, default: 1}
            price: {type: money, digits: 6}
            discount: {type: decimal, min: 0, max: 1, default: 0, percent: true}
            sum: {type: money, required: true, total: true, formula: quantity * price * (1 - discount)}
          relationships:
            order: {to: Order, inverse: rows}
            service: {to: Service, inverse: rows}
        Payment:
          inside: Order.payments
          sort: date, position
          attributes:
            date: {type: date, required: true}
            sum: {type: money, required: true, total: true}
            note: string
          relationships:
            order: {to: Order, inverse: payments}
      """#)
}

extension SourceRange {
  /// Whether it is in the built-in model.
  package var isOfBuiltInModel: Bool { file.path == BuiltInModel.source.path }
}

extension Entity {
  /// Whether the built-in model declares the entity, possibly changed by model.yml.
  package var isBuiltIn: Bool { declaration.name.range.isOfBuiltInModel }
}

extension Relationship {
  /// Whether a missing record is unknown, like the customer of an order, rather than none, like the parent of
  /// a machine. This is so for relationships of the built-in model.
  package var isExpected: Bool { Self.builtIn.contains([name, declaration.destination.text]) }

  private static let builtIn = Set(
    BuiltInModel.model.entities.flatMap(\.relationships).filter { !$0.isMany }.map {
      [$0.name, $0.declaration.destination.text]
    })
}
