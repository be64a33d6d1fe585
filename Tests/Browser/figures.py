"""Amounts by mouse and by keyboard: which sums follow from what is typed, and that none is cut."""

from steps import SAVED, address, check, expect, field, picture, put, resize, save, tell, text

ROW = "  - {text: a, quantity: 12, price: 8.50, sum: 102.00}\n"
SUM = "document.getElementById('r.rows.0.sum')"
# Answers wait until they are let go.
HOLD = """window.fetch = (real => async (...call) => { while (!window.isFree) await new Promise(done => setTimeout(done, 10));
    return real(...call) })(fetch)"""


def opened(work, rows=ROW):
    """Opens the form of an order with rows, and nothing typed before."""
    put("orders/2026/o1.md", f"---\ndate: 2026-01-10\nrows:\n{rows}---\n")
    work.open(address + "-/changes")
    work.run("for (const key of Object.keys(localStorage)) localStorage.removeItem(key)")
    for _ in range(200):
        work.open(address + "-/edit/Order/o1")
        work.until("document.documentElement.classList.contains('scripted')")
        if work.run("document.querySelector('[name=\"r.rows.0.sum\"]')?.value") == "102.00": break
    # Where one leaves without saving, nobody asks.
    work.run("window.confirm = () => true")


def saved(work, row):
    save(work)
    work.until(SAVED)
    check(f"{row} in {text('orders/2026/o1.md')}", row in text("orders/2026/o1.md"))


def keyboard(work):
    """A sum that has the focus when it turns out to follow is emptied as well, and what is typed there stays."""
    opened(work)
    work.run(HOLD)
    field(work, "r.rows.0.quantity", "10")
    for _ in range(3): work.key("Tab")
    expect(work, "at the sum", f"document.activeElement === {SUM} && {SUM}.value", "102.00")
    work.run("window.isFree = true")
    expect(work, "emptied, as it is wholly selected", f"{SUM}.value", "")
    expect(work, "its place taken", f"{SUM}.placeholder", "85.00")
    saved(work, "{text: a, quantity: 10, price: 8.50}")

    # With the caret in it, it stays until it is left.
    opened(work)
    work.run(HOLD)
    field(work, "r.rows.0.quantity", "10")
    work.run(f"{SUM}.focus(); {SUM}.setSelectionRange(2, 2); window.isFree = true")
    work.until(f"{SUM}.placeholder === '85.00'")
    expect(work, "not under one's hand", f"{SUM}.value", "102.00")
    work.key("Tab")
    expect(work, "but when it is left", f"{SUM}.value", "")
    saved(work, "{text: a, quantity: 10, price: 8.50}")

    # What is typed faster than the server answers is typed on purpose.
    opened(work)
    work.run(HOLD)
    field(work, "r.rows.0.quantity", "10")
    for _ in range(3): work.key("Tab")
    work.type("102.00")
    work.run("window.isFree = true")
    work.until("document.querySelector('[data-computed=\"v.total\"]').textContent.includes('102.00')")
    expect(work, "as typed", f"{SUM}.value", "102.00")
    saved(work, "{text: a, quantity: 10, price: 8.50, sum: 102.00}")


def again(work):
    """A sum is there again where what it follows from is as in the file again, and the form is as it was."""
    opened(work)
    before = text("orders/2026/o1.md")
    for other in ("10", "x"):
        field(work, "r.rows.0.quantity", other)
        expect(work, f"emptied for {other}", f"{SUM}.value", "")
        field(work, "r.rows.0.quantity", "12")
        expect(work, "there again", f"{SUM}.value", "102.00")
    expect(work, "nothing is kept", "Object.keys(localStorage).filter(key => key.startsWith('docket ')).length", 0)
    # Saved before the server answers.
    field(work, "r.rows.0.quantity", "10")
    expect(work, "emptied", f"{SUM}.value", "")
    field(work, "r.rows.0.quantity", "12")
    save(work)
    work.until(SAVED)
    check("the same bytes", text("orders/2026/o1.md") == before)


def kept(work):
    """A sum that is typed on purpose survives a reload, a refused save and a change of the file."""
    def purposely():
        opened(work)
        field(work, "r.rows.0.quantity", "10")
        expect(work, "emptied", f"{SUM}.value", "")
        field(work, "r.rows.0.sum", "102.00")
        work.until("document.querySelector('[data-computed=\"v.total\"]').textContent.includes('102.00')")
    sum_ = "document.querySelector('[data-list=rows] tbody [name$=\".sum\"]').value"
    row = "{text: a, quantity: 10, price: 8.50, sum: 102.00}"
    total = "document.querySelector('[data-computed=\"v.total\"]').textContent"
    purposely()
    work.reload()
    work.until("document.body.innerText.includes('did not save')")
    work.until(f"{total}.includes('102.00')")
    expect(work, "over a reload", sum_, "102.00")
    work.run("document.querySelector('.crumbs a[href$=\"/changes\"]').click()")
    work.until("location.pathname === '/-/changes' && document.readyState === 'complete'")
    work.run("history.back()")
    work.until("document.querySelector('[data-list=rows]') && document.body.innerText.includes('did not save')")
    work.until(f"{total}.includes('102.00')")
    expect(work, "over Back", sum_, "102.00")
    saved(work, row)

    purposely()
    field(work, "v.customer", "nobody")
    save(work)
    work.until("document.querySelector('.notice.bad') && document.documentElement.classList.contains('scripted')")
    work.until(f"{total}.includes('102.00')")
    expect(work, "over a refused save", sum_, "102.00")
    field(work, "v.customer", "")
    saved(work, row)

    # Typed only into the refused form.
    opened(work)
    field(work, "r.rows.0.quantity", "10")
    field(work, "v.customer", "nobody")
    save(work)
    work.until("document.querySelector('.notice.bad') && document.documentElement.classList.contains('scripted')")
    expect(work, "emptied", f"{SUM}.value", "")
    field(work, "r.rows.0.sum", "102.00")
    field(work, "v.customer", "")
    saved(work, row)

    purposely()
    put("orders/2026/o1.md", f"---\ndate: 2026-01-10\nrows:\n{ROW}---\nAnother program.\n")
    save(work)
    work.until("document.body.innerText.includes('changed meanwhile') && document.documentElement.classList.contains('scripted')")
    work.until(f"{total}.includes('102.00')")
    expect(work, "over a conflict", sum_, "102.00")
    saved(work, row)


def copies(work):
    """The sum of a copy follows as that of its original does."""
    opened(work, ROW + "  - {text: b, quantity: 2, price: 5.00, sum: 9.00}\n")
    for row in (2, 1): work.click(f"[data-list=rows] tr:nth-child({row}) button[data-action=Duplicate]")
    names = work.run("[...document.querySelectorAll('[data-list=rows] tbody [name$=\".quantity\"]')].map(field => field.name)")
    field(work, names[1], "5")
    field(work, names[3], "5")
    expect(work, "only what equals its formula", "[...document.querySelectorAll('[data-list=rows] tbody [name$=\".sum\"]')].map(field => field.value)",
           ["102.00", "", "9.00", "9.00"])
    # Over a reload, too.
    field(work, names[1], "6")
    work.reload()
    work.until("document.body.innerText.includes('did not save')")
    save(work)
    work.until(SAVED)
    lines = [line.strip() for line in text("orders/2026/o1.md").splitlines() if "text: " in line]
    check(lines, lines == ["- {text: a, quantity: 12, price: 8.50, sum: 102.00}", "- {text: a, quantity: 6, price: 8.50}",
                           "- {text: b, quantity: 2, price: 5.00, sum: 9.00}", "- {text: b, quantity: 5, price: 5.00, sum: 9.00}"])
    opened(work)
    work.open(address + "-/new/Order?-like=o1")
    work.until("document.documentElement.classList.contains('scripted')")
    field(work, "id", "like")
    field(work, "r.rows.0.quantity", "120")
    expect(work, "like another", f"{SUM}.value", "")
    save(work)
    work.until(SAVED)
    check("like another", "{text: a, quantity: 120, price: 8.50}" in text("orders/2026/like.md"))


def own(work):
    """An order's own figures follow its customer as those of a row follow its service."""
    fee = "document.getElementById('v.fee')"
    put("customers/ann.md", "---\nname: Ann\nfee: 5.00\n---\n")
    put("customers/bob.md", "---\nname: Bob\nfee: 7.00\n---\n")
    def opened():
        put("orders/2026/o1.md", "---\ndate: 2026-01-10\ncustomer: ann\nfee: 5.00\n---\n")
        work.open(address + "-/changes")
        work.run("for (const key of Object.keys(localStorage)) localStorage.removeItem(key)")
        for _ in range(200):
            work.open(address + "-/edit/Order/o1")
            work.until("document.documentElement.classList.contains('scripted')")
            if work.run(f"{fee}?.value") == "5.00": break
        work.run("window.confirm = () => true")
        field(work, "v.customer", "bob")
        work.key("Tab")

    opened()
    expect(work, "emptied, with the new one's in its place", f"[{fee}.value, {fee}.placeholder]", ["", "7.00"])
    # What is not saved is there again.
    work.reload()
    expect(work, "emptied still", f"[{fee}.value, {fee}.placeholder]", ["", "7.00"])
    field(work, "v.customer", "ann")
    work.key("Tab")
    expect(work, "the former customer's again", f"{fee}.value", "5.00")
    field(work, "v.customer", "bob")
    work.key("Tab")
    expect(work, "emptied again", f"{fee}.value", "")
    picture(work, "own")
    saved(work, "customer: bob\nfee: 7.00\n---")

    opened()
    expect(work, "emptied", f"{fee}.value", "")
    field(work, "v.fee", "5.00")
    work.until("!document.querySelector('[name=\"v.-emptied\"]')")
    saved(work, "customer: bob\nfee: 5.00\n---")


def widths(work):
    """Eight columns stand beside each other only where none of their amounts is cut."""
    put("orders/2026/o1.md", "---\ndate: 2026-01-10\nrows:\n  - {text: a, quantity: 1, price: 12345.60, sum: -1234567.89, part: 18345.67}\n---\n")
    work.until("fetch('/-/edit/Order/o1').then(answer => answer.text()).then(text => text.includes('18345.67'))")
    cut = """[...document.querySelectorAll('[data-list=rows] tbody input.money')].filter(field => field.scrollWidth > field.clientWidth)
        .map(field => field.value)"""
    seen = set()
    for width in (375, 390, 700, 900, 1000, 1024, 1025, 1040, 1060, 1080, 1100, 1150, 1200, 1250, 1280, 1400):
        resize(work, width, 800)
        work.open(address + "-/edit/Order/o1")
        work.until("document.documentElement.classList.contains('scripted')")
        expect(work, f"no amount is cut at {width}", cut, [])
        expect(work, f"nothing is wider than {width}", "document.documentElement.scrollWidth <= innerWidth", True)
        seen.add(work.run("getComputedStyle(document.querySelector('[data-list=rows] tbody tr')).display"))
        picture(work, f"widths-{width}")
    check(seen, seen == {"grid", "table-row"})


def changes(work):
    """The page of changes fits a phone, with its amounts as a whole."""
    put("orders/2026/o9.md", text("orders/2026/o9.md").replace("1234567.89", "-1934567.89"))
    resize(work, 390, 844)
    for _ in range(200):
        work.open(address + "-/changes")
        if work.run("document.querySelector('td.money:last-child')?.textContent.includes('1,934,567.89')"): break
    picture(work, "changes")
    expect(work, "nothing is beside the window", """[...document.querySelectorAll('td')].filter(cell => {
        const { left, right } = cell.getBoundingClientRect(); return left < 0 || right > innerWidth }).map(cell => cell.textContent)""", [])
    expect(work, "nothing scrolls sideways", "[...document.querySelectorAll('.t')].filter(box => box.scrollWidth > box.clientWidth).length", 0)


def main(browser):
    work = browser.window(address + "-/edit")
    for part in (keyboard, again, kept, copies, own, widths, changes): part(work)


tell(main)
