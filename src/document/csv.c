/* A document as CSV: all that has a key. */
#include "document/document.h"

void ad_document_csv(const ad_document_writer *w)
{
    static const ad_document_style style = { .table = ADROP_CSV, .full = 1 };

    ad_document_styled(w, &style);
}
