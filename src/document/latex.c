/* A document as LaTeX: tables as floats, headings as paragraphs. */
#include "document/document.h"
#include "figure/table.h"

static void put_heading(ad_text *out, const char *text)
{
    ad_text_add(out, "\\paragraph{");
    ad_table_put_latex(out, text);
    ad_text_add(out, "}\n");
}

static void put_sentence(ad_text *out, const char *text)
{
    ad_table_put_latex(out, text);
    ad_text_put(out, "\n", 1);
}

void ad_document_latex(const ad_document_writer *w)
{
    static const ad_document_style style = { .table = ADROP_TABLE_LATEX,
                                             .heading = put_heading,
                                             .sentence = put_sentence };

    ad_document_styled(w, &style);
}
