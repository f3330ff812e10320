"""The mutants of a C file: small changes, each of one place inside a function, as a slip of the pen
would make them. Comments, texts, macros, asserts, sizes of arrays, static tables and whatever is outside
functions are left alone; calls that free or close something, too: leaks are for the sanitizers.

    comparison   < and <=, > and >=, == and != take each other's place
    logic        && and || do
    condition    of an if or a while is negated
    operand      a + b, a - b, a * b, a / b become a
    constant     1 becomes 0, another whole number grows by one, others are doubled (0.0 becomes 1.0)
    call         a statement that is a call is dropped
    assignment   a statement that assigns or counts is dropped
    return       a function returns at once, 0 where it has a value
"""
import hashlib
import re
from dataclasses import dataclass
from typing import Iterator, NamedTuple, Optional


class Token(NamedTuple):
    kind: str  # text, number, name, sign
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Mutant:
    file: str
    function: str
    line: int  # from 1
    kind: str
    start: int  # in characters of the file: what [start, end) is replaced by new
    end: int
    new: str
    before: str  # the line, and what becomes of it, without indentation
    after: str

    @property
    def module(self) -> str:
        return self.file.split("/")[1]

    @property
    def key(self) -> str:
        """Stays the same when other lines change."""
        return "\n".join([self.file, self.function, self.before, self.after])


TOKEN = re.compile(
    r"""(?P<space>\s+ | //[^\n]* | /\*.*?\*/ | \#(?:\\.|/\*.*?\*/|[^\n\\])*)
      | (?P<text>(?:u8|[LuU])?"(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*')
      | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
      | (?P<name>[A-Za-z_]\w*)
      | (?P<sign>->|\+\+|--|<<=|>>=|<<|>>|[-+*/%&|^<>=!]=|&&|\|\||.)""", re.S | re.X)
PAIRS = {"(": ")", "[": "]", "{": "}"}
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ASSIGNS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
UNTOUCHED = {"assert", "static_assert", "_Static_assert", "sizeof", "_Alignas"}
WORDS = {"return", "case", "goto", "else", "do", "if", "for", "while", "switch", "break", "continue", "default"}
GIVES_BACK = re.compile(r"(^|_)(free|close|fclose|closedir|destroy|release|va_start|va_end)(_|$)")


def tokens_of(text: str) -> list[Token]:
    return [Token(m.lastgroup or "", m.group(), m.start(), m.end())
            for m in TOKEN.finditer(text) if m.lastgroup != "space"]


def partners(tokens: list[Token]) -> dict[int, int]:
    """Each bracket's other one."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for i, t in enumerate(tokens):
        if t.kind == "sign" and t.text in PAIRS:
            opened.append(i)
        elif t.kind == "sign" and t.text in PAIRS.values() and opened:
            found[i] = opened.pop()
            found[found[i]] = i
    return found


class File:
    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self.tokens = tokens_of(text)
        self.partner = partners(self.tokens)
        self.lines = text.split("\n")

    def at(self, i: int) -> str:
        """A token's text; none behind either end, and none of texts, whatever they hold."""
        return self.tokens[i].text if 0 <= i < len(self.tokens) and self.tokens[i].kind != "text" else ""

    def functions(self) -> Iterator[tuple[str, bool, int, int]]:
        """Name, whether it returns nothing, and the tokens of the body."""
        i = begin = 0
        while i < len(self.tokens):
            if self.at(i) == "{":
                end = self.partner.get(i, len(self.tokens))
                if self.at(i - 1) == ")":
                    head = self.partner[i - 1] - 1
                    if self.at(head) == ")":  # MACRO(name)(arguments)
                        head -= 1
                    first = [t.text for t in self.tokens[begin:head] if t.text not in ("static", "inline")]
                    yield self.at(head), first[:1] == ["void"] and "*" not in first, i + 1, end
                i = end
            if self.at(i) in (";", "}"):
                begin = i + 1
            i += 1

    def mutant(self, function: str, kind: str, start: int, end: int, new: str) -> Mutant:
        """Replaces text of one line, or of several that become one."""
        line = self.text.count("\n", 0, start)
        head = self.text.rfind("\n", 0, start) + 1
        tail = self.text.find("\n", end)
        before = self.text[head:tail]
        after = self.text[head:start] + new + self.text[end:tail]
        return Mutant(self.name, function, line + 1, kind, start, end, new, " ".join(before.split()),
                      " ".join(after.split()))

    def operand(self, i: int) -> Optional[int]:
        """The token behind an operand that begins at i: casts and signs, a name, number or bracket, then
        brackets and members."""
        while self.at(i) in ("-", "!", "~", "&", "*", "++", "--"):
            i += 1
        if self.at(i) == "(":
            i = self.partner[i] + 1
            if self.at(i) == "(" or i < len(self.tokens) and self.tokens[i].kind in ("name", "number"):
                return self.operand(i)  # that was a cast
        elif i < len(self.tokens) and self.tokens[i].kind in ("name", "number") and self.at(i) not in WORDS:
            i += 1
        else:
            return None
        while True:
            if self.at(i) in ("(", "["):
                i = self.partner[i] + 1
            elif self.at(i) in (".", "->"):
                i += 2
            elif self.at(i) in ("++", "--"):
                i += 1
            else:
                return i

    def starts_statement(self, i: int) -> bool:
        before = self.at(i - 1)
        if before == ")":
            return self.at(self.partner[i - 1] - 1) in ("if", "for", "while")
        return before in (";", "{", "}", "else", "do")

    def touched(self, i: int, end: int) -> Iterator[int]:
        """The tokens that may be mutated."""
        while i < end:
            if self.at(i) in UNTOUCHED and self.at(i + 1) == "(":
                i = self.partner[i + 1]
            elif self.at(i) in ("static", "enum"):  # a table, or names of numbers
                while i < end and self.at(i) != ";":
                    i = self.partner[i] if self.at(i) in PAIRS else i + 1
            elif self.at(i) == "[" and re.fullmatch(r"\w+|\*", self.at(i - 2)) and self.at(i - 2) not in WORDS:
                i = self.partner[i]  # the size of an array that is declared
            else:
                yield i
            i += 1

    def mutants(self) -> Iterator[Mutant]:
        for name, is_void, begin, end in self.functions():
            if begin < end:
                start = self.tokens[begin].start
                yield self.mutant(name, "return", start, start, "return; " if is_void else "return 0; ")
            in_for = 0  # a for's semicolons end no statement
            for i in self.touched(begin, end):
                if self.at(i) == "for":
                    in_for = self.partner[i + 1]
                yield from self.of_token(name, i)
                if i > in_for and self.starts_statement(i):
                    yield from self.of_statement(name, i)

    def of_token(self, name: str, i: int) -> Iterator[Mutant]:
        kind, text, start, end = self.tokens[i]
        if kind == "number":
            yield self.mutant(name, "constant", start, end, other_number(text))
        elif kind == "name" and text in ("if", "while") and self.at(i + 1) == "(":
            inner = self.text[self.tokens[i + 1].end:self.tokens[self.partner[i + 1]].start]
            start = self.tokens[i + 1].end
            yield self.mutant(name, "condition", start, start + len(inner), "!(" + inner + ")")
        elif kind == "sign" and text in COMPARISONS:
            yield self.mutant(name, "comparison", start, end, COMPARISONS[text])
        elif kind == "sign" and text in ("&&", "||"):
            yield self.mutant(name, "logic", start, end, "||" if text == "&&" else "&&")
        elif kind == "sign" and text in "+-*/" and self.text[start - 1].isspace() and self.text[end].isspace():
            behind = self.operand(i + 1)
            while behind and text in "+-" and self.at(behind) in ("*", "/", "%"):
                behind = self.operand(behind + 1)
            if behind and self.at(i - 1) not in ASSIGNS | WORDS:
                yield self.mutant(name, "operand", self.tokens[i - 1].end, self.tokens[behind - 1].end, "")

    def of_statement(self, name: str, i: int) -> Iterator[Mutant]:
        first = i
        if self.at(i) in ("++", "--", "*"):
            i += 1
        behind = self.operand(i) if self.at(i) not in WORDS | UNTOUCHED else None
        if not behind:
            return
        start = self.tokens[first].start
        if self.at(behind) == ";":
            called = self.at(self.partner[behind - 1] - 1) if self.at(behind - 1) == ")" else ""
            if called and not GIVES_BACK.search(called):
                yield self.mutant(name, "call", start, self.tokens[behind - 1].end, "")
            elif "++" in (self.at(first), self.at(behind - 1)) or "--" in (self.at(first), self.at(behind - 1)):
                yield self.mutant(name, "assignment", start, self.tokens[behind - 1].end, "")
        elif self.at(behind) in ASSIGNS:
            last = behind
            while self.at(last) not in (";", ""):
                last = self.partner[last] if self.at(last) in PAIRS else last + 1
            if self.at(last) == ";":
                yield self.mutant(name, "assignment", start, self.tokens[last - 1].end, "")


def other_number(text: str) -> str:
    whole = re.fullmatch(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)", text)
    if whole:
        if whole.group(1) == "1":
            return "0" + whole.group(2)
        return str(int(whole.group(1), 8 if re.fullmatch(r"0\d+", whole.group(1)) else 0) + 1) + whole.group(2)
    return "1.0" if re.fullmatch(r"0?\.0*[fF]?|0\.0*[fF]?", text) else "(2 * " + text + ")"


def number_of(*words: object) -> str:
    return hashlib.sha256("\n".join(map(str, words)).encode()).hexdigest()


def drawn(mutants: list[Mutant], seed: int) -> list[Mutant]:
    """In the order of a draw by lines: one of each line, in random order, then a second of each, ..; a
    mutant's place depends on its own line alone, so that a campaign survives changes of others."""
    by_line: dict[tuple[str, int], list[Mutant]] = {}
    for m in mutants:
        by_line.setdefault((m.file, m.line), []).append(m)
    order = []
    for of_line in by_line.values():
        of_line.sort(key=lambda m: number_of(seed, m.key))
        order += [(turn, number_of(seed, "line", m.key), m) for turn, m in enumerate(of_line)]
    return [m for _, _, m in sorted(order, key=lambda o: o[:2])]
