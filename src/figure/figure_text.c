/* Texts and numbers of figures (figure.h). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "base/utf8.h"
#include "figure/figure.h"

/* Characters that move the cursor, end a line or change the writing direction. */
static int is_control(uint32_t c)
{
    return c < ' ' || (c >= 127 && c < 0xA0) || c == 0x61C || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF ||
           c == 0xFFFE || c == 0xFFFF;
}

size_t ad_figure_columns(const char *text)
{
    size_t n = 0;

    for (uint32_t c; (c = ad_utf8_next(&text));)
        n += is_control(c) ? 1 : ad_utf8_columns(c);
    return n;
}

/* Widths of Latin sans-serif letters, in ems: narrow, usual, wide. */
double ad_figure_pixels(const char *text, double size)
{
    double ems = 0;

    for (uint32_t c; (c = ad_utf8_next(&text));)
        if (c < 128 && strchr("iljtf.,:;'|!()[]I ", (int)c))
            ems += 0.38;
        else if (c < 128 && strchr("mwMW%@=+<>~#", (int)c))
            ems += 0.9;
        else if (c < 128)
            ems += c >= 'A' && c <= 'Z' ? 0.74 : 0.64;
        else
            ems += is_control(c) ? 0.64 : 0.68 * (double)ad_utf8_columns(c);
    return ems * size;
}

void ad_figure_put_text(ad_text *out, const char *text, size_t columns, int ascii)
{
    const int cut = ad_figure_columns(text) > columns;
    size_t used = 0;
    char bytes[5];

    for (uint32_t c; (c = ad_utf8_next(&text));) {
        const size_t wide = is_control(c) || (ascii && c > 127) ? 1 : ad_utf8_columns(c);
        if (used + wide > columns - (cut ? 1 : 0))
            break;
        used += wide;
        if (is_control(c) || (ascii && c > 127))
            ad_text_add(out, "%s", ascii && c == 0xD7 ? "x" : "?");
        else
            ad_text_add(out, "%s", ad_utf8_write(c, bytes));
    }
    if (cut)
        ad_text_add(out, "%s", ascii ? "~" : "…");
}

void ad_figure_put_xml(ad_text *out, const char *text)
{
    char bytes[5];

    for (uint32_t c; (c = ad_utf8_next(&text));) {
        const char *as = c == '&'                              ? "&amp;"
                         : c == '<'                            ? "&lt;"
                         : c == '>'                            ? "&gt;"
                         : c == '"'                            ? "&quot;"
                         : c == '\''                           ? "&#39;"
                         : c == '\n' || c == '\t' || c == '\r' ? " "
                         : is_control(c)                       ? "\xEF\xBF\xBD"
                                                               : ad_utf8_write(c, bytes);
        ad_text_put(out, as, strlen(as));
    }
}

void ad_figure_put_number(ad_text *out, double x, int digits)
{
    char text[ADROP_NUMBER_SIZE];

    if (!isfinite(x))
        return;
    if (digits)
        adrop_number_round(text, x, digits);
    else
        adrop_number_text(text, x);
    ad_text_put(out, text, strlen(text));
}

char *ad_figure_value(char buffer[AD_VALUE_SIZE], double x, double low, double high)
{
    char a[ADROP_NUMBER_SIZE], b[ADROP_NUMBER_SIZE], c[ADROP_NUMBER_SIZE];

    if (!isfinite(x))
        strcpy(buffer, "none");
    else if (isfinite(low) && isfinite(high))
        snprintf(buffer, AD_VALUE_SIZE, "%s (%s to %s)", adrop_number_round(a, x, 5),
                 adrop_number_round(b, low, 5), adrop_number_round(c, high, 5));
    else
        snprintf(buffer, AD_VALUE_SIZE, "%s", adrop_number_round(a, x, 5));
    return buffer;
}
