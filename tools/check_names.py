#!/usr/bin/env python3
"""Do the files, functions and pages exist that comments and documents name? Checked are

    - in comments of C: names of C files (src/base/text.h, text.h, map_*_kernel.c) and of pages (docs/x.md);
    - in documents: paths from the top of the tree that stand in backticks;
    - in both: identifiers of this project (ad_.., adrop_.., AD_.., ADROP_..), which must stand in the code;
    - static functions of src/ and cli/: a name that five files define says too little in a debugger or a profile,
      so it begins with its subject (conv_plain_plan, not plan).

Run from the top. Standard library only."""
import collections
import fnmatch
import pathlib
import re
import subprocess
import sys

STANDS_FOR_ANY = re.compile(r"(ad|adrop|AD|ADROP)_x(_|$)|[xX][._]|.*/NAME")
MOST_FILES = 4  # that define a static function of one name
STATIC = re.compile(r"^static (?:inline )?[\w ]+[ *](\w+)\(", re.M)
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
C_FILE = re.compile(r"(?<![\w/.*<>-])((?:[\w*]+/)*[\w*]+\.[ch])(?![\w(.])")
PAGE = re.compile(r"(docs/[\w/*-]+\.md)")
IDENTIFIER = re.compile(r"\b((?:adrop|ad|ADROP|AD)_\w+)(\*?)")
PATH = re.compile(r"`((?:src|cli|include|tests|tools|docs|bench|fuzz|recipes|results|examples|playground|configs|cmake|python)/[\w./*-]+)`")


def tracked():
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.split("\n") if name and pathlib.Path(name).is_file()]


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


class Tree:
    def __init__(self):
        self.files = tracked()
        self.folders = {str(p) for name in self.files for p in pathlib.PurePath(name).parents}
        self.c = {n: pathlib.Path(n).read_text(encoding="utf-8") for n in self.files if n.endswith((".c", ".h")) or n.endswith(".h.in")}
        self.names = set()
        for text in self.c.values():
            self.names |= set(re.findall(r"\b\w+\b", COMMENT.sub(" ", text)))
        for name in self.files:
            if name.endswith((".cmake", "CMakeLists.txt", ".sh", ".py", "Makefile", ".map", ".js", ".html")) and not name.endswith("check_names.py"):
                self.names |= set(re.findall(r"\b\w+\b", pathlib.Path(name).read_text(encoding="utf-8")))
        self.known = {}
        self.system = set(re.findall(r"#include <([\w/.]+)>", "\n".join(self.c.values())))
        self.tests = set(re.findall(r"add_script\((\S+)", pathlib.Path("tests/scripts.cmake").read_text(encoding="utf-8")))

    def has_file(self, name, beside):
        near = str(pathlib.PurePath(beside).parent / name)
        patterns = (name, near, "*/" + name)
        return STANDS_FOR_ANY.match(name) or name in self.system or any(fnmatch.fnmatch(f, p) for p in patterns for f in self.files)

    def has_path(self, name):
        name = name.rstrip("/.")
        return STANDS_FOR_ANY.match(name) or name in self.folders or name in self.tests or any(fnmatch.fnmatch(f, name) for f in self.files)

    def has_identifier(self, name, star):
        """A name of the code, or the beginning of some: macros put an ending to them."""
        if name in self.names or STANDS_FOR_ANY.match(name):
            return True
        key = (name, star)
        if key not in self.known:
            begins = name if star or name.endswith("_") else name + "_"
            self.known[key] = any(n.startswith(begins) for n in self.names)
        return self.known[key]


def look(tree, name, text, at, wrong, is_document):
    line = text.count("\n", 0, at[0]) + 1
    words = text[at[0]:at[1]]

    def say(offset, what):
        wrong.append(f"{name}:{line + words.count(chr(10), 0, offset)}: {what}, which is not there")

    for found in PAGE.finditer(words):
        if not tree.has_path(found[1]):
            say(found.start(), f"names the page {found[1]}")
    for found in (PATH if is_document else C_FILE).finditer(words):
        if not (tree.has_path(found[1]) if is_document else tree.has_file(found[1], name)):
            say(found.start(), f"names {found[1]}")
    for found in IDENTIFIER.finditer(words):
        if not tree.has_identifier(found[1], found[2]):
            say(found.start(), f"names {found[1]}")


def look_at_static(tree, wrong):
    """The files that define each static function; prototypes count with their definitions."""
    files = collections.defaultdict(set)
    for name, text in tree.c.items():
        if name.startswith(("src/", "cli/")) and name.endswith(".c"):
            for found in STATIC.findall(COMMENT.sub(blank, text)):
                files[found].add(name)
    for found, where in sorted(files.items()):
        if len(where) > MOST_FILES:
            wrong.append(f"{min(where)}: static {found}() is a function of {len(where)} files: begin its name with its subject")
    return len(files)


def main():
    tree, wrong, n = Tree(), [], 0
    statics = look_at_static(tree, wrong)
    for name, text in tree.c.items():
        bare = STRING.sub(blank, text) # a comment may hold quotes, but no string here holds a comment
        for found in COMMENT.finditer(text if "/*" not in "".join(STRING.findall(text)) else bare):
            look(tree, name, text, found.span(), wrong, False)
            n += 1
    for name in tree.files:
        if name.endswith(".md") and name != "CHANGELOG.md" and not name.startswith("results/"):
            text = pathlib.Path(name).read_text(encoding="utf-8")
            look(tree, name, text, (0, len(text)), wrong, True)
            n += 1
    print("\n".join(wrong) or f"{n} comments and documents name what is there; {statics} names of static functions")
    sys.exit(1 if wrong else 0)


main()
