"""The plain corpus: orders over ten years with one to five rows, a customer for every ten orders, 60 services.

    python3 plain_corpus.py ORDERS FOLDER

writes customers, services and orders as Markdown into FOLDER, the same bytes every time.
"""

import datetime
import os
import random
import sys

FIRST = (
    "Anna Boris Chiyo Dmitri Elena Farid Grete Hugo Ines Jonas Kaori Liam Maria Noor Olga Pavel Quinn Rosa Sven Tomoko"
).split()
LAST = (
    "Almeida Brandt Čapek Dubois Eriksen Fjodorov Größl Hansen Ibáñez Jansen Kowalski López Müller Nakamura O'Neil "
    "Petrov Quist Rossi Sørensen Tanaka"
).split()
VERBS = "Repair Install Clean Paint Inspect Design Print Deliver Rent Tune".split()
THINGS = "kitchen roof bicycle website garden engine".split()
SERVICES = 60


def write(path, text):
    """Writes a file, and the folders that lead to it."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def make(orders, folder):
    """Writes a corpus of so many orders."""
    rand = random.Random(20260101)
    customers = max(10, orders // 10)
    for i in range(customers):
        name = f"{rand.choice(FIRST)} {rand.choice(LAST)} {i}"
        write(
            f"{folder}/customers/c{i:06d}.md",
            f'---\nname: "{name}"\ninfo: Customer number {i}, met in {rand.choice(["Oslo", "Kyiv", "Osaka", "Porto"])}\n'
            f"email: c{i}@example.com\n---\n\nKnown since **{rand.randint(1990, 2025)}**. Prefers *mornings*.\n",
        )
    for i in range(SERVICES):
        write(
            f"{folder}/services/s{i:03d}.md",
            f'---\nname: "{VERBS[i % 10]} {THINGS[i // 10]}"\ninfo: Service number {i}\n'
            f"price: {rand.randint(500, 90000) / 100:.2f}\n---\n\nStandard terms apply.\n\n- on site\n- one year warranty\n",
        )
    first = datetime.date(2016, 1, 1)
    for i in range(orders):
        day = first + datetime.timedelta(days=(i * 3650) // orders)
        rows = "".join(
            f"  - service: s{rand.randrange(SERVICES):03d}\n    sum: {rand.randint(500, 90000) / 100:.2f}\n"
            for _ in range(rand.randint(1, 5))
        )
        made = rand.random() < 0.8
        paid = made and rand.random() < 0.8
        customer = rand.randrange(customers)
        care = rand.choice(["rush", "normal", "careful"])
        write(
            f"{folder}/orders/{day.year}/o{i:07d}.md",
            f"---\ndate: {day}\ncustomer: c{customer:06d}\nmade: {str(made).lower()}\npaid: {str(paid).lower()}\n"
            f"rows:\n{rows}---\n\nOrder taken by phone. Customer asked for *{care}* work.\n\n"
            "1. call before arrival\n2. send the invoice to [accounting](mailto:acc@example.com)\n",
        )


if __name__ == "__main__":
    make(int(sys.argv[1]), sys.argv[2])
