/* A document as CSV: everything with a key; in brief form the tables, with sentences as lines that
 * begin with '#'. */
#include "document/document.h"
#include "figure/table.h"

void ad_document_csv(const ad_document_writer *w)
{
    const ad_document_style style = { .table = ADROP_TABLE_CSV,
                                      .full = 1,
                                      .sentence = w->look->brief ? ad_table_put_csv_note : NULL };

    ad_document_styled(w, &style);
}
