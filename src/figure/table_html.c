/* Tables as HTML: a <table> whose cells are text and nothing else; the title is its caption, notes
 * are paragraphs behind it. The page has the style sheet (src/report/page/report.css). */
#include "figure/figure.h"
#include "figure/table.h"

static void put_cell(ad_text *out, const char *tag, char align, const char *class, const char *text)
{
    ad_text_add(out, "<%s class=\"%c%s%s\"%s>", tag, align, *class ? " " : "", class,
                tag[1] == 'h' ? " scope=\"col\"" : "");
    ad_figure_put_xml(out, text);
    ad_text_add(out, "</%s>", tag);
}

void ad_table_html(const adrop_table *t, ad_text *out)
{
    static const char *const marks[] = { "", "best", "second" };

    ad_text_add(out, "<div class=\"wrap\" tabindex=\"0\" role=\"group\" aria-label=\"table");
    ad_text_add(out, "%s", *t->title ? ": " : "");
    ad_figure_put_xml(out, t->title);
    ad_text_add(out, "\"><table class=\"sort\"><thead><tr>");
    for (size_t i = 0; i < t->n_columns; i++)
        put_cell(out, "th", t->columns[i].align, "", t->columns[i].header);
    ad_text_add(out, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < t->n_cells; i++) {
        const size_t column = i % t->n_columns;
        if (!column)
            ad_text_add(out, t->cells[i].ruled ? "<tr class=\"ruled\">" : "<tr>");
        put_cell(out, "td", t->columns[column].align, marks[t->cells[i].mark], t->cells[i].text);
        if (column + 1 == t->n_columns)
            ad_text_add(out, "</tr>\n");
    }
    ad_text_add(out, "</tbody></table></div>\n");
    for (size_t i = 0; i < t->n_notes; i++) {
        ad_text_add(out, "<p class=\"soft\">");
        ad_figure_put_xml(out, t->notes[i]);
        ad_text_add(out, "</p>\n");
    }
}
