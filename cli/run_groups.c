/* Groups of runs and their tests (run_row.h): mean and standard deviation of the test results, and
 * a t test against the first group on the same data and network, with Holm's correction for the
 * number of tests there. Runs are paired if they have the same seed and the same training and test
 * rows; the difference then excludes the variation between seeds. */
#include "run_row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/stats.h"
#include "out.h"

typedef struct {
    adrop_ctx *ctx;
    const run_row *rows; /* (n) */
    size_t n;
    const char *baseline;
    double *ours, *theirs; /* (n) each: results of two groups */
} pile;

int run_groups_same_block(const run_row *a, const run_row *b)
{
    return !strcmp(a->data, b->data) && !strcmp(a->model, b->model) &&
           a->regression == b->regression;
}

static int same_group(const run_row *a, const run_row *b)
{
    return run_groups_same_block(a, b) && !strcmp(a->dropout, b->dropout);
}

static int are_pair(const run_row *a, const run_row *b)
{
    return *a->seed && *a->parts && !strcmp(a->seed, b->seed) && !strcmp(a->parts, b->parts);
}

/* The first run in the group of run i. */
static size_t first_of(const pile *p, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (same_group(&p->rows[k], &p->rows[i]))
            return k;
    return i;
}

/* The first run of the baseline for run i. */
static size_t base_of(const pile *p, size_t i)
{
    size_t first = p->n;

    for (size_t k = 0; k < p->n; k++) {
        if (!run_groups_same_block(&p->rows[k], &p->rows[i]))
            continue;
        if (!strcmp(p->rows[k].dropout, p->baseline))
            return k;
        first = k < first ? k : first;
    }
    return first;
}

/* Collect the results of the group that begins at i; returns their number. */
static size_t run_groups_take(const pile *p, size_t i, double *values)
{
    size_t n = 0;

    for (size_t k = i; k < p->n; k++)
        if (same_group(&p->rows[i], &p->rows[k]))
            values[n++] = p->rows[k].test;
    return n;
}

/* The number of runs in the group at i that pair with run k; *at is the last of them. */
static size_t partners(const pile *p, size_t i, size_t k, size_t *at)
{
    size_t n = 0;

    for (size_t m = i; m < p->n; m++)
        if (same_group(&p->rows[i], &p->rows[m]) && are_pair(&p->rows[k], &p->rows[m])) {
            *at = m;
            n++;
        }
    return n;
}

/* Collect the results of the pairs of two groups. Returns their number; 0 if a run has two
 * partners, or if there are fewer than `least` pairs. */
static size_t take_pairs(const pile *p, size_t i, size_t base, size_t least)
{
    size_t n = 0, at = 0, mine = 0;

    for (size_t k = i; k < p->n; k++) {
        if (!same_group(&p->rows[i], &p->rows[k]))
            continue;
        const size_t found = partners(p, base, k, &at);
        if (found > 1 || partners(p, i, k, &mine) > 1)
            return 0;
        if (found) {
            p->ours[n] = p->rows[k].test;
            p->theirs[n++] = p->rows[at].test;
        }
    }
    return n < least ? 0 : n;
}

static double run_groups_mean_of(const double *x, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

static double std_of(const double *x, size_t n)
{
    const double mean = run_groups_mean_of(x, n);
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += (x[i] - mean) * (x[i] - mean);
    return n > 1 ? sqrt(sum / (double)(n - 1)) : NAN;
}

static run_group run_groups_measure(const pile *p, size_t i)
{
    const size_t base = base_of(p, i);
    size_t n = run_groups_take(p, i, p->ours), m = run_groups_take(p, base, p->theirs);
    run_group g = { .row = &p->rows[i],
                    .n = n,
                    .mean = run_groups_mean_of(p->ours, n),
                    .std = std_of(p->ours, n),
                    .difference = NAN,
                    .low = NAN,
                    .high = NAN,
                    .p = NAN,
                    .holm = NAN,
                    .is_base = base == i };
    adrop_t_result t;

    if (g.is_base)
        return g;
    g.difference = g.mean - run_groups_mean_of(p->theirs, m);
    if (n < 2 || m < 2)
        return g;
    g.pairs = take_pairs(p, i, base, n < m ? n : m);
    if (g.pairs) {
        n = m = g.pairs;
    } else { /* the search for pairs has overwritten them */
        run_groups_take(p, i, p->ours);
        run_groups_take(p, base, p->theirs);
    }
    if (!adrop_t_test(p->ctx, g.pairs ? ADROP_TEST_PAIRED : ADROP_TEST_WELCH, ADROP_SIDE_TWO, n,
                      p->ours, m, p->theirs, 0.95, &t)) {
        g.difference = t.difference;
        g.low = t.low;
        g.high = t.high;
        g.p = t.p;
    } else {
        g.pairs = 0;
    }
    return g;
}

/* Correct the p-values of one block together. */
static adrop_status correct(const pile *p, run_group *groups, size_t n)
{
    adrop_status status = ADROP_OK;

    for (size_t first = 0; first < n && !status; first++) {
        size_t tests = 0;
        if (!groups[first].is_base)
            continue;
        for (size_t i = 0; i < n; i++)
            if (run_groups_same_block(groups[first].row, groups[i].row) && !isnan(groups[i].p))
                p->ours[tests++] = groups[i].p;
        if (tests)
            status = adrop_holm(p->ctx, tests, p->ours, p->theirs);
        tests = 0;
        for (size_t i = 0; i < n && !status; i++)
            if (run_groups_same_block(groups[first].row, groups[i].row) && !isnan(groups[i].p))
                groups[i].holm = p->theirs[tests++];
    }
    return status;
}

adrop_status run_groups_make(adrop_ctx *ctx, const run_row *rows, size_t n, const char *baseline,
                             run_group *groups, size_t *n_groups)
{
    const pile p = {
        ctx, rows, n, baseline, out_memory(n, sizeof(double)), out_memory(n, sizeof(double))
    };

    *n_groups = 0;
    for (size_t i = 0; i < n; i++)
        if (first_of(&p, i) == i)
            groups[(*n_groups)++] = run_groups_measure(&p, i);
    const adrop_status status = correct(&p, groups, *n_groups);
    free(p.ours);
    free(p.theirs);
    return status;
}
