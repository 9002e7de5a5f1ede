#!/usr/bin/env python3
"""Trains the reader that gives a line a second reading: lines with their requests -> reader.bin.

`eval --sequences` writes each line and each request of *.jsonl and turns/*.jsonl as symbols; a small transformer learns to
translate the ones into the others. What a line names is a placeholder in both, so that nothing of a household is learned.
Needs PyTorch (PyPI: torch), which nothing else here does; two cores take about half an hour.

    swift build --product eval && rag-index/readings/reader.py .build/debug/eval

Two files are never learned from: how many of their lines are read right is printed at the end.
"""
import argparse
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy
import torch
from torch import nn
from torch.nn import functional

HERE = pathlib.Path(__file__).parent
WIDTH, HEADS, INNER, LAYERS, PIECES, LONGEST = 128, 4, 256, 2, 4096, 96
BATCH, RATE, WARM, DROPPED, UNKNOWN_WORDS, SEED = 64, 2e-3, 400, 0.2, 0.05, 20261130
PAD, BEGIN, END, UNKNOWN = 0, 1, 2, 3
SPECIAL = ["<pad>", "<s>", "</s>", "<unk>"]
# What a line names, and what the requests before it hold.
PLACEHOLDERS = [f"{letter}{n}" for letter in "CMAWDT$" for n in range(9)] + [f"{letter}{n}" for letter in "PQX" for n in range(12)]
HELD_OUT = {"toledo-r4", "portland-u1"}
OTHERS = {"out_of_scope", "help", "advice", "purchase", "budget", "edit"}
MOST_OTHERS = 3200


def others(folder):
    """Lines that are no question about rows, of which only the kind is learned, over a few households."""
    rows = [l.split("\t") for l in (HERE.parent / "intents" / "sentences.tsv").read_text().splitlines() if not l.startswith("#")]
    rows = random.Random(1).sample([r for r in rows if r[0] in OTHERS], MOST_OTHERS)
    homes = "portland denver tampa toledo albany madison lincoln eugene".split()
    for n, home in enumerate(homes):
        path = folder / f"{home}-others.jsonl"
        path.write_text("".join(json.dumps({"line": r[1], "intent": r[0]}) + "\n" for r in rows[n::len(homes)]))
        yield path


def lessons(tool):
    """All lines and requests as symbols: objects with file, line, src, tgt, read."""

    def of(path):
        names = HERE / f"{path.name.split('-')[0]}.names.tsv"
        day = next(l.split("\t")[1] for l in names.read_text().splitlines() if l.startswith("today"))
        output = subprocess.run([tool, "--sequences", names, day, path], check=True, capture_output=True, text=True)
        sys.stderr.write(output.stderr)
        return [json.loads(l) | {"file": path.stem} for l in output.stdout.splitlines()]

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        files = [*sorted(HERE.glob("*.jsonl")), *sorted(HERE.glob("turns/*.jsonl")), *others(pathlib.Path(folder))]
        return [lesson for found in pool.map(of, files) for lesson in found]


def fnv(data):
    value = 0x811C9DC5
    for byte in data:
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value


def pieces(word):
    """Hashes of three and of four letters in a row; `SequenceModel.pieces` makes the same."""
    word = f"<{word}>"
    parts = [word[n:n + size] for size in (3, 4) for n in range(len(word) - size + 1)]
    return [fnv(part.encode()) % PIECES for part in parts]


class Reader(nn.Module):
    def __init__(self, words, symbols):
        super().__init__()
        self.words, self.symbols = words, symbols
        self.word_places = {w: n for n, w in enumerate(words)}
        self.symbol_places = {s: n for n, s in enumerate(symbols)}
        self.word, self.symbol = nn.Embedding(len(words), WIDTH), nn.Embedding(len(symbols), WIDTH)
        self.piece = nn.EmbeddingBag(PIECES, WIDTH, mode="mean")
        self.word_position, self.symbol_position = nn.Embedding(LONGEST, WIDTH), nn.Embedding(LONGEST, WIDTH)
        for table in (self.word, self.symbol, self.piece, self.word_position, self.symbol_position):
            nn.init.normal_(table.weight, std=WIDTH ** -0.5)
        shape = dict(d_model=WIDTH, nhead=HEADS, dim_feedforward=INNER, dropout=0.0, batch_first=True, norm_first=True)
        self.encoder = nn.TransformerEncoder(
            nn.TransformerEncoderLayer(**shape), LAYERS, norm=nn.LayerNorm(WIDTH), enable_nested_tensor=False)
        self.decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(**shape), LAYERS, norm=nn.LayerNorm(WIDTH))
        self.output, self.drop = nn.Linear(WIDTH, len(symbols)), nn.Dropout(DROPPED)

    def line(self, lines):
        """What decoding looks at, and which places of it are empty."""
        longest = max(map(len, lines))
        known, ids, which, parts, starts = {}, [], [], [], []
        for line in lines:
            row, places = [], []
            for word in line:
                unknown = self.training and word not in PLACEHOLDERS and random.random() < UNKNOWN_WORDS
                row.append(UNKNOWN if unknown else self.word_places.get(word, UNKNOWN))
                if word not in known:
                    known[word] = len(starts)
                    starts.append(len(parts))
                    parts += pieces(word)
                places.append(known[word])
            ids.append(row + [PAD] * (longest - len(row)))
            which.append(places + [0] * (longest - len(row)))
        ids = torch.tensor(ids)
        rows = self.word(ids) + self.piece(torch.tensor(parts), torch.tensor(starts))[torch.tensor(which)]
        rows = self.drop((rows + self.word_position.weight[:longest]) * math.sqrt(WIDTH))
        return self.drop(self.encoder(rows, src_key_padding_mask=ids == PAD)), ids == PAD

    def forward(self, memory, empty, given):
        length = given.shape[1]
        rows = self.drop((self.symbol(given) + self.symbol_position.weight[:length]) * math.sqrt(WIDTH))
        later = torch.triu(torch.ones(length, length, dtype=torch.bool), 1)
        return self.output(self.decoder(rows, memory, tgt_mask=later, memory_key_padding_mask=empty))


def train(data, epochs):
    random.seed(SEED)
    torch.manual_seed(SEED)
    symbols = SPECIAL + list(dict.fromkeys([s for s, n in Counter(s for r in data for s in r["tgt"]).most_common() if n > 1] + PLACEHOLDERS))
    words = [w for w, n in Counter(w for r in data for w in r["src"]).most_common() if n > 2]
    words = SPECIAL + list(dict.fromkeys(words + ["|", "/"] + symbols[4:]))
    reader = Reader(words, symbols)
    optimizer = torch.optim.AdamW(reader.parameters(), lr=RATE, betas=(0.9, 0.98), weight_decay=0.01)
    steps, step = epochs * math.ceil(len(data) / BATCH), 0
    for epoch in range(epochs):
        reader.train()
        rows = sorted(data, key=lambda r: len(r["src"]) + random.random() * 6)
        batches = [rows[n:n + BATCH] for n in range(0, len(rows), BATCH)]
        random.shuffle(batches)
        loss_of_all = 0
        for batch in batches:
            step += 1
            for group in optimizer.param_groups:
                group["lr"] = RATE * min(1, step / WARM) * 0.5 * (1 + math.cos(math.pi * step / steps))
            ids = [[reader.symbol_places.get(s, UNKNOWN) for s in r["tgt"]] for r in batch]
            longest = max(map(len, ids)) + 1
            given = torch.tensor([[BEGIN] + i + [PAD] * (longest - 1 - len(i)) for i in ids])
            wanted = torch.tensor([i + [END] + [PAD] * (longest - 1 - len(i)) for i in ids])
            scores = reader(*reader.line([r["src"] for r in batch]), given)
            loss = functional.cross_entropy(
                scores.flatten(0, 1), wanted.flatten(), ignore_index=PAD, label_smoothing=0.05)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
            optimizer.step()
            loss_of_all += loss.item()
        print(f"epoch {epoch + 1}: loss {loss_of_all / len(batches):.3f}", flush=True)
    return reader


@torch.no_grad()
def translate(reader, lines):
    reader.eval()
    found = []
    for start in range(0, len(lines), BATCH):
        memory, empty = reader.line(lines[start:start + BATCH])
        given = torch.full((len(memory), 1), BEGIN)
        for _ in range(LONGEST - 1):
            given = torch.cat([given, reader(memory, empty, given)[:, -1:].argmax(-1)], 1)
            if (given == END).any(1).all():
                break
        for row in given[:, 1:].tolist():
            found.append([reader.symbols[i] for i in row[:row.index(END) if END in row else None]])
    return found


def write(reader, path):
    """The file that `SequenceModel` reads: every matrix as signed bytes with one scale for each row."""
    weights = {name: value.numpy() for name, value in reader.state_dict().items()}
    out = bytearray(
        f"coach-reader {WIDTH} {HEADS} {INNER} {LAYERS} {LAYERS} {PIECES} {LONGEST} {len(reader.words)} {len(reader.symbols)}\n".encode())
    out += "".join(f"{text}\n" for text in reader.words + reader.symbols).encode()

    def matrix(values):
        nonlocal out
        values = values.reshape(len(values), -1)
        scales = abs(values).max(1) / (127 if values.shape[1] > 1 else 1)
        scales[scales == 0] = 1
        out += scales.astype("<f4").tobytes() + numpy.round(values / scales[:, None]).astype(numpy.int8).tobytes()

    def both(name):
        matrix(weights[name + ".weight"])
        matrix(weights[name + ".bias"])

    def attention(name):
        for n in range(3):
            rows = slice(n * WIDTH, (n + 1) * WIDTH)
            matrix(weights[name + ".in_proj_weight"][rows])
            matrix(weights[name + ".in_proj_bias"][rows])
        both(name + ".out_proj")

    for table in ("word", "piece", "word_position", "symbol", "symbol_position"):
        matrix(weights[table + ".weight"])
    for side, attentions, norms in (("encoder", ["self_attn"], 2), ("decoder", ["self_attn", "multihead_attn"], 3)):
        for layer in range(LAYERS):
            name = f"{side}.layers.{layer}"
            for own in attentions:
                attention(f"{name}.{own}")
            for own in ["linear1", "linear2"] + [f"norm{n + 1}" for n in range(norms)]:
                both(f"{name}.{own}")
        both(f"{side}.norm")
    both("output")
    path.write_bytes(out)
    print(f"{path.name}: {len(reader.words)} words, {len(reader.symbols)} symbols, {len(out)} bytes")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("tool")
    arguments.add_argument("--epochs", type=int, default=13)
    arguments = arguments.parse_args()
    data = [r for r in lessons(arguments.tool) if max(len(r["src"]), len(r["tgt"])) <= LONGEST - 4]
    tried = [r for r in data if r["file"] in HELD_OUT]
    reader = train([r for r in data if r["file"] not in HELD_OUT], arguments.epochs)
    for name in sorted(HELD_OUT):
        rows = [r for r in tried if r["file"] == name]
        right = sum(a == r["tgt"] for a, r in zip(translate(reader, [r["src"] for r in rows]), rows))
        print(f"{name}: {len(rows)} lines, right {right / len(rows):.3f}, "
              f"the grammar {sum(r['read'] == r['tgt'] for r in rows) / len(rows):.3f}")
    write(reader, HERE / "reader.bin")


if __name__ == "__main__":
    main()
