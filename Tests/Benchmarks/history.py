"""Measures what git's history costs: a build with `history: true` beside one without, and a check at a revision beside
one of the files.

    python3 Tests/Benchmarks/history.py [--docket .build/release/docket] [--orders 10000] [--commits 10000] [--runs 5]

The repository is made by `git fast-import`: a first commit with part of the orders, then one order added or edited a
commit. Commands run in turn, as in benchmark.py. The goals are 3 times for the build and 4 times for the revision.
"""

import argparse
import datetime
import pathlib
import random
import shutil
import subprocess
import tempfile

import benchmark


class Repository:
    """A stream for `git fast-import`, the same for the same numbers."""

    def __init__(self, orders, commits):
        self.random = random.Random(18)
        self.parts = []
        self.marks = 0
        self.customers = [f"c{number:04}" for number in range(max(1, orders // 20))]
        self.services = [f"s{number:02}" for number in range(40)]
        self.per_year = max(1, orders // 10)
        self.orders = {}
        first = [("Content/site.yml", "title: History\n")]
        first += [(f"Content/customers/{id}.md", f"---\nname: Customer {id}\n---\n") for id in self.customers]
        first += [(f"Content/services/{id}.md", f"---\nname: Service {id}\n---\n") for id in self.services]
        first += [self.insert(number) for number in range(max(1, orders - commits // 2))]
        self.commit(0, first)
        for number in range(1, commits):
            grows = len(self.orders) < orders
            left = orders - len(self.orders)
            isAdded = grows and (self.random.random() < 0.5 or commits - number <= left)
            self.commit(number, [self.insert(len(self.orders)) if isAdded else self.edit(number)])
        self.parts.append(b"done\n")

    def insert(self, number):
        year = 2016 + min(number // self.per_year, 9)
        day = datetime.date(year, 1, 1) + datetime.timedelta(days=self.random.randrange(365))
        rows = [self.row() for _ in range(self.random.randrange(1, 5))]
        id = f"{year}-{number % self.per_year:05}"
        self.orders[id] = {"date": day, "customer": self.random.choice(self.customers), "made": "no", "rows": rows}
        return self.file(id)

    def row(self):
        return self.random.choice(self.services), self.random.randrange(1, 9), self.random.randrange(5, 90)

    def edit(self, number):
        id = self.random.choice(list(self.orders)) if number % 100 == 0 else self.recent()
        order, kind = self.orders[id], self.random.randrange(4)
        if kind == 0:
            order["made"] = "no" if order["made"] == "yes" else "yes"
        elif kind == 1:
            order["paidOn"] = order["date"] + datetime.timedelta(days=number % 90)
        elif kind == 2:
            order["rows"] = order["rows"][-5:] + [self.row()]
        else:
            order["due"] = order["date"] + datetime.timedelta(days=number % 60)
        return self.file(id)

    def recent(self):
        number = self.random.randrange(len(self.orders))
        return f"{2016 + min(number // self.per_year, 9)}-{number % self.per_year:05}"

    def file(self, id):
        order = self.orders[id]
        lines = [f"{key}: {value}" for key, value in order.items() if key != "rows"]
        rows = [f"  - {{service: {row[0]}, quantity: {row[1]}, price: {row[2]}.00}}" for row in order["rows"]]
        text = "\n".join(["---", *lines, "rows:", *rows, "---", "", "By phone.", ""])
        return f"Content/orders/{id[:4]}/{id}.md", text

    def commit(self, number, files):
        lines = []
        for path, text in files:
            self.marks += 1
            bytes = text.encode()
            self.parts.append(b"blob\nmark :%d\ndata %d\n%s\n" % (self.marks, len(bytes), bytes))
            lines.append(f"M 100644 :{self.marks} {path}\n")
        author = self.random.choice(["Ann", "Ben", "Cid"])
        who = f"{author} <{author.lower()}@example.org> {1_451_649_600 + 28_800 * number} +0000"
        text = f"Commit {number}"
        head = f"commit refs/heads/main\nauthor {who}\ncommitter {who}\ndata {len(text)}\n{text}\n"
        self.parts.append((head + "".join(lines) + "\n").encode())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--docket", default=".build/release/docket")
    parser.add_argument("--orders", type=int, default=10_000)
    parser.add_argument("--commits", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    docket = pathlib.Path(options.docket).resolve()
    memory = "/dev/shm" if pathlib.Path("/dev/shm").is_dir() else None
    folder = pathlib.Path(tempfile.mkdtemp(prefix="docket-history-", dir=memory))
    try:
        git = ["git", "-C", str(folder)]
        subprocess.run([*git, "init", "-q", "-b", "main"], check=True)
        stream = b"".join(Repository(options.orders, options.commits).parts)
        subprocess.run([*git, "fast-import", "--quiet", "--done"], input=stream, check=True)
        subprocess.run([*git, "checkout", "-q", "main"], check=True)
        content, settings = folder / "Content", folder / "Content/site.yml"
        plain, output = settings.read_text(), folder / "Site"

        def prepare(index):
            settings.write_text(plain + ("history: true\n" if index == 1 else ""))
            shutil.rmtree(output, ignore_errors=True)

        build = [docket, "build", "--quiet", "--content", content, "--output", output]
        check = [docket, "check", "--quiet", "--content", content]
        print(f"{options.orders} orders, {options.commits} commits")
        for name, commands, step in [
            ("build, and with history: true", [build, build], prepare),
            ("check, and at HEAD", [check, [*check, "--at", "HEAD"]], lambda _: prepare(0)),
        ]:
            figures, ratios = benchmark.measure(options.runs, commands, step)
            first, second = figures
            print(
                f"{name}: {first['wall']:.2f} s, {first['memory']:.0f} MiB; {second['wall']:.2f} s, "
                f"{second['memory']:.0f} MiB; {ratios[1]:.1f} times"
            )
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
