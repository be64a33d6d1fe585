"""Measures docket, beside Hugo and beside the file system alone, and prints README's table.

    python3 Tests/Benchmarks/benchmark.py [--docket .build/release/docket] [--orders 10000 100000] [--rich 30000]
                                          [--runs 5] [--folder FOLDER] [--only NAME …]

Everything lies in a folder in memory where there is one (/dev/shm), so that the disk does not decide. Two commands
that are compared run in turn, A B A B, and the ratio is the median of the pairs': machines drift, ratios hold. Hugo
is measured where a program `hugo` is found, the floor where there is a C compiler; what is not there is said.
"""

import argparse
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import tempfile
import time

import plain_corpus
import rich_corpus

HERE = pathlib.Path(__file__).resolve().parent
TODAY = "2026-01-01"
REPORT = """---
title: Made, not paid
---
```query
from: Order
where: made = true AND paid = false
sort: date, customer.name
columns: date, customer, made, paid, total
exports: false
```
"""


class Run:
    """What one run of a command took: wall and CPU seconds, and the peak memory of its largest process in MiB."""

    def __init__(self, command):
        start = time.monotonic()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        words = child.stderr.read().decode()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
        self.wall = time.monotonic() - start
        self.cpu = usage.ru_utime + usage.ru_stime
        self.memory = usage.ru_maxrss / 1024
        if status:
            raise SystemExit(f"failed: {' '.join(map(str, command))}\n{words}")


def measure(runs, commands, prepare):
    """The medians of each command, run in turn after one run that does not count, and their walls pair by pair."""
    taken = [[] for _ in commands]
    for turn in range(runs + 1):
        for index, command in enumerate(commands):
            prepare(index)
            run = Run(command)
            if turn or runs == 1:
                taken[index].append(run)
        if runs == 1:
            break
    median = lambda runs, name: statistics.median(getattr(run, name) for run in runs)
    figures = [{name: median(each, name) for name in ("wall", "cpu", "memory")} for each in taken]
    ratios = [
        statistics.median(run.wall / first.wall for run, first in zip(each, taken[0])) for each in taken
    ]
    return figures, ratios


class Book:
    """A corpus and the folders that its builds are written to."""

    def __init__(self, folder, orders):
        self.root = folder / f"plain-{orders}"
        self.orders = orders
        content = self.root / "plain" / "Content"
        plain_corpus.make(orders, content)
        # The same records once more, with what only docket reads beside them; the files are shared.
        for entity in ("customers", "services", "orders"):
            sort = "-date" if entity == "orders" else "id"
            text = f"---\nsort: {sort}\npage-size: 100\nexports: false\n---\n"
            (self.root / "plain" / "index").mkdir(exist_ok=True)
            (self.root / "plain" / "index" / entity).write_text(text)
        self.plain = self.linked("with-index")
        for entity in ("customers", "services", "orders"):
            shutil.copy(self.root / "plain" / "index" / entity, self.plain / entity / "index.md")
        plain_corpus.write(str(self.plain / "reports/unpaid.md"), REPORT)
        self.default = content
        self.faceted = self.linked("faceted")
        (self.faceted / "orders/index.md").write_text(
            "---\nsort: -date\nsorts: total, customer.name\nfilters: made, paid, customer, date.year\n---\n"
        )

    def linked(self, name):
        """A copy of the records whose files are hard links."""
        copy = self.root / name / "Content"
        shutil.copytree(self.root / "plain" / "Content", copy, copy_function=os.link)
        return copy

    def an_order(self, content):
        """The path of an order in the middle of the book, as a file of its own."""
        paths = sorted((content / "orders").rglob("o*.md"))
        path = paths[len(paths) // 2]
        text = path.read_bytes()
        path.unlink()
        path.write_bytes(text)
        return path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--docket", default=str(HERE.parent.parent / ".build/release/docket"))
    parser.add_argument("--orders", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--rich", type=int, default=30_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--folder", help="where corpora and sites are written; emptied at the end")
    names = ["clean", "edited", "floor", "check", "default", "facets", "rich"]
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    options = parser.parse_args()
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    if options.folder: os.makedirs(options.folder, exist_ok=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="docket-benchmark-", dir=options.folder or memory))
    try:
        Benchmark(options, folder).run()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Benchmark:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.docket = options.docket
        self.hugo = shutil.which("hugo")
        self.compiler = shutil.which("cc") or shutil.which("clang") or shutil.which("gcc")

    def run(self):
        load = os.getloadavg()[0]
        print(f"{os.cpu_count()} cores, load {load:.1f}, {self.options.runs} runs each, in {self.folder.parent}\n")
        print("| | docket | beside it | ratio |\n| --- | --- | --- | --- |", flush=True)
        for orders in self.options.orders:
            if set(self.options.only) - {"rich"}:
                self.plain(Book(self.folder, orders))
                shutil.rmtree(self.folder / f"plain-{orders}")
        if "rich" in self.options.only:
            self.rich()
        if not self.hugo:
            print("\nHugo is not installed: not compared.")
        if not self.compiler:
            print("\nThere is no C compiler: the floor was not measured.")

    def command(self, verb, content, theme=None, output=None):
        command = [self.docket, verb, "--content", str(content), "--today", TODAY, "--quiet"]
        if theme:
            command += ["--themes", str(HERE), "--theme", theme]
        if output:
            command += ["--output", str(output)]
        return command

    def row(self, name, figures, ratio, beside=""):
        cells = [f"{each['wall']:.3f} s, {each['cpu']:.3f} s CPU, {each['memory']:.0f} MiB" for each in figures]
        cells += [beside] * (2 - len(cells))
        print(f"| {name} | {cells[0]} | {cells[1]} | {ratio} |", flush=True)

    def plain(self, book):
        runs, only = self.options.runs if book.orders < 50_000 else min(3, self.options.runs), self.options.only
        site, other = book.root / "site", book.root / "other"
        plain = self.command("build", book.plain, "plain", site)
        default = self.command("build", book.default, None, other)
        count = f"{book.orders:,} orders"

        def empty(_):
            for path in (site, other):
                shutil.rmtree(path, ignore_errors=True)

        def pages():
            return sum(len(files) for _, _, files in os.walk(site))

        if "clean" in only:
            self.compare(f"clean build, {count}", plain, book, other, empty, runs)
        if "floor" in only and self.compiler:
            self.floor(book, plain, site, other, empty, runs, count)
        if "edited" in only:
            order = book.an_order(book.plain)
            empty(0)
            Run(plain)

            def edit(_):
                order.write_bytes(order.read_bytes() + b"\nCalled again.\n")

            self.compare(f"build after one edited order, {count}", plain, book, other, edit, min(runs, 3))
        if "check" in only:
            figures, _ = measure(runs, [self.command("check", book.default)], lambda _: None)
            self.row(f"check, {count}", figures, "")
        if "default" in only:
            figures, ratios = measure(runs, [plain, default], empty)
            self.row(f"default theme beside the plain one, {count}", figures[::-1], f"{ratios[1]:.2f} of it")
        if "facets" in only:
            faceted = self.command("build", book.faceted, None, site)
            figures, ratios = measure(min(runs, 3), [default, faceted], empty)
            self.row(f"default theme, sorts and four filters, beside it without, {count}", figures[::-1],
                     f"{ratios[1]:.2f} of it")

    def compare(self, name, command, book, output, prepare, runs):
        """docket alone, or in turn with Hugo over the same records."""
        commands = [command]
        if self.hugo:
            site = book.root / "hugo"
            if not site.exists():
                shutil.copytree(HERE / "hugo", site)
                os.symlink(book.plain.parent.parent / "plain" / "Content", site / "corpus")
            commands.append([self.hugo, "--quiet", "--logLevel", "error", "-s", str(site), "-d", str(output)])
        figures, ratios = measure(runs, commands, prepare)
        ratio = f"{ratios[1]:.1f} times as fast" if self.hugo else ""
        self.row(name, figures, ratio)

    def floor(self, book, command, site, other, empty, runs, count):
        """The same number of files read and written with nothing in between."""
        program, paths = book.root / "floor", book.root / "paths"
        subprocess.run([self.compiler, "-O2", "-w", "-pthread", "-o", program, HERE / "floor.c"], check=True)
        empty(0)
        Run(command)
        made = [path for path in site.rglob("*") if path.is_file()]
        size = sum(path.stat().st_size for path in made) // len(made)
        inputs = [str(path) for path in book.plain.rglob("*.md")]
        # As many files are written as are read: the pages of the lists count as read once more.
        inputs += inputs[: max(0, len(made) - len(inputs))]
        paths.write_text("\n".join(inputs) + "\n")
        floor = ["/bin/sh", "-c", f'exec "{program}" 2 {size} "{other}" <"{paths}"']
        figures, ratios = measure(runs, [floor, command], empty)
        self.row(f"clean build beside the floor, {count}, {len(made):,} files", figures[::-1], f"{ratios[1]:.1f} floors")

    def rich(self):
        content = self.folder / "rich" / "Content"
        rich_corpus.make(self.options.rich, content)
        plain_site, site = self.folder / "rich" / "plain", self.folder / "rich" / "site"
        commands = [
            self.command("build", content, "plain", plain_site), self.command("build", content, None, site),
        ]

        def empty(_):
            for path in (plain_site, site):
                shutil.rmtree(path, ignore_errors=True)

        runs = min(3, self.options.runs)
        figures, ratios = measure(runs, commands, empty)
        count = f"{self.options.rich:,} orders"
        self.row(f"rich book, default theme beside the plain one, {count}", figures[::-1], f"{ratios[1]:.2f} of it")
        figures, _ = measure(runs, [self.command("check", content)], lambda _: None)
        self.row(f"rich book, check, {count}", figures, "")


if __name__ == "__main__":
    main()
