"""The numbers of pages on screens and on paper, as JSON: python3 numbers.py CHROMIUM PAGE ..."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

from browser import Browser

# The numbers of the page, and those that stand on more lines than one.
NUMBERS = r"""(() => {
  const broken = [], all = [];
  for (const cell of document.querySelectorAll(".money, .decimal, .integer, .date")) {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
      // Each amount of several currencies is a line of its own.
      let start = 0;
      for (const part of node.data.split("\n")) {
        const text = part.trim();
        const from = start + part.indexOf(text);
        start += part.length + 1;
        if (!/\d/.test(text) || cell.closest("thead") || cell.matches("th[colspan]")) continue;
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, from + text.length);
        const tops = new Set([...range.getClientRects()].filter((r) => r.width > 0).map((r) => Math.round(r.top)));
        if (tops.size > 0) all.push(text);
        if (tops.size > 1) broken.push(text);
      }
    }
  }
  return { broken, all };
})()"""


def main():
    pages = sys.argv[1:]
    seen = []
    with Browser() as browser, tempfile.TemporaryDirectory() as folder:
        window = browser.window()
        for page in pages:
            window.size(1280, 900)
            window.open(pathlib.Path(page).resolve().as_uri())
            screens = []
            for width in (1280, 1024, 800, 390):
                window.size(width, 900)
                content = window.run("document.documentElement.scrollWidth")
                screens.append({"width": width, "content": content, **window.run(NUMBERS)})
            window.size(1280, 900)
            paper = os.path.join(folder, "page.pdf")
            window.pdf(paper)
            text = subprocess.run(["pdftotext", "-layout", paper, "-"], capture_output=True, check=True).stdout
            seen.append({"page": page, "screens": screens, "paper": text.decode()})
    print(json.dumps(seen))


main()
