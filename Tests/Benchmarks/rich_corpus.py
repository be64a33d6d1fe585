"""The rich corpus: a book with entities of its own, fifteen attributes an order, four rows an order on average,
prices of four digits and three currencies.

    python3 rich_corpus.py ORDERS FOLDER

writes Content with a model.yml, a site.yml and index pages with sorts and filters; the same bytes every time.
"""

import datetime
import random
import sys

from plain_corpus import FIRST, LAST, THINGS, VERBS, write

MODEL = """\
entities:
  Customer:
    attributes:
      city: string
      segment: {type: string, choices: [private, trade, public], default: private}
    relationships:
      machines: {to: Machine, many: true, inverse: owner}
  Machine:
    folder: machines
    title: serial
    sort: serial
    attributes:
      serial: {type: string, required: true, unique: true}
      built: integer
    relationships:
      owner: {to: Customer, inverse: machines, required: true}
      orders: {to: Order, many: true, inverse: machine}
  Technician:
    folder: technicians
    title: name
    sort: name
    attributes:
      name: {type: string, required: true}
      rate: {type: money, digits: 4}
    relationships:
      orders: {to: Order, many: true, inverse: technician}
  Order:
    attributes:
      status: {type: string, choices: [waiting, in work, ready, delivered], default: waiting}
      priority: {type: integer, min: 1, max: 5, default: 3}
      reference: string
      building: string
      deposit: {type: money, min: 0}
      hours: {type: decimal, min: 0}
      warranty: {type: boolean, default: false}
      reminder: {type: date, formula: due + 14}
      margin: {type: money, derived: total * 0.23}
      words: tags
    relationships:
      machine: {to: Machine, inverse: orders}
      technician: {to: Technician, inverse: orders}
"""

CURRENCIES = ["EUR"] * 8 + ["USD", "CHF"]


def make(orders, folder):
    """Writes a corpus of so many orders."""
    rand = random.Random(20260202)
    customers, machines, services, technicians = max(4, orders // 5), max(4, orders // 3), 400, 25
    write(f"{folder}/site.yml", "title: The rich book\ncurrency: EUR\n")
    write(f"{folder}/model.yml", MODEL)
    write(
        f"{folder}/orders/index.md",
        "---\nsort: -date\nsorts: total, customer.name\nfilters: made, status, technician, date.year\n---\n",
    )
    for i in range(customers):
        name = f"{rand.choice(FIRST)} {rand.choice(LAST)} {i}"
        write(
            f"{folder}/customers/c{i:05d}.md",
            f'---\nname: "{name}"\ncity: {rand.choice(["Oslo", "Kyiv", "Osaka", "Porto"])}\n'
            f'segment: {rand.choice(["private", "trade", "public"])}\nphone: +49 851 {10000 + i}\n---\n',
        )
    for i in range(machines):
        write(
            f"{folder}/machines/m{i:05d}.md",
            f"---\nserial: SN-{i:06d}\nbuilt: {rand.randint(1990, 2025)}\nowner: c{rand.randrange(customers):05d}\n---\n",
        )
    for i in range(services):
        write(
            f"{folder}/services/s{i:03d}.md",
            f'---\nname: "{rand.choice(VERBS)} {rand.choice(THINGS)} {i}"\nprice: {rand.randint(50000, 900000) / 10000:.4f}\n'
            "unit: piece\n---\n",
        )
    for i in range(technicians):
        write(
            f"{folder}/technicians/t{i:02d}.md",
            f"---\nname: {rand.choice(FIRST)} {rand.choice(LAST)} {i}\nrate: {rand.randint(300000, 900000) / 10000:.4f}\n---\n",
        )
    first = datetime.date(2020, 1, 1)
    for i in range(orders):
        day = first + datetime.timedelta(days=(i * 2300) // orders)
        rows = "".join(
            f"  - {{service: s{rand.randrange(services):03d}, quantity: {rand.randint(1, 40) / 4:g}, "
            f"price: {rand.randint(1000, 990000) / 10000:.4f}}}\n"
            for _ in range(rand.randint(2, 6))
        )
        made = rand.random() < 0.8
        paid = made and rand.random() < 0.8
        currency = rand.choice(CURRENCIES)
        lines = [
            f"date: {day}",
            f"customer: c{rand.randrange(customers):05d}",
            f"machine: m{rand.randrange(machines):05d}",
            f"technician: t{rand.randrange(technicians):02d}",
            f"status: {rand.choice(['waiting', 'in work', 'ready', 'delivered'])}",
            f"priority: {rand.randint(1, 5)}",
            f"reference: PO-{rand.randint(10000, 99999)}",
            f"building: Building {rand.randint(1, 40)}",
            f"hours: {rand.randint(1, 80) / 4:g}",
            f"warranty: {str(rand.random() < 0.2).lower()}",
            f"words: {rand.choice(['urgent', 'urgent, yearly', 'yearly'])}",
            f"due: {day + datetime.timedelta(days=30)}",
            f"made: {str(made).lower()}",
            f"currency: {currency}",
        ]
        if paid:
            lines.append(f"paidOn: {day + datetime.timedelta(days=rand.randint(1, 40))}")
        write(
            f"{folder}/orders/{day.year}/r{i:06d}.md",
            "---\n" + "\n".join(lines) + f"\nrows:\n{rows}---\nOrder taken by *phone*, number {i}.\n",
        )


if __name__ == "__main__":
    make(int(sys.argv[1]), sys.argv[2])
