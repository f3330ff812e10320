#!/usr/bin/env python3
"""Every command line of adrop that a document shows is one the program has: the command, its options, and the words
of options that take one of a list. Both come from `adrop completion fish`, so from the option rows. Also: documents do
not show a command with an option that only another one has.

    check_options.py [--show COMMAND|--OPTION|WORD ..]     say also how often documents show each of these

ADROP is the program. Run from the top. Standard library only."""
import collections
import os
import pathlib
import re
import shlex
import subprocess
import sys

ADROP = os.environ["ADROP"]
LINE = re.compile(r"(?:^|[\s(|;&\"'`])(?:build/)?adrop ([a-z][a-z-]*)((?: [^\n`|;&#<>]*)?)")
CODE = re.compile(r"^```.*?^```|`[^`\n]+`|^ {4}[^\n]*(?:\n {4}[^\n]*)*", re.M | re.S)
OPEN = {"data", "model", "dropout"} # a path, a file or a plug-in may stand there too


def program():
    """Commands with their options, each with its words (None: anything), a letter as its option."""
    commands = collections.defaultdict(dict)
    script = subprocess.run([ADROP, "completion", "fish"], capture_output=True, text=True, check=True).stdout
    for line in script.splitlines():
        words = shlex.split(line.split(" -d ")[0]) if line.startswith("complete ") else []
        if "__fish_use_subcommand" in words:
            commands[words[words.index("-a") + 1]] = {}
        elif "-l" in words:
            command = words[words.index("-n") + 1].split()[1]
            option = words[words.index("-l") + 1]
            taken = words[words.index("-a") + 1].split() if "-a" in words else None
            commands[command][option] = None if option in OPEN else taken
            if "-s" in words:
                commands[command]["-" + words[words.index("-s") + 1]] = option
    return commands


def looks_at(option, value, words):
    """The words of a value, which may be several with commas, each with settings: sgd:momentum=0.9."""
    if words is None or not re.fullmatch(r"[a-z0-9][\w.:=,-]*", value) or value.upper() == value:
        return []
    return [part.split(":")[0] for part in value.split(",") if "=" not in part.split(":")[0]]


def check(commands, command, rest, shown):
    options = commands.get(command)
    if options is None:
        return [f"there is no command '{command}'"]
    shown[command] += 1
    wrong, words = [], rest.replace("..", " ").replace("[", " ").replace("]", " ").split()
    for at, word in enumerate(words):
        found = re.fullmatch(r"--([a-z][a-z0-9-]*)(?:=(.*))?", word.rstrip(".,:)"))
        if not found:
            continue
        option, value = found[1], found[2]
        if option not in options:
            wrong.append(f"'{command}' has no option --{option}")
            continue
        shown["--" + option] += 1
        taken = options[option]
        value = value if value is not None else words[at + 1] if at + 1 < len(words) else ""
        for name in looks_at(option, value.strip("\"',.:)"), taken):
            if name not in taken:
                wrong.append(f"'{command} --{option}' takes {', '.join(taken)}, not '{name}'")
            shown[name] += 1
    return wrong


def main():
    commands, shown, wrong, lines = program(), collections.Counter(), [], 0
    pages = [pathlib.Path(p) for p in ("README.md", "CONTRIBUTING.md", "results/README.md")] + sorted(pathlib.Path("docs").glob("**/*.md"))
    for page in pages:
        text = page.read_text(encoding="utf-8").replace("\\\n", " ")
        for code in CODE.finditer(text):
            for found in LINE.finditer(code[0].strip("`")):
                lines += 1
                at = text.count("\n", 0, code.start()) + 1
                wrong += [f"{page}:{at}: {what}" for what in check(commands, found[1], found[2], shown)]
    print("\n".join(wrong) or f"{lines} command lines, {len([s for s in shown if s.startswith('--')])} options")
    for word in sys.argv[2:] if sys.argv[1:2] == ["--show"] else []:
        print(f"{word}: {shown[word]}")
        wrong += [] if shown[word] else [word]
    sys.exit(1 if wrong or lines < 100 else 0)


main()
