#!/usr/bin/env python3
"""Writes forms.tsv: every inflected form of the words that phrases.tsv marks with `~`.

Needs lemminflect (PyPI); run it after marking a new word. The table is kept, so that building needs neither.
"""
import pathlib
import re

from lemminflect import getAllInflections

HERE = pathlib.Path(__file__).resolve().parent
# What people write besides the dictionary's forms.
SPOKEN = {"pay": ["payed"], "spend": ["spended", "spendin"], "buy": ["buyed"]}

marked = sorted(set(re.findall(r"~([a-z]+)", (HERE / "phrases.tsv").read_text(encoding="utf-8"))))
lines = ["# Inflected forms, made by forms.py from the words marked with `~` in phrases.tsv.", "word\tforms"]
for word in marked:
    forms = {form for forms in getAllInflections(word).values() for form in forms}
    forms = {f.lower().replace("'", "") for f in forms if f.lower() != word and re.fullmatch(r"[A-Za-z']+", f)}
    lines.append(word + "\t" + "|".join(sorted(forms | set(SPOKEN.get(word, [])))))
(HERE / "forms.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
