"""What the browser tests have in common: `SCRIPT ADDRESS CONTENT [PICTURES]` opens a browser and tells what is not so."""

import json, sys
from browser import Browser

address, content = sys.argv[1], sys.argv[2]
pictures = sys.argv[3] if len(sys.argv) > 3 else None
SAID = "document.querySelector('docket-live').shadowRoot.querySelector('.said').textContent"
SAVED = "document.querySelector('[data-saved]') && document.documentElement.classList.contains('scripted')"
DIAGNOSTICS = "document.querySelector('docket-live').shadowRoot.querySelector('.diagnostics')"


def check(what, is_so):
    if not is_so: raise AssertionError(what)


def expect(window, what, script, value):
    """Waits until an expression has a value, which a busy machine may take its time for."""
    try:
        window.until(f"JSON.stringify({script}) === {json.dumps(json.dumps(value, separators=(',', ':'), ensure_ascii=False))}")
    except AssertionError:
        raise AssertionError(f"{what}: {window.run(script)}, not {value}")


def field(window, name, text):
    """Types into a field, as a hand does."""
    window.run(f"(e => {{ e.focus(); e.select?.() }})(document.getElementById('{name}'))")
    window.type(text)


def lasting(window):
    """What a page shows for seconds stays for longer, as a busy machine may look late."""
    window.run("window.setTimeout = (real => (work, wait = 0) => real(work, wait >= 3000 && wait < 10000 ? 5 * wait : wait))(setTimeout)")


def resize(window, width, height):
    """Sizes a window; what is narrow is a phone."""
    window.size(width, height, phone=width < 600)


def picture(window, name):
    if pictures: window.screenshot(f"{pictures}/{name}.png")


def save(window, then="stay"):
    # By keyboard: what is computed meanwhile may move the button.
    window.run(f"document.querySelector('.buttons button[value={then}]').focus()")
    window.key("Enter")


def text(path):
    """The text of a file of Content."""
    with open(f"{content}/{path}") as file: return file.read()


def put(path, text):
    """Writes a file of Content, as an editor does."""
    with open(f"{content}/{path}", "w") as file: file.write(text)


def tell(story):
    """Runs a story in a browser."""
    with Browser() as browser:
        story(browser)
    print("told")
