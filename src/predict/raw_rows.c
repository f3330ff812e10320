/* Raw rows (adrop/predict.h): checked in any form, and turned into the network's
 * inputs block by block, by the schema of the training rows. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/option_check.h"
#include "base/sparse.h"
#include "predict/predictor.h"
#include "rows/arrays.h"

static const char who[] = "the rows"; /* in messages */

static size_t units_of(const adrop_predictor *p)
{
    const adrop_model_opts *o = &p->model->options;

    return o->channels * o->height * o->width;
}

/* -- Checking ------------------------------------------------------------------------------ */

static adrop_status raw_rows_refuse(const adrop_predictor *p, size_t row, size_t value)
{
    return ad_fail(p->ctx, ADROP_ENUMERIC, "value %zu of row %zu is not finite", value, row);
}

adrop_status ad_predict_check(const adrop_predictor *p, const ad_predict_rows *rows)
{
    const size_t raw = ad_shape_size(p->shape);
    const bool missing = p->has_schema && ad_schema_takes_missing(&p->schema);
    const adrop_sparse *m = rows->sparse;

    if (rows->n && !rows->inputs && !rows->values && !rows->pixels && !m && !rows->texts)
        return ad_check_array(p->ctx, "rows", rows->n, NULL);
    for (size_t i = 0; rows->values && i < rows->n; i++) {
        const float *row = rows->values + i * raw;
        for (size_t k = 0; k < raw; k++)
            if (isinf(row[k]) || (isnan(row[k]) && !missing))
                return raw_rows_refuse(p, i, k);
    }
    for (size_t i = 0; m && i < rows->n; i++)
        for (size_t k = m->start[i]; k < m->start[i + 1]; k++)
            if (!isfinite(m->value[k]))
                return raw_rows_refuse(p, i, m->column[k]);
    return ADROP_OK;
}

/* Does the model read rows of this form, and are they valid? */
static adrop_status check_form(const adrop_predictor *p, const adrop_raw_rows *r)
{
    const adrop_arrays a = { .name = who,
                             .rows = r->n,
                             .channels = p->shape.channels,
                             .height = p->shape.height,
                             .width = p->shape.width,
                             .values = r->values,
                             .n_words = r->n_words,
                             .words = r->words,
                             .texts = r->texts };
    const bool is_table = p->shape.height * p->shape.width == 1;

    if (!r->n)
        return ADROP_OK;
    if ((r->values != NULL) + (r->pixels != NULL) + (r->sparse != NULL) + (r->texts != NULL) != 1)
        return ad_fail(p->ctx, ADROP_EINVAL, "%s need one of values, pixels, sparse and texts",
                       who);
    if (r->pixels && !p->schema.is_pixels)
        return ad_fail(p->ctx, ADROP_EINVAL, "the model does not read bytes: give floats");
    if (r->sparse && (!is_table || p->schema.is_pixels))
        return ad_fail(p->ctx, ADROP_EINVAL,
                       "%s are sparse, and the model reads images: give them with their zeros",
                       who);
    if (r->sparse)
        return ad_sparse_check(p->ctx, who, r->sparse, r->n, p->shape.channels);
    if (r->texts && !p->schema.text)
        return ad_fail(p->ctx, ADROP_EINVAL, "%s are texts, and the model reads numbers", who);
    return r->texts ? ad_arrays_check_documents(p->ctx, &a) : ad_arrays_check_words(p->ctx, &a);
}

/* -- Preparing ----------------------------------------------------------------------------- */

/* Transform a raw row of floats to the network's input x; row may be the start of the scratch. */
static void transform(adrop_predictor *p, const float *row, float *x)
{
    if (p->has_schema)
        ad_schema_apply_floats(&p->schema, row, x, p->scratch + ad_shape_size(p->shape));
    else if (row != x)
        memcpy(x, row, units_of(p) * sizeof *x);
}

/* Row i as floats: in place, or in the scratch; without a schema, in x. */
static const float *floats_of(adrop_predictor *p, const ad_predict_rows *rows, size_t i, float *x)
{
    const size_t raw = ad_shape_size(p->shape);
    float *to = p->has_schema ? p->scratch : x;

    if (rows->sparse)
        ad_sparse_spread_row(rows->sparse, raw, i, to);
    else if (rows->recode)
        ad_recode_apply(rows->recode, rows->values + i * raw, to);
    else
        return rows->values + i * raw;
    return to;
}

/* Turn documents into the model's features. */
static adrop_status prepare_texts(adrop_predictor *p, const char *const *texts, size_t n)
{
    const size_t units = units_of(p), raw = ad_shape_size(p->shape);
    size_t *length;
    ad_features_rows made = { 0 };
    adrop_status status = AD_NEW(p->ctx, n, "documents", &length);

    for (size_t i = 0; !status && i < n; i++)
        length[i] = strlen(texts[i]);
    const ad_documents docs = { n, texts, length };
    if (!status)
        status = ad_features_apply(p->schema.text, p->ctx, &docs, &made);
    for (size_t i = 0; !status && i < n; i++) {
        if (made.dense)
            transform(p, made.dense + i * raw, p->x + i * units);
        else
            ad_sparse_spread(&made.sparse, i, p->x + i * units);
    }
    ad_features_rows_release(p->ctx, &made);
    ad_free(p->ctx, length);
    return status;
}

adrop_status ad_predict_prepare(adrop_predictor *p, const ad_predict_rows *rows, size_t first,
                                size_t n, const float **inputs)
{
    const size_t units = units_of(p), raw = ad_shape_size(p->shape);

    *inputs = rows->inputs ? rows->inputs + first * units : p->x;
    if (rows->texts)
        return prepare_texts(p, rows->texts + first, n);
    for (size_t i = 0; i < n && !rows->inputs; i++) {
        float *x = p->x + i * units;
        if (rows->pixels)
            ad_schema_apply_bytes(&p->schema, rows->pixels + (first + i) * raw, x, p->scratch);
        else
            transform(p, floats_of(p, rows, first + i, x), x);
    }
    return ADROP_OK;
}

/* -- The calls ----------------------------------------------------------------------------- */

void adrop_raw_rows_init_sized(adrop_raw_rows *rows, size_t size)
{
    ad_struct_init(rows, size, &(const adrop_raw_rows){ 0 }, sizeof *rows);
}

/* Read the caller's rows; recode is to be released in either case. */
static adrop_status raw_rows_take(adrop_predictor *p, const adrop_raw_rows *given,
                                  ad_recode *recode, ad_predict_rows *out)
{
    adrop_raw_rows r = { 0 };
    adrop_status status;

    *recode = (ad_recode){ 0 };
    if ((status = AD_STRUCT_READ(p->ctx, adrop_raw_rows, &r, given)) ||
        (status = check_form(p, &r)))
        return status;
    *out = (ad_predict_rows){ .n = r.n,
                              .values = r.values,
                              .pixels = r.pixels,
                              .sparse = r.sparse,
                              .texts = r.texts,
                              .row_numbers = r.row_numbers };
    if (!r.n_words || !r.n)
        return ADROP_OK;
    out->recode = recode;
    return ad_recode_create(p->ctx, who, p->shape.channels, r.n_words, r.words,
                            p->schema.categories, recode);
}

adrop_status adrop_predictor_predict_rows(adrop_predictor *p, const adrop_raw_rows *rows,
                                          size_t samples, double *mean, double *std)
{
    ad_predict_rows in;
    ad_recode recode;
    adrop_status status = raw_rows_take(p, rows, &recode, &in);

    if (!status)
        status = ad_predictor_moments(p, &in, samples, mean, std);
    ad_recode_release(p->ctx, &recode);
    return status;
}

adrop_status adrop_predictor_sample_rows(adrop_predictor *p, const adrop_sample_opts *opts,
                                         const adrop_raw_rows *rows, adrop_sampled *out)
{
    ad_predict_rows in;
    ad_recode recode;
    adrop_status status = raw_rows_take(p, rows, &recode, &in);

    if (!status)
        status = ad_predictor_passes(p, &in, opts, out);
    ad_recode_release(p->ctx, &recode);
    return status;
}

adrop_status adrop_predictor_draw_rows(adrop_predictor *p, const adrop_sample_opts *opts,
                                       const adrop_raw_rows *rows, adrop_draws *out, size_t *passes)
{
    ad_predict_rows in;
    ad_recode recode;
    adrop_status status = raw_rows_take(p, rows, &recode, &in);

    if (!status)
        status = ad_predictor_draw(p, opts, &in, out, passes);
    ad_recode_release(p->ctx, &recode);
    return status;
}
