#!/usr/bin/env python3
"""Nothing in src/ depends on the locale of the program that uses the library: no strtod, no ctype, no
strcoll, and no printf of fractions but by base/format.h, which has the C locale. cli/ sets LC_CTYPE
alone, so its fractions have a point; letters and order are held to the same rule there."""
import pathlib
import re
import sys

NAMES = """strtod strtof strtold atof strcoll strxfrm alphasort strcasecmp strncasecmp strcasestr localeconv setlocale uselocale
isalpha isdigit isspace isalnum isupper islower ispunct isprint iscntrl isxdigit isgraph isblank toupper tolower
mbstowcs wcstombs mbrtowc wcrtomb mbtowc wcwidth""".split()
# where the C locale is made, and where the terminal's character set is asked for
MAY = {"src/base/number.c": {"uselocale"}, "src/base/format.c": {"uselocale"}, "cli/out.c": {"setlocale"}}
PRINT = re.compile(r"\b(v?[sf]?n?printf|v?d?printf|v?asprintf|s?scanf|fscanf)\s*\(")
FRACTION = re.compile(r"%[-+ #0']*(?:\d+|\*)?(?:\.(\d+|\*)?)?[lL]?[aAeEfFgG]")


def bare(text):
    """Comments blanked, line ends kept."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)


def without_strings(text):
    return re.sub(r'"(?:\\.|[^"\\\n])*"', lambda m: '"' + " " * (len(m.group()) - 2) + '"', text)


def call(text, at):
    """The arguments of the call whose parenthesis is at `at`."""
    depth, i, quoted = 0, at, False
    while i < len(text):
        c = text[i]
        if quoted:
            i += c == "\\"
            quoted = c != '"'
        elif c == '"':
            quoted = True
        elif c in "()":
            depth += 1 if c == "(" else -1
            if not depth:
                return text[at:i]
        i += 1
    return text[at:]


def look(path, text):
    found, plain = [], bare(text)
    hidden = without_strings(plain)
    for m in re.finditer(r"\b(%s)\b" % "|".join(NAMES), hidden):
        if m.group() not in MAY.get(path, ()):
            found.append((m.start(), "%s depends on the locale: see base/number.h, base/ascii.h" % m.group()))
    for m in PRINT.finditer(hidden):
        if not path.startswith("src/") or path in MAY:
            continue
        for s in re.findall(r'"((?:\\.|[^"\\\n])*)"', call(plain, m.end() - 1)):
            for f in FRACTION.finditer(s.replace("%%", "")):
                if f.group(1) != "0" or "scanf" in m.group():
                    found.append((m.start(), "%s with '%s': use ad_print of base/format.h" % (m.group(1), f.group())))
    return ["%s:%d: %s" % (path, text.count("\n", 0, at) + 1, what) for at, what in found]


def main():
    # the check must be able to fail
    assert look("src/x.c", 'x = strtod(t, &e);') and look("src/x.c", 'snprintf(a, n,\n "%s %.2f", b, c);')
    assert look("src/x.c", 'if (isalpha(c))') and look("src/x.c", 'sscanf(a, "%lf", &x)')
    assert not look("src/x.c", '/* strtod */ snprintf(a, n, "%.0f %% of %s strtod", x, y); ad_print(a, n, "%g", x);')
    found = []
    for path in sorted(p for top in ("src", "cli") for p in pathlib.Path(top).rglob("*.[ch]")):
        found += look(str(path), path.read_text(encoding="utf-8"))
    print("\n".join(found) if found else "no call depends on the locale")
    sys.exit(bool(found))


main()
