/* A document as GitHub's Markdown. */
#include "document/document.h"
#include "figure/table.h"

static void put_heading(ad_text *out, const char *text)
{
    ad_text_put(out, "### ", 4);
    ad_table_put_markdown(out, text);
    ad_text_put(out, "\n", 1);
}

static void put_sentence(ad_text *out, const char *text)
{
    ad_table_put_markdown(out, text);
    ad_text_put(out, "\n", 1);
}

void ad_document_markdown(const ad_document_writer *w)
{
    static const ad_document_style style = { .table = ADROP_TABLE_MARKDOWN,
                                             .heading = put_heading,
                                             .sentence = put_sentence };

    ad_document_styled(w, &style);
}
