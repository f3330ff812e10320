"""What a page made by adrop must satisfy in a browser; each check returns what is wrong, as text.

    from checks import Checks
    checks = Checks()
    with Chromium() as browser:
        checks.every_look(browser, "build/report.html", "report")     # wide, phone, light, dark
        ...more, with checks.equal, checks.that...
    sys.exit(checks.result())

Screenshots are left in build/screenshots/, to be looked at.
"""

import json
import os
import pathlib

LOOKS = {
    "wide": {"width": 1280, "height": 900},
    "dark": {"width": 1280, "height": 900, "dark": True},
    "phone": {"width": 390, "height": 844, "touch": True},
    "phone-dark": {"width": 390, "height": 844, "touch": True, "dark": True},
    "narrow": {"width": 320, "height": 640, "touch": True},
}

IN_PAGE = (pathlib.Path(__file__).parent / "in_page.js").read_text()


def ask(page, name, *arguments):
    """The answer of a function of in_page.js."""
    return page.evaluate("(%s).%s(%s)" % (IN_PAGE.strip().removesuffix(";"), name,
                                         ", ".join(json.dumps(a) for a in arguments)))


def console(page):
    page.settle()
    return ["the console says: " + m for m in page.messages]


def network(page):
    """Nothing but the page itself may be asked for; data: and blob: do not leave the file."""
    page.settle()
    return ["asks for " + r for r in page.requests
            if r.split("#")[0] != page.address.split("#")[0] and not r.startswith(("data:", "blob:"))]


def figures(page, at_least=0):
    bad = ask(page, "brokenFigures")
    n = ask(page, "countFigures")
    if n < at_least:
        bad.append("%d figures, at least %d were expected" % (n, at_least))
    return bad


def screenshot_path(name):
    return os.path.join(os.environ.get("BUILD", "build"), "screenshots", name + ".png")


class Checks:
    """Counts what holds and what does not, and says the latter."""

    def __init__(self):
        self.good, self.bad = 0, 0

    def that(self, truth, text):
        if truth:
            self.good += 1
        else:
            self.bad += 1
            print("FAILED: " + text)

    def equal(self, got, wanted, where):
        self.that(got == wanted, "%s: %r, not %r" % (where, got, wanted))

    def none(self, problems, where):
        """A check's list is empty; at most ten of it are said."""
        self.good += not problems
        for text in problems[:10]:
            self.bad += 1
            print("FAILED: %s: %s" % (where, text))

    def page(self, page, where, at_least_figures=0):
        """All that holds of any page, as it is now."""
        self.none(console(page), where)
        self.none(network(page), where)
        self.none(figures(page, at_least_figures), where)
        for name in ("overlappingTexts", "lowContrast", "overflow", "unnamed", "outside"):
            self.none(ask(page, name), where)

    def every_look(self, browser, address, name, at_least_figures=0, prepare=None, looks=LOOKS):
        """The page at all widths, light and dark; prepare(page) brings it into its state."""
        for look, how in looks.items():
            page = browser.open(address, **how)
            if prepare:
                prepare(page)
            self.page(page, "%s, %s" % (name, look), at_least_figures)
            page.screenshot(screenshot_path("%s-%s" % (name, look)))
            page.close()

    def result(self):
        print("%d checks hold, %d do not" % (self.good, self.bad))
        return 1 if self.bad or not self.good else 0
