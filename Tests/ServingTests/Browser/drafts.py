"""What was typed is kept over a reload, Back, a lost server and its next run: `drafts.py ADDRESS CONTENT [PICTURES]`, where the
server at ADDRESS is not used; this one is started here, to be ended.
"""

import os, re, subprocess
from steps import SAVED, address, check, content, expect, field, picture, save, tell, text

FOLDER = os.path.dirname(content)
NOTE = "document.getElementById('body')?.value"


def start(port):
    server = subprocess.Popen([os.environ["DOCKET"], "serve", "--edit", "--port", str(port)], cwd=FOLDER,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return server, int(re.search(r":(\d+)/", server.stdout.readline())[1])


def opened(work, form):
    work.open(form)
    work.until("document.documentElement.classList.contains('scripted')")


def main(browser):
    server, port = start(0)
    try:
        form = f"http://localhost:{port}/-/edit/Order/o1"
        work = browser.window(form)
        work.until("document.documentElement.classList.contains('scripted')")
        field(work, "body", "Kept over a reload")
        work.reload()
        work.until(f"{NOTE} === 'Kept over a reload' && document.body.innerText.includes('did not save')")

        field(work, "body", "Kept over Back")
        work.run("document.querySelector('.crumbs a[href$=\"o1.html\"]').click()")
        work.until("location.pathname === '/orders/2026/o1.html' && document.readyState === 'complete'")
        work.run("history.back()")
        work.until(f"{NOTE} === 'Kept over Back'")

        # The server is lost: what is typed is kept, and sending it leads to no error page.
        server.kill(), server.wait()
        field(work, "body", "Kept without a server")
        work.until("document.querySelector('.lost')")
        save(work)
        work.until("document.querySelector('.lost')")
        picture(work, "lost")
        expect(work, "still at the form", NOTE, "Kept without a server")

        # Another run knows nothing of this form: it shows again what was typed, to be saved from there.
        server, _ = start(port)
        save(work)
        work.until("document.body.innerText.includes('earlier run')")
        expect(work, "shown again", f"{NOTE}?.trim()", "Kept without a server")
        picture(work, "earlier-run")
        check("nothing is saved yet", "Kept" not in text("orders/2026/o1.md"))

        # And so does the browser, where the window was closed instead.
        opened(work, form)
        work.until(f"{NOTE}?.trim() === 'Kept without a server' && document.body.innerText.includes('did not save')")
        save(work)
        work.until(SAVED)
        check("saved", text("orders/2026/o1.md").endswith("Kept without a server\n"))

        # What is saved leaves no draft; what is typed after a save is one, in the same window and over a reload.
        opened(work, form)
        check("no draft", "did not save" not in work.text())
        field(work, "body", "Typed after a save")
        save(work)
        work.until(SAVED)
        field(work, "body", "Typed and not saved")
        work.reload()
        work.until(f"{NOTE} === 'Typed and not saved'")

        # A refused save keeps the draft, too.
        field(work, "v.customer", "nobody")
        save(work)
        work.until("document.querySelector('.notice.bad')")
        opened(work, form)
        work.until("document.getElementById('v.customer').value === 'nobody'")
        expect(work, "with the note", NOTE, "Typed and not saved")
        work.run("[...document.querySelectorAll('.notice button')].find(button => button.textContent === 'Discard it').click()")
        work.until("document.getElementById('v.customer')?.value === 'ann'")
        work.until(f"String({NOTE}).includes('Typed after a save')")

        # A record that is saved as a draft has no form, and what was typed for it is saved nevertheless.
        new = f"http://localhost:{port}/-/new/Order"
        opened(work, new)
        field(work, "body", "Saved for later")
        work.run("document.getElementById('v.draft').value = 'true'")
        save(work)
        work.until("document.body.innerText.includes('is a draft now')")
        check("saved as a draft", "Saved for later" in text("orders/2026/o3.md"))
        # The script comes after the text of the page.
        work.until("!('docket /-/new/Order' in localStorage)")
        opened(work, new)
        expect(work, "an empty form", f"{NOTE}?.trim()", "")

        # Ctrl-S that is held makes one record.
        field(work, "body", "Once")
        work.run("for (const wait of [0, 20, 60, 120]) setTimeout(() => document.querySelector('form[data-form]')"
                 "?.requestSubmit(document.querySelector('button[name=then]')), wait)")
        work.until(f"{SAVED} && location.pathname.startsWith('/-/edit/')")
        check("one record", sum("Once" in text(f"orders/2026/{name}") for name in os.listdir(f"{content}/orders/2026")
                                if name.endswith(".md")) == 1)
    finally:
        server.kill()


tell(main)
