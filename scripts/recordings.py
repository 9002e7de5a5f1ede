#!/usr/bin/env python3
"""Makes recordings of replies for Tests/CoachingTests/recordings.

    recordings.py requests QUESTIONS FOLDER   the exact request for each line of QUESTIONS over the sample household:
                                              FOLDER/NN.txt is what a model gets, FOLDER/NN.json what was offered
    recordings.py add FOLDER REPLIES...       takes over replies: lines of `NN<tab>name of the writer<tab>reply`;
                                              \\n in a reply is a line's end
    recordings.py repairs FOLDER OUT          the exact request for a repair of each reply of which nothing is shown, after the
                                              request in FOLDER/NN.txt: OUT/NN.I.txt. A repair is taken over by `add`, as a line
                                              that begins with NN.I
    recordings.py refresh [NAME...]           asks each question again, or those of some recordings, and replaces what was offered, where the same is asked for
                                              and all facts that its replies point at are still offered; names the others
    recordings.py rates [-v] [ROUND...]       how many replies and sentences are shown, by writer, without the repair and with it;
                                              -v lists the others; ROUND is how names of recordings begin

Whoever writes a reply is given NN.txt and nothing else. What is shown of each is then written by
`COACH_RECORD=1 swift test --filter RecordingTests`, and read by somebody who did not write it.
"""
import functools
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).parent.parent
COACH = ROOT / ".build" / "debug" / "coach"
RECORDINGS = ROOT / "Tests" / "CoachingTests" / "recordings"


@functools.cache
def asked(question):
    """What would be sent for a question over the sample household, and what was offered."""
    command = [COACH, "privacy", "--demo", "--json", "--model-url", "http://localhost:9", "--model", "m", question]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def requests(questions, folder):
    folder.mkdir(parents=True, exist_ok=True)
    number = 0
    for question in questions.read_text().splitlines():
        if not question.strip() or question.startswith("#"):
            continue
        number += 1
        told = asked(question)
        name = f"{number:02}"
        if not told["would_send"]:
            print(f"{name}: nothing would be sent for “{question}”", file=sys.stderr)
            continue
        messages = json.loads(told["would_send"])["messages"]
        text = "\n\n".join(f"=== {m['role']} ===\n{m['content']}" for m in messages)
        (folder / f"{name}.txt").write_text(text + "\n")
        is_purchase = "Its verdict has just been shown" in messages[-1]["content"]
        offered = {"question": question, "purchase": is_purchase, "offered": told["facts"], "replies": []}
        (folder / f"{name}.json").write_text(json.dumps(offered, ensure_ascii=False, indent=1) + "\n")


def asked_for(offered):
    return {fact["key"] for fact in offered["facts"] if fact["asked"]}


def refresh(names):
    for path in sorted(RECORDINGS.glob("*.json")):
        if names and path.stem not in names:
            continue
        recording = json.loads(path.read_text())
        told = asked(recording["question"])
        if not told["would_send"]:
            print(f"{path.stem}: nothing would be sent for “{recording['question']}”")
            continue
        replies = " ".join(reply["reply"] + reply.get("repair", "") for reply in recording["replies"])
        keys = set(re.findall(r"\[\[([^\]\s]+)\]\]", replies.lower()))
        before = {fact["key"] for fact in recording["offered"]["facts"]}
        gone = keys & before - {fact["key"] for fact in told["facts"]["facts"]}
        if gone:
            print(f"{path.stem}: {', '.join(sorted(gone))} not offered any more for “{recording['question']}”")
            continue
        if asked_for(recording["offered"]) - asked_for(told["facts"]):
            print(f"{path.stem}: something else is asked for by “{recording['question']}”")
            continue
        recording["offered"] = told["facts"]
        path.write_text(json.dumps(recording, ensure_ascii=False) + "\n")


def add(folder, files):
    RECORDINGS.mkdir(parents=True, exist_ok=True)
    for file in files:
        for line in file.read_text().splitlines():
            name, writer, reply = line.split("\t", 2)
            name, _, place = name.partition(".")
            path = RECORDINGS / f"{name}.json"
            source = path if path.exists() else folder / f"{name}.json"
            recording = json.loads(source.read_text())
            reply = reply.replace("\\n", "\n")
            if place:
                recording["replies"][int(place)] |= {"repair": reply, "repaired": ""}
            elif not any(known["reply"] == reply for known in recording["replies"]):
                recording["replies"].append({"by": writer, "reply": reply, "shown": ""})
            path.write_text(json.dumps(recording, ensure_ascii=False) + "\n")


def repairs(folder, out):
    """Has the tests write what is sent after each reply of which nothing is shown."""
    out.mkdir(parents=True, exist_ok=True)
    subprocess.run(["swift", "test", "--skip-build", "--filter", "RecordingTests"], cwd=ROOT, stdout=subprocess.DEVNULL,
                   env=os.environ | {"COACH_REPAIRS": str(out)})
    for path in sorted(out.glob("*.txt")):
        request = folder / (path.name.partition(".")[0] + ".txt")
        if request.exists():
            path.write_text(request.read_text() + "\n" + path.read_text())
        else:
            path.unlink()


def sentences(text):
    return [s for s in re.split(r"(?<=[.!?])[\"”’)]*\s+", text.strip()) if s]


def rates(lists, rounds):
    """Counts by writer; a sentence is shown where as many stand in what a person reads."""
    counts = {}
    for path in sorted(RECORDINGS.glob("*.json")):
        if rounds and not path.name.startswith(tuple(rounds)):
            continue
        for reply in json.loads(path.read_text())["replies"]:
            written, shown = len(sentences(reply["reply"])), len(sentences(reply["shown"]))
            is_repaired = bool(sentences(reply.get("repaired", "")))
            for writer in (re.sub(r"#.*", "", reply["by"]), "all"):
                row = counts.setdefault(writer, [0, 0, 0, 0, 0])
                row[0] += 1
                row[1] += shown > 0
                row[2] += written
                row[3] += min(shown, written)
                row[4] += shown > 0 or is_repaired
            if lists and shown < written:
                print(path.stem, reply["by"], repr(reply["reply"]), "->", repr(reply["shown"]))
    counts["all"] = counts.pop("all", [0, 0, 0, 0, 0])
    for writer, (replies, kept, written, shown, repaired) in counts.items():
        print(f"{writer:12} {replies:4} replies, {100 * kept / max(1, replies):5.1f}% kept, "
              f"{100 * repaired / max(1, replies):5.1f}% with a repair; "
              f"{written:4} sentences, {100 * shown / max(1, written):5.1f}% shown")


if __name__ == "__main__":
    if len(sys.argv) > 3 and sys.argv[1] == "requests":
        requests(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
    elif len(sys.argv) > 3 and sys.argv[1] == "add":
        add(pathlib.Path(sys.argv[2]), [pathlib.Path(name) for name in sys.argv[3:]])
    elif sys.argv[1:2] == ["refresh"]:
        refresh(sys.argv[2:])
    elif sys.argv[1:2] == ["rates"]:
        rates("-v" in sys.argv, [name for name in sys.argv[2:] if name != "-v"])
    elif len(sys.argv) == 4 and sys.argv[1] == "repairs":
        repairs(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]).resolve())
    else:
        sys.exit(__doc__)
