"""Drives a headless Chromium over the DevTools protocol, through pipes and with the standard library alone."""

import base64
import json
import os
import subprocess
import tempfile
import time


class Browser:
    """A browser with one page; `with Browser(path) as page:`."""

    def __init__(self, program):
        self.program = program
        self.counter = 0
        self.events = []
        self.console = []

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_read, self.to = os.pipe()
        self.from_, from_write = os.pipe()
        os.set_inheritable(to_read, True)
        os.set_inheritable(from_write, True)

        def place():
            os.dup2(to_read, 100)
            os.dup2(from_write, 101)
            os.dup2(100, 3)
            os.dup2(101, 4)

        self.process = subprocess.Popen(
            [
                self.program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe",
                "--user-data-dir=" + self.profile.name, "about:blank",
            ],
            close_fds=False, preexec_fn=place, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        self.rest = b""
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)
        self.size(1280, 900)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.to)
        os.close(self.from_)
        self.profile.cleanup()

    # Messages

    def receive(self):
        while b"\0" not in self.rest:
            part = os.read(self.from_, 1 << 20)
            if not part:
                raise EOFError("the browser ended")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **params):
        self.counter += 1
        number = self.counter
        message = {"id": number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def note(self, event):
        self.events.append(event)
        if event.get("method") == "Runtime.exceptionThrown":
            self.console.append(event["params"]["exceptionDetails"].get("exception", {}).get("description", "?"))
        if event.get("method") == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
            # A browser asks for an icon that no page names.
            if event["params"]["entry"].get("url", "").endswith("/favicon.ico"):
                return
            self.console.append(event["params"]["entry"]["text"])

    # Pages

    def open(self, url):
        """Opens an address and waits until it has loaded."""
        loader = self.call("Page.navigate", url=url).get("loaderId")
        while loader and not self.is_loaded(loader):
            self.note(self.receive())
        self.events.clear()

    def is_loaded(self, loader):
        return any(
            event.get("method") == "Page.lifecycleEvent" and event["params"]["name"] == "load"
            and event["params"]["loaderId"] == loader for event in self.events)

    def run(self, script):
        """The value of an expression in the page; a promise is awaited."""
        answer = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"].get("description", script))
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
                raise SystemExit(f"never so at {self.run('location.href')}: {script}")
            time.sleep(0.02)

    def size(self, width, height, phone=False):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone)

    def media(self, media="", **features):
        self.call(
            "Emulation.setEmulatedMedia", media=media,
            features=[{"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def key(self, key, text=None, modifiers=0):
        codes = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "/": 191}
        code = codes.get(key, ord(key.upper()) if len(key) == 1 else 0)
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else None) if text is None else text
        down = {"type": "keyDown" if text else "rawKeyDown", "key": key, "windowsVirtualKeyCode": code,
                "modifiers": modifiers}
        if text:
            down["text"] = text
        self.call("Input.dispatchKeyEvent", **down)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code, modifiers=modifiers)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def screenshot(self, path, whole=False):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def pdf(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.printToPDF", preferCSSPageSize=True)["data"]))
