"""Prints what a database adds up to: database.py FILE, a line of 'attribute,currency,minor units' for each of Order's."""

import sqlite3
import sys

database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
assert database.execute("PRAGMA foreign_key_check").fetchall() == []
query = """
    SELECT attribute, currency, sum(minor) FROM amounts WHERE entity = 'Order' GROUP BY 1, 2 ORDER BY 1, 2
"""
for row in database.execute(query):
    print(*row, sep=",")
