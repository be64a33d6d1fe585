"""Drives a headless Chromium over the DevTools protocol, through pipes and with the standard library alone."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


class Browser:
    """A browser whose windows are opened with `window`: `with Browser() as browser:`."""

    def __init__(self):
        # The first one has no windows to draw, and takes two thirds of the others' time.
        names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
        self.program = next(filter(shutil.which, names))
        self.counter = 0
        self.rest = b""
        # What has happened since the last page was opened, and the errors that the pages told.
        self.events = []
        self.console = []

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_read, self.to = os.pipe()
        self.from_, from_write = os.pipe()
        # The browser reads and writes messages at these descriptors.
        script = f'exec 3<&{to_read} 4>&{from_write}; exec "$@"'
        self.process = subprocess.Popen(
            [
                "bash", "-c", script, "browser", self.program, "--headless=new", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run", "--lang=en", "--remote-debugging-pipe",
                "--user-data-dir=" + self.profile.name, "about:blank",
            ],
            pass_fds=(to_read, from_write), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.to)
        os.close(self.from_)
        self.profile.cleanup()

    def window(self, address="about:blank", width=1280, height=900):
        """Opens a window at an address."""
        target = self.call("Target.createTarget", url="about:blank", newWindow=True)["targetId"]
        window = Window(self, self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])
        for domain in ("Page", "Runtime", "Log", "Network"):
            window.call(domain + ".enable")
        window.call("Page.setLifecycleEventsEnabled", enabled=True)
        window.call("Emulation.setFocusEmulationEnabled", enabled=True)
        window.size(width, height)
        window.open(address)
        return window

    def call(self, method, session=None, **params):
        self.counter += 1
        number = self.counter
        message = {"id": number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def receive(self):
        end = time.monotonic() + 90
        while b"\0" not in self.rest:
            if not select.select([self.from_], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser is silent")
            part = os.read(self.from_, 1 << 20)
            if not part:
                raise EOFError("the browser ended")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def note(self, event):
        self.events.append(event)
        if event.get("method") == "Runtime.exceptionThrown":
            self.console.append(event["params"]["exceptionDetails"].get("exception", {}).get("description", "?"))
        if event.get("method") == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
            # A browser asks for an icon that no page names.
            if event["params"]["entry"].get("url", "").endswith("/favicon.ico"):
                return
            self.console.append(event["params"]["entry"]["text"])


class Window:
    """A window of a browser, with one page after the other."""

    def __init__(self, browser, session):
        self.browser = browser
        self.session = session

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    # Pages

    def open(self, address):
        """Opens an address and waits until it has loaded."""
        loader = self.call("Page.navigate", url=address).get("loaderId")
        while loader and not self.is_loaded(loader):
            self.browser.note(self.browser.receive())
        self.browser.events.clear()

    def is_loaded(self, loader):
        return any(
            event.get("method") == "Page.lifecycleEvent" and event["params"]["name"] == "load"
            and event["params"]["loaderId"] == loader for event in self.browser.events)

    def reload(self):
        """Reloads the page and waits until it is there, and not only the one before it still."""
        self.run("window.isLeft = true")
        self.call("Page.reload")
        self.until("!window.isLeft && document.readyState === 'complete'")

    def run(self, script):
        """The value of an expression in the page; a promise is awaited."""
        answer = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", script))
        return answer["result"].get("value")

    def until(self, script, seconds=90):
        """Waits until an expression is true, and gives its value; an error where it never is.

        The wait is long for machines that do much else: a page that answers ends it at once.
        """
        end = time.monotonic() + seconds
        while True:
            try:
                value = self.run(f"(value => value instanceof Node ? true : value)({script})")
                if value:
                    return value
            except RuntimeError:
                pass  # The page is just being left.
            if time.monotonic() > end:
                raise AssertionError(f"never so at {self.run('location.href')}: {script}\n{self.text()}")
            time.sleep(0.02)

    def text(self):
        return self.run("document.body.innerText")

    # What a person does

    def size(self, width, height, phone=False):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone)

    def media(self, media="", **features):
        self.call(
            "Emulation.setEmulatedMedia", media=media,
            features=[{"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def key(self, key, modifiers=0):
        codes = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "Backspace": 8, "Delete": 46,
                 "Home": 36, "End": 35, "/": 191}
        # With Ctrl or Meta a letter is no text.
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 and not modifiers & 6 else "")
        event = {"key": key, "code": key if key in codes else "Key" + key.upper(), "modifiers": modifiers,
                 "windowsVirtualKeyCode": codes.get(key, ord(key[0].upper()))}
        down = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
        self.call("Input.dispatchKeyEvent", **down, **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def mouse(self, kind, x, y, button="left", **params):
        self.call("Input.dispatchMouseEvent", type="mouse" + kind, x=x, y=y, button=button, clickCount=1, **params)

    def click(self, selector):
        """Clicks where an element is, with the mouse, when the page has come to rest."""
        self.until(f"document.readyState === 'complete' && document.querySelector({json.dumps(selector)})")
        # What appears above it at the last moment moves it away from under the mouse, and a person clicks again.
        isMissed = True
        while isMissed:
            self.show(selector)
            x, y = self.center(selector)
            self.run(f"""{{ window.isMissed = true
                addEventListener('click', event => {{ window.isMissed = !event.target.closest({json.dumps(selector)}) }}, {{capture: true, once: true}}) }}""")
            self.mouse("Pressed", x, y)
            self.mouse("Released", x, y)
            try:
                isMissed = self.run("window.isMissed") is True
            except RuntimeError:
                break  # The page is just being left.

    def show(self, selector):
        self.run(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})")

    def center(self, selector):
        """Where an element is, in the window."""
        return self.run(f"""(() => {{ const r = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
            return [r.x + r.width / 2, r.y + r.height / 2] }})()""")

    def drag(self, selector, onto, below=False):
        """Drags an element onto another with the mouse: to its upper edge, or to its lower one."""
        self.show(selector)
        x, y = self.center(selector)
        to = self.run(f"""(() => {{ const r = document.querySelector({json.dumps(onto)}).getBoundingClientRect();
            return {"r.bottom - 2" if below else "r.top + 2"} }})()""")
        self.mouse("Pressed", x, y, buttons=1)
        for step in range(1, 9):
            self.mouse("Moved", x, y + (to - y) * step / 8, buttons=1)
        self.mouse("Released", x, to, buttons=1)

    # What is seen

    def screenshot(self, path, whole=False):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def pdf(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.printToPDF", preferCSSPageSize=True)["data"]))
