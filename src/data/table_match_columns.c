/* The columns for reading a table for a run (table.h): its inputs, with their words and forms, its
 * targets, then the id and the group. */
#include <string.h>

#include "base/memory.h"
#include "data/table.h"

const ad_layout *ad_table_layout_of(const ad_table *t)
{
    const ad_schema *s = t->raw->expected;

    return s->layout.n ? &s->layout : &t->former;
}

static adrop_status make_input(ad_table *t, const ad_layout *layout, size_t c, size_t i)
{
    const ad_schema *s = t->raw->expected;
    ad_cell_column *column = &t->cells.columns[i];
    const bool words = s->categories && s->categories[i].n;
    adrop_status status = ADROP_OK;

    *column = (ad_cell_column){
        .role = words                                      ? AD_CELL_WORD
                : layout->at[c].form.kind != AD_FORM_PLAIN ? AD_CELL_FORM
                                                           : AD_CELL_NUMBER,
        .name = layout->has_header ? layout->names.at[c] : NULL,
        .form = layout->at[c].form,
        .was_whole = layout->at[c].is_whole,
        .is_strict = true,
        .may_miss = ad_schema_takes_missing(s),
        .cure = "the run was trained without missing values: fill it in, or train with `missing` "
                "mean, median or indicator"
    };
    for (size_t k = 0; words && k < s->categories[i].n && !status; k++) {
        const char *word = s->categories[i].at[k];
        uint32_t number;
        status = ad_words_add(t->ctx, &column->words, word, strlen(word), &number);
    }
    return status;
}

static void make_target(ad_table *t, const ad_layout *layout, size_t c)
{
    const bool values = t->raw->expected->task == ADROP_REGRESSION;
    const size_t i = t->targets[layout->at[c].target];

    t->cells.columns[i] = (ad_cell_column){
        .role = !values                                    ? AD_CELL_WORD
                : layout->at[c].form.kind != AD_FORM_PLAIN ? AD_CELL_FORM
                                                           : AD_CELL_NUMBER,
        .name = layout->has_header ? layout->names.at[c] : NULL,
        .form = layout->at[c].form,
        .was_whole = layout->at[c].is_whole,
        .is_strict = true,
        .may_miss = t->raw->inputs_only,
        .what = t->n_targets > 1 ? ", a target" : ", the target",
    };
}

adrop_status ad_table_make_expected(ad_table *t, ad_cells *cells)
{
    const ad_schema *s = t->raw->expected;
    const ad_layout *layout = ad_table_layout_of(t);
    const size_t n = s->shape.channels;
    adrop_status status = AD_NEW(t->ctx, n + t->n_targets + 2, "columns", &cells->columns);

    if (status || (status = AD_NEW(t->ctx, t->n_targets, "targets", &t->targets)))
        return status;
    cells->n_fields = n + t->n_targets + 2;
    t->n_inputs = n;
    for (size_t k = 0; k < t->n_targets; k++)
        t->targets[k] = n + k;
    for (size_t c = 0, i = 0; c < layout->n && !status; c++)
        if (layout->at[c].role == AD_COLUMN_INPUT)
            status = make_input(t, layout, c, i++);
        else if (layout->at[c].role == AD_COLUMN_TARGET)
            make_target(t, layout, c);
    cells->columns[t->id].role = AD_CELL_NAME;
    cells->columns[t->group] =
        (ad_cell_column){ .role = AD_CELL_WORD, .what = ", the group", .most = 1 << 24 };
    return status;
}
