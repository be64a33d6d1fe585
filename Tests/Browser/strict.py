"""Reads every page of a site as a browser does, and tells the first error of each: python3 strict.py SITE

Prints how many pages were read.
"""

import pathlib
import sys

import html5lib


def main():
    pages = sorted(pathlib.Path(sys.argv[1]).rglob("*.html"))
    wrong = []
    for page in pages:
        try:
            html5lib.HTMLParser(strict=True).parse(page.read_bytes())
        except html5lib.html5parser.ParseError as error:
            wrong.append(f"{page}: {error}")
    if wrong:
        raise SystemExit("\n".join(wrong))
    print(len(pages))


main()
