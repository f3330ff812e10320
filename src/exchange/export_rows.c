/* Raw rows to the network's input: the transforms of the model's schema (transform/transform.h) as
 * nodes. They compute in double, as the library does, and round to float after each transform.
 *
 * A table has one input (N, columns). If it has columns of words, each column is an input (N, 1)
 * with its name, words as strings: LabelEncoder maps a word to its number among the column's
 * categories, an unknown word to -1, and the markers of missing values to NaN if the model was
 * trained with gaps. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "exchange/export_impl.h"

static const char *const missing[] = { "",    "?",   "NA",   "na",   "NaN",  "nan",  "NAN",
                                       "n/a", "N/A", "null", "NULL", "#N/A", "<NA>", "\\N" };

enum { N_MISSING = sizeof missing / sizeof *missing, MOST_NAME = 120 };

/* -- Inputs -------------------------------------------------------------------------- */

static int is_taken(const ad_exporting *e, const char *name)
{
    static const char *const outputs[] = { "input", "logits", "probabilities", "value",
                                           "mean",  "std",    "entropy",       "mutual_information",
                                           "set",   "low",    "high" };

    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        if (!strcmp(name, outputs[i]))
            return 1;
    for (size_t i = 0; i < e->m->n_tensors; i++)
        if (!strcmp(name, e->m->tensor[i]->name))
            return 1;
    return !*name || strchr(name, '/') || strlen(name) > MOST_NAME;
}

/* The input of a column: its name or, if that is too long or taken, a name with its number. */
static ad_onnx_value column_name(const ad_exporting *e, size_t c)
{
    const char *name = ad_names_at(&e->schema.columns, c);
    ad_onnx_value v;

    if (name && !is_taken(e, name))
        return ad_onnx_named(name);
    snprintf(v.name, sizeof v.name, "column:%zu", c + 1);
    return v;
}

/* Map words to numbers: first the column's words, then the markers of missing values. */
static ad_onnx_value word_numbers(ad_exporting *e, const ad_names *words, ad_onnx_value x)
{
    const size_t n = words->n, gaps = ad_schema_takes_missing(&e->schema) ? N_MISSING : 0;
    const char **keys = NULL;
    float *values = NULL;
    adrop_status status = AD_NEW(e->ctx, n + gaps, "the words", &keys);

    if (!status)
        status = AD_NEW(e->ctx, n + gaps, "the words", &values);
    for (size_t i = 0; !status && i < n + gaps; i++) {
        keys[i] = i < n ? words->at[i] : missing[i - n];
        values[i] = i < n ? (float)i : NAN;
    }
    if (!status)
        x = ad_onnx_node(
            &e->g, "ml:LabelEncoder", 1, &x,
            (const ad_onnx_attribute[]){
                { .name = "keys_strings", .kind = AD_ONNX_A_TEXTS, .n = n + gaps, .texts = keys },
                { .name = "values_floats",
                  .kind = AD_ONNX_A_FLOATS,
                  .n = n + gaps,
                  .floats = values },
                AD_ONNX_REAL("default_float", -1),
                { 0 } });
    else
        ad_onnx_keep(&e->g, status);
    ad_free(e->ctx, keys);
    ad_free(e->ctx, values);
    return x;
}

/* (N, columns), joined from one input per column. */
static ad_onnx_value columns(ad_exporting *e)
{
    const size_t n = e->schema.shape.channels, one = 1;
    ad_onnx_value *list, all = { "" };
    adrop_status status = AD_NEW(e->ctx, n, "the columns", &list);

    for (size_t c = 0; !status && c < n; c++) {
        const ad_names *words = &e->schema.categories[c];
        list[c] = column_name(e, c);
        ad_onnx_input(&e->g, list[c].name, words->n ? AD_ONNX_STRING : AD_ONNX_FLOAT, 1, &one);
        if (words->n)
            list[c] = word_numbers(e, words, list[c]);
    }
    if (status)
        ad_onnx_keep(&e->g, status);
    else
        all = ad_onnx_node(&e->g, "Concat", n, list,
                           (const ad_onnx_attribute[]){ AD_ONNX_INT("axis", 1), { 0 } });
    ad_free(e->ctx, list);
    return all;
}

/* -- Transforms ---------------------------------------------------------------------- */

/* One number per channel, to broadcast over rows. */
static ad_onnx_value by_channel(ad_exporting *e, const double *values, size_t n, int is_map,
                                ad_onnx_type type)
{
    const size_t dims[] = { 1, n, 1, 1 };

    return ad_onnx_reals(&e->g, type, is_map ? 4 : 2, dims, values);
}

static double export_rows_number_of(const ad_transform *t, const char *name)
{
    const adrop_option *row = adrop_option_find(t->type->options, name);

    return row ? *(const double *)(const void *)((const char *)t->settings + row->offset) : 1;
}

static ad_onnx_value divided(ad_exporting *e, ad_onnx_value x, double by)
{
    return by == 1 ? x : ad_onnx_2(&e->g, "Div", x, ad_onnx_number(&e->g, AD_ONNX_DOUBLE, by));
}

static ad_onnx_value standardise(ad_exporting *e, const ad_transform *t, ad_onnx_value x,
                                 int is_map)
{
    const size_t n = t->in.channels;
    const double *mean = t->fitted, *deviation = mean + n;

    x = divided(e, ad_onnx_cast(&e->g, x, AD_ONNX_DOUBLE), export_rows_number_of(t, "top"));
    x = ad_onnx_2(&e->g, "Sub", x, by_channel(e, mean, n, is_map, AD_ONNX_DOUBLE));
    x = ad_onnx_2(&e->g, "Div", x, by_channel(e, deviation, n, is_map, AD_ONNX_DOUBLE));
    return ad_onnx_cast(&e->g, x, AD_ONNX_FLOAT);
}

static ad_onnx_value unit(ad_exporting *e, const ad_transform *t, ad_onnx_value x, int is_map)
{
    (void)is_map;
    x = divided(e, ad_onnx_cast(&e->g, x, AD_ONNX_DOUBLE), export_rows_number_of(t, "top"));
    return ad_onnx_cast(&e->g, x, AD_ONNX_FLOAT);
}

static ad_onnx_value symmetric(ad_exporting *e, const ad_transform *t, ad_onnx_value x, int is_map)
{
    (void)is_map;
    x = divided(e, ad_onnx_cast(&e->g, x, AD_ONNX_DOUBLE), export_rows_number_of(t, "top"));
    x = ad_onnx_2(&e->g, "Mul", x, ad_onnx_number(&e->g, AD_ONNX_DOUBLE, 2));
    x = ad_onnx_2(&e->g, "Sub", x, ad_onnx_number(&e->g, AD_ONNX_DOUBLE, 1));
    return ad_onnx_cast(&e->g, x, AD_ONNX_FLOAT);
}

static ad_onnx_value row_norm(ad_exporting *e, const ad_transform *t, ad_onnx_value x, int is_map)
{
    const int64_t axes[] = { 1, 2, 3 };
    const ad_onnx_value zero = ad_onnx_number(&e->g, AD_ONNX_DOUBLE, 0);

    (void)t;
    x = ad_onnx_cast(&e->g, x, AD_ONNX_DOUBLE);
    ad_onnx_value norm = ad_onnx_2(&e->g, "ReduceSum", ad_onnx_2(&e->g, "Mul", x, x),
                                   ad_onnx_integers(&e->g, is_map ? 3 : 1, axes));
    norm = ad_onnx_1(&e->g, "Sqrt", norm);
    const ad_onnx_value choice[] = { ad_onnx_2(&e->g, "Greater", norm, zero), norm,
                                     ad_onnx_number(&e->g, AD_ONNX_DOUBLE, 1) };
    x = ad_onnx_2(&e->g, "Div", x, ad_onnx_node(&e->g, "Where", 3, choice, NULL));
    return ad_onnx_cast(&e->g, x, AD_ONNX_FLOAT);
}

/* Select columns of x by number. */
static ad_onnx_value export_rows_gather(ad_exporting *e, ad_onnx_value x, size_t n,
                                        const int64_t *which)
{
    return ad_onnx_node(&e->g, "Gather", 2,
                        (const ad_onnx_value[]){ x, ad_onnx_integers(&e->g, n, which) },
                        (const ad_onnx_attribute[]){ AD_ONNX_INT("axis", 1), { 0 } });
}

static ad_onnx_value impute(ad_exporting *e, const ad_transform *t, ad_onnx_value x, int is_map)
{
    const size_t n = t->in.channels;
    const double *fill = t->fitted, *flag = fill + n;
    const ad_onnx_value gaps = ad_onnx_1(&e->g, "IsNaN", x);
    const ad_onnx_value choice[] = { gaps, by_channel(e, fill, n, is_map, AD_ONNX_FLOAT), x };
    int64_t *which;
    size_t flags = 0;

    x = ad_onnx_node(&e->g, "Where", 3, choice, NULL);
    if (ad_onnx_keep(&e->g, AD_NEW(e->ctx, n, "the columns", &which)))
        return x;
    for (size_t c = 0; c < n; c++)
        if (flag[c] > 0)
            which[flags++] = (int64_t)c;
    if (flags) {
        const ad_onnx_value both[] = {
            x, export_rows_gather(e, ad_onnx_cast(&e->g, gaps, AD_ONNX_FLOAT), flags, which)
        };
        x = ad_onnx_node(&e->g, "Concat", 2, both,
                         (const ad_onnx_attribute[]){ AD_ONNX_INT("axis", 1), { 0 } });
    }
    ad_free(e->ctx, which);
    return x;
}

/* For every output value, its column and the word for which it is 1; -1: it is the column's own
 * value. fitted: words (channels), starts (channels), places (one_hot.c). */
static void export_rows_spread(const ad_transform *t, int64_t *column, double *word)
{
    const uint32_t *words = t->fitted, *start = words + t->in.channels;
    size_t k = 0;

    for (size_t c = 0; c < t->in.channels; c++) {
        const uint32_t *place = words + 2 * t->in.channels + start[c];
        if (!words[c]) {
            column[k] = (int64_t)c;
            word[k++] = -1;
        }
        for (uint32_t w = 0; w < words[c]; w++)
            if (place[w]) {
                column[k] = (int64_t)c;
                word[k++] = w;
            }
    }
}

/* Repeat every column once per output value and compare it with the word; numbers pass. */
static ad_onnx_value one_hot(ad_exporting *e, const ad_transform *t, ad_onnx_value x, int is_map)
{
    const size_t n = t->out.channels;
    int64_t *column = NULL;
    double *word = NULL, *is_number = NULL;
    adrop_status status = AD_NEW(e->ctx, n, "the words", &column);

    if (!status)
        status = AD_NEW(e->ctx, n, "the words", &word);
    if (!status)
        status = AD_NEW(e->ctx, n, "the words", &is_number);
    if (!status) {
        export_rows_spread(t, column, word);
        for (size_t k = 0; k < n; k++)
            is_number[k] = word[k] < 0;
        x = export_rows_gather(e, x, n, column);
        const ad_onnx_value hit = ad_onnx_2(&e->g, "Equal", ad_onnx_1(&e->g, "Floor", x),
                                            by_channel(e, word, n, is_map, AD_ONNX_FLOAT));
        const ad_onnx_value choice[] = {
            ad_onnx_cast(&e->g, by_channel(e, is_number, n, is_map, AD_ONNX_FLOAT), AD_ONNX_BOOL),
            x, ad_onnx_cast(&e->g, hit, AD_ONNX_FLOAT)
        };
        x = ad_onnx_node(&e->g, "Where", 3, choice, NULL);
    } else {
        ad_onnx_keep(&e->g, status);
    }
    ad_free(e->ctx, column);
    ad_free(e->ctx, word);
    ad_free(e->ctx, is_number);
    return x;
}

static const struct {
    const char *name;
    ad_onnx_value (*put)(ad_exporting *e, const ad_transform *t, ad_onnx_value x, int is_map);
} forms[] = { { "standardise", standardise }, { "unit", unit },     { "symmetric", symmetric },
              { "row-norm", row_norm },       { "impute", impute }, { "one-hot", one_hot } };

static ad_onnx_value transformed(ad_exporting *e, ad_onnx_value x, int is_map)
{
    for (size_t i = 0; i < e->schema.inputs.n; i++) {
        const ad_transform *t = &e->schema.inputs.item[i];
        size_t k = 0;
        while (k < sizeof forms / sizeof *forms && strcmp(forms[k].name, t->type->name) != 0)
            k++;
        if (k == sizeof forms / sizeof *forms) {
            if (!e->g.status)
                e->g.status = ad_fail(e->ctx, ADROP_EINVAL, "the transform '%s' cannot be exported",
                                      t->type->name);
            return x;
        }
        x = forms[k].put(e, t, x, is_map);
    }
    return x;
}

ad_exported ad_export_rows(ad_exporting *e)
{
    const adrop_model_opts *o = &e->m->options;
    const ad_shape shape = e->has_schema ? e->schema.shape
                                         : (ad_shape){ o->channels, o->height, o->width };
    const size_t dims[] = { shape.channels, shape.height, shape.width };
    ad_exported x = { .value = ad_onnx_named("input"),
                      .is_map = e->schema.is_pixels || shape.height * shape.width > 1 };

    e->g.part = "rows";
    if (e->schema.categories)
        x.value = columns(e);
    else
        ad_onnx_input(&e->g, "input", AD_ONNX_FLOAT, x.is_map ? 3 : 1, dims);
    x.value = transformed(e, x.value, x.is_map);
    return x;
}
