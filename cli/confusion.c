/* A confusion matrix in a document (confusion.h). */
#include "confusion.h"

static const char *shown(const char *name)
{
    return name ? name : "";
}

void confusion_add(adrop_document *d, size_t classes, const size_t *counts,
                   const char *(*name)(const void *of, size_t label), const void *of)
{
    static const char title[] =
        "confusion matrix (a row per true class, a column per predicted one)";

    adrop_document_table(d, "confusion", classes > CONFUSION_MOST ? NULL : title,
                         ADROP_TABLE_ARRAYS | ADROP_TABLE_WHOLE);
    adrop_document_column(d, NULL, "", 'l', "", 0);
    for (size_t c = 0; c < classes; c++)
        adrop_document_column(d, shown(name(of, c)), shown(name(of, c)), 'r', "", 0);
    for (size_t c = 0; c < classes; c++) {
        adrop_document_cell_text(d, shown(name(of, c)));
        for (size_t i = 0; i < classes; i++) {
            adrop_document_cell_count(d, counts[c * classes + i]);
            adrop_document_mark(d, i == c ? ADROP_MARK_BEST : ADROP_MARK_PLAIN);
        }
    }
    adrop_document_end(d);
}
