/// The words for the built-in model's names, and for yes and no, in the languages of the default theme: what
/// users may write instead of a key or a boolean.
///
///     LanguageWords.names(of: "Kunde")   // ["customer"]
///     LanguageWords.boolean(of: "oui")   // "yes"
package enum LanguageWords {
  /// The names that a word stands for, in any case; names equal to the word are left out.
  package static func names(of word: String) -> [String] {
    let folded = folded(word, case: true, marks: true)
    return table.filter { name, words in
      name != word && words.contains { Records.folded($0, case: true, marks: true) == folded }
    }.map(\.name)
  }

  /// `yes` or `no` if a word means that in another language; otherwise nil.
  package static func boolean(of word: String) -> String? {
    let folded = folded(word, case: true, marks: true)
    let found = booleans.first { $0.words.contains { Records.folded($0, case: true, marks: true) == folded } }
    return found?.name == word.lowercased() ? nil : found?.name
  }

  /// How many days after today a word for a day is: -1 for `gestern`; nil for any other word.
  package static func daysFromToday(of word: String) -> Int? {
    let folded = folded(word, case: true, marks: true)
    return days.first { $0.words.contains { Records.folded($0, case: true, marks: true) == folded } }?.days
  }

  package static let table: [(name: String, words: [String])] = [
    ("name", ["Name", "Nom", "Nombre", "Nome", "Naam", "Nazwa", "Имя", "Наименование", "名前"]),
    (
      "info", ["Info", "Infos", "Información", "Informazioni", "Informações", "Informacje", "Сведения", "情報"]
    ),
    ("email", ["Email", "E-Mail", "E-mail", "Correo electrónico", "Эл. почта", "メール"]),
    (
      "phone",
      ["Phone", "Telefon", "Téléphone", "Teléfono", "Telefono", "Telefoon", "Telefone", "Телефон", "電話"]
    ),
    (
      "address",
      ["Address", "Adresse", "Dirección", "Indirizzo", "Adres", "Endereço", "Morada", "Адрес", "住所"]
    ),
    (
      "unit",
      ["Unit", "Einheit", "Unité", "Unidad", "Unità", "Eenheid", "Unidade", "Jednostka", "Единица", "単位"]
    ),
    ("price", ["Price", "Preis", "Prix", "Precio", "Prezzo", "Prijs", "Preço", "Cena", "Цена", "単価"]),
    (
      "quantity",
      [
        "Quantity", "Menge", "Quantité", "Cantidad", "Quantità", "Aantal", "Quantidade", "Ilość",
        "Количество", "数量",
      ]
    ),
    (
      "discount",
      ["Discount", "Rabatt", "Remise", "Descuento", "Sconto", "Korting", "Desconto", "Rabat", "Скидка", "割引"]
    ),
    ("sum", ["Sum", "Betrag", "Montant", "Importe", "Importo", "Bedrag", "Valor", "Kwota", "Сумма", "金額"]),
    ("text", ["Text", "Texte", "Texto", "Testo", "Tekst", "Opis", "Текст", "内容"]),
    ("note", ["Note", "Notiz", "Nota", "Observação", "Notitie", "Uwagi", "Примечание", "備考"]),
    ("date", ["Date", "Datum", "Fecha", "Data", "Дата", "日付"]),
    (
      "due",
      [
        "Due", "Fälligkeit", "Échéance", "Vencimiento", "Scadenza", "Vervaldatum", "Vencimento",
        "Termin płatności",
        "Срок оплаты", "支払期限",
      ]
    ),
    (
      "made",
      [
        "Made", "Erledigt", "Exécutée", "Hecho", "Eseguito", "Uitgevoerd", "Feito", "Feita", "Wykonane",
        "Выполнен", "完了",
      ]
    ),
    // "Pago" is a payment in Spanish, and paid in Portuguese.
    (
      "payment",
      ["Payment", "Zahlung", "Paiement", "Pago", "Pagamento", "Betaling", "Wpłata", "Платёж", "入金"]
    ),
    (
      "paid",
      [
        "Paid", "Bezahlt", "Payée", "Pagado", "Pagato", "Betaald", "Pago", "Paga", "Zapłacone", "Оплачен",
        "支払済み",
      ]
    ),
    (
      "paidOn",
      [
        "Paid on", "Bezahlt am", "Payée le", "Pagado el", "Pagato il", "Betaald op", "Pago em", "Paga em",
        "Zapłacono dnia",
        "Дата оплаты", "支払日",
      ]
    ),
    ("currency", ["Currency", "Währung", "Monnaie", "Moneda", "Valuta", "Moeda", "Waluta", "Валюта", "通貨"]),
    ("customer", ["Customer", "Kunde", "Client", "Cliente", "Klant", "Klient", "Клиент", "顧客"]),
    (
      "service",
      [
        "Service", "Leistung", "Prestation", "Servicio", "Servizio", "Dienst", "Serviço", "Usługa", "Услуга",
        "サービス",
      ]
    ),
    (
      "rows",
      ["Rows", "Positionen", "Lignes", "Líneas", "Righe", "Regels", "Linhas", "Pozycje", "Позиции", "明細"]
    ),
    (
      "payments",
      [
        "Payments", "Zahlungen", "Paiements", "Pagos", "Pagamenti", "Betalingen", "Pagamentos", "Wpłaty",
        "Платежи", "入金一覧",
      ]
    ),
    ("order", ["Order", "Auftrag", "Commande", "Pedido", "Ordine", "Encomenda", "Zlecenie", "Заказ", "注文"]),
    (
      "customers",
      ["Customers", "Kunden", "Clients", "Clientes", "Clienti", "Klanten", "Klienci", "Клиенты", "顧客"]
    ),
    (
      "services",
      [
        "Services", "Leistungen", "Prestations", "Servicios", "Servizi", "Diensten", "Serviços", "Usługi",
        "Услуги",
        "サービス",
      ]
    ),
    (
      "orders",
      ["Aufträge", "Commandes", "Pedidos", "Ordini", "Orders", "Encomendas", "Zlecenia", "Заказы", "注文"]
    ),
  ]

  private static let days: [(days: Int, words: [String])] = [
    (
      -1,
      [
        "Yesterday", "Gestern", "Hier", "Ayer", "Ieri", "Gisteren", "Ontem", "Wczoraj", "Вчера", "昨日",
      ]
    ),
    (
      0,
      [
        "Today", "Heute", "Aujourd'hui", "Aujourd’hui", "Hoy", "Oggi", "Vandaag", "Hoje", "Dzisiaj", "Dziś",
        "Сегодня", "今日",
      ]
    ),
    (1, ["Tomorrow", "Morgen", "Demain", "Mañana", "Domani", "Amanhã", "Jutro", "Завтра", "明日"]),
  ]

  /// The words for yes and no, and those that spreadsheets save for true and false.
  static let booleans: [(name: String, words: [String])] = [
    (
      "yes",
      [
        "Yes", "Ja", "Oui", "Sí", "Sì", "Sim", "Tak", "Да", "はい", "Wahr", "Vrai", "Verdadero", "Vero",
        "Verdadeiro", "Waar", "Prawda", "Истина",
      ]
    ),
    (
      "no",
      [
        "No", "Nein", "Non", "Nee", "Não", "Nie", "Нет", "いいえ", "Falsch", "Faux", "Falso", "Onwaar", "Fałsz",
        "Ложь",
      ]
    ),
  ]
}
