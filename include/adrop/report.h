/* Reports of a comparison: its table, and what can be said of it in sentences.
 *
 *     adrop_report_opts opts;
 *
 *     adrop_report_opts_init(&opts);
 *     adrop_compare_table(c, ADROP_METRIC_LAST);
 *     adrop_report_document(ctx, c, &opts, &document);
 *     adrop_document_write(document, ADROP_DOCUMENT_TEXT, NULL, &text);
 *
 * All are made from the rows that adrop_compare_table has made last. */
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
    int paper;   /* the paper's conventions: population standard deviations, and its
                    one-sided p */
} adrop_report_opts;

ADROP_API void adrop_report_opts_init_sized(adrop_report_opts *opts, size_t size);
#define adrop_report_opts_init(opts) adrop_report_opts_init_sized((opts), sizeof *(opts))
/* Its option table (option.h): every member is a row. */
ADROP_API const adrop_option *adrop_report_options(void);

/* Rows by data set and network, of which the best mean is marked, and the second; sentences. JSON
 * has all of it, CSV in brief the rows with a column for each number. */
ADROP_API adrop_status adrop_report_document(adrop_ctx *ctx, const adrop_compare *c,
                                             const adrop_report_opts *opts, adrop_document **out);

/* What differs from the baseline, by how much, how sure that is, and what so few runs
 * cannot show: sentence i, NULL beyond the last. */
typedef struct adrop_findings adrop_findings;
ADROP_API adrop_status adrop_report_findings(adrop_ctx *ctx, const adrop_compare *c,
                                             const adrop_report_opts *opts, adrop_findings **out);
ADROP_API const char *adrop_findings_at(const adrop_findings *v, size_t i);
/* NULL is fine. */
ADROP_API void adrop_findings_free(adrop_findings *v);

/* What the planned runs of a data set and network can show: before anything is trained, and with
 * the variability of what is done, if anything is. Of one comparison with the baseline, when it
 * is the only one that differs: Holm's correction then asks for p below alpha / tests. */
typedef struct adrop_power {
    const char *data, *model;
    adrop_t_kind test;
    size_t runs;       /* planned of each technique */
    size_t tests;      /* comparisons of the whole table */
    double alpha;      /* level of the single test: (1 - level) / tests */
    double power;      /* 0.8: with which probability the difference is shown */
    double deviations; /* the least difference that is, in standard deviations: of the differences
                          of pairs, or of a run for unpaired tests; NaN with less than 2 runs */
    double std;        /* the standard deviation that was found, pooled over the techniques; NaN */
    double difference; /* deviations * std, in points or the target's units; NaN */
    size_t judged_by;  /* runs, or pairs of runs, that std was found by; 0 */
} adrop_power;

/* Block i, in the order of the table; 0 beyond the last. Needs a table (adrop_compare_table). */
ADROP_API int adrop_report_power_at_sized(const adrop_compare *c, size_t i, adrop_power *power,
                                          size_t size);
#define adrop_report_power_at(c, i, power)                                                         \
  adrop_report_power_at_sized((c), (i), (power), sizeof *(power))

/* The same of all blocks, put into a document (document.h): a table for programs, sentences. */
ADROP_API void adrop_report_add_power(adrop_document *d, const adrop_compare *c);

/* The plan as a document: techniques with their runs, every run for programs, and what they can
 * show. seconds: how long it takes (adrop_compare_estimate); NaN: not known. Needs a table, too. */
ADROP_API adrop_status adrop_report_plan(adrop_ctx *ctx, const adrop_compare *c, double seconds,
                                         adrop_document **out);

/* Write table.csv (with numbers), table.md, table.tex and table.json into the comparison's
 * folder, each whole or not at all. */
ADROP_API adrop_status adrop_report_save(adrop_ctx *ctx, const adrop_compare *c,
                                         const adrop_report_opts *opts);

ADROP_END_DECLS

#endif
