"""What was typed is kept over a reload, Back, a lost server and its next run: `drafts.py ADDRESS CONTENT [PICTURES]`, where the
server at ADDRESS is not used; this one is started here, to be ended.
"""

import os, re, shutil, subprocess, tempfile
from steps import SAVED, address, check, content, expect, field, picture, put, save, tell, text

FOLDER = os.path.dirname(content)
NOTE = "document.getElementById('body')?.value"


def start(port, folder=FOLDER):
    server = subprocess.Popen([os.environ["DOCKET"], "serve", "--edit", "--port", str(port)], cwd=folder,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return server, int(re.search(r":(\d+)/", server.stdout.readline())[1])


def opened(work, form):
    work.open(form)
    work.until("document.documentElement.classList.contains('scripted')")


def main(browser):
    server, port = start(0)
    other = tempfile.mkdtemp()
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
        # What was kept of a new record's form is not put into that of a record: its rows would be added to the file's.
        work.run("""localStorage.setItem(`docket ${document.querySelector('[name=draft]').value} other`, JSON.stringify({ at: 1,
                 fields: [["base", ""], ["original", ""], ["body", "Of a new record"]] }))""")
        opened(work, form)
        check("nothing is restored", "did not save" not in work.text() and "new record" not in work.run(NOTE))
        work.run("for (const key of Object.keys(localStorage)) localStorage.removeItem(key)")
        opened(work, form)
        field(work, "body", "Typed after a save")
        save(work)
        work.until(SAVED)
        field(work, "body", "Typed and not saved")
        work.reload()
        work.until(f"{NOTE} === 'Typed and not saved'")

        # A refused save keeps the draft, too.
        field(work, "v.customer", "nobody")
        save(work)
        work.until("document.querySelector('.notice.bad') && document.readyState === 'complete'")
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
        work.until("!Object.keys(localStorage).some(key => key.includes(' /-/new/Order '))")
        opened(work, new)
        expect(work, "an empty form", f"{NOTE}?.trim()", "")

        # Ctrl-S that is held makes one record.
        field(work, "body", "Once")
        work.run("for (const wait of [0, 20, 60, 120]) setTimeout(() => document.querySelector('form[data-form]')"
                 "?.requestSubmit(document.querySelector('button[name=then]')), wait)")
        work.until(f"{SAVED} && location.pathname.startsWith('/-/edit/')")
        check("one record", sum("Once" in text(f"orders/2026/{name}") for name in os.listdir(f"{content}/orders/2026")
                                if name.endswith(".md")) == 1)

        # Back leads to an empty form, and not to what has just been saved.
        work.run("history.back()")
        work.until("location.pathname === '/-/new/Order' && document.documentElement.classList.contains('scripted')")
        expect(work, "an empty form", f"{NOTE}?.trim()", "")

        # What is asked for in the address comes before what was typed and left elsewhere.
        opened(work, new)
        field(work, "body", "Left behind")
        opened(work, f"{new}?-like=o1")
        expect(work, "like the other", "document.getElementById('v.customer').value", "ann")
        check("nothing is restored", "did not save" not in work.text())
        opened(work, new)
        work.until(f"{NOTE} === 'Left behind'")

        # Each window keeps its own, also where the same form is open twice, and a closed one's is offered again.
        work.run("[...document.querySelectorAll('.notice button')].find(button => button.textContent === 'Discard it').click()")
        work.until(f"{NOTE}?.trim() === ''")
        opened(work, new)
        field(work, "body", "Of the first window")
        second = browser.window(new)
        second.until("document.documentElement.classList.contains('scripted')")
        expect(second, "an empty form", f"{NOTE}?.trim()", "")
        field(second, "body", "Of the second window")
        save(second)
        second.until(SAVED)
        work.reload()
        work.until(f"{NOTE} === 'Of the first window'")
        third = browser.window(new)
        third.until("document.documentElement.classList.contains('scripted')")
        field(third, "body", "Of the third window")
        third.open("about:blank")
        work.run("window.confirm = () => true")
        work.click("[data-cancel]")
        work.until("location.pathname === '/orders/index.html' || location.pathname === '/-/edit'")
        opened(work, new)
        expect(work, "offered again", NOTE, "Of the third window")
        work.run("[...document.querySelectorAll('.notice button')].find(button => button.textContent === 'Discard it').click()")
        work.until(f"{NOTE}?.trim() === ''")

        # What is left is not kept again by an answer that comes while the page is being left.
        opened(work, new)
        field(work, "body", "Left before the answer")
        work.run("addEventListener('click', event => event.preventDefault()); window.confirm = () => true")
        work.run("document.querySelector('[data-cancel]').click(); new Promise(end => setTimeout(end, 1500))")
        check("nothing is kept", "Left before" not in work.run("JSON.stringify(localStorage)"))

        # What a server saved before it ended, and could not tell, is told where it is restored.
        opened(work, f"http://localhost:{port}/-/new/Customer")
        field(work, "v.name", "Once")
        put("customers/once.md", "---\nname: Once\n---\n")
        work.reload()
        work.until("document.querySelector('.notice a[href$=\"/-/edit/Customer/once\"]')")
        work.run("[...document.querySelectorAll('.notice button')].find(button => button.textContent === 'Discard it').click()")
        work.until("document.getElementById('v.name')?.value === ''")

        # What was typed for a record that is deleted is not there for the next one of its id.
        last = new_order(work, new)
        opened(work, f"http://localhost:{port}/-/edit/Order/{last}")
        field(work, "body", "Of the deleted one")
        work.open(f"http://localhost:{port}/-/delete/Order/{last}")
        work.until("document.querySelector('button.delete')")
        work.run("document.querySelector('button.delete').click()")
        work.until("location.pathname === '/orders/index.html' && document.readyState === 'complete'")
        expect(work, "a plain address", "location.search", "")
        check("the same id", new_order(work, new) == last)
        check("nothing is restored", "did not save" not in work.text() and "Of the deleted" not in work.run(NOTE))

        # The same if it was made again from what was typed.
        os.remove(f"{content}/orders/2026/{last}.md")
        field(work, "body", "Older")
        save(work)
        work.until("document.body.innerText.includes('deleted meanwhile') && document.documentElement.classList.contains('scripted')")
        field(work, "body", "Newer")
        save(work)
        work.until(SAVED)
        expect(work, "as it was saved", f"{NOTE}?.trim()", "Newer")
        check("nothing is restored", "did not save" not in work.text())

        # What was typed before the record was renamed is offered at its former address, and saved.
        opened(work, f"http://localhost:{port}/-/edit/Order/{last}")
        field(work, "body", "Typed before")
        subprocess.run([os.environ["DOCKET"], "rename", last, "again"], cwd=FOLDER, check=True, capture_output=True)
        opened(work, f"http://localhost:{port}/-/edit/Order/{last}")
        expect(work, "its form", "location.pathname", "/-/edit/Order/again")
        expect(work, "what was typed", NOTE, "Typed before")
        save(work)
        work.until("document.querySelector('.notice.bad') && document.documentElement.classList.contains('scripted')")
        save(work)
        work.until(SAVED)
        check("saved under its name", text("orders/2026/again.md").endswith("Typed before\n"))
        opened(work, f"http://localhost:{port}/-/edit/Order/again")
        check("nothing is restored", "did not save" not in work.text())

        # Another book at the same port knows nothing of this one.
        opened(work, form)
        field(work, "body", "Of the first book")
        server.kill(), server.wait()
        shutil.copytree(content, f"{other}/Content")
        server, _ = start(port, other)
        save(work)
        work.until("document.body.innerText.includes('of elsewhere')")
        opened(work, form)
        check("nothing is restored", "did not save" not in work.text() and "first book" not in work.run(NOTE))
    finally:
        server.kill()
        shutil.rmtree(other)


def new_order(work, new):
    """Makes an order, and tells its ID."""
    opened(work, new)
    field(work, "body", "New")
    save(work)
    work.until(f"{SAVED} && location.pathname.startsWith('/-/edit/')")
    return work.run("location.pathname").split("/")[-1]


tell(main)
