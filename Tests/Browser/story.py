"""The story of the application that docket comes from, in a browser: `story.py ADDRESS CONTENT [PICTURES]`.

A new customer, a new order, three rows, one changed, one taken away, a wrong price refused, saved; a second window shows
the report of what is made and not paid, and it changes at once.
"""

import os, time
from steps import DIAGNOSTICS, SAID, SAVED, address, check, content, expect, field, lasting, picture, resize, save, tell


def main(browser):
    report = browser.window(address + "reports/unpaid.html")
    lasting(report)
    report.run("window.isSame = true; scrollTo(0, 40); document.querySelector('main').insertAdjacentHTML('beforeend', '<details open class=mine><summary>x</summary></details>')")
    work = browser.window(address + "orders/index.html")

    # From the list to the form, by the button that the script shows.
    work.until("document.querySelector('docket-live').shadowRoot.querySelector('.tools a')")
    work.run("[...document.querySelector('docket-live').shadowRoot.querySelectorAll('.tools a')].at(-1).click()")
    work.until("location.pathname === '/-/new/Order' && document.documentElement.classList.contains('scripted')")

    # A new customer on the spot, in a window of its own; the order stays as it is typed.
    field(work, "v.due", "2026-12-24") if work.run("document.getElementById('v.due').type") != "date" else \
        work.run("document.getElementById('v.due').value = '2026-12-24'")
    work.run("document.getElementById('v.made').value = 'true'; document.getElementById('v.made').dispatchEvent(new Event('change', {bubbles: true}))")
    new = work.run("document.querySelector('.field a.add[href*=Customer]').href")
    other = browser.window(address + "-/new/Order")
    other.until("document.documentElement.classList.contains('scripted')")
    # Another record that is saved in the window that was asked is not the new one.
    customer = browser.window(new)
    customer.open(address + "-/edit/Customer/bob")
    field(customer, "body", "Pays late.")
    save(customer)
    customer.until(SAVED)
    expect(work, "nothing is taken yet", "document.getElementById('v.customer').value", "")
    customer.open(new)
    # A refused save is still what was asked for.
    save(customer)
    customer.until("document.querySelector('.notice.bad') && document.documentElement.classList.contains('scripted')")
    field(customer, "v.name", "Zoë Ünal")
    save(customer)
    work.until("document.getElementById('v.customer').value === 'zoe-unal'")
    expect(other, "no other form takes it", "document.getElementById('v.customer').value", "")
    check("the new customer's file", "name: Zoë Ünal" in open(f"{content}/customers/zoe-unal.md").read())

    # Three rows by keyboard: services picked by a part of their titles.
    for number, (part, text, sum_) in enumerate([("pai", "door", "10"), ("ain", "window", "20.5"), ("PAINT", "gate", "30")]):
        work.run("document.querySelector('[data-list=rows] [data-add]').click()")
        row = 5001 + number
        work.type(part)
        work.until("document.querySelector('.pick')")
        work.key("Enter")
        work.until(f"document.getElementById('r.rows.{row}.service').value === 'paint'")
        field(work, f"r.rows.{row}.text", text)
        field(work, f"r.rows.{row}.sum", sum_)
    work.until("document.querySelector('[data-computed=\"v.total\"]').textContent === '€60.50'")
    picture(work, "1-rows")

    # What was typed survives a reload of the page.
    work.reload()
    work.until("document.querySelectorAll('[data-list=rows] tbody tr').length === 3 && document.body.innerText.includes('did not save')")
    expect(work, "the draft", "document.getElementById('v.customer').value", "zoe-unal")
    rows = "[...document.querySelectorAll('[data-list=rows] tbody tr')]"
    expect(work, "the rows of the draft", f"{rows}.map(row => row.querySelector('[name$=\".text\"]').value)", ["door", "window", "gate"])

    # One row is changed, one moved by keyboard, one taken away; a wrong price is refused.
    names = work.run(f"{rows}.map(row => row.querySelector('[name$=\".sum\"]').id)")
    field(work, names[0], "12,50 m")
    work.run(f"document.getElementById('{names[1]}').focus()")
    work.key("Delete", modifiers=1)
    work.run(f"document.getElementById('{names[2]}').focus()")
    work.key("ArrowUp", modifiers=1)
    expect(work, "the order of rows", f"{rows}.map(row => row.querySelector('[name$=\".text\"]').value)", ["gate", "door"])
    before = sorted(os.listdir(f"{content}/orders/2026"))
    save(work)
    # The notice is the first of the page to come.
    work.until("document.querySelector('.notice.bad') && document.readyState === 'complete'")
    check("nothing is saved", sorted(os.listdir(f"{content}/orders/2026")) == before)
    wrong = "[...document.querySelectorAll('[data-list=rows] .bad input')].map(e => e.value).join().startsWith('12,50 m')"
    expect(work, "the wrong price is kept and marked", wrong, True)
    picture(work, "2-refused")
    field(work, work.run("document.querySelector('[data-list=rows] .bad input[name$=\".sum\"]').id"), "12,50")
    save(work)
    work.until(SAVED)
    path = work.run("document.querySelector('[data-saved] code').textContent")
    text = open(os.path.join(os.path.dirname(content), path) if not os.path.isabs(path) else path).read()
    check(text, "customer: zoe-unal" in text and text.index("gate") < text.index("door") and "window" not in text and "12.50" in text)
    picture(work, "3-saved")

    # The other window shows it, in place: the row marked, the line said, nothing that was opened shut.
    report.until("document.body.innerText.includes('42.50')")
    said = report.until(SAID)
    check(said, "added" in said)
    check("the page is the same one", report.run("window.isSame && document.querySelector('details.mine').open"))
    expect(report, "the new row is marked", "document.querySelectorAll('.docket-inserted').length", 1)
    picture(report, "4-report")

    # An order is paid: it leaves the report.
    work.run("document.getElementById('v.paidOn').value = '2026-11-21'")
    save(work)
    work.until("document.querySelector('[data-saved] pre')?.textContent.includes('+paidOn: 2026-11-21')")
    report.until("!document.querySelector('tbody').innerText.includes('42.50')")

    # A mistake made in an editor shows above the page, and goes.
    file = f"{content}/orders/2026/o1.md"
    good = open(file).read()
    open(file, "w").write(good.replace("customer: ann", "customer: <img src=x onerror=alert(1)>"))
    report.until(f"!{DIAGNOSTICS}.hidden")
    check("the diagnostic", report.run(f"{DIAGNOSTICS}.textContent.includes('orders/2026/o1.md:3') && !{DIAGNOSTICS}.querySelector('img')"))
    picture(report, "5-problems")
    open(file, "w").write(good)
    report.until(f"{DIAGNOSTICS}.hidden")

    # Deleting asks first.
    work.click(".buttons .delete")
    work.until("document.querySelector('h1')?.textContent.startsWith('Delete ')")
    work.click("button.delete")
    work.until("location.pathname === '/orders/index.html' && document.readyState === 'complete'")
    check("the order is deleted", sorted(os.listdir(f"{content}/orders/2026")) == before)

    # On a phone nothing is wider than the window.
    resize(work, 390, 844)
    for page in ("-/edit/Order/o1", "orders/index.html", "-/query?from=Order", "-/problems", "-/edit"):
        work.open(address + page)
        check(f"{page} fits a phone", work.run("document.documentElement.scrollWidth <= innerWidth"))
    work.open(address + "-/edit/Order/o1")
    picture(work, "6-phone")

    # Without scripts everything reads.
    plain = browser.window("about:blank#")
    plain.call("Emulation.setScriptExecutionDisabled", value=True)
    plain.call("Page.navigate", url=address + "-/edit/Order/o1")
    time.sleep(0.5)
    picture(plain, "7-plain")


tell(main)
