#!/usr/bin/env python3
"""The Python binding, made from the public headers: python/adrop/_generated.py and its stub.

    tools/bind.py [--check]      write both files; --check: say how they differ from what is there
    tools/bind.py --layout       print a C program that prints every size, offset and enumerator

The headers are regular, so a reader of declarations is enough: it knows typedefs of structs, enums
and functions, ADROP_API functions, and comments above and behind them. What it does not know is an
error that names file and line. Needs nothing but Python's standard library; no compiler.
"""
from __future__ import annotations

import difflib
import pathlib
import re
import sys
import textwrap
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = ROOT / "include" / "adrop"
TARGET = ROOT / "python" / "adrop" / "_generated.py"

SCALARS = {
    "char": "c_char", "int": "c_int", "unsigned": "c_uint", "size_t": "c_size_t",
    "float": "c_float", "double": "c_double", "int32_t": "c_int32", "uint8_t": "c_uint8",
    "uint16_t": "c_uint16", "uint32_t": "c_uint32", "uint64_t": "c_uint64", "int64_t": "c_int64",
}


# -- Tokens ------------------------------------------------------------------------------

@dataclass
class Token:
    kind: str  # name, number, string, punctuation, comment, define
    text: str
    line: int


TOKEN = re.compile(
    r"(?P<comment>/\*.*?\*/)|(?P<define>^[ \t]*#(?:[^\n\\]|\\\n|\\.)*)|(?P<string>\"(?:[^\"\\]|\\.)*\")"
    r"|(?P<char>'(?:[^'\\]|\\.)+')|(?P<name>[A-Za-z_]\w*)|(?P<number>\d\w*)|(?P<space>\s+)|(?P<punctuation>.)",
    re.DOTALL | re.MULTILINE)


def tokens_of(text: str) -> list[Token]:
    found, line = [], 1
    for match in TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind != "space":
            found.append(Token(kind, match.group(), line))
        line += match.group().count("\n")
    return found


def prose(comment: str) -> str:
    """The words of a comment, its stars and frame taken away, paragraphs and examples kept."""
    lines = re.sub(r"^/\*+|\*+/$", "", comment).split("\n")
    lines = [re.sub(r"^\s*\* ?", "", line) if i else line.strip() for i, line in enumerate(lines)]
    return textwrap.dedent("\n".join(lines)).strip()


# -- What headers declare ----------------------------------------------------------------

@dataclass
class Type:
    """A C type: its base, how many pointers, the array sizes behind the name."""
    base: str
    stars: int = 0
    arrays: tuple[int, ...] = ()
    function: "Signature | None" = None


@dataclass
class Signature:
    result: Type
    arguments: list[tuple[str, Type]]
    variadic: bool = False


@dataclass
class Struct:
    name: str
    doc: str
    header: str
    members: list[tuple[str, Type, str]]


@dataclass
class Enum:
    name: str  # "" for one without a name
    doc: str
    values: list[tuple[str, int, str]]


@dataclass
class Function:
    name: str
    doc: str
    header: str
    signature: Signature


@dataclass
class Api:
    constants: dict[str, int] = field(default_factory=dict)
    opaque: list[str] = field(default_factory=list)
    structs: dict[str, Struct] = field(default_factory=dict)
    enums: list[Enum] = field(default_factory=list)
    callbacks: dict[str, tuple[Signature, str]] = field(default_factory=dict)
    functions: list[Function] = field(default_factory=list)
    statuses: list[tuple[str, int, str]] = field(default_factory=list)

    def enum_names(self) -> set[str]:
        return {e.name for e in self.enums}


class Reader:
    def __init__(self, path: pathlib.Path, api: Api) -> None:
        self.path, self.api = path, api
        self.tokens = tokens_of(path.read_text(encoding="utf-8"))
        self.at = 0
        self.doc, self.doc_end = "", 0

    def fail(self, what: str) -> Exception:
        token = self.tokens[min(self.at, len(self.tokens) - 1)]
        return SystemExit(f"{self.path}:{token.line}: {what} at '{token.text[:40]}'")

    def peek(self, ahead: int = 0) -> str:
        """The text of a coming token, comments left out."""
        i = self.at
        while i < len(self.tokens):
            if self.tokens[i].kind != "comment":
                if ahead == 0:
                    return self.tokens[i].text
                ahead -= 1
            i += 1
        return ""

    def next(self) -> str:
        while self.tokens[self.at].kind == "comment":
            self.at += 1
        self.at += 1
        return self.tokens[self.at - 1].text

    def expect(self, text: str) -> None:
        if self.peek() != text:
            raise self.fail(f"'{text}' is expected")
        self.next()

    def comment_behind(self) -> str:
        """A comment that begins on the line of the token just read."""
        if self.at < len(self.tokens) and self.tokens[self.at].kind == "comment":
            if self.tokens[self.at].line == self.tokens[self.at - 1].line:
                self.at += 1
                return prose(self.tokens[self.at - 1].text)
        return ""

    # A type without its declarator: "const struct adrop_option", "unsigned", ..
    def base(self) -> str:
        name = ""
        while True:
            word = self.peek()
            if word in ("const", "struct", "enum"):
                self.next()
            elif not name and re.match(r"[A-Za-z_]", word):
                name = self.next()
            else:
                return name

    def declarator(self, base: str) -> tuple[str, Type]:
        stars = 0
        while self.peek() in ("*", "const"):
            stars += self.next() == "*"
        if self.peek() == "(":  # a pointer to a function
            self.next()
            self.expect("*")
            name = self.next()
            self.expect(")")
            return name, Type("", function=self.arguments(Type(base, stars)))
        name = self.next() if re.match(r"[A-Za-z_]", self.peek()) else ""
        sizes: list[int] = []
        while self.peek() == "[":
            self.next()
            sizes.append(0 if self.peek() == "]" else self.number())
            self.expect("]")
        return name, Type(base, stars, tuple(sizes))

    def number(self) -> int:
        """A constant expression of known names, as far as ',', ']' or '}'."""
        words: list[str] = []
        while self.peek() not in (",", "]", "}", ""):
            word = self.next()
            words.append(str(self.api.constants[word]) if word in self.api.constants
                         else word.rstrip("uUlL") if word[0].isdigit() else word)
        if not all(re.fullmatch(r"\d+|0x[0-9a-fA-F]+|[-+*/()|<>]", word) for word in words):
            raise self.fail("no number: " + " ".join(words))
        return int(eval(" ".join(words).replace("< <", "<<"), {"__builtins__": {}}))

    def arguments(self, result: Type) -> Signature:
        self.expect("(")
        signature = Signature(result, [])
        if self.peek() == "void" and self.peek(1) == ")":
            self.next()
        while self.peek() != ")":
            if self.peek() == ".":
                while self.peek() == ".":
                    self.next()
                signature.variadic = True
                continue
            name, kind = self.declarator(self.base())
            if kind.arrays:  # an array as an argument is a pointer
                kind = Type(kind.base, kind.stars + 1)
            signature.arguments.append((name, kind))
            if self.peek() == ",":
                self.next()
        self.expect(")")
        return signature

    def members(self) -> list[tuple[str, Type, str]]:
        self.expect("{")
        found: list[tuple[str, Type, str]] = []
        while self.peek() != "}":
            base, first = self.base(), len(found)
            while True:
                name, kind = self.declarator(base)
                found.append((name, kind, ""))
                if self.peek() != ",":
                    break
                self.next()
            self.expect(";")
            doc = self.comment_behind()
            found[first:] = [(name, kind, doc) for name, kind, _ in found[first:]]
        self.expect("}")
        return found

    def enumerators(self) -> list[tuple[str, int, str]]:
        self.expect("{")
        found: list[tuple[str, int, str]] = []
        if self.peek() == "#":
            raise self.fail("no enumerator")
        while self.peek() != "}":
            if self.tokens[self.at].kind == "define":
                self.at += 1
                continue
            name = self.next()
            if name == "ADROP_STATUS_MAP":
                self.arguments(Type("void"))
                found += self.api.statuses
                continue
            value = found[-1][1] + 1 if found else 0
            if self.peek() == "=":
                self.next()
                value = self.number()
            if self.peek() == ",":
                self.next()
            self.api.constants[name] = value
            found.append((name, value, self.comment_behind()))
        self.expect("}")
        return found

    def define(self, text: str) -> None:
        text = text.replace("\\\n", " ")
        if text.lstrip(" #").startswith("define ADROP_STATUS_MAP"):
            for name, value, words in re.findall(r'ROW\((\w+), (\d+), "([^"]*)"\)', text):
                self.api.statuses.append(("ADROP_" + name, int(value), words))
                self.api.constants["ADROP_" + name] = int(value)
        simple = re.match(r"\s*#\s*define\s+(ADROP_\w+)\s+(.+)$", text)
        if simple:
            value = re.sub(r"/\*.*", "", simple[2]).strip()
            for known in sorted(self.api.constants, key=len, reverse=True):
                value = re.sub(rf"\b{known}\b", str(self.api.constants[known]), value)
            if re.fullmatch(r"[\d\s+*()-]+", value):
                self.api.constants[simple[1]] = int(eval(value, {"__builtins__": {}}))

    def typedef(self, doc: str) -> None:
        if self.peek() in ("struct", "enum") and self.peek(2) in ("{", self.peek(1)):
            kind, name = self.next(), self.next()
            if self.peek() != "{":
                self.api.opaque.append(name)
            elif kind == "struct":
                self.api.structs[name] = Struct(name, doc, self.path.stem, self.members())
            else:
                self.api.enums.append(Enum(name, doc, self.enumerators()))
            if self.next() != name:
                raise self.fail(f"typedef of {name} has another name")
        elif self.peek() == "struct" and self.peek(1) == "{":
            self.next()
            members = self.members()
            name = self.next()
            self.api.structs[name] = Struct(name, doc, self.path.stem, members)
        else:
            base = self.base()
            name, kind = self.declarator(base)
            self.api.callbacks[name] = (self.arguments(kind), doc)
        self.expect(";")

    def function(self, doc: str) -> None:
        base = self.base()
        name, kind = self.declarator(base)
        self.api.functions.append(Function(name, doc, self.path.stem, self.arguments(kind)))
        self.expect(";")

    def read(self) -> None:
        doc, doc_line, first = "", 0, True
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.kind == "comment":
                self.at += 1
                if not first:
                    doc, doc_line = prose(token.text), token.line + token.text.count("\n")
                first = False
            elif token.kind == "define":
                self.at += 1
                self.define(token.text)
                doc_line += token.text.count("\n") + 1 if doc_line + 1 >= token.line else 0
            else:
                mine = doc if token.line - doc_line <= 1 else ""
                line = token.line
                word = self.next()
                if word == "typedef":
                    self.typedef(mine)
                elif word == "ADROP_PRINTF":
                    self.arguments_of_macro()
                    continue
                elif word == "ADROP_API":
                    self.function(mine)
                elif word == "enum":
                    self.api.enums.append(Enum("", mine, self.enumerators()))
                    self.expect(";")
                elif word not in ("ADROP_BEGIN_DECLS", "ADROP_END_DECLS"):
                    raise self.fail(f"no declaration after '{word}'")
                if mine and self.at < len(self.tokens) and word in ("ADROP_API", "typedef"):
                    # One comment above several declarations without a blank line is of all of them.
                    doc_line += self.tokens[self.at - 1].line - line + 1

    def arguments_of_macro(self) -> None:
        while self.next() != ")":
            pass


def headers() -> list[pathlib.Path]:
    """Public headers in the order of what they include."""
    order: list[str] = []

    def visit(name: str) -> None:
        if name in order:
            return
        text = (INCLUDE / name).read_text(encoding="utf-8")
        for included in re.findall(r'^#\s*include "adrop/(\w+\.h)"', text, re.MULTILINE):
            visit(included)
        order.append(name)

    for path in sorted(INCLUDE.glob("*.h")):
        visit(path.name)
    return [INCLUDE / name for name in order if name not in ("adrop.h", "lab.h", "export.h")]


def read_api() -> Api:
    api = Api()
    for path in headers():
        Reader(path, api).read()
    return api


# -- What Python sees --------------------------------------------------------------------

class Writer:
    def __init__(self, api: Api) -> None:
        self.api = api
        self.enums = api.enum_names()

    def value_type(self, kind: Type) -> str:
        """The ctypes type of a struct's member, a result or an argument."""
        if kind.function:
            return self.function_type(kind.function)
        if kind.stars == 0:
            if kind.base == "void":
                return "None"
            if kind.base in self.enums:
                made = "c_int"
            else:
                made = SCALARS.get(kind.base, kind.base)
            for size in reversed(kind.arrays):
                made = f"{made} * {size}"
            return made
        if kind.base in self.api.callbacks:
            made = kind.base
            kind = Type(kind.base, kind.stars - 1, kind.arrays)
        elif kind.base == "char":
            made = "c_char_p"
        elif kind.base in self.api.structs:
            made = f"POINTER({kind.base})"
        else:  # memory, numbers, handles: addresses
            made = "c_void_p"
        for _ in range(kind.stars - 1):
            made = f"POINTER({made})"
        for size in reversed(kind.arrays):
            made = f"{made} * {size}"
        return made

    def function_type(self, signature: Signature) -> str:
        names = [self.value_type(signature.result)]
        names += [self.value_type(kind) for _, kind in signature.arguments]
        return f"CFUNCTYPE({', '.join(names)})"

    def stub_type(self, kind: Type, out: bool = False) -> str:
        """The type that a stub says: what ctypes gives and takes for it."""
        if kind.function or kind.base in self.api.callbacks:
            return "Any"
        if kind.stars or kind.arrays:
            if kind.base == "char" and kind.stars == 1 and not kind.arrays:
                return "Text | None" if out else "Text | Array[c_char] | None"
            if kind.base == "char" and kind.arrays and not kind.stars:
                return "Text"
            return "int | None" if out and kind.stars == 1 and kind.base not in self.api.structs else "Any"
        if kind.base in ("float", "double"):
            return "float"
        if kind.base == "char":
            return "Text"
        if kind.base in SCALARS or kind.base in self.enums:
            return "int"
        return "None" if kind.base == "void" else kind.base

    @staticmethod
    def docstring(text: str, indent: str) -> str:
        if not text:
            return ""
        text = text.replace("\\", "\\\\").replace('"""', "'''")
        lines = [indent + line if line else "" for line in text.split("\n")]
        lines[0] = f'{indent}"""{lines[0].strip()}'
        if text.endswith('"'):
            lines[-1] += " "
        return "\n".join(lines) + '"""\n'

    def struct_doc(self, struct: Struct) -> str:
        lines = [struct.doc] if struct.doc else [f"{struct.name} of adrop/{struct.header}.h"]
        documented = [(name, " ".join(doc.split())) for name, _, doc in struct.members if doc]
        if documented:
            lines += [""] + [f"{name}: {doc}" for name, doc in documented]
        return "\n".join(lines)

    def ordered_structs(self) -> list[Struct]:
        """Structs behind those that they contain or point to."""
        done: dict[str, Struct] = {}

        def visit(struct: Struct) -> None:
            if struct.name in done:
                return
            for _, kind, _ in struct.members:
                types = [kind]
                if kind.function:
                    types = [kind.function.result] + [t for _, t in kind.function.arguments]
                for one in types:
                    if one.base in self.api.callbacks:
                        for _, argument in self.api.callbacks[one.base][0].arguments:
                            if argument.base in self.api.structs:
                                visit(self.api.structs[argument.base])
                    if one.base in self.api.structs and one.base != struct.name:
                        visit(self.api.structs[one.base])
            done[struct.name] = struct

        for struct in self.api.structs.values():
            visit(struct)
        return list(done.values())

    # The module.
    def module(self) -> str:
        out = ['"""The C interface of adrop: made by tools/bind.py from include/adrop/*.h.\n\n'
               "Handles and arrays of numbers are addresses (c_void_p), texts are bytes. FUNCTIONS has result,\n"
               'arguments and description of each function; _library.py binds them when they are used.\n"""\n'
               "from __future__ import annotations\n\n"
               "import enum\n", "", "from typing import Any\n\n"]
        out.append(f"VERSION = {self.api.constants['ADROP_VERSION']}\n")
        for name, value in self.defines():
            out.append(f"{name} = {value}\n")
        out.append("\n")
        for e in self.api.enums:
            if e.name:
                out.append(f"\nclass {e.name}(enum.IntEnum):\n{self.docstring(e.doc, '    ')}")
                out += [f"    {name} = {value}\n" for name, value, _ in e.values]
                out.append("\n")
        for e in self.api.enums:
            out += [f"{name} = {value}\n" for name, value, _ in e.values]
        out.append("\n")
        made: set[str] = set()
        for struct in self.ordered_structs():
            for _, kind, _ in struct.members:
                if kind.base in self.api.callbacks and kind.base not in made:
                    made.add(kind.base)
                    out.append(f"{kind.base} = {self.function_type(self.api.callbacks[kind.base][0])}\n")
            out.append(f"\nclass {struct.name}(Structure):\n{self.docstring(self.struct_doc(struct), '    ')}")
            out.append("    _fields_ = [\n")
            out += [f'        ("{name}", {self.value_type(kind)}),\n' for name, kind, _ in struct.members]
            out.append("    ]\n\n")
        for name, (signature, _) in self.api.callbacks.items():
            if name not in made:
                out.append(f"{name} = {self.function_type(signature)}\n")
        out.append("\nSTRUCTS: dict[str, type[Structure]] = {\n")
        out += [f'    "{name}": {name},\n' for name in self.api.structs]
        out.append("}\n\nFUNCTIONS: dict[str, tuple[Any, tuple[Any, ...], str]] = {\n")
        for f in self.api.functions:
            if f.signature.variadic:
                continue
            types = ", ".join(self.value_type(kind) for _, kind in f.signature.arguments)
            comma = "," if len(f.signature.arguments) == 1 else ""
            out.append(f'    "{f.name}": ({self.value_type(f.signature.result)}, ({types}{comma}),\n'
                       f"        {f.doc!r}),\n")
        out.append("}\n")
        types = set(re.findall(r"\bc_(?:char_p|void_p|size_t|[a-z]+[0-9]*)\b", "".join(out)))
        out[1] = textwrap.fill(f"from ctypes import (CFUNCTYPE, POINTER, Structure, {', '.join(sorted(types))})", 110,
                               subsequent_indent=" " * 20) + "\n"
        return "".join(out)

    def defines(self) -> list[tuple[str, int]]:
        ours = {name for e in self.api.enums for name, _, _ in e.values}
        return [(name, value) for name, value in self.api.constants.items()
                if name not in ours and not name.startswith("ADROP_VERSION")]

    # Its stub.
    def stub(self) -> str:
        out = ["# The stub of _generated.py: made by tools/bind.py from include/adrop/*.h.\n"
               "import enum\nfrom ctypes import Array, Structure, c_char\nfrom typing import Any\n\n"
               "Text = bytes  # a struct has a member of that name\n"
               "VERSION: int\n"]
        out += [f"{name}: int\n" for name, _ in self.defines()]
        out.append("\n")
        for e in self.api.enums:
            if e.name:
                out.append(f"class {e.name}(enum.IntEnum):\n")
                out += [f"    {name} = {value}\n" for name, value, _ in e.values]
                out.append("\n")
        for e in self.api.enums:
            out += [f"{name}: int\n" for name, _, _ in e.values]
        out.append("\n")
        out += [f"{name}: Any\n" for name in self.api.callbacks]
        for struct in self.api.structs.values():
            out.append(f"\nclass {struct.name}(Structure):\n{self.docstring(self.struct_doc(struct), '    ')}")
            out += [f"    {name}: {self.stub_type(kind, True)}\n" if name not in PYTHON_WORDS else f"    # {name}: by getattr\n"
                    for name, kind, _ in struct.members]
        out.append("\nclass Functions:\n"
                   '    """Every function of the libraries; arguments are what ctypes takes for them."""\n')
        for f in self.api.functions:
            if f.signature.variadic:
                continue
            arguments = ["self"]
            for i, (name, kind) in enumerate(f.signature.arguments):
                name = name if name and name not in PYTHON_WORDS else f"{name or 'a'}_{i}"
                arguments.append(f"{name}: {self.argument_type(kind)}")
            doc = self.docstring(f.doc, "        ")
            out.append(f"    def {f.name}({', '.join(arguments)}) -> {self.stub_type(f.signature.result, True)}:"
                       f"{chr(10) + doc if doc else ''}{'        ' if doc else ' '}...\n")
        out.append("\nSTRUCTS: dict[str, type[Structure]]\n"
                   "FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...], str]]\n")
        return "".join(out)

    def argument_type(self, kind: Type) -> str:
        """Addresses are taken as integers, arrays, byref(): Any. Numbers and texts are checked."""
        return self.stub_type(kind)


PYTHON_WORDS = {"from", "in", "is", "lambda", "def", "class", "pass", "with", "as", "not", "and", "or"}


def layout_program(api: Api) -> str:
    """A C program that prints `name size`, `name.member offset` and `enumerator value`."""
    lines = ["#include <stddef.h>", "#include <stdio.h>", '#include "adrop/lab.h"', "int main(void)", "{"]
    for struct in api.structs.values():
        lines.append(f'    printf("{struct.name} %zu\\n", sizeof({struct.name}));')
        lines += [f'    printf("{struct.name}.{name} %zu\\n", offsetof({struct.name}, {name}));'
                  for name, _, _ in struct.members]
    for e in api.enums:
        lines += [f'    printf("{name} %d\\n", (int)({name}));' for name, _, _ in e.values]
    return "\n".join(lines + ["    return 0;", "}", ""])


def main() -> int:
    api = read_api()
    if "--layout" in sys.argv[1:]:
        print(layout_program(api), end="")
        return 0
    writer = Writer(api)
    status = 0
    for path, text in ((TARGET, writer.module()), (TARGET.with_suffix(".pyi"), writer.stub())):
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if "--check" not in sys.argv[1:]:
            path.write_text(text, encoding="utf-8")
        elif old != text:
            status = 1
            print(f"{path.relative_to(ROOT)} is not what tools/bind.py makes of the headers:")
            print("\n".join(list(difflib.unified_diff(old.split("\n"), text.split("\n"), "kept", "made", lineterm=""))[:30]))
    return status


if __name__ == "__main__":
    sys.exit(main())
