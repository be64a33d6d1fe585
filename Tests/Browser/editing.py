"""The forms by mouse and by keyboard: lists of references, rows, Save and next, Cancel, Delete."""

import json

from steps import SAVED, address, check, expect, field, picture, put, resize, save, tell, text

ENTRIES = "[...document.querySelectorAll('.many li')].map(item => item.dataset.id)"
TITLES = "[...document.querySelectorAll('.many li > span:first-child')].map(name => name.textContent)"
ROWS = "[...document.querySelectorAll('[data-list=rows] tbody tr')].map(row => row.querySelector('[name$=\".text\"]').value)"
BUTTONS = "[...document.querySelectorAll('[data-list=rows] tbody [data-action=\"Move up\"]')].map(button => button.ariaLabel)"
NAMES = "[...document.querySelectorAll('[data-list=rows] tbody tr [name$=\".sum\"]')].map(field => field.getAttribute('aria-label'))"
# Whether the offers lie below their field, within the window and on top of what follows.
OFFERS = """(() => { const pick = document.querySelector('.pick'), input = document.activeElement.getBoundingClientRect();
    const { top, left, right, bottom } = pick.getBoundingClientRect();
    return top >= input.bottom - 1 && top < input.bottom + 8 && left >= 0 && right <= innerWidth
        && pick.contains(document.elementFromPoint(left + 8, (top + Math.min(bottom, innerHeight)) / 2)) })()"""
ALT = 1


def lists(work):
    """Several references: added by part of a title, moved, taken away."""
    work.open(address + "-/edit/Order/o1")
    work.until("document.querySelectorAll('.many li').length === 2")
    expect(work, "their titles", TITLES, ["Ann Lee", "Bob Ray"])
    field(work, "v.staff.more", "and")
    work.until("document.querySelectorAll('.pick li').length === 1")
    work.until("document.querySelector('.pick').textContent.startsWith('Cleo Anders')")
    expect(work, "below the field", OFFERS, True)
    work.key("Enter")
    work.until("document.querySelectorAll('.many li').length === 3")
    work.run("document.querySelectorAll('.many li')[2].focus()")
    work.key("ArrowUp", ALT)
    expect(work, "moved by keyboard", ENTRIES, ["ann", "cleo", "bob"])
    expect(work, "the focus with it", "document.activeElement.dataset.id", "cleo")
    work.drag(".many li:nth-child(1) .grip", ".many li:nth-child(3)", below=True)
    expect(work, "moved by mouse", ENTRIES, ["cleo", "bob", "ann"])
    work.click(".many li:nth-child(2) button[data-action='Take away']")
    expect(work, "taken away", ENTRIES, ["cleo", "ann"])
    field(work, "v.staff.more", "ann")
    work.until("document.querySelector('.pick li').textContent.startsWith('Ann Lee')")
    work.key("Enter")
    expect(work, "nobody twice", ENTRIES, ["cleo", "ann"])
    # What is typed and not picked is not lost: the server finds the one record that it may mean.
    field(work, "v.staff.more", "Smith, Dan")
    work.key("Tab")
    picture(work, "list")
    expect(work, "buttons named by what they act on", "document.querySelector('.many button').ariaLabel", "Move up: Cleo Anders")
    field(work, "v.staff.more", "")
    work.until("document.querySelectorAll('.many li').length === 3")
    save(work)
    work.until(SAVED)
    check(text("orders/2026/o1.md"), "staff: [cleo, ann, dan]" in text("orders/2026/o1.md"))
    work.open(address + "-/edit/Person/cleo")
    work.until("document.querySelector('.others')")
    check("the other side tells", "o1" in work.run("document.querySelector('.others').textContent"))


def typed(work):
    """Names that are typed into a list of references and not picked there."""
    def opened():
        work.open(address + "-/edit/Order/o1")
        work.until("document.querySelectorAll('.many li').length > 2")

    opened()
    # The menu of the right button may keep its release from the page.
    x, y = work.center("#body")
    work.mouse("Pressed", x, y, button="right")
    field(work, "v.staff.more", "Bob Ray")
    work.key("Escape")
    work.key("s", modifiers=2)
    work.until(SAVED)
    check(text("orders/2026/o1.md"), "staff: [cleo, ann, dan, bob]" in text("orders/2026/o1.md"))
    opened()
    work.run("window.confirm = text => { window.asked = text; return false }")
    field(work, "v.staff.more", "Somebody")
    work.click("[data-cancel]")
    check("Cancel asks about it", "not saved" in work.until("window.asked"))
    work.click(".many li:last-child button[data-action='Take away']")
    # The button for a new record passes it on, and the record comes once.
    field(work, "v.staff.more", "Dora New")
    add = "a.add[href*='v.staff']"
    work.click(add)
    work.until(f"document.querySelector({json.dumps(add)}).href.includes('name=Dora')")
    person = work.browser.window(work.run(f"document.querySelector({json.dumps(add)}).href"))
    person.until("document.documentElement.classList.contains('scripted')")
    save(person)
    expect(work, "added once", ENTRIES, ["cleo", "ann", "dan", "bob", "dora-new"])
    expect(work, "the name is used up", "document.getElementById('v.staff.more').value", "")
    save(work)
    work.until(SAVED)
    check(text("orders/2026/o1.md"), "staff: [cleo, ann, dan, bob, dora-new]" in text("orders/2026/o1.md"))


def offers(work):
    """What is offered for a reference lies below its field, at a desk and on a phone."""
    for width in (1280, 375):
        resize(work, width, 800)
        for name, part in (("v.customer", "n"), ("v.staff.more", "n"), ("r.rows.5001.service", "p")):
            work.open(address + "-/new/Order")
            work.until("document.documentElement.classList.contains('scripted')")
            work.click("[data-list=rows] [data-add]")
            work.run(f"document.getElementById('{name}').scrollIntoView({{block: 'center'}})")
            field(work, name, part)
            expect(work, f"{name} at {width}", OFFERS, True)
            picture(work, f"offers-{width}-{name}")
            work.key("Escape")
    resize(work, 1280, 900)


def rows(work):
    """Rows: dragged, moved by keyboard, duplicated, taken away."""
    work.open(address + "-/edit/Order/o2")
    work.until("document.querySelectorAll('[data-list=rows] .grip').length === 3")
    expect(work, "as in the file", ROWS, ["a", "b", "c"])
    work.drag("[data-list=rows] tr:nth-child(3) .grip", "[data-list=rows] tr:nth-child(1)")
    expect(work, "dragged up", ROWS, ["c", "a", "b"])
    work.run("document.querySelector('[data-list=rows] tr:nth-child(2) [name$=\".text\"]').focus()")
    work.key("ArrowDown", ALT)
    expect(work, "moved by keyboard", ROWS, ["c", "b", "a"])
    work.until("document.querySelector('.status').textContent.includes('Row 3 of 3')")
    work.key("d", ALT)
    expect(work, "duplicated", ROWS, ["c", "b", "a", "a"])
    expect(work, "named by their numbers", NAMES, ["Sum, row 1", "Sum, row 2", "Sum, row 3", "Sum, row 4"])
    expect(work, "their buttons, too", BUTTONS, ["Move up: Rows, row 1", "Move up: Rows, row 2", "Move up: Rows, row 3",
                                                 "Move up: Rows, row 4"])
    work.run("document.querySelector('[data-list=rows] tr:nth-child(2) [name$=\".sum\"]').focus()")
    work.key("Delete", ALT)
    expect(work, "taken away", ROWS + ".slice(0, 3)", ["c", "a", "a"])
    work.click("[data-list=rows] [data-taken] button")
    expect(work, "put back", ROWS, ["c", "b", "a", "a"])
    work.key("Delete", ALT)
    expect(work, "taken away again", ROWS + ".slice(0, 3)", ["c", "a", "a"])
    # On a Mac, Option with a letter types a sign.
    work.run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', "
             "{key: '∂', code: 'KeyD', altKey: true, bubbles: true, cancelable: true}))")
    expect(work, "duplicated by a sign", ROWS, ["c", "a", "a", "a"])
    work.key("Delete", ALT)
    work.click("[data-list=rows] tr:nth-child(1) button[data-action=Duplicate]")
    expect(work, "duplicated by mouse", ROWS + ".slice(0, 2)", ["c", "c"])
    work.click("[data-list=rows] tr:nth-child(2) button[data-action='Move up']")
    save(work)
    work.until(SAVED)
    saved = [line.split("text: ")[1].split(",")[0] for line in text("orders/2026/o2.md").splitlines() if "text: " in line]
    check(saved, saved[:3] == ["c", "c", "a"] and len(saved) == 4)
    # A drag that is broken off changes nothing.
    before = work.run(ROWS)
    work.run("document.querySelector('[data-list=rows] tr:nth-child(2)').scrollIntoView()")
    x, y = work.center("[data-list=rows] tr:nth-child(3) .grip")
    above = work.center("[data-list=rows] tr:nth-child(2)")[1] - 10
    for kind, at in (("Pressed", y), ("Moved", (y + above) / 2), ("Moved", above)):
        work.mouse(kind, x, at, buttons=1)
    work.until(f"JSON.stringify({ROWS}) !== {json.dumps(json.dumps(before, separators=(',', ':')))}")
    work.key("Escape")
    expect(work, "back where it was", ROWS, before)
    work.mouse("Released", x, y)
    # The last one as well.
    work.open(address + "-/edit/Order/o2")
    work.until("document.querySelectorAll('[data-list=rows] .grip').length === 4")
    while work.run(ROWS): work.click("[data-list=rows] tr:nth-child(1) button[data-action='Take away']")
    save(work)
    work.until(SAVED)
    check(text("orders/2026/o2.md"), "rows" not in text("orders/2026/o2.md"))


def dates(work):
    """Half a date is no date, and what stands in the file stays."""
    work.open(address + "-/edit/Order/o2")
    work.until("document.documentElement.classList.contains('scripted')")
    before = text("orders/2026/o2.md")
    work.run("document.getElementById('v.date').focus()")
    work.key("Backspace")
    work.until("document.getElementById('v.date').validity.badInput")
    save(work)
    expect(work, "the field is named", "document.activeElement.id", "v.date")
    check("nothing was sent", work.run("document.querySelector('[data-saved]')") is None and text("orders/2026/o2.md") == before)
    work.run("document.getElementById('v.date').value = '0026-02-20'")
    save(work)
    expect(work, "nor is a year of two digits", "document.activeElement.id", "v.date")
    work.run("document.getElementById('v.date').value = '2026-02-21'")
    save(work)
    work.until(SAVED)
    check("a whole date is", "date: 2026-02-21" in text("orders/2026/o2.md"))


def marks(work):
    """Fields are marked, counted and named as invalid for as long as they are."""
    counted = "document.querySelector('[data-marked]:not([hidden])')?.textContent"
    invalid = "[...document.querySelectorAll('form [aria-invalid=true]')].map(field => field.name)"
    work.open(address + "-/edit/Order/o1")
    work.until("document.documentElement.classList.contains('scripted')")
    field(work, "v.customer", "nobody")
    save(work)
    work.until("document.querySelector('.notice.bad') && document.readyState === 'complete'")
    work.until(f"{counted} === 'One field is marked below.'")
    expect(work, "named", invalid, ["v.customer"])
    field(work, "r.rows.0.sum", "x")
    work.until(f"{counted} === '2 fields are marked below.'")
    check("both are named", len(work.run(invalid)) == 2)
    work.until("document.querySelector('.status').textContent !== ''")
    field(work, "r.rows.0.sum", "10.00")
    work.until(f"{counted} === 'One field is marked below.'")
    field(work, "v.customer", "ann")
    work.until(f"{counted} === undefined")
    expect(work, "none is named", invalid, [])
    save(work)
    work.until(SAVED)


def buttons(work):
    """Cancel asks where something was typed; Save and next goes on; Delete tells what it does."""
    work.open(address + "-/edit/Order/o1")
    work.until("document.documentElement.classList.contains('scripted')")
    work.run("window.confirm = text => { window.asked = text; return false }")
    work.click("[data-cancel]")
    work.until("location.pathname === '/orders/2026/o1.html' && document.readyState === 'complete'")
    work.open(address + "-/edit/Order/o1")
    work.until("document.documentElement.classList.contains('scripted')")
    work.run("window.confirm = text => { window.asked = text; return false }")
    field(work, "body", "A note that is not saved")
    work.click("[data-cancel]")
    work.until("window.asked?.includes('not saved')")
    check("stayed", work.run("location.pathname") == "/-/edit/Order/o1" and "A note" in work.run("document.getElementById('body').value"))
    work.run("window.confirm = () => true")
    work.click("[data-cancel]")
    work.until("location.pathname === '/orders/2026/o1.html' && document.readyState === 'complete'")
    check("nothing was saved", "A note" not in text("orders/2026/o1.md"))
    work.open(address + "-/edit/Order/o1")
    work.until("document.documentElement.classList.contains('scripted')")
    check("and the draft is gone", "A note" not in work.run("document.getElementById('body').value"))

    field(work, "body", "Saved, and on")
    save(work, "next")
    work.until("location.pathname === '/-/edit/Order/o2' && document.readyState === 'complete'")
    check("saved", "Saved, and on" in text("orders/2026/o1.md"))
    check("said", "orders/2026/o1.md" in work.run("document.querySelector('[data-saved]').textContent"))
    check("its diff", "+Saved, and on" in work.run("document.querySelector('[data-saved] pre').textContent"))
    work.open(address + "-/new/Customer")
    field(work, "v.name", "Zora")
    save(work, "next")
    work.until("document.querySelector('[data-saved]') && location.pathname === '/-/new/Customer' && document.readyState === 'complete'")
    check("an empty form follows", work.run("document.getElementById('v.name').value") == "" and "Zora" in text("customers/zora.md"))

    work.open(address + "-/edit/Person/ann")
    work.click("a.delete")
    work.until("document.querySelector('button.delete')")
    told = work.text()
    picture(work, "delete")
    check(told, "Its file goes, and 1 record that names it no longer does" in told and "Staff: Ann Lee" in told)
    work.click(".cancel")
    work.until("location.pathname === '/-/edit/Person/ann' && document.readyState === 'complete'")
    check("nothing was deleted", "ann" in text("orders/2026/o1.md"))
    work.click("a.delete")
    work.click("button.delete")
    work.until("location.pathname === '/people/index.html' && document.readyState === 'complete'")
    check("its reference is gone", "ann" not in text("orders/2026/o1.md").split("staff:")[1].split("\n")[0])


def names(work):
    """Every control of every form has a name, and no form is wider than a phone."""
    resize(work, 390, 844)
    for path in ("edit/Order/o1", "edit/Order/o2", "new/Order", "edit/Person/bob", "edit/Company/zinc", "new/Customer", "edit/Service/paint",
                 "edit", "changes", "query?from=Order", "problems", "delete/Person/bob"):
        work.open(f"{address}-/{path}")
        work.until("document.readyState === 'complete'")
        check(f"{path} fits a phone", work.run("document.documentElement.scrollWidth <= innerWidth"))
        work.run("for (const title of document.querySelectorAll('.title')) title.textContent = 'Wort'.repeat(50)")
        for width in (1200, 390):
            resize(work, width, 844)
            check(f"a long name stays within {path} at {width}", work.run("document.documentElement.scrollWidth <= innerWidth"))
        nameless = work.run("""[...document.querySelectorAll('input:not([type=hidden]), select, textarea')].filter(control =>
            !control.labels.length && !control.ariaLabel && !control.closest('td[data-label]')).map(control => control.name || control.id)""")
        check(f"{path}: {nameless}", nameless == [])
    picture(work, "phone")


def amounts(work):
    """An amount that does not fit its field reads as another, whatever the width of the window."""
    cut = """[...document.querySelectorAll('[data-list=rows] tbody input[inputmode]')].filter(field => {
        field.value ||= field.placeholder; return field.scrollWidth > field.clientWidth }).map(field => field.name)"""
    for width in (375, 700, 768, 900, 1000, 1100, 1280):
        resize(work, width, 800)
        work.open(address + "-/new/Order")
        work.until("document.documentElement.classList.contains('scripted')")
        work.click("[data-list=rows] [data-add]")
        field(work, "r.rows.5001.quantity", "100")
        field(work, "r.rows.5001.price", "12345.50")
        work.until("document.getElementById('r.rows.5001.sum').placeholder === '1234550.00'")
        expect(work, f"no amount is cut at {width}", cut, [])
        expect(work, f"nothing is wider than {width}", "document.documentElement.scrollWidth <= innerWidth", True)
        picture(work, f"amounts-{width}")
    resize(work, 1280, 900)
    expect(work, "every column has a name", "[...document.querySelectorAll('thead th')].every(head => head.textContent || head.ariaLabel)", True)


def choices(work):
    """What is computed for a yes-or-no field is said in words, however the file writes it; not beside a chosen value."""
    put("orders/2026/o3.md", "---\ndate: 2026-03-01\nmade: no\npaid: no\nrows:\n  - {sum: 1.00}\n---\n")
    for _ in range(100):
        work.open(address + "-/edit/Order/o3")
        if work.run("document.getElementById('v.paid') !== null"): break
    work.until("document.documentElement.classList.contains('scripted')")
    empty = "document.getElementById('v.paid').options[0].textContent"
    before = work.run(empty)
    work.run("window.computes = 0; window.fetch = (real => (...call) => real(...call).finally(() => { window.computes += 1 }))(fetch)")
    field(work, "r.rows.0.sum", "2.00")
    work.until("window.computes > 0 && document.querySelector('[data-computed=\"v.total\"]').textContent.includes('2.00')")
    expect(work, "as before", empty, before)
    check(before, before == "–")
    work.run("(paid => { paid.value = ''; paid.dispatchEvent(new Event('change', { bubbles: true })) })(document.getElementById('v.paid'))")
    expect(work, "what follows without it", empty, "(No)")


def main(browser):
    work = browser.window(address + "-/edit")
    for part in (lists, typed, offers, amounts, rows, dates, marks, buttons, choices, names): part(work)


tell(main)
