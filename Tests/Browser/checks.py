"""What a reader does with the sample's site in a real browser: python3 checks.py CHROMIUM SITE FILTERED

Each check is a line on standard output; a failure ends with an error. The sites must be built for 2026-11-22; FILTERED is
the sample with a filter of orders by customer, who are more than are shown.
"""

import functools
import http.server
import pathlib
import sys
import threading
import time

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
    page.click("th[data-key='customer']")
    page.until("document.querySelector('th[aria-sort]')?.textContent.startsWith('Customer')")
    check(f"{name}: a heading answers beside its word", page.run("location.hash") == "#sort=customer")
    click(page, "thead button", "Open")
    page.until("document.querySelector('th[aria-sort]')?.textContent.startsWith('Open') && document.querySelector('tfoot')")
    check(f"{name}: a heading sorts the whole result", page.run("location.hash") == "#sort=-open", column(page, 7)[:3])
    total = page.run("document.querySelector('tfoot').innerText")
    check(f"{name}: the total is of all", "156" in total, total)
    click(page, ".pick[data-filter='date.year'] a", "2026")
    page.until("document.querySelector('h1 small').textContent === '86'")
    click(page, ".pick[data-filter='state'] a", "Paid")
    page.until("document.querySelector('h1 small').textContent !== '86' && document.querySelector('tfoot')")
    count = int(page.run("document.querySelector('h1 small').textContent"))
    check(f"{name}: filters combine", 0 < count < 86 and "state=paid" in page.run("location.hash"), str(count))
    states = set(column(page, 4))
    check(f"{name}: only rows that fit", states == {"Paid"}, str(states))
    page.until(f"document.querySelector(\".pick[data-filter='date.year'] a[data-value='2026'] small\").textContent === '{count}'")
    check(f"{name}: counts follow the other filters", True)
    check(f"{name}: the CSV of the whole list is not offered for a part", page.run("document.querySelector('.save a').offsetHeight") == 0)
    marked = page.run("[...document.querySelectorAll('.pick [aria-current]')].map(link => link.firstChild.textContent.trim())")
    check(f"{name}: what is chosen is marked, and nothing else", marked == ["Paid", "All", "2026"], str(marked))
    check(f"{name}: the page's own ways on are gone", page.run("[...document.querySelectorAll('.pages')].every(bar => bar.offsetHeight === 0 || bar.childElementCount)"))
    check(f"{name}: the total is of what is shown", page.run("document.querySelector('tfoot .money').innerText") == "€12,014.65", page.run("document.querySelector('tfoot').innerText"))
    address = page.run("location.href")
    rows = column(page, 0)
    page.run("location.hash = ''")
    page.until("document.querySelector('h1 small').textContent === '156'")
    check(f"{name}: the whole list offers its CSV again", page.run("document.querySelector('.save a').offsetHeight") > 0)
    page.until("[...document.querySelectorAll('.pick [aria-current]')].every(link => link.firstChild.textContent.trim() === 'All')")
    check(f"{name}: and marks no filter", True)
    page.open(base + "index.html")
    page.open(address)
    page.until(f"document.querySelector('h1 small')?.textContent === '{count}' && document.querySelector('tfoot')")
    check(f"{name}: an address leads to the same view", column(page, 0) == rows)
    page.open(base + "orders/where/state/paid.html")
    page.run("document.querySelector('.pick[data-filter] a').focus()")
    page.until(f"document.querySelector(\".pick[data-filter='date.year'] a[data-value='2026'] small\").textContent === '{count}'")
    check(f"{name}: the page of a filter has the counts of what is left", True)
    page.size(375, 812, phone=True)
    page.open(base + "orders/where/state/paid.html")
    page.until(f"document.querySelector(\".pick[data-filter='date.year'] a[data-value='2026'] small\").textContent === '{count}'")
    check(f"{name}: on a phone it has them before a finger chooses", page.run("matchMedia('(hover: none)').matches"))
    page.size(1280, 900)
    check(f"{name}: the page of a filter has its own CSV", page.run("document.querySelector('.save a').offsetHeight") > 0)
    page.open(address)
    page.until(f"document.querySelector('h1 small')?.textContent === '{count}' && document.querySelector('tfoot')")
    click(page, ".pick[data-filter='state'] a", "All")
    page.until("document.querySelector('h1 small').textContent === '86'")
    check(f"{name}: a filter is taken away", "state" not in page.run("location.hash"))
    # By what no column shows.
    click(page, ".pick [data-sort]", "Customer")
    first = "document.querySelector('tbody td:nth-child(3)')?.textContent"
    page.until(f"{first} === '-- Unknown --'")
    marked = page.run("[...document.querySelectorAll('.pick [aria-current]')].map(link => link.firstChild.textContent.trim())")
    check(f"{name}: the bar sorts what a filter left", page.run("document.querySelector('h1 small').textContent") == "86")
    check(f"{name}: the sort is marked", marked == ["All", "All", "2026", "Customer"], str(marked))
    click(page, ".pick [data-sort]", "Customer")
    page.until(f"{first} !== '-- Unknown --'")
    check(f"{name}: once more turns it", "sort=-customer.name" in page.run("location.hash"), page.run("location.hash"))
    page.open(base + "orders/by/customer.name.html")
    click(page, ".pick[data-filter='date.year'] a", "2026")
    page.until("document.querySelector('h1 small')?.textContent === '86'")
    hash = page.run("location.hash")
    check(f"{name}: a sorted page's filter keeps the sort", hash == "#date.year=2026&sort=customer.name", hash)
    page.size(390, 844)
    page.open(base + "orders/index.html")
    heads = page.run("[...document.querySelectorAll('thead button')].map(button => button.offsetHeight)")
    check(f"{name}: a phone shows the headings that sort", len(heads) == 8 and all(heads), str(heads))
    click(page, "thead button", "Total")
    page.until("location.hash === '#sort=-total'")
    page.size(1280, 900)


def searches(page, base, name):
    page.open(base + "orders/2026/2026-0054.html")
    page.key("/")
    check(f"{name}: a slash focuses the search", page.run("document.activeElement.type") == "search")
    for query, found in [
        ("GRUBL", "Anselm Grübl"), ("浪速", "浪速サイクルツアーズ株式会社"), ("362.00", "2026-0054"), ("19.2.2026", "2026-0006"), ("19/02/2026", "2026-0006"), ("honey sold", "2026-0054"),
        ("Receiv", "Receivables"), ("Order 2026-0065", "Order 2026-0065"),
    ]:
        page.run("document.activeElement.value = ''")
        page.type(query)
        page.until(f"document.querySelector('.find').dataset.asked === {query!r}")
        hits = page.run("document.querySelector('.hits').innerText")
        check(f"{name}: finds {query}", found in hits, hits)
    page.run("document.activeElement.value = ''")
    page.type("xyzzy")
    page.until("document.querySelector('.find').dataset.asked === 'xyzzy'")
    check(f"{name}: what is not found is said", page.run("getComputedStyle(document.querySelector('.hits'), '::after').content").startswith('"0 found"'))
    page.run("document.activeElement.value = ''")
    page.type("2026")
    page.until("document.querySelector('.find').dataset.asked === '2026' && document.querySelectorAll('.hits [role=option]').length === 9")
    page.key("ArrowUp")
    page.key("Enter")
    page.until("document.querySelectorAll('.hits [role=option]').length === 33")
    check(f"{name}: more hits are shown on demand, the first of them chosen",
          page.run("document.activeElement.getAttribute('aria-activedescendant')") == "hit-8" and not page.run("document.querySelector('.hits').hidden"))
    page.run("document.activeElement.value = ''")
    page.type("2026-0065")
    page.until("document.querySelector('.find').dataset.asked === '2026-0065'")
    page.key("ArrowDown")
    check(f"{name}: an arrow chooses", page.run("document.activeElement.getAttribute('aria-activedescendant')") == "hit-0")
    page.key("Enter")
    page.until("location.href.endsWith('2026-0065.html')")
    check(f"{name}: Enter goes there", page.run("location.href").endswith("orders/2026/2026-0065.html"))


def charts(page, base):
    page.size(1280, 900)
    page.open(base + "reports/revenue.html")
    page.run("document.querySelector('.plot > svg').focus()")
    tip = "document.querySelector('.tip:not([hidden])')?.innerText ?? ''"
    check("a chart says nothing by itself", page.run(tip) == "")
    page.key("ArrowRight")
    check("an arrow tells the first figure", page.run(tip) == "Jan 2025\nRevenue: €510.00", page.run(tip))
    page.key("End")
    check("End tells the last one with the year before", page.run(tip) == "Nov 2026\nRevenue, a year before: €375.20\nRevenue: €2,103.20", page.run(tip))
    page.key("ArrowLeft")
    check("and back", page.run(tip).startswith("Oct 2026"), page.run(tip))
    page.key("Escape")
    check("Escape hides it", page.run(tip) == "")
    spot = page.run("(box => [box.x + box.width / 2, box.y + box.height / 2])(document.querySelectorAll('.plot .band')[13].getBoundingClientRect())")
    page.mouse("Moved", *spot, button="none")
    check("the pointer tells a figure", page.run(tip).startswith("Feb 2026"), page.run(tip))
    widths = "[...document.querySelectorAll('.plot')].map(plot => Math.round(plot.getBoundingClientRect().width))"
    wide = page.run(widths)
    names = "[...document.querySelectorAll('.plot')[0].querySelectorAll('text')].filter(text => getComputedStyle(text).display !== 'none').map(text => text.getBoundingClientRect())"
    for width in (1280, 700, 390):
        page.size(width, 900, phone=width < 500)
        page.until(f"innerWidth === {width} && document.documentElement.scrollWidth <= {width}")
        touching = page.run(f"(boxes => boxes.some((a, i) => boxes.slice(i + 1).some(b => a.left < b.right && b.left < a.right && a.top < b.bottom - 2 && b.top < a.bottom - 2)))({names})")
        check(f"names do not touch at {width}", not touching)
        check(f"a chart has the page's width at {width}", page.run("document.documentElement.scrollWidth") <= width and page.run(widths)[0] > width * 0.8, str(page.run(widths)))
        size = page.run(f"Math.round({names}[0].height)")
        check(f"texts keep their size at {width}", 12 <= size <= 18, str(size))
    page.size(1280, 900)
    page.open(base + "reports/best-customers.html")
    check("a sparkline for each row", page.run("[...document.querySelectorAll('tbody tr')].map(row => !!row.querySelector('svg.spark path'))").count(True) == 10)


def very_many(page, base):
    """Of a filter with very many values one is found as its name is typed, and its rows' figures alone are loaded."""
    page.open(base + "orders/index.html#state=paid")
    page.until("document.querySelector('h1 small').textContent !== '336' && document.querySelector('tfoot')")
    counts = "[...document.querySelectorAll('[data-filter=\"customer\"] a[data-value] small')].map(count => count.textContent).join('')"
    page.until(f"!{counts}")
    check("counts that are not known are left out", True)
    page.run("document.querySelector('[data-filter=\"customer\"] input').focus()")
    page.type("rider o17")
    page.until("document.querySelectorAll('datalist option').length > 100")
    page.run("document.activeElement.value = ''")
    page.type("Rider Ö177")
    page.until("location.hash === '#state=paid&customer=rider-177' && document.querySelectorAll('tbody tr').length === 1 && document.querySelector('tfoot')")
    total = page.run("document.querySelector('tfoot .money').innerText")
    check("one of very many filters, and its total is told", total == "€177.00", total)
    current = page.run("document.querySelector('[data-filter=\"customer\"] [aria-current]').textContent")
    check("it is marked, too", current == "Rider Ö177 1", current)
    loaded = page.run("[...document.scripts].map(script => script.src).filter(source => /sum-|filter-0/.test(source))")
    check("no list of all values or figures is loaded", loaded == [], str(loaded))
    click(page, "[data-filter='customer'] a", "All")
    page.until("location.hash === '#state=paid' && document.querySelectorAll('tbody tr').length === 50")
    check("and it is taken away", not page.run("document.querySelector('[data-extra]')"))
    page.open(base + "orders/index.html#customer=donauboten&sort=-total")
    page.until("document.querySelector('tfoot')?.innerText.includes('Total') && document.querySelectorAll('tbody tr').length < 50")
    sums = page.run("[...document.querySelectorAll('tbody tr')].map(row => parseFloat(row.querySelector('.money').textContent.replace(/[^0-9.]/g, '')))")
    check("one of very many is sorted by its own rows", len(sums) > 4 and sums == sorted(sums, reverse=True), str(sums))
    loaded = page.run("[...document.scripts].map(script => script.src).filter(source => /sort-/.test(source))")
    check("without the order of all rows", loaded == [], str(loaded))
    page.run("document.querySelector('a.skip').click()")
    time.sleep(0.5)
    check("the link to the content keeps the view", len(column(page, 0)) == len(sums), page.run("location.hash"))
    page.run("location.hash = '#all'")
    page.until(f"document.querySelectorAll('tbody tr').length === 50 && {counts}")
    check("and all counts come back with the whole list", page.run(counts).isdigit())


def many(page, base):
    page.open(base + "orders/index.html")
    said = page.run("document.querySelector('[data-filter=\"bicycle\"] [data-more]').textContent.trim()")
    check("more values than are shown are said", said.startswith("All "), said)
    page.run("document.querySelector('[data-filter=\"bicycle\"] input').focus()")
    options = page.until("document.querySelectorAll('datalist option').length")
    check("and all of them are offered", options > 24, str(options))
    hidden = page.run("(shown => [...document.querySelectorAll('datalist option')].map(option => option.value).find(name => !shown.includes(name)))([...document.querySelectorAll('[data-filter=\"bicycle\"] a[data-value]')].map(link => link.firstChild.textContent.trim()))")
    page.type(hidden)
    page.until("location.hash.includes('bicycle=')")
    page.until("document.querySelectorAll('tbody tr').length < 50 && document.querySelector('tfoot')")
    check("one that is not shown filters", set(column(page, 3)) == {hidden}, str(column(page, 3)))
    current = page.run("document.querySelector('[data-filter=\"bicycle\"] [aria-current]').textContent")
    check("and is marked", current.startswith(hidden), current)
    page.open(base + "orders/index.html")
    page.run("document.querySelector('[data-filter=\"bicycle\"] input').focus()")
    page.type(hidden.upper())
    # What is typed is answered once the list is loaded.
    page.run("document.querySelector('[data-filter=\"bicycle\"] input').oninput()")
    check("a name in capitals is not filtered while it is typed", not page.run("location.hash.includes('bicycle=')"))
    page.key("Enter")
    page.until("location.hash.includes('bicycle=')")
    page.type("zzz")
    page.key("Enter")
    said = page.until("document.querySelector('[data-filter=\"bicycle\"] output').textContent")
    check("Enter says that nothing has such a name", said == "0 found", said)


def several(page, base):
    """A filter by a list has a row under each of its values, and combines with the others."""
    count = lambda: page.run("document.querySelector('h1 small').textContent")
    foot = lambda: page.run("document.querySelector('tfoot').innerText")
    page.open(base + "orders/where/rows.service/labour.html")
    rows, total, number = column(page, 0), foot(), count()
    check("a filter by a list has pages", 1 < int(number) < 336 and len(rows) > 1, number)
    page.open(base + "orders/index.html#rows.service=labour")
    page.until(f"document.querySelector('h1 small').textContent === '{number}' && document.querySelector('tfoot')")
    check("and a script shows the same rows", column(page, 0) == rows and foot() == total, foot())
    link = "document.querySelector(\".pick[data-filter='rows.service'] a[data-value='tyre'] small\").textContent"
    all = page.run(link)
    page.open(base + "orders/index.html#rows.service=labour&state=paid")
    page.until(f"document.querySelector('h1 small').textContent !== '{number}' && {link} !== '{all}'")
    both = column(page, 0)
    tyres = page.run(link)
    check("counts are of what another value would leave", 0 < int(tyres) < int(all), tyres)
    page.open(base + "orders/index.html#rows.service=tyre&state=paid")
    page.until(f"document.querySelector('h1 small').textContent === '{tyres}' && document.querySelector('tfoot')")
    shared = set(both) & set(column(page, 0))
    check("a row may be under several values", 0 < len(shared) < len(both), str(shared))
    sums = page.run("[...document.querySelectorAll('tbody tr')].map(row => Math.round(100 * parseFloat([...row.querySelectorAll('.money')][0].textContent.replace(/[^0-9.]/g, ''))))")
    check("and the total is that of the rows", f"{sum(sums) / 100:,.2f}" in foot(), foot())


def stays(page, base):
    """Nothing moves once it is shown, on a slow machine either."""
    page.size(1280, 900)
    page.call("Emulation.setCPUThrottlingRate", rate=4)
    for path in ("index", "orders/index", "orders/2026/2026-0054", "reports/revenue", "customers/franz-xaver-wimmer"):
        page.open(base + path + ".html")
        shift = page.run("new Promise(done => new PerformanceObserver(list => done(list.getEntries().reduce((sum, entry) => sum + entry.value, 0))).observe({type: 'layout-shift', buffered: true}) || setTimeout(() => done(0), 150))")
        check(f"nothing moves on {path}", shift == 0, str(shift))
    page.call("Emulation.setCPUThrottlingRate", rate=1)


def asks(page, base):
    """A first view takes the page and its style sheet; scripts follow it, and nothing comes from another host."""
    for path in ("index", "orders/index", "orders/by/total", "orders/where/state/overdue", "orders/page/2",
                 "orders/2026/2026-0054", "customers/franz-xaver-wimmer", "services/labour", "reports/receivables",
                 "reports/revenue", "model"):
        page.open(base + path + ".html")
        asked = page.run("performance.getEntriesByType('resource').map(file => [file.name, file.renderBlockingStatus])")
        files = sorted(url.removeprefix(base + "assets/") for url, _ in asked)
        blocking = [url for url, status in asked if status == "blocking"]
        charts = ["chart.css", "chart.js"] if path in ("index", "reports/revenue") else []
        lists = ["list.js"] if path.startswith("orders/") and "/2026/" not in path else []
        check(f"{path} asks for a style sheet and scripts that may come later",
              files == charts + ["docket.css", "docket.js"] + lists + ["search.js"] and blocking == [base + "assets/docket.css"], str(asked))


LONG = """(word => { for (const place of document.querySelectorAll('h1, tbody :is(th, td).record a, tbody th.string a')) place.firstChild.data = word; })
  ('Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz')"""


def words(page, base):
    for width in (1280, 390):
        page.size(width, 900, phone=width < 500)
        for path in ("orders/index", "customers/index", "customers/franz-xaver-wimmer", "reports/receivables"):
            page.open(base + path + ".html")
            page.run(LONG)
            wide = page.run("document.documentElement.scrollWidth")
            check(f"a long word stays within {path} at {width}", wide <= width, str(wide))
    page.size(1280, 900)
    page.open(base + "orders/2026/2026-0054.html")
    shown = "[...document.querySelectorAll('.bill thead th')].filter(head => head.offsetWidth).map(head => head.textContent)"
    check("a bill has no column without a value", page.run(shown) == ["Service", "Quantity", "Price", "Sum"], str(page.run(shown)))
    page.run("document.querySelectorAll('.bill td.price').forEach(cell => cell.textContent = '')")
    check("nor one of prices where there are none", page.run(shown) == ["Service", "Quantity", "Sum"], str(page.run(shown)))
    ends = page.run("[...document.querySelectorAll('.bill tr')].map(row => Math.round(row.lastElementChild.getBoundingClientRect().right))")
    check("and its sums stay below each other", len(set(ends)) == 1, str(ends))


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
    for title in ("Fahrradwerkstatt Zur Goldenen Kette", "Stadtwerkstatt für Öfen & Kamine", "Shed"):
        page.open(base + "index.html")
        page.run(f"document.querySelector('header > a').textContent = {title!r}")
        page.key("/")
        page.type("Receiv")
        page.until("document.querySelector('.find').dataset.asked === 'Receiv'")
        field, hits = page.run("['.find input', '.hits'].map(name => (box => [box.left, box.top, box.width, box.bottom])(document.querySelector(name).getBoundingClientRect()))")
        check(f"the search has room beside or below {title}, and its hits are below it",
              field[2] >= 140 and field[3] <= hits[1] < field[3] + 12 and hits[2] > 340, str((field, hits)))
    page.open(base + "orders/index.html")
    heads = page.run("""[...document.querySelectorAll('thead th')].filter(head => head.offsetHeight).map(head => {
      head.querySelector('button').textContent = '顧 客 名'; return head.offsetHeight; })""")
    check("the headings that sort stay on one line", len(heads) == 8 and len(set(heads)) == 1, str(heads))
    for width in (320, 390):
        page.size(width, 844, phone=True)
        page.open(base + "index.html")
        over = page.run("""[...document.querySelectorAll('.number :is(b, em)')].filter(cell => {
          cell.textContent = '€12,345.10\\n+ BHD\\u00a015,171.500\\n+ $23,456.78';
          const range = document.createRange(); range.selectNodeContents(cell);
          const edge = cell.closest('.tiles > *').getBoundingClientRect().right;
          return [...range.getClientRects()].some(box => box.right > edge); }).length""")
        check(f"a tile holds a long amount on {width} pixels", over == 0, str(over))
        page.open(base + "orders/index.html")
        over = page.run("""[...document.querySelectorAll('.t :is(tbody, tfoot) td.money')].map(cell => {
          cell.textContent = 'IDR\u00a062,500,000,360.00'; return cell; }).filter(cell => {
          const range = document.createRange(); range.selectNodeContents(cell);
          return range.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1
            || cell.getBoundingClientRect().right > innerWidth; }).length""")
        check(f"a cell holds a long amount on {width} pixels", over == 0, str(over))
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
    page.open(base + "reports/revenue.html")
    kept = page.run("[...document.querySelectorAll('figure tbody > tr')].slice(0, 3).map(row => getComputedStyle(row).breakBefore)")
    check("a head keeps two rows with it on paper", kept == ["avoid", "avoid", "auto"], str(kept))
    page.run("""document.querySelector('main').insertAdjacentHTML('beforeend', '<div class="t"><table id="wide"><thead><tr>'
      + '<th scope="col">Heading</th>'.repeat(14) + '</tr></thead><tbody><tr><td class="empty" colspan="14">No entries</td></tr></tbody></table></div>')""")
    sheet = "getComputedStyle(document.body).page"
    narrow = page.run(sheet + " === 'auto' && getComputedStyle(document.querySelector('#wide thead')).display === 'none'")
    page.run("document.querySelector('#wide tbody').innerHTML = '<tr><th>Row</th>' + '<td>0</td>'.repeat(13) + '</tr>'")
    check("only wide rows need a wide sheet", narrow and page.run(sheet) == "wide", page.run(sheet))
    page.media()
    page.size(760, 900)
    page.open(base + "orders/index.html")
    page.until("document.querySelector('.t[tabindex]')")
    told = page.run("(table => [table.scrollWidth > table.clientWidth, table.tabIndex, table.ariaLabel])(document.querySelector('.t'))")
    check("a table that scrolls does so by keyboard", told == [True, 0, "Orders: 156"], str(told))
    page.size(1280, 900)
    page.until("!document.querySelector('.t[tabindex]')")
    check("one that does not is passed by", page.run("document.querySelector('.t').tabIndex") == -1)


def main():
    site, filtered = sys.argv[1:]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    served = f"http://127.0.0.1:{server.server_port}/"
    local = pathlib.Path(site).resolve().as_uri() + "/"
    with Browser() as browser:
        page = browser.window()
        for base, name in ((local, "folder"), (served, "host")):
            lists(page, base, name)
            searches(page, base, name)
        charts(page, local)
        many(page, pathlib.Path(filtered).resolve().as_uri() + "/")
        very_many(page, pathlib.Path(filtered).resolve().as_uri() + "/")
        several(page, pathlib.Path(filtered).resolve().as_uri() + "/")
        stays(page, local)
        asks(page, served)
        words(page, local)
        looks(page, local)
        check("nothing on the console", browser.console == [], str(browser.console))
    server.shutdown()


main()
