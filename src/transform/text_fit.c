/* Fitting the features of documents, and applying them (text.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/text.h"
#include "transform/text_count.h"
#include "transform/text_svd.h"

enum { BLOCKS = 64, FEW_DOCUMENTS = 1000 };

/* -- The vocabulary ------------------------------------------------------------------ */

/* Merge all terms into one table; block->column becomes the number in it. */
static adrop_status merge(adrop_ctx *ctx, ad_counts *c, ad_terms *all)
{
    adrop_status status = ADROP_OK;

    for (size_t b = 0; b < c->n_blocks && !status; b++) {
        const ad_counted *block = &c->block[b];
        for (size_t i = 0; i < block->terms.n && !status; i++) {
            const ad_term *t = ad_terms_at(&block->terms, i);
            status = ad_terms_add(ctx, all, ad_terms_text(&block->terms, i), t->length, t->hash,
                                  &block->column[i]);
            if (!status)
                ad_terms_at(all, block->column[i])->df += t->df;
        }
    }
    return status;
}

/* A kept term, for sorting. */
typedef struct {
    const char *text;
    uint32_t number;
} kept;

static int by_text(const void *a, const void *b)
{
    return strcmp(((const kept *)a)->text, ((const kept *)b)->text);
}

/* Set t->terms, sorted; to[number]: the column of term `number` of all, or AD_NO_COLUMN. */
static adrop_status text_fit_keep(ad_features *t, adrop_ctx *ctx, const ad_terms *all, kept *list,
                                  size_t n, uint32_t *to)
{
    size_t size = 0;
    adrop_status status;

    for (size_t i = 0; i < n; i++)
        size += ad_terms_at(all, list[i].number)->length + 1;
    t->n = n;
    if ((status = AD_NEW(ctx, size, "terms", &t->terms)) ||
        (status = AD_NEW(ctx, n, "terms", &t->term_start)))
        return status;
    qsort(list, n, sizeof *list, by_text);
    memset(to, 0xff, all->n * sizeof *to);
    size = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t length = ad_terms_at(all, list[i].number)->length + 1;
        memcpy(t->terms + size, list[i].text, length);
        t->term_start[i] = size;
        to[list[i].number] = (uint32_t)i;
        size += length;
    }
    return ADROP_OK;
}

static adrop_status check_vocabulary(const ad_features *t, adrop_ctx *ctx, size_t n, size_t all)
{
    if (n > AD_MAX_TERMS)
        return ad_fail(ctx, ADROP_EFORMAT,
                       "the training documents have %zu terms, at most %d are possible: raise "
                       "`min-df`, or take `features` hash:18",
                       n, AD_MAX_TERMS);
    if (!n)
        return ad_fail(ctx, ADROP_EFORMAT,
                       "no term is left of the %zu in %zu training documents: lower `min-df` (%zu) "
                       "or raise `max-df`",
                       all, t->documents, t->settings.min_df);
    return ADROP_OK;
}

static adrop_status choose_terms(ad_features *t, adrop_ctx *ctx, ad_counts *c)
{
    const double most = t->settings.max_df * (double)t->documents;
    ad_terms all = { 0 };
    kept *list = NULL;
    uint32_t *to = NULL;
    size_t n = 0;
    adrop_status status;

    if ((status = merge(ctx, c, &all)) || (status = AD_NEW(ctx, all.n, "terms", &list)) ||
        (status = AD_NEW(ctx, all.n, "terms", &to)))
        goto done;
    for (size_t i = 0; i < all.n; i++) {
        const ad_term *term = ad_terms_at(&all, i);
        if (term->df && term->df >= t->settings.min_df && term->df <= most)
            list[n++] = (kept){ ad_terms_text(&all, i), (uint32_t)i };
    }
    if ((status = check_vocabulary(t, ctx, n, all.n)) ||
        (status = text_fit_keep(t, ctx, &all, list, n, to)))
        goto done;
    for (size_t b = 0; b < c->n_blocks; b++)
        for (size_t i = 0; i < c->block[b].terms.n; i++)
            c->block[b].column[i] = to[c->block[b].column[i]];
done:
    ad_free(ctx, list);
    ad_free(ctx, to);
    ad_terms_release(ctx, &all);
    return status;
}

/* Find the columns of terms in existing features, or by hashing. */
typedef struct {
    const ad_features *text;
    const ad_counts *counts;
} finding;

static void find_block(void *arg, size_t b)
{
    const finding *f = arg;
    const ad_counted *block = &f->counts->block[b];

    for (size_t i = 0; i < block->terms.n; i++) {
        const ad_term *t = ad_terms_at(&block->terms, i);
        const size_t at = ad_features_find(f->text, ad_terms_text(&block->terms, i), t->length);
        block->column[i] = at < f->text->n ? (uint32_t)at : AD_NO_COLUMN;
    }
}

static void find_columns(const ad_features *t, adrop_ctx *ctx, const ad_counts *c)
{
    finding f = { t, c };

    ad_parallel(adrop_ctx_threads(ctx), c->n_blocks, find_block, &f);
}

/* -- Weights ------------------------------------------------------------------------- */

enum { SMALL = 64 }; /* counts whose logarithms are cached */

typedef struct {
    const ad_features *text;
    ad_sparse *rows;
    double sublinear[SMALL]; /* 1 + log n */
} weighing;

static double weight_of(const weighing *w, size_t k)
{
    const float n = w->rows->value[k];

    return (n < SMALL ? w->sublinear[(size_t)n] : 1 + log((double)n)) *
           w->text->idf[w->rows->column[k]];
}

static void weigh_block(void *arg, size_t b)
{
    const weighing *w = arg;
    ad_sparse *m = w->rows;
    const size_t end = (b + 1) * m->rows / BLOCKS;

    for (size_t r = b * m->rows / BLOCKS; r < end; r++) {
        double sum = 0;
        for (size_t k = m->start[r]; k < m->start[r + 1]; k++) {
            const double x = weight_of(w, k);
            sum += x * x;
        }
        const double norm = sum > 0 ? sqrt(sum) : 1;
        for (size_t k = m->start[r]; k < m->start[r + 1]; k++)
            m->value[k] = (float)(weight_of(w, k) / norm);
    }
}

/* Turn counts into weights. */
static void weigh(const ad_features *t, adrop_ctx *ctx, ad_sparse *rows)
{
    weighing w = { .text = t, .rows = rows };

    for (size_t n = 1; n < SMALL; n++)
        w.sublinear[n] = 1 + log((double)n);
    ad_parallel(adrop_ctx_threads(ctx), BLOCKS, weigh_block, &w);
}

/* -- Both ---------------------------------------------------------------------------- */

static int is_train(const uint8_t *train, size_t i)
{
    return !train || train[i];
}

/* Set t->df from the rows: terms that share a column count once. */
static adrop_status count_documents(ad_features *t, adrop_ctx *ctx, const ad_sparse *rows,
                                    const uint8_t *train)
{
    const adrop_status status = AD_NEW(ctx, t->n, "terms", &t->df);

    for (size_t r = 0; !status && r < rows->rows; r++)
        for (size_t k = rows->start[r]; is_train(train, r) && k < rows->start[r + 1]; k++)
            t->df[rows->column[k]]++;
    return status;
}

static adrop_status project(const ad_features *t, adrop_ctx *ctx, ad_features_rows *rows)
{
    const adrop_status status = AD_NEW(ctx, rows->sparse.rows * t->settings.rank, "documents",
                                       &rows->dense);

    if (!status)
        ad_svd_project(ctx, &rows->sparse, t->components, t->settings.rank, rows->dense);
    ad_sparse_release(ctx, &rows->sparse);
    return status;
}

static adrop_status fit_vectors(ad_features *t, adrop_ctx *ctx, const ad_sparse *rows,
                                const uint8_t *train)
{
    const size_t rank = t->settings.rank;
    ad_sparse some = { 0 };
    uint32_t *numbers = NULL;
    size_t n = 0;
    adrop_status status;

    if (rank > t->documents || rank > t->n)
        return ad_fail(ctx, ADROP_EFORMAT,
                       "lsa:%zu of %zu training documents with %zu terms: there are at most as "
                       "many components as either",
                       rank, t->documents, t->n);
    if ((status = AD_NEW(ctx, rows->rows, "documents", &numbers)) ||
        (status = AD_NEW(ctx, t->n * rank, "singular vectors", &t->components)) ||
        (status = AD_NEW(ctx, rank, "singular values", &t->singular)))
        goto done;
    for (size_t i = 0; i < rows->rows; i++)
        if (is_train(train, i))
            numbers[n++] = (uint32_t)i;
    if (!(status = ad_sparse_take(ctx, rows, numbers, n, &some)))
        status = ad_svd_fit(ctx, &some, rank, t->components, t->singular);
done:
    ad_free(ctx, numbers);
    ad_sparse_release(ctx, &some);
    return status;
}

static adrop_status text_fit(ad_features *t, adrop_ctx *ctx, const ad_documents *docs,
                             const uint8_t *train, ad_features_rows *rows)
{
    ad_counts counts = { 0 };
    adrop_status status;

    for (size_t i = 0; i < docs->n; i++)
        t->documents += is_train(train, i) != 0;
    if (!t->documents)
        return ad_fail(ctx, ADROP_EFORMAT, "there are no training documents");
    if (!t->settings.min_df)
        t->settings.min_df = t->documents < FEW_DOCUMENTS ? 1 : 3;
    if ((status = ad_counts_make(ctx, &t->settings, docs, train, &counts)))
        goto done;
    if (t->settings.kind == AD_TEXT_HASH) {
        t->n = (size_t)1 << t->settings.bits;
        find_columns(t, ctx, &counts);
    } else if ((status = choose_terms(t, ctx, &counts))) {
        goto done;
    }
    if ((status = ad_counts_rows(ctx, &counts, docs->n, t->n, &rows->sparse)) ||
        (status = count_documents(t, ctx, &rows->sparse, train)) ||
        (status = ad_features_settle(t, ctx)))
        goto done;
    weigh(t, ctx, &rows->sparse);
    if (t->settings.kind == AD_TEXT_LSA && !(status = fit_vectors(t, ctx, &rows->sparse, train)))
        status = project(t, ctx, rows);
done:
    ad_counts_release(ctx, &counts);
    return status;
}

adrop_status ad_features_fit(adrop_ctx *ctx, const ad_features_settings *settings,
                             const ad_documents *docs, const uint8_t *train, ad_features **out,
                             ad_features_rows *rows)
{
    adrop_status status = ad_features_new(ctx, settings, out);

    *rows = (ad_features_rows){ 0 };
    if (!status && (status = text_fit(*out, ctx, docs, train, rows))) {
        ad_features_rows_release(ctx, rows);
        ad_features_release(*out);
        *out = NULL;
    }
    return status;
}

adrop_status ad_features_apply(const ad_features *t, adrop_ctx *ctx, const ad_documents *docs,
                               ad_features_rows *rows)
{
    ad_counts counts;
    adrop_status status;

    *rows = (ad_features_rows){ 0 };
    if (!(status = ad_counts_make(ctx, &t->settings, docs, NULL, &counts))) {
        find_columns(t, ctx, &counts);
        status = ad_counts_rows(ctx, &counts, docs->n, t->n, &rows->sparse);
    }
    ad_counts_release(ctx, &counts);
    if (!status) {
        weigh(t, ctx, &rows->sparse);
        if (t->components)
            status = project(t, ctx, rows);
    }
    if (status)
        ad_features_rows_release(ctx, rows);
    return status;
}
