/* Lists of names (list_names.h). */
#include "list_names.h"

#include <string.h>

#include "adrop/option.h"
#include "document_out.h"
#include "out.h"

void list_names_add(list_names *list, const char *name, const char *summary)
{
    if (list->n == MOST_NAMES)
        return;
    list->names[list->n] = name;
    list->summaries[list->n++] = summary;
}

int list_names_unknown(const list_names *list, const char *word)
{
    const char *near = adrop_nearest(word, list->names);

    if (near)
        out_complain("list", "there is no %s '%s': did you mean '%s'?", list->one, word, near);
    else
        out_complain("list", "there is no %s '%s': see 'adrop list %s'", list->one, word,
                     list->many);
    return OUT_USAGE;
}

int list_names_show(const command_call *call, const list_names *list, const char *only)
{
    size_t found = 0;

    for (size_t i = 0; i < list->n; i++)
        found += !only || !strcmp(only, list->names[i]);
    if (only && !found)
        return list_names_unknown(list, only);
    adrop_document *d = document_start(call->ctx, "");
    adrop_document_table(d, list->many, "", 0);
    adrop_document_column(d, "name", list->one, 'l', "", 0);
    adrop_document_column(d, "summary", "summary", 'l', "", 0);
    for (size_t i = 0; i < list->n; i++) {
        if (only && strcmp(only, list->names[i]))
            continue;
        adrop_document_cell_text(d, list->names[i]);
        adrop_document_cell_text(d, list->summaries[i]);
    }
    adrop_document_end(d);
    return document_print(call, d);
}
