/* Colours and the style sheet of figures.
 *
 * Eight colours, found by a search over sRGB. Any two are at least 14 apart in CIELAB, for normal
 * sight and, by the matrices of Machado, Oliveira and Fernandes (2009), for people without red,
 * green or blue cones. Each has a contrast of at least 3 with the page (WCAG 2.1, 1.4.11).
 * tests/figure/check_palette.py computes both. The next eight styles add dashes. */
#include "figure/figure.h"
#include "figure/svg.h"

#define RULE(i, colour)                                                                            \
  ".adfig .s" #i " .line,.adfig .s" #i " .whisker{stroke:" colour "}"                              \
  ".adfig .s" #i " .mark,.adfig .s" #i " .fill,.adfig .s" #i " .band{fill:" colour "}"

#define LIGHT                                                                                      \
  ".adfig .paper{fill:#fff}.adfig text{fill:#1c2025}.adfig .soft,.adfig .tick{fill:#565d66}"       \
  ".adfig .grid{stroke:#dfe3e8}.adfig .axis{stroke:#6a717a}.adfig .ref{stroke:#565d66}"            \
  ".adfig .cell{fill:#0a67a6}.adfig .ring{stroke:#fff}"                                            \
  ".adfig .few,.adfig .some{fill:#000}.adfig .many{fill:#fff}" RULE(0, "#0a67a6")                  \
      RULE(1, "#a12a00") RULE(2, "#278455") RULE(3, "#d3599c") RULE(4, "#9c780d")                  \
          RULE(5, "#3f8fd0") RULE(6, "#4b1f7a") RULE(7, "#6b6b6b")

#define DARK                                                                                       \
  ".adfig .paper{fill:#14171c}.adfig text{fill:#e8eaed}.adfig .soft,.adfig .tick{fill:#a8b0ba}"    \
  ".adfig .grid{stroke:#2b3038}.adfig .axis{stroke:#89919b}.adfig .ref{stroke:#a8b0ba}"            \
  ".adfig .cell{fill:#62b9f8}.adfig .ring{stroke:#14171c}"                                         \
  ".adfig .few{fill:#fff}.adfig .some,.adfig .many{fill:#000}" RULE(0, "#62b9f8")                  \
      RULE(1, "#ff8a4c") RULE(2, "#1cbf93") RULE(3, "#e07bc0") RULE(4, "#e6c229")                  \
          RULE(5, "#3f7fd0") RULE(6, "#eec8ff") RULE(7, "#c0c4c8")

static const char css[] =
    ".adfig text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;"
    "font-size:12px}.adfig .title{font-size:14px;font-weight:600}.adfig .tick{font-size:11px}"
    ".adfig .grid,.adfig .axis,.adfig .ref{stroke-width:1;fill:none;shape-rendering:crispEdges}"
    ".adfig .ref{stroke-dasharray:4 3}.adfig .line{fill:none;stroke-width:1.8;"
    "stroke-linejoin:round;stroke-linecap:round}.adfig .dashed .line{stroke-dasharray:5 3}"
    ".adfig .band{fill-opacity:.18;stroke:none}.adfig .fill{fill-opacity:.75}"
    ".adfig .whisker{fill:none;stroke-width:1.5}.adfig .ring{stroke-width:1}"
    ".adfig .thin .line{stroke-width:1;stroke-opacity:.75}" LIGHT
    "@media screen and (prefers-color-scheme:dark){" DARK "}"; /* print on light paper */

const char *adrop_figure_css(void)
{
    return css;
}

int ad_palette_terminal(int style)
{
    /* close to the colours of the dark page, readable on light and dark terminals */
    static const int colours[AD_COLOURS] = { 33, 202, 35, 169, 136, 27, 97, 244 };

    return colours[style % AD_COLOURS];
}
