/* The columns of a run of an older version, whose schema only names inputs and targets (table.h).
 * The rest comes from its settings, by name, or by number in the current file. */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "data/table.h"

/* Columns, added one by one. */
typedef struct {
    ad_table *t;
    const ad_names *fields; /* names in the file's header, or none */
    ad_bytes names;         /* each ended by a zero */
    ad_bytes columns;       /* ad_layout_column */
} building;

static adrop_status table_former_add(building *b, const char *name, ad_column_role role,
                                     size_t target, bool is_date)
{
    ad_layout_column c = { .role = role, .target = target };
    adrop_status status;

    if (is_date)
        c.form = (ad_form){ .kind = AD_FORM_DATE, .order = AD_DATE_DMY };
    if ((status = ad_bytes_append(b->t->ctx, &b->names, name, strlen(name) + 1, "column names")))
        return status;
    return ad_bytes_append(b->t->ctx, &b->columns, &c, sizeof c, "columns");
}

/* The name of the column that a setting refers to. */
static const char *table_former_name_of(const building *b, const char *text)
{
    const size_t i = ad_table_find(text, b->fields, b->fields->n);

    return i < b->fields->n ? b->fields->at[i] : text;
}

static bool is_in_list(const building *b, const char *name, const char *list)
{
    char *item = b->t->name;

    if (!strcmp(name, list))
        return *name;
    while (ad_table_next_name(&list, item))
        if (!strcmp(table_former_name_of(b, item), name))
            return true;
    return false;
}

static adrop_status add_list(building *b, const char *list, ad_column_role role)
{
    char *item = b->t->name;
    adrop_status status = ADROP_OK;

    while (!status && ad_table_next_name(&list, item))
        status = table_former_add(b, table_former_name_of(b, item), role, 0, false);
    return status;
}

static adrop_status add_by_name(building *b)
{
    const ad_schema *s = b->t->raw->expected;
    const adrop_data_opts *o = b->t->opts;
    ad_names inputs = { 0 };
    adrop_status status = ad_table_name(b->t->ctx, o->data, (char *const *)(void *)s->columns.at,
                                        s->columns.n, false, &inputs);

    for (size_t i = 0; i < inputs.n && !status; i++)
        status = table_former_add(b, inputs.at[i], AD_COLUMN_INPUT, 0,
                                  is_in_list(b, inputs.at[i], o->dates));
    for (size_t k = 0; k < b->t->n_targets && !status; k++)
        status = table_former_add(
            b, k < s->answers.n ? s->answers.at[k] : table_former_name_of(b, o->target),
            AD_COLUMN_TARGET, k, false);
    if (!status && *o->id)
        status = table_former_add(b, table_former_name_of(b, o->id), AD_COLUMN_ID, 0, false);
    if (!status && *o->group)
        status = table_former_add(b, table_former_name_of(b, o->group), AD_COLUMN_GROUP, 0, false);
    if (!status && *o->weight)
        status = table_former_add(b, table_former_name_of(b, o->weight), AD_COLUMN_WEIGHT, 0,
                                  false);
    ad_names_release(b->t->ctx, &inputs);
    return status ? status : add_list(b, o->drop, AD_COLUMN_DROPPED);
}

/* The index of the target that is the column of that number; n_targets: none. */
static size_t target_of(const ad_table *t, const char *number)
{
    const char *list = t->opts->target;
    char *item = t->name;
    size_t k = 0;

    while (k < t->n_targets && ad_table_next_name(&list, item) && strcmp(item, number) != 0)
        k++;
    return *t->opts->target ? k : t->n_targets;
}

/* Add n columns by number. If the run has n inputs, all of them are inputs. */
static adrop_status add_by_number(building *b, size_t n)
{
    const ad_table *t = b->t;
    const adrop_data_opts *o = t->opts;
    const bool alone = n == t->raw->expected->shape.channels;
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < n && !status; i++) {
        char number[24];
        snprintf(number, sizeof number, "%zu", i + 1);
        const size_t target = !*o->target && i + 1 == n ? 0 : target_of(t, number);
        const ad_column_role role = alone                            ? AD_COLUMN_INPUT
                                    : target < t->n_targets          ? AD_COLUMN_TARGET
                                    : !strcmp(number, o->id)         ? AD_COLUMN_ID
                                    : !strcmp(number, o->group)      ? AD_COLUMN_GROUP
                                    : !strcmp(number, o->weight)     ? AD_COLUMN_WEIGHT
                                    : is_in_list(b, number, o->drop) ? AD_COLUMN_DROPPED
                                                                     : AD_COLUMN_INPUT;
        status = table_former_add(b, "", role, role == AD_COLUMN_TARGET ? target : 0,
                                  role == AD_COLUMN_INPUT && is_in_list(b, number, o->dates));
    }
    return status;
}

/* Are there as many inputs as the run has? */
static bool has_inputs(const building *b)
{
    const ad_layout_column *at = b->columns.data;
    size_t n = 0;

    for (size_t i = 0; i < b->columns.size / sizeof *at; i++)
        n += at[i].role == AD_COLUMN_INPUT;
    return n == b->t->raw->expected->shape.channels;
}

adrop_status ad_table_former(ad_table *t, char *const *fields, size_t n, bool is_header)
{
    const bool by_name = is_header && t->raw->expected->columns.n;
    ad_names names = { 0 };
    building b = { .t = t, .fields = &names };
    adrop_status status = by_name ? ad_table_name(t->ctx, "", fields, n, false, &names) : ADROP_OK;

    if (!status)
        status = by_name ? add_by_name(&b) : add_by_number(&b, n);
    ad_names_release(t->ctx, &names);

    t->former.has_header = by_name;
    t->former.n = b.columns.size / sizeof *t->former.at;
    if (!status && !has_inputs(&b))
        status = ad_fail(t->ctx, ADROP_ESHAPE,
                         "'%s' has %zu columns without names, and the run was trained on %zu "
                         "inputs: give these alone, or the columns that the run's own table had",
                         t->opts->data, n, t->raw->expected->shape.channels);
    if (!status)
        status = ad_names_split(t->ctx, b.names.data, t->former.n, &t->former.names);
    t->former.at = ad_bytes_take(&b.columns);
    ad_bytes_release(t->ctx, &b.names);
    return status;
}
