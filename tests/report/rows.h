/* Rows of a comparison, made without training. */
#ifndef ADROP_TESTS_REPORT_ROWS_H
#define ADROP_TESTS_REPORT_ROWS_H

#include <math.h>

#include "report/view.h"

/* A row of runs, with what does not need a test; the rest is NaN. */
static inline adrop_compare_row row_of(const char *data, const char *dropout, size_t n,
                                       const double *values, const uint64_t *seeds)
{
    adrop_summary s;

    adrop_summarize(n, values, &s);
    return (adrop_compare_row){
        .data = data,
        .model = "mlp:256,256",
        .dropout = dropout,
        .asked = dropout,
        .chosen = "",
        .n = n,
        .planned = n,
        .values = values,
        .seeds = seeds,
        .mean = s.mean,
        .std = s.std,
        .std_population = s.std_population,
        .difference = NAN,
        .low = NAN,
        .high = NAN,
        .p = NAN,
        .p_holm = NAN,
        .effect = NAN,
        .p_paper = NAN,
        .p_rank = NAN,
        .least_p_rank = NAN,
        .seconds_per_epoch = NAN,
        .s1 = NAN,
        .s2 = NAN,
        .s1_norm = NAN,
        .s2_norm = NAN,
        .rate = NAN,
        .noise_level = NAN,
    };
}

/* Compare rows [0, n) with row 0, as a comparison does; corrected among themselves. */
static inline void test_rows(adrop_ctx *ctx, adrop_t_kind kind, adrop_compare_row *rows, size_t n)
{
    double p[64];

    rows[0].is_baseline = 1;
    p[0] = NAN;
    for (size_t i = 1; i < n; i++) {
        adrop_t_result r;
        adrop_rank_result rank = { .p = NAN, .least_p = NAN };
        rows[i].difference = rows[i].mean - rows[0].mean;
        p[i] = NAN;
        if (adrop_t_test(ctx, kind, ADROP_SIDE_TWO, rows[i].n, rows[i].values, rows[0].n,
                         rows[0].values, 0.95, &r))
            continue;
        adrop_hedges_g(ctx, kind, rows[i].n, rows[i].values, rows[0].n, rows[0].values,
                       &rows[i].effect);
        if (kind == ADROP_TEST_PAIRED)
            adrop_wilcoxon(ctx, ADROP_SIDE_TWO, rows[i].n, rows[i].values, rows[0].values, &rank);
        else
            adrop_rank_sum(ctx, ADROP_SIDE_TWO, rows[i].n, rows[i].values, rows[0].n,
                           rows[0].values, &rank);
        rows[i].low = r.low;
        rows[i].high = r.high;
        p[i] = rows[i].p = r.p;
        rows[i].p_rank = rank.p;
        rows[i].least_p_rank = rank.least_p;
    }
    adrop_holm(ctx, n, p, p);
    for (size_t i = 0; i < n; i++)
        rows[i].p_holm = p[i];
}

#endif
