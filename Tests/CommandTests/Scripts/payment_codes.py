"""Reads the payment codes of a site's pages as a bank's app would: payment_codes.py SITE

Draws each SVG as a picture, lets zxing-cpp read it, and prints a line a page: the page's path and the lines of the code,
joined by '|'.
"""

import glob
import re
import sys

import zxingcpp
from PIL import Image, ImageDraw

SCALE = 6


def picture(svg):
    """The picture of a code: its path of dark modules, and the rectangles over it."""
    side = int(re.search(r'viewBox="0 0 (\d+) \1"', svg)[1])
    image = Image.new("L", (side * SCALE, side * SCALE), 255)
    draw = ImageDraw.Draw(image)
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", svg):
        x, y, width = int(x) * SCALE, int(y) * SCALE, int(width) * SCALE
        draw.rectangle((x, y, x + width - 1, y + SCALE - 1), fill=0)
    for found in re.finditer(r'<rect x="(.+?)" y="(.+?)" width="(.+?)" height="(.+?)" fill="#(.)', svg):
        x, y, width, height = (float(found[index]) * SCALE for index in range(1, 5))
        draw.rectangle((x, y, x + width, y + height), fill=255 if found[5] == "f" else 0)
    return image


def main(site):
    for path in sorted(glob.glob(site + "/**/*.html", recursive=True)):
        with open(path, encoding="utf-8") as file:
            found = re.search(r'<svg class="qr".*?</svg>', file.read(), re.DOTALL)
        if not found:
            continue
        codes = zxingcpp.read_barcodes(picture(found[0]), formats=zxingcpp.BarcodeFormat.QRCode)
        assert len(codes) == 1, f"{len(codes)} codes are read from {path}"
        assert codes[0].format == zxingcpp.BarcodeFormat.QRCode and codes[0].ec_level == "M", path
        print(path, codes[0].text.replace("\n", "|"), sep="\t")


main(*sys.argv[1:])
