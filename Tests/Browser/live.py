"""Open pages while files change: what was inserted, updated, moved and deleted is marked, and a line says it."""

import os, time
from steps import SAID, address, check, content, expect, lasting, picture, put, resize, tell, text


def order(date, customer, more, sum_):
    return f"---\ndate: {date}\ncustomer: {customer}\n{more}rows:\n  - {{service: paint, sum: {sum_}}}\n---\n"


def marked(window, name):
    """The ids of the rows that have a mark."""
    return window.run(f"""[...document.querySelectorAll('.docket-{name}')].map(row =>
        row.querySelector('a[href]')).filter(link => link).map(link => link.getAttribute('href').split('/').at(-1).replace('.html', ''))""")


def main(browser):
    page = browser.window(address + "reports/unpaid.html")
    page.until(f"{SAID} !== undefined")
    lasting(page)
    resize(page, 1280, 300)
    page.run("window.isSame = true; scrollTo(0, 40); document.querySelector('tbody a').focus({preventScroll: true})")
    check("there is something to scroll", page.run("scrollY") == 40)

    put("orders/2026/o3.md", order("2026-03-01", "ann", "made: true\n", "7.50"))
    page.until(f"{SAID}.includes('added')")
    check(page.run(SAID), "o3 added; Total €" in page.run(SAID) and "10.00" in page.run(SAID) and "17.50" in page.run(SAID))
    check("inserted", marked(page, "inserted") == ["o3"])
    check("scroll and focus are kept", page.run("scrollY") == 40 and page.run("document.activeElement.getAttribute('href')").endswith("o1.html"))
    resize(page, 1280, 900)
    picture(page, "inserted")

    put("orders/2026/o3.md", order("2026-03-01", "ann", "made: true\n", "9.25"))
    page.until(f"{SAID}.includes('changed')")
    check(page.run(SAID), "o3 changed; Total" in page.run(SAID) and "19.25" in page.run(SAID))
    check("updated", marked(page, "updated") == ["o3"])

    # The report is sorted by the sum: the third order passes the first.
    put("orders/2026/o1.md", text("orders/2026/o1.md").replace("10.00", "9.00"))
    page.until(f"{SAID}.includes('18.25')")
    check("moved", len(marked(page, "moved")) == 1)
    check("their order now", page.run("[...document.querySelectorAll('tbody tr:not(.docket-deleted)')].map(row => row.innerText.trim().slice(0, 2))") == ["o3", "o1"])

    os.remove(f"{content}/orders/2026/o3.md")
    page.until(f"{SAID}.includes('no longer listed')")
    check(page.run(SAID), "o3 no longer listed; Total" in page.run(SAID) and "18.25" in page.run(SAID) and "9.00" in page.run(SAID))
    check("deleted", marked(page, "deleted") == ["o3"])
    picture(page, "deleted")
    page.until("!document.querySelector('.docket-deleted')")
    check("heard by screen readers", page.run("document.querySelector('docket-live').shadowRoot.querySelector('.said').getAttribute('aria-live')") == "polite")
    check("never loaded again", page.run("window.isSame"))
    page.media("print")
    check("nothing of it on paper", page.run("getComputedStyle(document.querySelector('docket-live')).display") == "none")
    page.media()

    # A chart tells the figures that it has now.
    chart = browser.window(address + "reports/months.html")
    chart.until("document.querySelector('.plot .tip') && document.querySelector('docket-live')")
    chart.run("window.isSame = true; document.querySelector('.plot svg').focus()")
    tip = "document.querySelector('.tip:not([hidden])')?.textContent ?? ''"
    chart.key("Home")
    chart.until(f"({tip}).includes('9.00')")
    put("orders/2026/o1.md", text("orders/2026/o1.md").replace("9.00", "9.50"))
    chart.until("document.querySelector('table').textContent.includes('9.50')")
    chart.run("document.querySelector('.plot svg').focus()")
    chart.key("Home")
    chart.until(f"({tip}).includes('9.50')")
    put("orders/2026/o1.md", text("orders/2026/o1.md").replace("9.50", "9.00"))
    chart.until("document.querySelector('table').textContent.includes('9.00')")
    check("the chart's page was never loaded again", chart.run("window.isSame"))

    # Headings that the theme's script has made buttons are made anew where the list is sorted by others.
    heads = "[...document.querySelectorAll('thead th')].map(head => head.textContent)"
    put("orders/index.md", "---\ncolumns: id, date, total\nsorts: total\n---\n")
    lists = browser.window(address + "orders/index.html")
    lists.until("document.querySelector('thead button') && document.querySelector('docket-live')")
    put("orders/index.md", "---\ncolumns: id, date, total\n---\nNot sorted.\n")
    lists.until("document.querySelector('main').textContent.includes('Not sorted.') && document.querySelector('thead button')")
    expect(lists, "each heading once", heads, ["ID", "Date", "Total"])
    put("orders/index.md", "---\ncolumns: id, total\nsorts: date\n---\nSorted again.\n")
    lists.until("document.querySelector('main').textContent.includes('Sorted again.') && document.querySelector('thead button')")
    expect(lists, "each of others once", heads, ["ID", "Total"])
    # A folder that goes and comes back has them again, once.
    os.rename(f"{content}/orders", f"{content}/_orders")
    lists.until("!document.querySelector('thead button')")
    os.rename(f"{content}/_orders", f"{content}/orders")
    lists.until("document.querySelector('thead button')")
    expect(lists, "each once again", heads, ["ID", "Total"])
    os.remove(f"{content}/orders/index.md")

    # What is before the body is as it is sent, too: a stylesheet, the language, a class of the whole page.
    def theme(path, text):
        os.makedirs(os.path.dirname(f"{content}/../Themes/{path}"), exist_ok=True)
        with open(f"{content}/../Themes/{path}", "w") as file: file.write(text)
    look = browser.window(address + "about.html")
    look.until(f"{SAID} !== undefined")
    color = "getComputedStyle(document.querySelector('main')).getPropertyValue('--of').trim()"
    for name in ("x", "z"):
        theme(f"{name}/theme.yml", "parent: default\n")
        theme(f"{name}/assets/own.css", f"main {{ --of: {name} }}\n")
        theme(f"{name}/assets/more.css", "main { --more: yes }\n")
        theme(f"{name}/partials/head.mustache", '<link rel="stylesheet" href="{{site.assets.own_css}}">\n')
    put("site.yml", "title: Shed\ntheme: x\n")
    expect(look, "the stylesheet of a new theme", color, "x")
    theme("x/partials/head.mustache", '<link rel="stylesheet" href="{{site.assets.own_css}}">\n'
          '<link rel="stylesheet" href="{{site.assets.more_css}}">\n')
    expect(look, "a further stylesheet", color.replace("--of", "--more"), "yes")
    put("site.yml", "title: Shed\ntheme: x\nlanguage: ar\n")
    expect(look, "the direction", "[document.documentElement.lang, document.documentElement.dir]", ["ar", "rtl"])

    # A theme that is there for a moment leaves nothing behind.
    for wait in (0, 20, 70, 200):
        put("site.yml", "title: Shed\ntheme: z\n")
        time.sleep(wait / 1000)
        put("site.yml", "title: Shed\ntheme: x\n")
        look.until(f"document.documentElement.lang === 'en' && {color} === 'x' && document.readyState === 'complete'")
        put("about.md", f"# About\n\nAfter {wait}.\n")
        look.until(f"document.body.innerText.includes('After {wait}.') && {color} === 'x'")

    # A stylesheet that changes while the page is not seen is another when it is seen again.
    hide = "Object.defineProperty(document, 'hidden', { configurable: true, value: %s }); document.dispatchEvent(new Event('visibilitychange'))"
    look.run(hide % "true")
    theme("x/assets/own.css", "main { --of: later }\n")
    look.until("fetch('/assets/own.css', { cache: 'no-store' }).then(answer => answer.text()).then(text => text.includes('later'))")
    time.sleep(1)
    expect(look, "nobody looks", color, "x")
    look.run(hide % "false")
    expect(look, "seen again", color, "later")

    # What is being typed stays until it is left.
    look.until("document.querySelector('[type=search]:enabled')")
    look.run("window.isSame = true; document.querySelector('[type=search]').focus()")
    look.type("pai")
    theme("x/assets/own.css", "main { --of: typed }\n")
    put("about.md", "# About\n\nWhile typing.\n")
    look.until("document.body.innerText.includes('While typing.')")
    check("what is typed stays", look.run("window.isSame && document.querySelector('[type=search]').value === 'pai'"))
    look.run("document.activeElement.blur()")
    look.until(f"!window.isSame && {color} === 'typed'")
    put("site.yml", "title: Shed\n")
    look.until(f"{color} === ''")

    # A record's page tells its figures; one that goes says so.
    record = browser.window(address + "orders/2026/o1.html")
    record.until(f"{SAID} !== undefined")
    lasting(record)
    put("orders/2026/o1.md", text("orders/2026/o1.md").replace("9.00", "12.00"))
    record.until(f"{SAID}.includes('12.00')")
    check(record.run(SAID), record.run(SAID) == "o1, row 1 changed; Total €9.00 → €12.00; Open €9.00 → €12.00")
    os.remove(f"{content}/orders/2026/o1.md")
    record.until(f"{SAID}.includes('no longer in the book')")
    check("and is still shown", "12.00" in record.text())


tell(main)
