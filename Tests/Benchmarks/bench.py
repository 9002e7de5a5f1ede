"""Measures `coach` beside the sqlite3 shell, in one run. scripts/bench.sh starts it.

    bench.py COACH FOLDER [--strict]

Wall times are medians. What is compared alternates, so that a busy machine slows both down alike. The limits hold for
a million rows and more; smaller files show how the cost grows, which has a limit of its own. BENCH_ROWS=10000000 goes up to ten
million, which takes an hour and 12 GB.
"""
import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import banks
import serving
import streams

ROOT = Path(__file__).resolve().parents[2]
SIZES = [10_000, 100_000, 1_000_000, 10_000_000]
USUAL_ROWS = LIMITED_ROWS = 1_000_000
# What the same question may take longer on the largest file than on this one.
GROWN_FROM, GROWTH = 100_000, 1.5
QUESTION = "how much did I spend on groceries last month"
SEARCHED = "starbucks"

IMPORT_RATIO = 1.8
IMPORT_MEGABYTES = 300
# Of a row, the largest file against that of a million.
IMPORT_GROWTH = 1.2
SAMPLE_ASK_MS = 15
# Whole processes over a million rows and more.
LARGE_MS = {"ask": 15, "search": 25, "assess": 20, "summary": 60, "advice": 100}
# Ten years of a household, and the commands that look through its rows for what they say as a whole.
DETECTOR_ROWS, DETECTOR_ROWS_A_DAY = 20_000, 5
DETECTORS_MS = 50
DETECTORS = ["recurring", "unusual", "forecast", "networth"]
# A summary as a whole process; the pages too, since that is what a scheduler writes.
SAMPLE_SUMMARY_MS = 30
# The floor: what the sqlite3 shell takes to add up the rows of that month, and those of every month.
SUMMARY_SUMS = "SELECT substr(date, 7, 4) || '-' || substr(date, 1, 2), sum(CAST(amount AS REAL)), count(*) FROM txn"
BINARY_MEGABYTES = 25

PIPED_QUESTIONS = 10_000
# Of several kinds, so that no answer is the last one again.
PIPED = [
    QUESTION, "top 5 merchants this year", "how much at starbucks in 2026", "average per month on eating out",
    "spending by category last month", "how much did I earn in June?", "show my purchases over $200 since July",
    "how many times did I buy coffee in September", "groceries in August compared to July", "biggest expense in May",
]

# Lines of one kind each, of which so many a second are to be answered in a pipe over the sample household.
KINDS_A_SECOND = 2_000
KINDS = {
    "totals": ["how much did I spend on groceries in {month}", "how much did I spend at starbucks in {month}"],
    "lists": ["show my purchases over $200 in {month}", "list my coffee purchases in {month}"],
    "balances": ["what's my balance", "how much is in savings", "what's my net worth"],
    "subscriptions": ["what subscriptions do I have", "how much do my subscriptions cost a month", "which bills are due this week"],
    "purchases": ["should I buy a jacket for ${amount}", "can I afford headphones for ${amount}"],
    "forecasts": ["how much can I safely spend", "will I have ${amount} on november 20", "will I run out of money this month"],
    "unusual": ["anything unusual in {month}", "any odd charges lately"],
    "summaries": ["summarize {month}", "how was {month}"],
    "cut-backs": ["where can I cut back", "how can I save ${amount} a month"],
}
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October"]

# The same rows with what an index of them needs: the table, a full-text index of the texts, one covering index.
SQLITE_SCRIPT = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE txn (date TEXT, description TEXT, amount TEXT);
.import --csv --skip 1 "{csv}" txn
CREATE VIRTUAL TABLE search USING fts5 (description, content = 'txn');
INSERT INTO search (rowid, description) SELECT rowid, description FROM txn;
CREATE INDEX txn_cover ON txn (date, description, amount);
"""


class Failed(Exception):
    """Something could not be run."""


class Report:
    """The lines of what was measured, printed as they come."""

    def __init__(self):
        self.missed = 0
        # What was measured of each number of rows, by its name.
        self.by_rows = {}
        self.rows = None

    def heading(self, text):
        print(f"\n{text}", flush=True)

    def line(self, what, measured, limit=None, unit="", note="", least=None):
        """A measured value; one above `limit` or below `least` is missed."""
        verdict = ""
        if limit is not None or least is not None:
            is_missed = measured > limit if least is None else measured < least
            verdict = "MISSED" if is_missed else "ok"
            self.missed += is_missed
        if self.rows:
            self.by_rows.setdefault(what, {})[self.rows] = measured
        shown = f"{measured:,.2f}" if measured < 10 else f"{measured:,.1f}" if measured < 1000 else f"{measured:,.0f}"
        bound = f"≥ {least:,} {unit}" if least is not None else "" if limit is None else f"≤ {limit:g} {unit}"
        print(f"  {what:<46} {shown:>9} {unit:<4} {bound:>9}  {verdict:<6} {note}".rstrip(), flush=True)


class Program:
    """What one run of a program took."""

    def __init__(self, seconds, cpu_seconds, peak_megabytes, path):
        self.seconds = seconds
        self.cpu_seconds = cpu_seconds
        self.peak_megabytes = peak_megabytes
        self.path = path

    @property
    def output(self):
        return self.path.read_text()

    @property
    def line_count(self):
        with open(self.path) as lines:
            return sum(1 for _ in lines)


def run(command, stdin=""):
    """Runs a command to its end and takes its time, its processor time and its peak memory from the kernel.

    The peak that the kernel tells includes what this process held when it started the command: nothing large is read
    into memory here.
    """
    source, target = FOLDER / "stdin", FOLDER / "stdout"
    source.write_text(stdin)
    with open(source) as given, open(target, "w") as output:
        start = time.perf_counter()
        process = subprocess.Popen([str(part) for part in command], stdin=given, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Failed(f"exit code {process.returncode} of {shlex.join(map(str, command))}")
    # Linux counts ru_maxrss in units of 1024 bytes.
    return Program(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / 1e6, target)


def report_process(report, what, command, limit=None, note=""):
    """Reports the median time of a short process in ms, from hyperfine, without a shell between, and returns its
    processor time in ms."""
    export = FOLDER / "hyperfine.json"
    done = subprocess.run(
        ["hyperfine", "-N", "--warmup", "5", "--min-runs", "30", "--style", "none", "--export-json", export,
         shlex.join(map(str, command))],
        capture_output=True, text=True)
    if done.returncode != 0:
        raise Failed(done.stderr)
    result = json.loads(export.read_text())["results"][0]
    processor = (result["user"] + result["system"]) * 1000
    words = f"{processor:.1f} ms of processor"
    report.line(what, result["median"] * 1000, limit, "ms", f"{words}; {note}" if note else words)
    return processor


def remove_index(path):
    for suffix in ["", "-wal", "-shm"]:
        Path(f"{path}{suffix}").unlink(missing_ok=True)


def fresh(path):
    """An index that does not exist yet, with nothing of earlier runs still on its way to the disk."""
    remove_index(path)
    os.sync()
    return path


def limits(rows):
    """What makes a limit of a number: itself, or none for a smaller file."""
    return lambda value: value if rows >= LIMITED_ROWS else None


# ---- What is measured ----


def measure_binary(report):
    report.heading("The program")
    stripped = FOLDER / "coach-stripped"
    subprocess.run(["strip", "-o", stripped, COACH], check=True)
    report.line("size, stripped", stripped.stat().st_size / 1e6, BINARY_MEGABYTES, "MB")
    report_process(report, "start-up: coach --version", [COACH, "--version"])


def measure_sample(report):
    report.heading("The sample household")
    index = fresh(FOLDER / "sample.db")
    folder = ROOT / "rag-index/sample"
    rows = [line.split("\t") for line in (folder / "accounts.tsv").read_text().splitlines()[1:]]
    for file, name, kind, currency in rows:
        run([COACH, "import", "--db", index, "--account", name, "--account-type", kind, "--currency", currency,
             folder / file])
    here = ["--db", index, "--as-of", "2026-10-31"]
    check_answer(run([COACH, "ask", "--no-model", "--json", *here, QUESTION]))
    report_process(report, "ask, imported into a file", [COACH, "ask", "--no-model", *here, QUESTION], SAMPLE_ASK_MS)
    measure_summary(report, here, SAMPLE_SUMMARY_MS)
    demo = [COACH, "ask", "--no-model", "--demo", QUESTION]
    shutil.rmtree(CACHE, ignore_errors=True)
    report.line("ask --demo, the first time", run(demo).seconds * 1000, unit="ms", note="brings the four files in")
    report_process(report, "ask --demo", demo, SAMPLE_ASK_MS)
    lines = "".join(f"{PIPED[i % len(PIPED)]}\n" for i in range(PIPED_QUESTIONS))
    piped = run([COACH, "--no-model", "--json", *here], stdin=lines)
    if piped.line_count != PIPED_QUESTIONS:
        raise Failed("not every piped question got an answer")
    report.line(f"{PIPED_QUESTIONS:,} piped questions, each", piped.seconds / PIPED_QUESTIONS * 1000, unit="ms",
                note=f"{PIPED_QUESTIONS / piped.seconds:,.0f} a second")
    measure_kinds(report, index, here)


def piped_lines(patterns, count):
    """Lines of one kind that are not the line before once more: other months, other amounts."""
    return "".join(
        patterns[number % len(patterns)].format(month=MONTHS[number // len(patterns) % len(MONTHS)],
                                                amount=20 + number % 180) + "\n" for number in range(count))


def measure_kinds(report, index, here):
    """How many lines of each kind a pipe answers in a second; beside the sqlite3 shell with one sum a line."""
    sums = "".join(
        f"SELECT sum(amount), count(*) FROM txn WHERE counted = 1 AND kind < 2 AND day BETWEEN {20_000 + number % 600} AND "
        f"{20_030 + number % 600};\n" for number in range(PIPED_QUESTIONS))
    floor = PIPED_QUESTIONS / run(["sqlite3", index], stdin=sums).seconds
    report.line("sqlite3: sums of a month, a second", floor)
    for name, patterns in KINDS.items():
        count, rate = 200, 0.0
        # As many as take a second or so, so that starting the process is little of it.
        while True:
            piped = run([COACH, "--no-model", "--json", *here], stdin=piped_lines(patterns, count))
            if piped.line_count != count:
                raise Failed(f"not every line about {name} got an answer")
            rate = count / piped.seconds
            if piped.seconds > 0.8 or count >= PIPED_QUESTIONS:
                break
            count = min(PIPED_QUESTIONS, int(rate * 1.2) + count)
        report.line(f"{name}, a second", rate, least=KINDS_A_SECOND, note=f"{rate / floor:.3f} × the sums; {count:,} lines")


def measure_summary(report, here, limit=None, plain=None):
    """The last full month and a page of it, each a whole process; beside the sqlite3 shell that adds up the same rows."""
    command = [COACH, "summary", "--no-model", *here]
    facts = json.loads(run([*command, "--json"]).output)
    if facts["rows"] == 0 or facts["spending_cents"] <= 0:
        raise Failed(f"the summary of {facts['month']} is empty")
    report_process(report, f"summary of {facts['month']}", command, limit, f"{facts['rows']:,} rows in it")
    page = report_process(report, "the same as a page", [*command, "--format", "html"], limit)
    if plain is None:
        return
    year, month = facts["month"].split("-")
    here = f"{SUMMARY_SUMS} WHERE date BETWEEN '{month}/01/{year}' AND '{month}/31/{year}' AND date LIKE '%{year}' GROUP BY 1"
    there = run(["sqlite3", plain, here]).output.strip().split("|")
    if [there[0], int(there[2])] != [facts["month"], facts["rows"]]:
        raise Failed(f"the summary counts {facts['rows']} rows, there are {there}")
    sums = report_process(report, "sqlite3: sums of that month", ["sqlite3", plain, here])
    scan = report_process(report, "sqlite3: sums of every month", ["sqlite3", plain, f"{SUMMARY_SUMS} GROUP BY 1"])
    report.line("page, times the sums of its month", page / sums, unit="×",
                note=f"{page / scan:.2f} × those of every month; processor time")


def measure_detectors(report, index, limit=None):
    """All detectors together, each in a process of its own, less what starting a process takes. Processor time, since
    other programs lengthen it least."""
    account = json.loads(run([COACH, "accounts", "--db", index, "--json"]).output)["accounts"][0]["name"]
    run([COACH, "balance", "--db", index, "--as-of", "2026-10-31", account, "1000"])
    def measure(name):
        return report_process(report, name, [COACH, name, "--json", "--db", index, "--as-of", "2026-10-31"])

    starting = report_process(report, "start-up", [COACH, "--version"])
    total = sum(measure(name) - starting for name in DETECTORS)
    report.line("all detectors, processor time", total, limit, "ms")
    measure("review")


def measure_household(report):
    report.heading(f"Detectors over ten years, {DETECTOR_ROWS:,} rows")
    csv = big_csv(DETECTOR_ROWS, "--rows-a-day", str(DETECTOR_ROWS_A_DAY))
    index = fresh(FOLDER / "household.db")
    run([COACH, "import", "--db", index, csv])
    measure_detectors(report, index, DETECTORS_MS)
    remove_index(index)


def big_csv(rows, *options):
    """The file of so many rows, made once."""
    csv = FOLDER / f"{'household' if options else rows}.csv"
    if not csv.exists():
        made = csv.with_suffix(".part")
        subprocess.run([sys.executable, ROOT / "scripts/make-big-csv.py", *options, str(rows), made], check=True)
        made.rename(csv)
    return csv


def measure_size(report, rows):
    report.heading(f"{rows:,} rows")
    report.rows = rows
    csv = big_csv(rows)
    index, plain = FOLDER / "coach.db", FOLDER / "sqlite.db"
    script = SQLITE_SCRIPT.format(csv=csv)
    ours, theirs = [], []
    run(["cat", csv])
    for _ in range(5 if rows <= 100_000 else 3 if rows <= LIMITED_ROWS else 1):
        ours.append(run([COACH, "import", "--db", fresh(index), csv]))
        theirs.append(run(["sqlite3", fresh(plain)], stdin=script))
    report_import(report, ours, theirs, index, plain, rows)
    measure_questions(report, index, plain, rows)
    here = ["--db", index, "--as-of", "2026-10-31"]
    measure_summary(report, here, limits(rows)(LARGE_MS["summary"]), plain)
    measure_detectors(report, index)
    # After the detectors' balance, without which nothing can be foreseen.
    measure_advice(report, here, limits(rows))
    remove_index(index)
    remove_index(plain)
    report.rows = None


def measure_advice(report, here, limit):
    """What looks at the whole household to say something of one purchase, or of a month."""
    assess = [COACH, "assess", "--no-model", *here, "--amount", "45", "--merchant", "Starbucks"]
    report_process(report, "assess", assess, limit(LARGE_MS["assess"]))
    ask = [COACH, "ask", "--no-model", *here]
    report_process(report, "ask, where to cut back", [*ask, "where can I cut back"], limit(LARGE_MS["advice"]))
    report_process(report, "ask, what is unusual", [*ask, "anything unusual last month"], limit(LARGE_MS["advice"]))


def report_growth(report, most):
    """How much longer the largest file takes than a small one."""
    if most <= GROWN_FROM:
        return
    report.heading(f"Growth from {GROWN_FROM:,} to {most:,} rows")
    names = [name for name in report.by_rows if name.startswith(("ask", "search", "assess", "summary", "unusual"))]
    for name in names:
        sizes = report.by_rows[name]
        if GROWN_FROM in sizes and most in sizes:
            report.line(name, sizes[most] / sizes[GROWN_FROM], GROWTH, "×")
    imports = report.by_rows.get("import", {})
    if most > LIMITED_ROWS and LIMITED_ROWS in imports:
        a_row = imports[most] / most / (imports[LIMITED_ROWS] / LIMITED_ROWS)
        report.line("import of a row, times that of a million", a_row, IMPORT_GROWTH, "×")


def report_import(report, ours, theirs, index, plain, rows):
    limit = limits(rows)

    def median(runs, value):
        return statistics.median(value(run) for run in runs)

    seconds = [median(runs, lambda run: run.seconds) for runs in (ours, theirs)]
    cpu = [median(runs, lambda run: run.cpu_seconds) for runs in (ours, theirs)]
    report.line("import", seconds[0], unit="s",
                note=f"{rows / seconds[0]:,.0f} rows a second; {cpu[0]:.2f} s of processor")
    report.line("sqlite3: .import, FTS5 index, covering index", seconds[1], unit="s",
                note=f"{cpu[1]:.2f} s of processor")
    report.line("import, times what sqlite3 takes", seconds[0] / seconds[1], limit(IMPORT_RATIO), "×",
                f"{cpu[0] / cpu[1]:.2f} × its processor time")
    report.line("peak memory of the import", median(ours, lambda run: run.peak_megabytes), limit(IMPORT_MEGABYTES),
                "MB")
    sizes = [path.stat().st_size for path in (index, plain)]
    report.line("size of the index", sizes[0] / 1e6, unit="MB", note=f"{sizes[0] / sizes[1]:.2f} × that of sqlite3")


def measure_questions(report, index, plain, rows):
    limit = limits(rows)
    here = ["--db", index, "--as-of", "2026-10-31"]
    check_answer(run([COACH, "ask", "--no-model", "--json", *here, QUESTION]))
    found = json.loads(run([COACH, "search", "--json", *here, SEARCHED]).output)["matched"]
    there = int(run(["sqlite3", plain, f"SELECT count(*) FROM txn WHERE description LIKE '%{SEARCHED}%'"]).output)
    if found != there:
        raise Failed(f"coach search finds {found} rows, there are {there}")
    ask = [COACH, "ask", "--no-model", *here]
    floor = report_process(
        report, f"sqlite3: sum of last month's {SEARCHED}",
        ["sqlite3", plain, "SELECT sum(CAST(amount AS REAL)), count(*) FROM txn WHERE date BETWEEN '09/01/2026' AND '09/30/2026' "
         f"AND date LIKE '%2026' AND description LIKE '%{SEARCHED}%'"])
    single = {
        "ask, about last month": QUESTION, "ask, about a merchant": f"how much did I spend at {SEARCHED} last month",
        "ask, a merchant in all years": f"how much have I spent at {SEARCHED} altogether",
        "ask, about all years": "groceries by year, all time", "ask, the largest": "biggest expense last month",
        "ask, a list": "show my last 5 purchases", "ask, a balance": "what's my balance",
    }
    for what, question in single.items():
        processor = report_process(report, what, [*ask, question], limit(LARGE_MS["ask"]))
        if what == "ask, about a merchant":
            report.line("the same, times sqlite3's sum", processor / floor, unit="×", note="processor time")
    report_process(report, f"search {SEARCHED}", [COACH, "search", *here, SEARCHED], limit(LARGE_MS["search"]),
                   f"{found:,} rows found")


def check_answer(answer):
    """A fast wrong answer is worth nothing."""
    figures = json.loads(answer.output)["figures"]
    if not any(figure["name"] == "total" and figure["value"] > 0 for figure in figures):
        raise Failed(f"no total in the answer: {answer.output}")


def main():
    asked = os.environ.get("BENCH_ROWS") or str(USUAL_ROWS)
    if not asked.isdigit() or int(asked) < SIZES[0]:
        raise Failed(f"BENCH_ROWS is {asked}: expected a number of rows from {SIZES[0]} on, such as 100000")
    most = int(asked)
    report = Report()
    processors, load = os.cpu_count() or 1, os.getloadavg()[0]
    busy = "; other programs are running: times are longer than they would be" if load > processors / 2 else ""
    print(f"{processors} processors, load {load:.1f}{busy}")
    measure_binary(report)
    measure_sample(report)
    streams.measure(report, COACH, FOLDER)
    measure_household(report)
    banks.measure(report, COACH, FOLDER, run)
    serving.measure(report, COACH, FOLDER)
    for rows in [size for size in SIZES if size < most] + [most]:
        measure_size(report, rows)
    report_growth(report, most)
    print(f"\nMissed limits: {report.missed}" if report.missed else "\nEvery limit is kept")
    return 1 if report.missed and "--strict" in sys.argv else 0


if __name__ == "__main__":
    COACH, FOLDER = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    CACHE = FOLDER / "cache"
    os.environ["XDG_CACHE_HOME"] = str(CACHE)
    try:
        sys.exit(main())
    except (Failed, OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"bench: {error}")
