"""Checks a site's pages with axe: python3 accessibility.py CHROMIUM SITE PAGE ...

axe comes with the package axe-playwright-python; nothing else of that is used. Each page is read in light and dark, on a
screen and a phone; a line for each, and an error at the end where axe finds anything against WCAG 2.2 AA.
"""

import importlib.util
import json
import pathlib
import sys

from browser import Browser


def main():
    chromium, site, *pages = sys.argv[1:]
    package = importlib.util.find_spec("axe_playwright_python").submodule_search_locations[0]
    axe = pathlib.Path(package, "axe.min.js").read_text()
    wrong = []
    with Browser(chromium) as browser:
        for scheme in ("light", "dark"):
            browser.media(prefers_color_scheme=scheme)
            for width in (1280, 390):
                browser.size(width, 900, phone=width < 500)
                for page in pages:
                    browser.open(pathlib.Path(site, page + ".html").resolve().as_uri())
                    browser.run(axe + "; undefined")
                    found = json.loads(browser.run(
                        "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})"
                        ".then(result => JSON.stringify(result.violations.map(rule => [rule.id, rule.nodes.map(node => node.html)])))"))
                    wrong += [f"{page}, {scheme}, {width}: {rule}: {nodes[:3]}" for rule, nodes in found]
                    print("passed" if not found else "failed", page, scheme, width)
    if wrong:
        raise SystemExit("\n".join(wrong))


main()
