/* Mapping rows to the schema of a trained network, so that they mean the same to it (dataset.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/number.h"
#include "base/memory.h"
#include "base/text.h"
#include "rows/dataset.h"

static adrop_status adopt_check(const adrop_data *data, adrop_ctx *ctx, const ad_schema *s)
{
    const ad_rows *rows = data->rows;
    const ad_shape a = rows->shape, b = s->shape;

    if ((rows->texts.bytes != NULL) != (s->text != NULL))
        return ad_fail(ctx, ADROP_EINVAL, "'%s' %s documents, and the run was trained on %s",
                       rows->name, s->text ? "does not hold" : "holds",
                       s->text ? "documents" : "other rows");

    if (rows->task != s->task)
        return ad_fail(ctx, ADROP_EINVAL, "'%s' is for %s, the run was trained for %s", rows->name,
                       rows->targets ? "regression" : "classification",
                       rows->targets ? "classification" : "regression");
    if ((rows->sets.start != NULL) != s->is_multi_label)
        return ad_fail(ctx, ADROP_EINVAL, "'%s' has %s of a row, and the run was trained on %s",
                       rows->name, s->is_multi_label ? "one class" : "several classes",
                       s->is_multi_label ? "several" : "one");
    if (rows->targets && rows->n_targets != ad_schema_outputs(s))
        return ad_fail(ctx, ADROP_ESHAPE, "'%s' has %zu targets, the run was trained on %zu",
                       rows->name, rows->n_targets, ad_schema_outputs(s));
    if (s->text)
        return ADROP_OK;
    if (a.channels != b.channels || a.height != b.height || a.width != b.width)
        return ad_fail(
            ctx, ADROP_ESHAPE,
            "a row of '%s' has %zu x %zu x %zu values, the run was trained on %zu x %zu x %zu",
            rows->name, a.channels, a.height, a.width, b.channels, b.height, b.width);
    if (ad_data_sparse(data) && s->inputs.n)
        return ad_fail(ctx, ADROP_EINVAL,
                       "the rows of '%s' are sparse, and the run scales its inputs: give them with "
                       "their zeros",
                       rows->name);
    if (ad_data_is_bytes(data) != s->is_pixels && s->inputs.n)
        return ad_fail(ctx, ADROP_EINVAL, "'%s' %s pixels, and the run was trained on %s",
                       rows->name, s->is_pixels ? "does not hold" : "holds",
                       s->is_pixels ? "pixels" : "other numbers");
    return ADROP_OK;
}

/* A class of the schema, for lookups by name. */
typedef struct {
    const char *name;
    int32_t label;
} named;

/* Order numbers by value, before all words. */
static int by_number(const void *a, const void *b)
{
    double x = 0, y = 0;
    const int one = adrop_number_read(((const named *)a)->name, &x) == ADROP_OK;
    const int two = adrop_number_read(((const named *)b)->name, &y) == ADROP_OK;

    return one && two ? (x > y) - (x < y) : two - one;
}

static int adopt_by_name(const void *a, const void *b)
{
    return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

/* The schema's classes, sorted. */
static adrop_status sort_classes(adrop_ctx *ctx, const ad_names *classes, named **out)
{
    const adrop_status status = AD_NEW(ctx, classes->n, "class names", out);

    if (status)
        return status;
    for (size_t i = 0; i < classes->n; i++)
        (*out)[i] = (named){ classes->at[i], (int32_t)i };
    qsort(*out, classes->n, sizeof **out, adopt_by_name);
    return ADROP_OK;
}

/* Is any name not just digits? */
static int has_names(const ad_names *names)
{
    for (size_t i = 0; i < names->n; i++)
        if (names->at[i][strspn(names->at[i], "0123456789")])
            return 1;
    return 0;
}

/* Find classes that were not found by name and are numbers by their value: 1 is 1.0. *unknown: the
 * first one still not found, or NULL. */
static void find_numbers(const ad_names *own, named *classes, size_t n, int32_t *to,
                         const char **unknown)
{
    *unknown = NULL;
    qsort(classes, n, sizeof *classes, by_number);
    for (size_t i = 0; i < own->n; i++) {
        const named key = { .name = own->at[i] };
        double x;
        if (to[i] >= 0)
            continue;
        const named *found = adrop_number_read(own->at[i], &x)
                                 ? NULL
                                 : bsearch(&key, classes, n, sizeof key, by_number);
        to[i] = found ? found->label : -1;
        if (!found && !*unknown)
            *unknown = own->at[i];
    }
}

/* Set to (classes of the rows) to the schema's labels; -1 for an unknown class. */
static adrop_status find_labels(const adrop_data *data, adrop_ctx *ctx, const ad_schema *s,
                                int unknown_too, int32_t *to)
{
    const ad_names *own = &data->rows->classes;
    const int in_order = has_names(own) != has_names(&s->classes) && own->n <= s->classes.n;
    const char *unknown = NULL;
    named *sorted;
    const adrop_status status = sort_classes(ctx, &s->classes, &sorted);

    for (size_t i = 0; !status && i < own->n; i++) {
        const named key = { .name = own->at[i] };
        const named *found = bsearch(&key, sorted, s->classes.n, sizeof key, adopt_by_name);
        to[i] = found ? found->label : -1;
        if (!found && !unknown)
            unknown = own->at[i];
    }
    if (unknown)
        find_numbers(own, sorted, s->classes.n, to, &unknown);
    ad_free(ctx, sorted);
    if (status || !unknown)
        return status;
    if (in_order) {
        for (size_t i = 0; i < own->n; i++)
            to[i] = (int32_t)i;
        if (!unknown_too)
            ad_log(ctx, ADROP_LOG_WARNING,
                   "the classes of '%s' are taken by number: it, or the run, has no names for them",
                   data->rows->name);
    }
    if (in_order || unknown_too)
        return ADROP_OK;
    return ad_fail(ctx, ADROP_EINVAL, "'%s' holds the class '%s', which the run was not trained on",
                   data->rows->name, AD_SHOWN(unknown));
}

static adrop_status map_classes(adrop_data *data, adrop_ctx *ctx, const ad_schema *s,
                                int unknown_too)
{
    const ad_rows *rows = data->rows;
    int32_t *to;
    adrop_status status = AD_NEW(ctx, rows->classes.n, "class names", &to);

    if (!status && !(status = find_labels(data, ctx, s, unknown_too, to)))
        status = AD_NEW(ctx, rows->n, "labels", &data->labels);
    for (size_t row = 0; !status && row < rows->n; row++)
        data->labels[row] = rows->labels[row] < 0 ? -1 : to[rows->labels[row]];
    if (!status && rows->sets.start)
        status = ad_label_sets_map(ctx, &rows->sets, rows->n, to, &data->sets);
    ad_free(ctx, to);
    return status;
}

/* For pixels of another depth: a pixel counts as a fraction of the largest value. */
static adrop_status set_top(adrop_ctx *ctx, ad_transforms *inputs, unsigned top)
{
    char text[16];
    adrop_status status = ADROP_OK;

    snprintf(text, sizeof text, "%u", top);
    for (size_t i = 0; i < inputs->n && !status; i++) {
        ad_transform *t = &inputs->item[i];
        if (adrop_option_find(t->type->options, "top"))
            status = adrop_option_set_sized(ctx, t->type->options, t->settings,
                                            t->type->settings_size, "top", text);
    }
    return status;
}

adrop_status ad_data_adopt(adrop_data *data, adrop_ctx *ctx, const ad_schema *schema,
                           int unknown_too)
{
    const ad_rows *rows = data->rows;
    ad_schema *s = &data->schema;
    adrop_status status = adopt_check(data, ctx, schema);

    if (!status && rows->labels)
        status = map_classes(data, ctx, schema, unknown_too);
    if (status || (status = ad_schema_copy(schema, ctx, s)))
        return status;
    data->is_adopted = 1;
    s->is_pixels = ad_data_is_bytes(data);
    if (s->text)
        return ad_data_apply_texts(data, ctx);
    ad_data_count_unseen(data, ctx);
    if (s->is_pixels && (status = set_top(ctx, &s->inputs, rows->top)))
        return status;
    return ad_schema_settle(s, ctx);
}
