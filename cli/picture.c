/* Images as characters (picture.h). A character is twice as high as wide, so a picture has half as
 * many lines as columns for its shape. Each cell is the mean of its pixels. */
#include "picture.h"

#include <stdlib.h>
#include <string.h>

#include "out.h"
#include "terminal.h"

enum { WIDEST = 24, HIGHEST = 24, GAP = 2, MARGIN = 2, N_SHADES = 5 };

static const char *const blocks[N_SHADES] = { " ", "░", "▒", "▓", "█" };
static const char *const plain[N_SHADES] = { " ", ".", "+", "%", "@" };

typedef struct {
    size_t channels, height, width; /* of an image */
    size_t columns, lines;          /* of its drawing */
    const char *const *shades;
} frame;

static frame picture_fit(size_t channels, size_t height, size_t width, int utf8)
{
    frame f = { channels, height, width, .shades = utf8 ? blocks : plain };

    f.columns = 2 * width < WIDEST ? 2 * width : WIDEST;
    f.lines = (f.columns * height + width) / (2 * width);
    f.lines = f.lines < 1 ? 1 : f.lines > HIGHEST ? HIGHEST : f.lines;
    return f;
}

/* Pixels [*from, *to) of n covered by part i of m, at least one. */
static void cover(size_t i, size_t m, size_t n, size_t *from, size_t *to)
{
    *from = i * n / m;
    *to = (i + 1) * n / m;
    if (*to == *from)
        ++*to;
}

static double picture_cell(const frame *f, const float *x, size_t line, size_t column)
{
    size_t top, bottom, left, right;
    double sum = 0;

    cover(line, f->lines, f->height, &top, &bottom);
    cover(column, f->columns, f->width, &left, &right);
    for (size_t c = 0; c < f->channels; c++)
        for (size_t h = top; h < bottom; h++)
            for (size_t w = left; w < right; w++)
                sum += (double)x[(c * f->height + h) * f->width + w];
    return sum / (double)(f->channels * (bottom - top) * (right - left));
}

/* The shades of an image, (lines, columns). */
static void shade(const frame *f, const float *x, unsigned char *shades)
{
    double low = picture_cell(f, x, 0, 0), high = low;

    for (size_t i = 0; i < f->lines * f->columns; i++) {
        const double v = picture_cell(f, x, i / f->columns, i % f->columns);
        low = v < low ? v : low;
        high = v > high ? v : high;
    }
    for (size_t i = 0; i < f->lines * f->columns; i++) {
        const double v = picture_cell(f, x, i / f->columns, i % f->columns);
        const int level = high > low ? (int)(N_SHADES * (v - low) / (high - low)) : 0;
        shades[i] = (unsigned char)(level < N_SHADES ? level : N_SHADES - 1);
    }
}

/* One line of all images in a strip, without trailing blanks. */
static void draw_line(FILE *file, const frame *f, const unsigned char *shades, size_t n,
                      size_t line)
{
    const size_t area = f->lines * f->columns;
    size_t blanks = 0; /* not yet written */

    for (size_t k = 0; k < n; k++) {
        blanks += k ? GAP : MARGIN;
        for (size_t i = 0; i < f->columns; i++) {
            const unsigned char level = shades[k * area + line * f->columns + i];
            blanks += !level;
            if (!level)
                continue;
            fprintf(file, "%*s%s", (int)blanks, "", f->shades[level]);
            blanks = 0;
        }
    }
    fputc('\n', file);
}

/* Captions cut to the width: continuation bytes of UTF-8 take no column. */
static void draw_captions(FILE *file, const frame *f, const picture *pictures, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        size_t used = 0;
        fprintf(file, "%*s", k ? GAP : MARGIN, "");
        for (const char *c = OUT_CLEAN(pictures[k].caption); *c; c++) {
            used += ((unsigned char)*c & 0xC0) != 0x80;
            if (used > f->columns)
                break;
            fputc(*c, file);
        }
        if (k + 1 < n && used < f->columns)
            fprintf(file, "%*s", (int)(f->columns - used), "");
    }
    fputc('\n', file);
}

void picture_draw(FILE *file, const picture *pictures, size_t n, size_t channels, size_t height,
                  size_t width, int utf8)
{
    const frame f = picture_fit(channels, height, width, utf8);
    const size_t area = f.lines * f.columns;
    const size_t fits = (terminal_columns(stdout) - MARGIN + GAP) / (f.columns + GAP);
    const size_t room = fits ? fits : 1;
    unsigned char *shades = out_memory(room * area, 1);

    while (n > 0) {
        const size_t strip = n < room ? n : room;
        for (size_t k = 0; k < strip; k++)
            shade(&f, pictures[k].x, shades + k * area);
        for (size_t line = 0; line < f.lines; line++)
            draw_line(file, &f, shades, strip, line);
        draw_captions(file, &f, pictures, strip);
        pictures += strip;
        n -= strip;
    }
    free(shades);
}
