"""The first hits of a page's search: python3 search.py CHROMIUM PAGE QUERY|QUERY..."""

import pathlib
import sys

from browser import Browser


def main():
    page, queries = sys.argv[1:]
    with Browser() as browser:
        window = browser.window(pathlib.Path(page).resolve().as_uri())
        for query in queries.split("|"):
            window.key("/")
            window.run("document.activeElement.value = ''")
            window.type(query)
            window.until(f"document.querySelector('.find').dataset.asked === {query!r}")
            print(window.run("document.querySelector('.hits b').textContent"))


main()
