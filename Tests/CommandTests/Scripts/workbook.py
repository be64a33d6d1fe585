"""Compares the sheets of a workbook with the CSV files of a site: workbook.py WORKBOOK SITE

Each sheet must hold the cells of one CSV file, numbers as numbers and days as days. Prints how many sheets, cells, numbers
and days were compared.
"""

import csv
import datetime
import glob
import math
import sys

import openpyxl


def is_same(cell, text):
    """Whether a cell of a sheet is what a CSV file has as a text."""
    if cell is None:
        return text == ""
    if isinstance(cell, bool):
        return text == str(cell).lower()
    if isinstance(cell, (int, float)):
        try:
            # An average without end has fifteen digits in a workbook.
            return math.isclose(float(text), cell, rel_tol=1e-14)
        except ValueError:
            return False
    if isinstance(cell, datetime.datetime):
        return text == cell.date().isoformat()
    # A text that looks like a number, an amount or a day would be one.
    return text in (cell, "'" + cell)


def is_table(rows, lines):
    return len(rows) == len(lines) and all(
        len(row) == len(line) and all(map(is_same, row, line)) for row, line in zip(rows, lines)
    )


def main(workbook, site):
    tables = []
    for path in sorted(glob.glob(site + "/**/*.csv", recursive=True)):
        with open(path, newline="", encoding="utf-8") as file:
            tables.append(list(csv.reader(file)))
    counts = {"sheets": 0, "cells": 0, "numbers": 0, "days": 0}
    for sheet in openpyxl.load_workbook(workbook):
        rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
        assert any(is_table(rows, table) for table in tables), f"no CSV file is like the sheet {sheet.title}"
        counts["sheets"] += 1
        for cell in (cell for row in rows for cell in row):
            counts["cells"] += 1
            counts["numbers"] += isinstance(cell, (int, float)) and not isinstance(cell, bool)
            counts["days"] += isinstance(cell, datetime.datetime)
    print(*(f"{count} {name}" for name, count in counts.items()))


main(*sys.argv[1:])
