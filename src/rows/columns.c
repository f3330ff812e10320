/* The columns of a table, for users (adrop/rows.h). */
#include <stdio.h>

#include "adrop/rows.h"
#include "base/struct.h"
#include "rows/dataset.h"

/* The number of words of the input that is column i of the table. */
static size_t words_of(const ad_schema *s, size_t i)
{
    size_t input = 0;

    if (!s->categories)
        return 0;
    for (size_t c = 0; c < i; c++)
        input += s->layout.at[c].role == AD_COLUMN_INPUT;
    return s->categories[input].n;
}

static void columns_describe(const ad_schema *s, size_t i, adrop_data_column *to)
{
    const ad_layout_column *c = &s->layout.at[i];
    bool words = c->role == AD_COLUMN_GROUP || c->role == AD_COLUMN_ID;

    to->name = s->layout.names.at[i];
    to->role = ad_column_role_word(c->role);
    if (c->role == AD_COLUMN_INPUT)
        words = (to->words = words_of(s, i)) > 0;
    if (c->role == AD_COLUMN_TARGET)
        words = s->task == ADROP_CLASSIFICATION;
    if (words)
        snprintf(to->form, sizeof to->form, "%s",
                 c->role == AD_COLUMN_TARGET ? "classes" : "words");
    else if (c->role <= AD_COLUMN_GROUP)
        ad_form_text(&c->form, to->form);
}

int adrop_data_column_at_sized(const adrop_data *data, size_t i, adrop_data_column *column,
                               size_t size)
{
    adrop_data_column mine = { 0 };
    const int found = i < data->schema.layout.n;

    if (found)
        columns_describe(&data->schema, i, &mine);
    ad_struct_write(column, size, &mine, sizeof mine);
    return found;
}
