"""What docket.js and search.js do with the markup of a theme of its own: python3 markup.py SITE

The site is of orders o1, o2 and o3; what is seen is printed, a line each.
"""

import pathlib
import sys

from browser import Browser


def main():
    site = pathlib.Path(sys.argv[1]).resolve().as_uri()
    with Browser() as browser:
        window = browser.window(site + "/orders/index.html")
        seen = "[...document.querySelectorAll('tbody tr')].map(row => row.cells[0].textContent.trim()).join(' ')"
        print(window.run(seen))
        window.run("document.querySelector('[data-key=total] button').click()")
        window.until("document.querySelector('[data-key=total]').getAttribute('aria-sort') === 'descending'")
        print(window.run(seen))
        window.run("document.querySelector('[data-filter=customer] [data-value=ann]').click()")
        window.until("document.querySelector('h1 small').textContent === '2'")
        print(window.run(seen))
        print(window.run("document.querySelector('.pick [aria-current]').dataset.value"))
        window.key("/")
        window.type("o2")
        window.until("document.querySelector('.find').dataset.asked === 'o2'")
        print(window.run("document.querySelector('.find li b').textContent"))


main()
