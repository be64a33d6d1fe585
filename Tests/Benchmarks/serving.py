"""Measures `docket serve`: from a save to the event that tells an open page, a page's answer, the start, memory.

    python3 Tests/Benchmarks/serving.py [--docket .build/release/docket] [--orders 10000 100000] [--saves 30]
                                        [--customers 50000] [--folder FOLDER]

The corpus is the one of `benchmark.py`, in memory where there is a folder for that. A save writes an order in place with
another amount; its page is open, and the clock stops when the event has come. Pages are asked for one after the other on
one connection: every hundredth record, the indexes, the report. Then forms are saved, each by its own GET and POST, and parts of
names are looked up among many customers.
"""

import argparse, html, http.client, json, os, pathlib, re, shutil, socket, statistics, subprocess, sys, tempfile, time
import urllib.parse, urllib.request

import plain_corpus

HERE = pathlib.Path(__file__).resolve().parent


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def resident(process):
    """The memory that a process holds, in MiB."""
    status = open(f"/proc/{process}/status").read()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


class Server:
    def __init__(self, docket, folder):
        start = time.monotonic()
        self.process = subprocess.Popen([docket, "serve", "--edit", "--port", "0", "--today", "2026-01-01"], cwd=folder,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline())[1])
        self.start = time.monotonic() - start

    def listen(self, page):
        """Opens the events of a page; the connection, read past what comes first."""
        wire = socket.create_connection(("127.0.0.1", self.port))
        wire.sendall(f"GET /-/events?page=/{page}&have=0 HTTP/1.1\r\nHost: localhost:{self.port}\r\n\r\n".encode())
        self.wait(wire)
        return wire

    def wait(self, wire):
        text = b""
        while b"event: page\ndata: " not in text:
            part = wire.recv(1 << 16)
            if not part: sys.exit("the server ended the connection")
            text += part


def saved_forms(server, id, count):
    """The seconds that each save of a form takes, from sending it to the answer that leads on."""
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *arguments): return None
    opener, times = urllib.request.build_opener(Stay), []
    address = f"http://localhost:{server.port}/-/edit/Order/{urllib.parse.quote(id)}"
    for number in range(count):
        page = urllib.request.urlopen(address).read().decode()
        page = re.sub(r"<template>.*?</template>", "", page, flags=re.S)
        fields = [(html.unescape(name), html.unescape(value)) for name, value in
                  re.findall(r'<input[^>]*? name="([^"]*)"(?:[^>]*? value="([^"]*)")?', page) if not name.endswith(".-gone")]
        for name, inside in re.findall(r'<select[^>]*? name="([^"]*)"[^>]*>(.*?)</select>', page, re.S):
            chosen = re.search(r'<option value="([^"]*)" selected>', inside)
            fields.append((name, html.unescape(chosen[1]) if chosen else ""))
        fields.append(("body", f"Save {number}."))
        begin = time.monotonic()
        try:
            status = opener.open(address, urllib.parse.urlencode(fields).encode()).status
        except urllib.error.HTTPError as error:
            status = error.code
        times.append(time.monotonic() - begin)
        if status != 303: sys.exit(f"a save was answered with {status}")
    return times


def look_up(options, folder):
    """Looks parts of names up among many customers."""
    names = pathlib.Path(folder) / "Content/customers"
    names.mkdir(parents=True)
    first = ["Mara", "Jürgen", "Zoë", "Ayşe", "Niamh", "Søren", "Olena", "Franz", "Inês", "Yui"]
    last = ["Lindqvist", "Müller", "Grün", "Yıldırım", "O’Daly", "Østergaard", "Kovalenko", "Wimmer", "Carvalho", "Satō"]
    for number in range(options.customers):
        name = f"{first[number % 10]} {last[number // 10 % 10]} {number}"
        (names / f"c{number}.md").write_text(f"---\nname: {name}\n---\n")
    server = Server(options.docket, folder)
    times, most = [], 0
    for number in range(200):
        part = ["mu", "lind", str(number * 37), "zoe gr", "nobody", "", "o", "ller 4"][number % 8]
        begin = time.monotonic()
        answer = urllib.request.urlopen(f"http://localhost:{server.port}/-/find?entity=Customer&q={urllib.parse.quote(part)}").read()
        times.append(time.monotonic() - begin)
        most = max(most, len(answer))
        if len(json.loads(answer)) > 20: sys.exit("more than twenty are offered")
    print(f"{options.customers} customers: a part of a name looked up in {1000 * statistics.median(times):.1f} ms at the median, "
          f"{1000 * percentile(times, 0.99):.1f} at the 99th of a hundred; an answer has at most {most} bytes", flush=True)
    server.process.terminate()
    server.process.wait()


def measure(options, count, folder):
    content = pathlib.Path(folder) / "Content"
    plain_corpus.make(count, content)
    start = time.monotonic()
    subprocess.run([options.docket, "check", "--today", "2026-01-01"], cwd=folder, stdout=subprocess.DEVNULL, check=True)
    check = time.monotonic() - start
    server = Server(options.docket, folder)
    orders = sorted(content.glob("orders/**/*.md"))
    order = next(path for path in orders if re.search(r"sum: [0-9.]+", path.read_text()))
    wire = server.listen(str(order.relative_to(content).with_suffix(".html")))
    text, before, times = order.read_text(), resident(server.process.pid), []
    for number in range(options.saves):
        time.sleep(0.05)
        new = re.sub(r"sum: [0-9.]+", f"sum: {number + 1}.00", text, count=1)
        begin = time.monotonic()
        order.write_text(new)
        server.wait(wire)
        times.append(time.monotonic() - begin)
    after = resident(server.process.pid)
    pages = [str(path.relative_to(content).with_suffix(".html")) for path in orders[::max(1, len(orders) // 200)]]
    pages += ["index.html", "orders/index.html", "customers/index.html"] * 10
    connection, answers = http.client.HTTPConnection("localhost", server.port), []
    for page in pages:
        begin = time.monotonic()
        connection.request("GET", "/" + page)
        answer = connection.getresponse()
        answer.read()
        answers.append(time.monotonic() - begin)
        if answer.status != 200: sys.exit(f"{page}: {answer.status}")
    print(f"{count} orders: save to event {statistics.median(times):.3f} s (most {max(times):.3f}); page "
          f"{1000 * statistics.median(answers):.1f} ms at the median, {1000 * percentile(answers, 0.99):.1f} at the 99th of "
          f"a hundred; start {server.start:.2f} s beside {check:.2f} of check; memory {before:.0f} MiB, "
          f"{after:.0f} after {options.saves} saves", flush=True)
    forms = saved_forms(server, order.stem, min(options.saves, 200))
    print(f"{count} orders: a form saved in {statistics.median(forms):.3f} s (most {max(forms):.3f}); memory "
          f"{resident(server.process.pid):.0f} MiB after {len(forms)} of them", flush=True)
    server.process.terminate()
    server.process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--docket", default=str(HERE.parent.parent / ".build/release/docket"))
    parser.add_argument("--orders", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--saves", type=int, default=30)
    parser.add_argument("--customers", type=int, default=50_000)
    parser.add_argument("--folder", help="where corpora are written; emptied at the end")
    options = parser.parse_args()
    options.docket = str(pathlib.Path(options.docket).resolve())
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    if options.folder: os.makedirs(options.folder, exist_ok=True)
    for count in options.orders:
        folder = tempfile.mkdtemp(dir=options.folder or memory)
        try:
            measure(options, count, folder + "/book")
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    folder = tempfile.mkdtemp(dir=options.folder or memory)
    try:
        if options.customers: look_up(options, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


main()
