"""The texts of the sheets that a page is printed on, as JSON: python3 paper.py CHROMIUM PAGE"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

from browser import Browser


def main():
    (page,) = sys.argv[1:]
    with Browser() as browser, tempfile.TemporaryDirectory() as folder:
        window = browser.window()
        window.open(pathlib.Path(page).resolve().as_uri())
        paper = os.path.join(folder, "page.pdf")
        window.pdf(paper)
        text = subprocess.run(["pdftotext", "-layout", paper, "-"], capture_output=True, check=True).stdout
    print(json.dumps(text.decode().split("\f")[:-1]))


main()
