/* Terminal drawing (plot.h): every column is a stack of cells, filled in eighths from below. */
#include "plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/number.h"
#include "out.h"

static const char *const blocks[] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
static const char *const plain[] = { " ", " ", ".", ".", ":", ":", "|", "|", "#" };

typedef struct {
    double *bar; /* (width), owned: average density of the bin */
    size_t width, height;
    double top;         /* of the scale */
    double left, right; /* mass of the atom at 0, at 1 */
    int utf8;
} plot;

/* Bar heights from differences of the distribution function, without atoms. */
static void plot_fill(plot *p, const adrop_dist *d)
{
    adrop_atom atoms[2];
    size_t n = adrop_dist_atoms(d, atoms);

    for (size_t i = 0; i < n; i++)
        *(atoms[i].value < 0.5 ? &p->left : &p->right) += atoms[i].mass;
    double bins = (double)p->width, below = p->left;
    for (size_t i = 0; i < p->width; i++) {
        double upto = i + 1 == p->width ? 1 - p->right : adrop_dist_cdf(d, (double)(i + 1) / bins);
        p->bar[i] = upto > below ? (upto - below) * bins : 0;
        below = upto > below ? upto : below;
        if (p->bar[i] > p->top)
            p->top = p->bar[i];
    }
}

/* Eighths filled in the cell `line` lines above the axis, in a column of height `part`. */
static int eighths(const plot *p, double part, size_t line)
{
    double filled = 8 * (part * (double)p->height - (double)line);

    return filled <= 0 ? 0 : filled >= 8 ? 8 : (int)lround(filled);
}

static const char *spike(const plot *p, double mass, size_t line)
{
    if (mass <= 0 || (line > 0 && eighths(p, mass, line) < 4))
        return " ";
    return p->utf8 ? "┃" : "!";
}

static const char *plot_cell(const plot *p, size_t column, size_t line)
{
    if (column == 0)
        return spike(p, p->left, line);
    if (column > p->width)
        return spike(p, p->right, line);
    int filled = p->top > 0 ? eighths(p, p->bar[column - 1] / p->top, line) : 0;
    return (p->utf8 ? blocks : plain)[filled];
}

static void draw_line(FILE *file, const plot *p, size_t line, int margin)
{
    char label[ADROP_NUMBER_SIZE] = "";
    size_t columns = p->width + 2;

    if (line + 1 == p->height)
        adrop_number_round(label, p->top, 4);
    fprintf(file, "%*s %s", margin, label, p->utf8 ? "│" : "|");
    while (columns > 0 && !strcmp(plot_cell(p, columns - 1, line), " "))
        columns--;
    for (size_t i = 0; i < columns; i++)
        fputs(plot_cell(p, i, line), file);
    fputc('\n', file);
}

static void draw_axis(FILE *file, const plot *p, int margin)
{
    size_t half = p->width / 2;

    fprintf(file, "%*s %s", margin, "0", p->utf8 ? "└" : "+");
    for (size_t i = 0; i < p->width + 2; i++)
        fputs(p->utf8 ? "─" : "-", file);
    /* 0 below the left spike, 1 below the right one */
    fprintf(file, "\n%*s 0%*s%*s\n", margin + 1, "", (int)half + 1, "0.5", (int)(p->width - half),
            "1");
}

static void label_atoms(FILE *file, const plot *p, int margin)
{
    char left[64] = "", right[64] = "";

    if (p->left > 0)
        snprintf(left, sizeof left, "P(m = 0) = %s", OUT_NUMBER(p->left, 4));
    if (p->right > 0)
        snprintf(right, sizeof right, "P(m = 1) = %s", OUT_NUMBER(p->right, 4));
    size_t used = strlen(left), columns = p->width + 2;
    size_t gap = *right && columns > used + strlen(right) ? columns - used - strlen(right) : 2;
    if (*left || *right)
        fprintf(file, "%*s  %s%*s%s\n", margin, "", left, *right ? (int)gap : 0, "", right);
}

void plot_density(FILE *file, const adrop_dist *d, size_t width, size_t height, int utf8)
{
    plot p = { .width = width, .height = height, .utf8 = utf8 };
    char label[ADROP_NUMBER_SIZE];

    p.bar = out_memory(width, sizeof *p.bar);
    plot_fill(&p, d);
    int margin = (int)strlen(adrop_number_round(label, p.top, 4));
    label_atoms(file, &p, margin);
    for (size_t line = height; line-- > 0;)
        draw_line(file, &p, line, margin);
    draw_axis(file, &p, margin);
    free(p.bar);
}
