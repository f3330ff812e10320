/* Are two data sets equal bit for bit? Compares parts, names, labels, and every batch. */
#ifndef ADROP_TESTS_ROWS_SAME_H
#define ADROP_TESTS_ROWS_SAME_H

#include "adrop/rows.h"
#include "check.h"

static inline void same_sparse(size_t n, const adrop_sparse *a, const adrop_sparse *b)
{
    CHECK(!memcmp(a->start, b->start, (n + 1) * sizeof *a->start));
    CHECK(a->start[n] != b->start[n] ||
          (!memcmp(a->column, b->column, a->start[n] * sizeof *a->column) &&
           !memcmp(a->value, b->value, a->start[n] * sizeof *a->value)));
}

/* width: of the targets of a row, or of its classes. */
static inline void same_batches(adrop_ctx *own, const adrop_data *a, const adrop_data *b,
                                adrop_part part, size_t units, size_t width)
{
    adrop_batches *of_a, *of_b;
    adrop_data_batch x, y = { 0 };
    adrop_batches_opts opts;

    adrop_batches_opts_init(&opts);
    opts.part = part;
    opts.rows = 7;
    opts.seed = 3;
    CHECK_EQ(adrop_batches_create(own, a, &opts, &of_a), ADROP_OK);
    CHECK_EQ(adrop_batches_create(own, b, &opts, &of_b), ADROP_OK);
    for (uint32_t epoch = 0; of_a && of_b && epoch < 2; epoch++) {
        CHECK_EQ(adrop_batches_begin(of_a, epoch, 0), ADROP_OK);
        CHECK_EQ(adrop_batches_begin(of_b, epoch, 0), ADROP_OK);
        while (!adrop_batches_next(of_a, &x) && !adrop_batches_next(of_b, &y) && x.n) {
            CHECK_EQ(x.n, y.n);
            CHECK(!x.x == !y.x && !x.sparse == !y.sparse && !x.weights == !y.weights);
            CHECK(!x.x || !memcmp(x.x, y.x, x.n * units * sizeof *x.x));
            if (x.sparse && y.sparse)
                same_sparse(x.n, x.sparse, y.sparse);
            CHECK(!x.weights || !y.weights ||
                  !memcmp(x.weights, y.weights, x.n * sizeof *x.weights));
            CHECK(!memcmp(x.rows, y.rows, x.n * sizeof *x.rows));
            CHECK(!x.labels == !y.labels && !x.targets == !y.targets);
            CHECK(!x.labels || !memcmp(x.labels, y.labels, x.n * sizeof *x.labels));
            CHECK(!x.targets || !memcmp(x.targets, y.targets, x.n * width * sizeof *x.targets));
        }
        CHECK_EQ(y.n, 0);
    }
    adrop_batches_free(of_a);
    adrop_batches_free(of_b);
}

/* Parts, and batches of each. */
static inline void same_parts(adrop_ctx *own, const adrop_data *a, const adrop_data *b)
{
    adrop_data_info of;

    adrop_data_describe(a, &of);
    const size_t units = of.channels * of.height * of.width;
    for (adrop_part p = ADROP_PART_TRAIN; p <= ADROP_PART_TEST; p++) {
        size_t n, m;
        const uint32_t *rows = adrop_data_rows(a, p, &n), *others = adrop_data_rows(b, p, &m);
        CHECK_EQ(n, m);
        CHECK(n != m || !memcmp(rows, others, n * sizeof *rows));
        if (n)
            same_batches(own, a, b, p, units, of.is_multi_label ? of.classes : of.targets);
    }
}

static inline void same_data(adrop_ctx *own, const adrop_data *a, const adrop_data *b)
{
    adrop_data_info of_a, of_b;

    adrop_data_describe(a, &of_a);
    adrop_data_describe(b, &of_b);
    CHECK(of_a.task == of_b.task && of_a.rows == of_b.rows && of_a.classes == of_b.classes);
    CHECK(of_a.channels == of_b.channels && of_a.height == of_b.height && of_a.width == of_b.width);
    CHECK(of_a.is_image == of_b.is_image && of_a.is_pixels == of_b.is_pixels);
    CHECK(of_a.input_scale == of_b.input_scale && of_a.missing == of_b.missing);
    CHECK(of_a.is_multi_label == of_b.is_multi_label && of_a.is_sparse == of_b.is_sparse);
    CHECK(of_a.target_mean == of_b.target_mean && of_a.target_deviation == of_b.target_deviation);
    for (size_t i = 0; i < of_a.classes; i++)
        CHECK_TEXT(adrop_data_class_name(b, i), adrop_data_class_name(a, i));
    CHECK_EQ(of_a.columns, of_b.columns);
    for (size_t i = 0; i < of_a.columns; i++)
        CHECK_TEXT(adrop_data_column_name(b, i), adrop_data_column_name(a, i));
    same_parts(own, a, b);
}

#endif
