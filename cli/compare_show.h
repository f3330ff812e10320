/* What a comparison shows: its plan, how far it is, its results. */
#ifndef ADROP_CLI_COMPARE_SHOW_H
#define ADROP_CLI_COMPARE_SHOW_H

#include <stdio.h>

#include "adrop/report.h"
#include "command.h"
#include "json.h"
#include "progress.h"

/* "digits, mlp:256,256, bernoulli, run 2", or "..., choosing beta=0.1". Cut to size. Returns
 * buffer. */
char *compare_show_name(const adrop_planned_run *run, char *buffer, size_t size);

/* A line for a run that is done: "3 of 9: NAME: test accuracy 97.22 %, 0.8 s". */
void compare_show_ended(FILE *file, size_t done, size_t runs, const adrop_planned_run *run,
                        const adrop_train_result *result);

/* Draw how far the whole is. */
void compare_show_progress(progress *bar, const adrop_compare_progress *p);

/* Print the table, and for text what can be said of it; or all as JSON. */
adrop_status compare_show_results(adrop_ctx *ctx, const adrop_compare *c,
                                  const adrop_report_opts *opts, int format);
adrop_status compare_show_json(adrop_ctx *ctx, const adrop_compare *c,
                               const adrop_report_opts *opts);

/* What its runs will be able to show, from a table of those that are done. */
void compare_show_power(FILE *file, const adrop_compare *c);
void compare_show_power_json(json *j, const adrop_compare *c);

#endif
