"""Checks a site's pages with axe: python3 accessibility.py CHROMIUM SITE PAGE ...

axe comes with the package axe-playwright-python; nothing else of that is used. Each page is opened once and read in light
and dark, on a screen and a phone: in light by every rule of WCAG 2.2 AA and best practice, in dark by those of colours, as
nothing else differs there. A line for each, and an error at the end where axe finds anything.
"""

import importlib.util
import json
import pathlib
import sys

from browser import Browser

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RULES = {"light": {"type": "tag", "values": TAGS},
         "dark": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}

# Of rows that are marked alike three are read, as axe takes its time for each.
FEWER = """for (const body of document.querySelectorAll('tbody')) {
  const seen = {};
  for (const row of [...body.rows]) {
    const kind = [...row.querySelectorAll('*')].map(part => part.localName + '.' + part.className).join();
    seen[kind] = (seen[kind] ?? 0) + 1;
    if (seen[kind] > 3) row.remove();
  }
}"""


def main():
    site, *pages = sys.argv[1:]
    package = importlib.util.find_spec("axe_playwright_python").submodule_search_locations[0]
    axe = pathlib.Path(package, "axe.min.js").read_text()
    wrong = []
    with Browser() as browser:
        window = browser.window()
        for page in pages:
            window.open(pathlib.Path(site, page + ".html").resolve().as_uri())
            window.run(FEWER)
            window.run(axe + "; undefined")
            for width in (1280, 390):
                window.size(width, 900, phone=width < 500)
                for scheme, rules in RULES.items():
                    window.media(prefers_color_scheme=scheme)
                    options = json.dumps({"runOnly": rules, "resultTypes": ["violations"], "preload": False})
                    found = json.loads(window.run(
                        f"axe.run(document, {options}).then(result => JSON.stringify(result.violations.map(rule => "
                        "[rule.id, rule.nodes.map(node => node.html)])))"))
                    wrong += [f"{page}, {scheme}, {width}: {rule}: {nodes[:3]}" for rule, nodes in found]
                    print("passed" if not found else "failed", page, scheme, width)
            window.size(1280, 900)
    if wrong:
        raise SystemExit("\n".join(wrong))


main()
