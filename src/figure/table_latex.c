/* Tables as LaTeX, with the rules of the package booktabs.
 *
 * After a row's `\\`, a '[' or '*' would be read as its argument, so both are put in braces. A '-'
 * before a digit is a minus sign where a number can begin. */
#include <string.h>

#include "base/utf8.h"
#include "figure/table.h"

/* The LaTeX for a character; NULL: the character itself. */
static const char *escaped(uint32_t c)
{
    static const struct {
        uint32_t c;
        const char *as;
    } list[] = {
        { '\\', "\\textbackslash{}" },
        { '{', "\\{" },
        { '}', "\\}" },
        { '$', "\\$" },
        { '&', "\\&" },
        { '#', "\\#" },
        { '%', "\\%" },
        { '_', "\\_" },
        { '~', "\\textasciitilde{}" },
        { '^', "\\textasciicircum{}" },
        { '<', "\\textless{}" },
        { '>', "\\textgreater{}" },
        { '|', "\\textbar{}" },
        { '"', "''" },
        { '[', "{[}" },
        { '*', "{*}" },
        { 0xB1, "$\\pm$" },
        { 0xD7, "$\\times$" },
        { AD_NO_CHARACTER, "?" },
    };

    if (c < ' ' || c == 127)
        return " ";
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (list[i].c == c)
            return list[i].as;
    return NULL;
}

void ad_table_put_latex(ad_text *out, const char *text)
{
    uint32_t before = ' ';
    char bytes[5];

    for (uint32_t c; (c = ad_utf8_next(&text)); before = c) {
        const char *as = escaped(c);
        const int may_begin = strchr(" [(", (int)(before < 127 ? before : 'x')) != NULL;
        if (c == '-' && may_begin && *text >= '0' && *text <= '9')
            as = "$-$";
        ad_text_add(out, "%s", as ? as : ad_utf8_write(c, bytes));
    }
}

static void table_latex_put_rows(const adrop_table *t, ad_text *out)
{
    static const char *const before[] = { "", "\\textbf{", "\\underline{" };
    const size_t n = t->n_columns;

    for (size_t i = 0; i < t->n_cells; i++) {
        const ad_table_cell *cell = &t->cells[i];
        ad_text_add(out, "%s%s%s", cell->ruled ? "    \\midrule\n" : "", i % n ? " & " : "    ",
                    before[cell->mark]);
        ad_table_put_latex(out, cell->text);
        ad_text_add(out, "%s%s", cell->mark ? "}" : "", (i + 1) % n ? "" : " \\\\\n");
    }
}

static void put_tabular(const adrop_table *t, ad_text *out)
{
    ad_text_add(out, "  \\begin{tabular}{");
    for (size_t i = 0; i < t->n_columns; i++)
        ad_text_add(out, "%c", t->columns[i].align);
    ad_text_add(out, "}\n    \\toprule\n    ");
    for (size_t i = 0; i < t->n_columns; i++) {
        ad_table_put_latex(out, t->columns[i].header);
        ad_text_add(out, i + 1 < t->n_columns ? " & " : " \\\\\n    \\midrule\n");
    }
    table_latex_put_rows(t, out);
    ad_text_add(out, "    \\bottomrule\n  \\end{tabular}\n");
}

void ad_table_latex(const adrop_table *t, ad_text *out)
{
    ad_text_add(out, "\\begin{table}\n  \\centering\n");
    if (*t->title) {
        ad_text_add(out, "  \\caption{");
        ad_table_put_latex(out, t->title);
        ad_text_add(out, "}\n");
    }
    put_tabular(t, out);
    for (size_t i = 0; i < t->n_notes; i++) {
        ad_text_add(out, "  \\par%s\\footnotesize ", i ? "" : "\\smallskip");
        ad_table_put_latex(out, t->notes[i]);
        ad_text_add(out, "\n");
    }
    ad_text_add(out, "\\end{table}\n");
}
