/* Reports of a comparison: its table, and findings in sentences.
 *
 *     adrop_report_opts opts;
 *
 *     adrop_report_opts_init(&opts);
 *     adrop_compare_table(c, ADROP_METRIC_LAST);
 *     adrop_report_document(ctx, c, &opts, &document);
 *     adrop_document_write(document, ADROP_DOCUMENT_TEXT, NULL, &text);
 *
 * All use the rows of the last adrop_compare_table. */
#ifndef ADROP_REPORT_H
#define ADROP_REPORT_H

#include <stddef.h>

#include "adrop/compare.h"
#include "adrop/context.h"
#include "adrop/document.h"
#include "adrop/export.h"
#include "adrop/option.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_report_opts {
    size_t size; /* sizeof(adrop_report_opts) */
    int paper;   /* the paper's conventions: population standard deviations, and its one-sided p */
} adrop_report_opts;

ADROP_API void adrop_report_opts_init_sized(adrop_report_opts *opts, size_t size);
#define adrop_report_opts_init(opts) adrop_report_opts_init_sized((opts), sizeof *(opts))
/* Its option table (option.h): every member is a row. */
ADROP_API const adrop_option *adrop_report_options(void);

/* Rows by data set and network, with the best and second-best mean marked; sentences. JSON has
 * everything; CSV, in brief form, the rows with one column per number. */
ADROP_API adrop_status adrop_report_document(adrop_ctx *ctx, const adrop_compare *c,
                                             const adrop_report_opts *opts, adrop_document **out);

/* Which techniques differ from the baseline, by how much and how certainly, and what the number of
 * runs is too small to show: sentence i, NULL past the last. */
typedef struct adrop_findings adrop_findings;
ADROP_API adrop_status adrop_report_findings(adrop_ctx *ctx, const adrop_compare *c,
                                             const adrop_report_opts *opts, adrop_findings **out);
ADROP_API const char *adrop_findings_at(const adrop_findings *v, size_t i);
/* NULL is fine. */
ADROP_API void adrop_findings_free(adrop_findings *v);

/* What the planned runs of a data set and network can show, before training or, given the
 * variability of finished runs, after it. For one comparison with the baseline, assuming only it
 * differs: Holm's correction then requires p below alpha / tests. */
typedef struct adrop_power {
    const char *data, *model;
    adrop_t_kind test;
    size_t runs;       /* planned per technique */
    size_t tests;      /* comparisons in the whole table */
    double alpha;      /* level of the single test: (1 - level) / tests */
    double power;      /* 0.8: the probability that the difference is detected */
    double deviations; /* the smallest detectable difference, in standard deviations: of the
                          differences of pairs, or of a run for unpaired tests; NaN with fewer than
                          2 runs */
    double std;        /* the observed standard deviation, pooled over the techniques; NaN */
    double difference; /* deviations * std, in points or the target's units; NaN */
    size_t judged_by;  /* runs, or pairs of runs, from which std was computed; 0 */
} adrop_power;

/* Block i, in the order of the table; 0 past the last. Needs a table (adrop_compare_table). */
ADROP_API int adrop_report_power_at_sized(const adrop_compare *c, size_t i, adrop_power *power,
                                          size_t size);
#define adrop_report_power_at(c, i, power)                                                         \
  adrop_report_power_at_sized((c), (i), (power), sizeof *(power))

/* Add the same for all blocks to a document (document.h): a table for programs, sentences. */
ADROP_API void adrop_report_add_power(adrop_document *d, const adrop_compare *c);

/* The plan as a document: techniques with their runs, every run for programs, and the power of the
 * runs. seconds: estimated duration (adrop_compare_estimate); NaN: unknown. Also needs a table. */
ADROP_API adrop_status adrop_report_plan(adrop_ctx *ctx, const adrop_compare *c, double seconds,
                                         adrop_document **out);

/* Write table.csv (with numbers), table.md, table.tex and table.json into the comparison's folder,
 * each atomically. */
ADROP_API adrop_status adrop_report_save(adrop_ctx *ctx, const adrop_compare *c,
                                         const adrop_report_opts *opts);

ADROP_END_DECLS

#endif
