"""Values that the file spells in a way of its own: copies of rows and what was typed before keep them."""

from steps import SAVED, address, check, expect, field, put, save, tell, text

ORDER = "orders/2026/o1.md"
RESTORED = "document.body.innerText.includes('is here again')"


def opened(work):
    work.open(address + "-/edit/Order/o1")
    work.until("document.documentElement.classList.contains('scripted')")


def main(browser):
    work = browser.window(address + "-/edit")
    before = text(ORDER)
    rows = [line for line in before.splitlines() if line.startswith("  - ")]

    # What was typed before is restored into new rows, which keep what nobody touched.
    opened(work)
    field(work, "body", "Typed.")
    work.reload()
    work.until(RESTORED)
    save(work)
    work.until(SAVED)
    check(text(ORDER), text(ORDER) == before + "Typed.\n")

    opened(work)
    for number in (1, 3):
        work.click(f"[data-list=rows] tr:nth-child({number}) [data-action=Duplicate]")
    save(work)
    work.until(SAVED)
    copied = [line for line in text(ORDER).splitlines() if line.startswith("  - ")]
    check(copied, copied == [rows[0], rows[0], rows[1], rows[1]])

    # Of a value that another program spells otherwise meanwhile, nothing is typed here.
    opened(work)
    field(work, "body", "Typed again.")
    work.open(address + "-/edit")
    put(ORDER, text(ORDER).replace("made: yes", "made: true"))
    opened(work)
    work.until(RESTORED)
    expect(work, "the value that it was", "document.getElementById('v.made').selectedOptions[0].textContent", "Yes")
    save(work)
    work.until("document.body.innerText.includes('changed meanwhile')")
    work.until("document.documentElement.classList.contains('scripted')")
    save(work)
    work.until(SAVED)
    check(text(ORDER), "made: true" in text(ORDER) and "Typed again." in text(ORDER))


tell(main)
