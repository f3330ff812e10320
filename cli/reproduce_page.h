/* Figures of reproductions as files, and reproductions as pages of HTML. */
#ifndef ADROP_CLI_REPRODUCE_PAGE_H
#define ADROP_CLI_REPRODUCE_PAGE_H

#include "adrop/reproduce.h"
#include "command.h"

/* LABEL.svg and LABEL.csv, LABEL-2.svg and so on, in a folder; nothing if its name is "". */
adrop_status reproduce_figures(const adrop_reproduction *r, const adrop_document *d,
                               const char *folder, int png, int pdf);

/* One reproduction on a page. */
adrop_status reproduce_report(adrop_ctx *ctx, const adrop_reproduction *r, const adrop_document *d,
                              const char *path);

/* All recipes on a page: the records of a folder, runs kept below it or in runs/, and everything
 * that needs no training. Returns the exit status. */
int reproduce_all(const command_call *call, const adrop_reproduce_opts *opts, const char *records,
                  const char *path, int quiet);

#endif
