/* Reports of a comparison: its table, what can be said of it in sentences, and both as JSON.
 *
 *     adrop_report_opts opts;
 *
 *     adrop_report_opts_init(&opts);
 *     adrop_compare_table(c, ADROP_METRIC_LAST);
 *     adrop_report_table(ctx, c, &opts, &table);
 *     adrop_table_write(table, ADROP_TEXT, 0, &text);
 *
 * All are made from the rows that adrop_compare_table has made last. */
#ifndef ADROP_REPORT_H
#define ADROP_REPORT_H

#include <stddef.h>

#include "adrop/compare.h"
#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/status.h"
#include "adrop/table.h"

ADROP_BEGIN_DECLS

typedef struct adrop_report_opts {
    size_t size; /* sizeof(adrop_report_opts) */
    int paper;   /* the paper's conventions: population standard deviations, and its
                    one-sided p */
    int numbers; /* one column per number, in full, for other programs */
} adrop_report_opts;

ADROP_API void adrop_report_opts_init_sized(adrop_report_opts *opts, size_t size);
#define adrop_report_opts_init(opts) adrop_report_opts_init_sized((opts), sizeof *(opts))

/* Rows by data set and network; the best mean is marked, and the second. */
ADROP_API adrop_status adrop_report_table(adrop_ctx *ctx, const adrop_compare *c,
                                          const adrop_report_opts *opts, adrop_table **out);

/* What differs from the baseline, by how much, how sure that is, and what so few runs
 * cannot show: sentence i, NULL beyond the last. */
typedef struct adrop_findings adrop_findings;
ADROP_API adrop_status adrop_report_findings(adrop_ctx *ctx, const adrop_compare *c,
                                             const adrop_report_opts *opts, adrop_findings **out);
ADROP_API const char *adrop_findings_at(const adrop_findings *v, size_t i);
/* NULL is fine. */
ADROP_API void adrop_findings_free(adrop_findings *v);

/* Rows and sentences as one line of JSON without its end, freed with
 * adrop_report_text_free. What is not finite is null. */
ADROP_API adrop_status adrop_report_json(adrop_ctx *ctx, const adrop_compare *c,
                                         const adrop_report_opts *opts, char **text);
/* NULL is fine. */
ADROP_API void adrop_report_text_free(adrop_ctx *ctx, char *text);

/* Write table.csv (with numbers), table.md, table.tex and table.json into the comparison's
 * folder, each whole or not at all. */
ADROP_API adrop_status adrop_report_save(adrop_ctx *ctx, const adrop_compare *c,
                                         const adrop_report_opts *opts);

ADROP_END_DECLS

#endif
