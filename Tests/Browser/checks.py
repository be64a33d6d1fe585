"""What a reader does with the sample's site in a real browser: python3 checks.py CHROMIUM SITE

Each check is a line on standard output; a failure ends with an error. The site must be built for 2026-11-22.
"""

import functools
import http.server
import pathlib
import sys
import threading

from browser import Browser

STRICT = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'"


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the site under a strict policy."""

    def end_headers(self):
        self.send_header("Content-Security-Policy", STRICT)
        super().end_headers()

    def log_message(self, *_):
        pass


def check(name, condition, details=""):
    if not condition:
        raise SystemExit(f"FAILED {name}: {details}")
    print("passed", name)


def column(page, index):
    return page.run(f"[...document.querySelectorAll('tbody tr')].map(row => row.cells[{index}]?.innerText)")


def click(page, selector, text):
    page.run(
        f"[...document.querySelectorAll({selector!r})].find(item => item.textContent.trim().startsWith({text!r})).click()")


def lists(page, base, name):
    page.size(1280, 900)
    page.open(base + "orders/index.html")
    check(f"{name}: fifty rows without the script's help", len(column(page, 0)) == 50)
    click(page, "thead button", "Open")
    page.until("document.querySelector('th[aria-sort]')?.textContent.startsWith('Open') && document.querySelector('tfoot')")
    check(f"{name}: a heading sorts the whole result", page.run("location.hash") == "#sort=-open", column(page, 7)[:3])
    total = page.run("document.querySelector('tfoot').innerText")
    check(f"{name}: the total is of all", "156" in total, total)
    click(page, ".pick[data-filter='date.year'] a", "2025")
    page.until("document.querySelector('h1 small').textContent === '70'")
    click(page, ".pick[data-filter='state'] a", "Paid")
    page.until("document.querySelector('h1 small').textContent !== '70'")
    count = int(page.run("document.querySelector('h1 small').textContent"))
    check(f"{name}: filters combine", 0 < count <= 70 and "state=paid" in page.run("location.hash"), str(count))
    states = set(column(page, 4))
    check(f"{name}: only rows that fit", states == {"Paid"}, str(states))
    counts = page.until("[...document.querySelectorAll(\".pick[data-filter='date.year'] a[data-value] small\")].map(item => +item.textContent).join()")
    check(f"{name}: counts follow the other filters", counts.split(",")[0] == str(count), counts)
    address = page.run("location.href")
    rows = column(page, 0)
    page.open(base + "index.html")
    page.open(address)
    page.until(f"document.querySelector('h1 small')?.textContent === '{count}'")
    check(f"{name}: an address leads to the same view", column(page, 0) == rows)
    click(page, ".pick[data-filter='state'] a", "All")
    page.until("document.querySelector('h1 small').textContent === '70'")
    check(f"{name}: a filter is taken away", "state" not in page.run("location.hash"))


def searches(page, base, name):
    page.open(base + "orders/2026/2026-0054.html")
    page.key("/")
    check(f"{name}: a slash focuses the search", page.run("document.activeElement.type") == "search")
    for query, found in [
        ("GRUBL", "Anselm Grübl"), ("浪速", "浪速サイクルツアーズ株式会社"), ("362.00", "2026-0054"), ("honey sold", "2026-0054"),
        ("Receiv", "Receivables"),
    ]:
        page.run("document.activeElement.value = ''")
        page.type(query)
        page.until(f"document.querySelector('.find').dataset.asked === {query!r}")
        hits = page.run("document.querySelector('.hits').innerText")
        check(f"{name}: finds {query}", found in hits, hits)
    page.run("document.activeElement.value = ''")
    page.type("2026-0065")
    page.until("document.querySelector('.find').dataset.asked === '2026-0065'")
    page.key("ArrowDown")
    check(f"{name}: an arrow chooses", page.run("document.activeElement.getAttribute('aria-activedescendant')") == "hit-0")
    page.key("Enter")
    page.until("location.href.endsWith('2026-0065.html')")
    check(f"{name}: Enter goes there", page.run("location.href").endswith("orders/2026/2026-0065.html"))


def looks(page, base):
    pages = ["index", "orders/index", "orders/2026/2026-0054", "customers/franz-xaver-wimmer", "services/labour",
             "reports/receivables", "reports/revenue", "model"]
    for scheme in ("light", "dark"):
        page.media(prefers_color_scheme=scheme)
        page.open(base + "orders/index.html")
        red, = page.run("[getComputedStyle(document.documentElement).backgroundColor]")
        check(f"{scheme} ground", (red == "rgb(255, 255, 255)") == (scheme == "light"), red)
    page.media()
    page.size(390, 844, phone=True)
    for path in pages:
        page.open(base + path + ".html")
        check(f"a phone shows the width of {path}", page.run("document.documentElement.scrollWidth") <= 390)
    page.size(1280, 900)
    for path in pages:
        page.open(base + path + ".html")
        broken = page.run("""[...document.querySelectorAll('tbody > tr > :is(th, td):is(.money, .decimal, .integer, .date), tfoot td')].filter(cell => {
          const range = document.createRange(); range.selectNodeContents(cell);
          const lines = new Set([...range.getClientRects()].filter(box => box.width > 1).map(box => Math.round(box.top)));
          return lines.size > Math.max(1, cell.textContent.split('\\n').length); }).map(cell => cell.textContent)""")
        check(f"no number breaks on {path}", broken == [], str(broken))
    page.open(base + "orders/2026/2026-0054.html")
    reached = set()
    for _ in range(40):
        page.key("Tab")
        reached.add(page.run("document.activeElement.getAttribute('href') ?? document.activeElement.tagName"))
    links = set(page.run("[...document.querySelectorAll('a')].map(link => link.getAttribute('href'))"))
    check("Tab reaches every link of an order", links <= reached, str(links - reached))
    page.media(media="print")
    hidden = page.run("['header nav', '.near', '.find'].every(name => getComputedStyle(document.querySelector(name)).display === 'none')")
    check("paper has no navigation", hidden)
    page.media()


def main():
    chromium, site = sys.argv[1:3]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    served = f"http://127.0.0.1:{server.server_port}/"
    local = pathlib.Path(site).resolve().as_uri() + "/"
    with Browser(chromium) as page:
        for base, name in ((local, "folder"), (served, "host")):
            lists(page, base, name)
            searches(page, base, name)
        looks(page, local)
        check("nothing on the console", page.console == [], str(page.console))
    server.shutdown()


main()
