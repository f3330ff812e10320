#!/usr/bin/env python3
"""A terminal's pane as a picture: text on standard input, SVG on standard output.

Letters stay letters, so that the picture can be searched, copied and read aloud. Colours follow the
reader's light or dark setting.
"""
import sys
from xml.sax.saxutils import escape

WIDTH, HEIGHT, MARGIN = 7.25, 17, 12  # of a letter, of a line, around all
STYLE = """
  .paper { fill: #fbfbf9; stroke: #d5d5cf }
  text { font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #24292e; white-space: pre }
  .typed { font-weight: bold }
  @media (prefers-color-scheme: dark) { .paper { fill: #1c2026; stroke: #3a3f46 } text { fill: #d8dbe0 } }
"""


def main():
    lines = [line.rstrip() for line in sys.stdin.read().split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    columns = max(80, max(map(len, lines)))
    width = columns * WIDTH + 2 * MARGIN
    height = len(lines) * HEIGHT + 2 * MARGIN
    title = escape(sys.argv[1]) if len(sys.argv) > 1 else "a terminal"
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" role="img">')
    print(f"<title>{title}</title>\n<style>{STYLE}</style>")
    print(f'<rect class="paper" x="0.5" y="0.5" width="{width - 1:g}" height="{height - 1:g}" rx="6"/>')
    for i, line in enumerate(lines):
        if line:
            typed = ' class="typed"' if line.startswith("$ ") else ""
            size = len(line) * WIDTH  # whatever the reader's font is, columns stay under each other
            print(f'<text{typed} x="{MARGIN}" y="{MARGIN + HEIGHT * (i + 0.75):g}" textLength="{size:g}" '
                  f'lengthAdjust="spacingAndGlyphs" xml:space="preserve">{escape(line)}</text>')
    print("</svg>")


main()
