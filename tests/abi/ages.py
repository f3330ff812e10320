#!/usr/bin/env python3
"""Programs compiled against older and newer headers, run with the library that was built.

The headers are copied, and every struct that may grow is cut to its first members, or given one
more; older.c is compiled against the copies. It fails if the library writes past the end of what
the program provides, or takes what it does not know.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))

# Members that older.c needs; what else there is may be cut.
NEEDED = {
    "adrop_site": 6, "adrop_pass": 14, "adrop_model_opts": 6, "adrop_batch": 4, "adrop_data_opts": 4,
    "adrop_train_opts": 5, "adrop_train_result": 2, "adrop_batches_opts": 3, "adrop_train_hooks": 6,
    "adrop_arrays": 8, "adrop_split_opts": 2, "adrop_trainer_opts": 2,
}

# Never grow: arrays of them, values that are embedded, callbacks of the program.
FIXED = {
    "adrop_list", "adrop_texts", "adrop_option", "adrop_atom", "adrop_positive", "adrop_allocator",
}


def members(body):
    """The declarations of a struct, with the comments that follow them."""
    return [m for m in re.findall(r"[^;]*;(?:[ \t]*/\*.*?\*/)?", body, re.S) if m.strip()]


def rewrite(folder, change):
    """Change the members of every struct that may grow; returns how many there were."""
    seen = 0
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        text = open(path).read()

        def one(match):
            nonlocal seen
            if match.group(1) in FIXED:
                return match.group(0)
            seen += 1
            kept = change(match.group(1), members(match.group(2)))
            return "typedef struct %s {%s\n} %s;" % (match.group(1), "".join(kept), match.group(1))

        text = re.sub(r"typedef struct (adrop_\w+) \{(.*?)\n\} \1;", one, text, flags=re.S)
        open(path, "w").write(text)
    return seen


def shorten(name, all_members):
    return all_members[: max(NEEDED.get(name, 0), min(2, len(all_members)))]


def lengthen(name, all_members):
    return all_members + ["\n    long unknown[2];"]


def run(work, title, change, flags):
    include = os.path.join(work, title, "include")
    shutil.copytree(os.path.join(TOP, "include"), include)
    seen = rewrite(os.path.join(include, "adrop"), change)
    program = os.path.join(work, title, "program")
    build = os.environ["BUILD"]
    libraries = [lib for lib in ("adrop-lab", "adrop") if os.path.exists("%s/lib%s.so" % (build, lib))]
    sanitize = os.environ.get("SANITIZE")
    command = [os.environ.get("CC", "cc"), "-std=c11", "-Wall", "-Wextra", "-Wno-missing-field-initializers",
               "-O1", "-fstack-protector-all", "-I" + include, os.path.join(HERE, "older.c"), "-o", program,
               "-L" + build, "-Wl,-rpath," + build] + ["-l" + lib for lib in libraries] + flags
    if sanitize:
        command.append("-fsanitize=" + sanitize)
    subprocess.run(command, check=True)
    code = subprocess.run([program]).returncode
    print("%s: %d structs, exit status %d" % (title, seen, code))
    return code == 0 and seen > 30


def main():
    with tempfile.TemporaryDirectory() as work:
        ok = [run(work, "as they are", lambda name, m: m, []),
              run(work, "shorter", shorten, []),
              run(work, "longer", lengthen, ["-DLONGER"])]
    return 0 if all(ok) else 1


if __name__ == "__main__":
    sys.exit(main())
