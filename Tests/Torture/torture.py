#!/usr/bin/env python3
"""Kills coach at random moments while it writes, and looks at what is left: `make torture`.

    Tests/Torture/torture.py COACH [SECONDS] [SEED]

Each round copies a prepared index, begins something that writes, kills it after a random time, and then asks: is every page
sound, are the sums those of the rows, does the search hold each text (all three by `coach doctor`), and is what people see as it
was before or as it is after, nothing between. A killed change is then done once more, and must come to the same as without a
kill. Ends with 1 and the folder of the round where something is wrong.
"""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DAY = "2026-10-31"


def rows(count, shop):
    lines = ["Date,Description,Amount"]
    for number in range(count):
        lines.append(f"2026-{number % 10 + 1:02}-{number % 28 + 1:02},{shop} {number % 37},-{number % 90 + 1}.{number % 100:02}")
    return "\n".join(lines) + "\n"


class Coach:
    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "COACH_AS_OF": DAY,
                            "XDG_CACHE_HOME": str(folder.parent / "cache")}

    def start(self, arguments, stdin=""):
        process = subprocess.Popen([self.program, *arguments, "--db", str(self.folder / "index.db")],
                                   stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env=self.environment, cwd=self.folder)
        try:
            process.stdin.write(stdin.encode())
            process.stdin.flush()
        except BrokenPipeError:
            pass
        return process

    def run(self, *arguments, stdin="", check=True):
        done = subprocess.run([self.program, *arguments, "--db", str(self.folder / "index.db")], input=stdin, text=True,
                              capture_output=True, env=self.environment, cwd=self.folder, timeout=120)
        if check and done.returncode != 0:
            raise Wrong(f"{arguments}: exit code {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def state(self):
        """What people see."""
        return (self.run("export", "--format", "json"), self.run("rules", "--json"), self.run("goal", "--json"),
                self.run("imports", "--json"), self.run("accounts", "--json"))


class Wrong(Exception):
    pass


def finished(process):
    try:
        process.stdin.close()
    except BrokenPipeError:
        pass
    return process.wait(120)


# What is killed: its arguments, what it is told, whether it changes what people see, and whether its end is waited for.
CHANGES = {
    "import": (["import", "second.csv"], "", True),
    "edit": (["edit", "5", "--category", "gifts", "--merchant", "Corner Shop", "--always"], "", True),
    "undo": (["undo"], "", True),
    "review": (["review", "--answer", "m1", "groceries"], "", None),
    "sync": (["sync"], "", None),
    "serve": (["serve", "--socket", "coach.sock"], "", False),
    "summary": (["summary", "2026-09"], "", False),
    "conversation": ([""], "set a grocery budget of $500\nhow much did I spend in September?\nset a coffee budget of $40\n", None),
}


def prepare(coach):
    (coach.folder / "first.csv").write_text(rows(300, "SHOP"))
    (coach.folder / "second.csv").write_text(rows(4000, "MARKET"))
    coach.run("import", "first.csv")
    coach.run("rules", "set", "shopping", "300")
    coach.run("edit", "3", "--notes", "kept")


def files(folder):
    return [folder / f"index.db{end}" for end in ("", "-wal", "-shm")]


def copy(source, target):
    target.mkdir(parents=True, exist_ok=True)
    for path in files(target):
        path.unlink(missing_ok=True)
    for path in files(source):
        if path.exists():
            shutil.copy(path, target / path.name)
    for name in ("first.csv", "second.csv"):
        shutil.copy(source / name, target / name)


def arguments(words):
    return [word for word in words if word]


def check(coach):
    checks = json.loads(coach.run("doctor", "--json", check=False))["checks"]
    index = next(one for one in checks if one["name"] == "index")
    if not index["ok"]:
        raise Wrong(index["words"])


def round_of(name, coach, base, before, after, took):
    words, stdin, changes = CHANGES[name]
    copy(base, coach.folder)
    process = coach.start(arguments(words), stdin)
    # Mostly while it runs, sometimes just after.
    time.sleep(random.random() * took * 1.2)
    process.send_signal(signal.SIGKILL)
    finished(process)
    check(coach)
    now = coach.state()
    if changes is False and now != before:
        raise Wrong(f"{name} changed what there is")
    if changes and now not in (before, after):
        raise Wrong(f"{name} is half done")
    if changes and now == before:
        coach.run(*arguments(words), stdin=stdin)
        if coach.state() != after:
            raise Wrong(f"{name} once more came to something else")


def main():
    program = str(Path(sys.argv[1]).resolve())
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else int(time.time())
    random.seed(seed)
    print(f"seed {seed}")
    folder = Path(tempfile.mkdtemp(prefix="coach-torture-"))
    base = Coach(program, folder / "base")
    base.folder.mkdir()
    prepare(base)
    before = base.state()
    ends = {}
    coach = Coach(program, folder / "round")
    for name, (words, stdin, changes) in CHANGES.items():
        copy(base.folder, coach.folder)
        start = time.time()
        if name == "serve":
            ends[name] = (before, 0.1)
            continue
        finished(coach.start(arguments(words), stdin))
        took = time.time() - start
        ends[name] = (coach.state(), max(took, 0.01))
    counts = dict.fromkeys(CHANGES, 0)
    end = time.time() + seconds
    while time.time() < end or min(counts.values()) == 0:
        for name in CHANGES:
            try:
                round_of(name, coach, base.folder, before, *ends[name])
            except (Wrong, subprocess.TimeoutExpired) as error:
                print(f"{name}, round {counts[name] + 1}, {coach.folder}: {error}", file=sys.stderr)
                return 1
            counts[name] += 1
    shutil.rmtree(folder)
    print("; ".join(f"{count} {name}" for name, count in counts.items()) + ": every index was whole")
    return 0


if __name__ == "__main__":
    sys.exit(main())
