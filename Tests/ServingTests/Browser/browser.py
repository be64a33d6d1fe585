"""Chromium, driven over the DevTools protocol through a pair of pipes; nothing but Python's own library."""

import base64, json, os, select, shutil, subprocess, tempfile, time


def program():
    """The browser, if there is one."""
    return next((path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path), None)


class Browser:
    """A browser without a window; its windows are pages of this class."""

    def __init__(self):
        self.folder = tempfile.mkdtemp()
        to_read, self.write = os.pipe()
        self.read, to_write = os.pipe()
        script = 'exec 3<&%d 4>&%d; exec "$@"' % (to_read, to_write)
        command = [program(), "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
                   "--disable-dev-shm-usage", "--lang=en", "--user-data-dir=" + self.folder]
        self.process = subprocess.Popen(["bash", "-c", script, "browser", *command], pass_fds=(to_read, to_write),
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read), os.close(to_write)
        self.number, self.buffer, self.events = 0, b"", []

    def close(self):
        self.process.terminate()
        self.process.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session: message["sessionId"] = session
        os.write(self.write, json.dumps(message).encode() + b"\0")
        number = self.number
        while True:
            answer = self.receive(90)
            if answer.get("id") == number:
                if "error" in answer: raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def receive(self, seconds):
        end = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            if not select.select([self.read], [], [], max(0, end - time.monotonic()))[0]: raise TimeoutError("the browser is silent")
            part = os.read(self.read, 1 << 16)
            if not part: raise EOFError("the browser ended")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def window(self, address, width=1280, height=900):
        return Window(self, address, width, height)


class Window:
    """A window at an address."""

    def __init__(self, browser, address, width, height):
        self.browser = browser
        target = browser.call("Target.createTarget", url=address, newWindow=True)["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable"), self.call("Runtime.enable"), self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.resize(width, height)
        self.until(f"(location.origin !== 'null' || location.href === {json.dumps(address)}) && document.readyState === 'complete'")

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    def open(self, address):
        self.leave("Page.navigate", url=address)

    def reload(self):
        self.leave("Page.reload")

    def leave(self, method, **parameters):
        """Goes to a page and waits until it is there, and not only the one before it still."""
        self.run("window.isLeft = true")
        self.call(method, **parameters)
        self.until("!window.isLeft && document.readyState === 'complete'")

    def run(self, script):
        """The value of an expression, which may be a promise."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", str(result)))
        return result["result"].get("value")

    def until(self, script, seconds=90):
        """Waits until an expression is true, and returns its value."""
        end = time.monotonic() + seconds
        while True:
            try:
                value = self.run(f"(value => value instanceof Node ? true : value)({script})")
                if value: return value
            except RuntimeError:
                pass  # The page is just being left.
            if time.monotonic() > end: raise AssertionError(f"never true at {self.run('location.href')}: {script}")
            time.sleep(0.02)

    def text(self):
        return self.run("document.body.innerText")

    def key(self, name, modifiers=0):
        codes = {"Enter": (13, "\r"), "Tab": (9, ""), "Escape": (27, ""), "ArrowDown": (40, ""), "ArrowUp": (38, ""),
                 "Backspace": (8, ""), "Delete": (46, ""), "Home": (36, ""), "End": (35, "")}
        code, text = codes.get(name, (ord(name.upper()[0]), name if not modifiers & 6 else ""))
        event = dict(key=name, code=name if name in codes else "Key" + name.upper(), windowsVirtualKeyCode=code, modifiers=modifiers)
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def click(self, selector):
        """Clicks where an element is, with the mouse, when the page has come to rest."""
        self.until(f"document.readyState === 'complete' && document.querySelector({json.dumps(selector)})")
        x, y = self.run(f"""(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}});
            const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def center(self, selector):
        """Where an element is, in the window."""
        return self.run(f"""(() => {{ const r = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
            return [r.x + r.width / 2, r.y + r.height / 2] }})()""")

    def drag(self, selector, onto, below=False):
        """Drags an element onto another with the mouse: to its upper edge, or to its lower one."""
        self.run(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})")
        x, y = self.center(selector)
        to = self.run(f"""(() => {{ const r = document.querySelector({json.dumps(onto)}).getBoundingClientRect();
            return {"r.bottom - 2" if below else "r.top + 2"} }})()""")
        def send(kind, y): self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)
        send("mousePressed", y)
        for step in range(1, 9): send("mouseMoved", y + (to - y) * step / 8)
        send("mouseReleased", to)

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file: file.write(base64.b64decode(data))
