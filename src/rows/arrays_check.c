/* Checking arrays (arrays.h): every field against the others, every value against its range; error
 * messages name row and field. */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/sparse.h"
#include "base/utf8.h"
#include "rows/arrays.h"
#include "transform/text.h"

/* Check the shape of a row, and the memory of all rows as values. */
static adrop_status check_shape(adrop_ctx *ctx, const adrop_arrays *a)
{
    const size_t most = a->sparse ? AD_MAX_TERMS : AD_MAX_SIDE;
    size_t row, all;

    if (!a->rows || a->rows > AD_MAX_ROWS)
        return ad_fail(ctx, ADROP_EINVAL, "'%s' has %zu rows: 1 to %d are possible", a->name,
                       a->rows, AD_MAX_ROWS);
    if (!a->channels || a->channels > most || !a->height || a->height > AD_MAX_SIDE || !a->width ||
        a->width > AD_MAX_SIDE)
        return ad_fail(ctx, ADROP_EINVAL,
                       "a row of '%s' has %zu x %zu x %zu values: each side is 1 to %zu", a->name,
                       a->channels, a->height, a->width, most);
    if ((a->sparse || a->texts) && (a->height > 1 || a->width > 1 || (a->texts && a->channels > 1)))
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' has %s: height and width are 1, and texts have no channels", a->name,
                       a->sparse ? "sparse rows" : "texts");
    if (__builtin_mul_overflow(a->channels * a->height, a->width, &row) ||
        ((__builtin_mul_overflow(row * sizeof(float), a->rows, &all) || all > PTRDIFF_MAX) &&
         !a->sparse))
        return ad_fail(ctx, ADROP_EINVAL, "'%s': %zu rows of %zu values are more than memory holds",
                       a->name, a->rows, row);
    return ADROP_OK;
}

/* Check which arrays are given, and that they go together. */
static adrop_status check_fields(adrop_ctx *ctx, const adrop_arrays *a)
{
    if ((a->values != NULL) + (a->pixels != NULL) + (a->sparse != NULL) + (a->texts != NULL) != 1)
        return ad_fail(ctx, ADROP_EINVAL, "'%s' needs one of values, pixels, sparse and texts",
                       a->name);
    if (!a->labels == !a->targets)
        return ad_fail(ctx, ADROP_EINVAL, "'%s' needs either labels or targets", a->name);
    if (a->texts && a->targets)
        return ad_fail(ctx, ADROP_EINVAL, "'%s' has texts: they go with labels", a->name);
    if (a->label_start && !a->labels)
        return ad_fail(ctx, ADROP_EINVAL, "'%s' has label_start: it goes with labels", a->name);
    if (a->pixels && (!a->top || a->top > 255))
        return ad_fail(ctx, ADROP_EINVAL, "'%s': top is %u, the largest pixel is 1 to 255", a->name,
                       a->top);
    if (a->targets && (a->classes || a->class_names))
        return ad_fail(ctx, ADROP_EINVAL, "'%s' has targets: classes go with labels", a->name);
    if (!a->n_targets || a->n_targets > AD_MAX_SIDE || (a->labels && a->n_targets > 1))
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' has %zu targets: 1 to %d are possible, and labels are one", a->name,
                       a->n_targets, AD_MAX_SIDE);
    if (a->borrow != 0 && a->borrow != 1)
        return ad_fail(ctx, ADROP_EINVAL, "'%s': borrow is %d: give 0 or 1", a->name, a->borrow);
    if (a->class_names && !a->classes)
        return ad_fail(ctx, ADROP_EINVAL, "'%s' names classes: say how many there are", a->name);
    return ADROP_OK;
}

static adrop_status check_sparse(adrop_ctx *ctx, const adrop_arrays *a)
{
    const adrop_sparse *m = a->sparse;
    const adrop_status status = ad_sparse_check(ctx, a->name, m, a->rows, a->channels);

    for (size_t i = 0; !status && i < a->rows; i++)
        for (size_t k = m->start[i]; k < m->start[i + 1]; k++)
            if (!isfinite(m->value[k]))
                return ad_fail(ctx, ADROP_EINVAL, "'%s', row %zu, column %u: %s is not finite",
                               a->name, i, (unsigned)m->column[k], AD_NUM(m->value[k]));
    return status;
}

static bool is_utf8(const char *text)
{
    for (const char *before = text; *text; before = text)
        if (ad_utf8_next(&text) == AD_NO_CHARACTER && text - before == 1)
            return false;
    return true;
}

adrop_status ad_arrays_check_documents(adrop_ctx *ctx, const adrop_arrays *a)
{
    for (size_t i = 0; i < a->rows; i++) {
        if (!a->texts[i])
            return ad_fail(ctx, ADROP_EINVAL, "'%s', row %zu: its text is NULL", a->name, i);
        if (strlen(a->texts[i]) > AD_MAX_DOCUMENT)
            return ad_fail(ctx, ADROP_EINVAL,
                           "'%s', row %zu: its text has %zu bytes, at most %d are possible",
                           a->name, i, strlen(a->texts[i]), AD_MAX_DOCUMENT);
        if (!is_utf8(a->texts[i]))
            return ad_fail(ctx, ADROP_EINVAL, "'%s', row %zu: its text is not UTF-8", a->name, i);
    }
    return ADROP_OK;
}

/* missing: NaN is a missing value. */
static adrop_status check_inputs(adrop_ctx *ctx, const adrop_arrays *a, bool missing)
{
    const size_t row = a->channels * a->height * a->width, n = a->rows * row;

    for (size_t i = 0; a->values && i < n; i++)
        if (!isfinite(a->values[i]) && !(missing && isnan(a->values[i])))
            return ad_fail(ctx, ADROP_EINVAL, "'%s', row %zu, value %zu: %s is not finite%s",
                           a->name, i / row, i % row, AD_NUM(a->values[i]),
                           isnan(a->values[i]) && a->height == 1 && a->width == 1
                               ? ": if it is missing, say by `missing` what takes its place"
                               : "");
    for (size_t i = 0; a->weights && i < a->rows; i++)
        if (!(a->weights[i] >= 0 && isfinite(a->weights[i])))
            return ad_fail(ctx, ADROP_EINVAL, "'%s', row %zu: the weight %s is not 0 or more",
                           a->name, i, AD_NUM(a->weights[i]));
    for (size_t i = 0; a->groups && i < a->rows; i++)
        if (a->groups[i] >= a->rows)
            return ad_fail(ctx, ADROP_EINVAL, "'%s', row %zu: its group is %u: groups are 0 to %zu",
                           a->name, i, (unsigned)a->groups[i], a->rows - 1);
    for (size_t i = 0; a->pixels && a->top < 255 && i < n; i++)
        if (a->pixels[i] > a->top)
            return ad_fail(ctx, ADROP_EINVAL, "'%s', row %zu, pixel %zu: %d is above top, %u",
                           a->name, i / row, i % row, a->pixels[i], a->top);
    return ADROP_OK;
}

/* Check label_start, for rows that may have several classes. */
static adrop_status check_label_start(adrop_ctx *ctx, const adrop_arrays *a)
{
    const size_t *start = a->label_start;

    if (start[0])
        return ad_fail(ctx, ADROP_EINVAL, "'%s': label_start is not 0 for row 0", a->name);
    for (size_t i = 0; i < a->rows; i++)
        if (start[i + 1] < start[i] || start[i + 1] - start[i] > AD_MAX_CLASSES)
            return ad_fail(ctx, ADROP_EINVAL,
                           "'%s', row %zu: label_start goes from %zu to %zu: a row has 0 to %d "
                           "classes",
                           a->name, i, start[i], start[i + 1], AD_MAX_CLASSES);
    return ADROP_OK;
}

/* No row may have a class twice. */
static adrop_status check_sets(adrop_ctx *ctx, const adrop_arrays *a, size_t classes)
{
    size_t *seen; /* 1 + the last row with the class */
    adrop_status status = AD_NEW(ctx, classes, "classes", &seen);

    for (size_t i = 0; !status && i < a->rows; i++)
        for (size_t k = a->label_start[i]; k < a->label_start[i + 1] && !status; k++) {
            if (seen[a->labels[k]] == i + 1)
                status = ad_fail(ctx, ADROP_EINVAL, "'%s', row %zu: the label %ld is there twice",
                                 a->name, i, (long)a->labels[k]);
            seen[a->labels[k]] = i + 1;
        }
    ad_free(ctx, seen);
    return status;
}

/* The row whose label is labels[k]. */
static size_t row_of(const adrop_arrays *a, size_t k)
{
    size_t row = a->label_start ? 0 : k;

    while (a->label_start && a->label_start[row + 1] <= k)
        row++;
    return row;
}

/* *classes: the number of classes. */
static adrop_status check_answers(adrop_ctx *ctx, const adrop_arrays *a, size_t *classes)
{
    int32_t largest = 0;
    adrop_status status;

    for (size_t i = 0; a->targets && i < a->rows * a->n_targets; i++)
        if (!isfinite(a->targets[i]))
            return ad_fail(ctx, ADROP_EINVAL, "'%s', row %zu: the target %s is not finite", a->name,
                           i / a->n_targets, AD_NUM(a->targets[i]));
    if (a->label_start && (status = check_label_start(ctx, a)))
        return status;
    for (size_t i = 0; a->labels && i < ad_arrays_labels(a); i++) {
        if (a->labels[i] < 0 || (a->classes && (size_t)a->labels[i] >= a->classes))
            return ad_fail(ctx, ADROP_EINVAL,
                           "'%s', row %zu: the label %ld is out of range: labels are 0 to %zu",
                           a->name, row_of(a, i), (long)a->labels[i],
                           a->classes ? a->classes - 1 : (size_t)AD_MAX_CLASSES - 1);
        largest = a->labels[i] > largest ? a->labels[i] : largest;
    }
    *classes = a->targets ? 0 : a->classes ? a->classes : (size_t)largest + 1;
    if (*classes > AD_MAX_CLASSES)
        return ad_fail(ctx, ADROP_EINVAL, "'%s' has %zu classes: at most %d are possible", a->name,
                       *classes, AD_MAX_CLASSES);
    return a->labels && a->label_start ? check_sets(ctx, a, *classes) : ADROP_OK;
}

static adrop_status arrays_check_names(adrop_ctx *ctx, const adrop_arrays *a)
{
    for (size_t i = 0; a->class_names && i < a->classes; i++)
        if (!a->class_names[i])
            return ad_fail(ctx, ADROP_EINVAL, "'%s': class %zu has no name", a->name, i);
    for (size_t i = 0; a->column_names && i < a->channels; i++)
        if (!a->column_names[i])
            return ad_fail(ctx, ADROP_EINVAL, "'%s': column %zu has no name", a->name, i);
    for (size_t i = 0; a->target_names && i < a->n_targets; i++)
        if (!a->target_names[i])
            return ad_fail(ctx, ADROP_EINVAL, "'%s': target %zu has no name", a->name, i);
    for (size_t i = 0; a->ids && i < a->rows; i++)
        if (!a->ids[i])
            return ad_fail(ctx, ADROP_EINVAL, "'%s', row %zu: its id is NULL", a->name, i);
    for (size_t i = 0; a->parts && i < a->rows; i++)
        if (a->parts[i] > ADROP_ROW_UNUSED || a->parts[i] == ADROP_ROW_FREE)
            return ad_fail(ctx, ADROP_EINVAL,
                           "'%s', row %zu: its part is %d: 0 train, 1 validation, 2 test, 4 unused",
                           a->name, i, a->parts[i]);
    return ADROP_OK;
}

adrop_status ad_arrays_check(adrop_ctx *ctx, const adrop_arrays *a, bool missing, size_t *classes)
{
    adrop_status status;

    if ((status = check_fields(ctx, a)) || (status = check_shape(ctx, a)) ||
        (a->sparse && (status = check_sparse(ctx, a))) ||
        (a->texts && (status = ad_arrays_check_documents(ctx, a))) ||
        (status = check_inputs(ctx, a, missing && a->height == 1 && a->width == 1)) ||
        (status = check_answers(ctx, a, classes)) || (status = arrays_check_names(ctx, a)))
        return status;
    return ad_arrays_check_words(ctx, a);
}
