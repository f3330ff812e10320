/* The progress line of a run, a comparison or a download, on terminals only. */
#ifndef ADROP_CLI_PROGRESS_H
#define ADROP_CLI_PROGRESS_H

#include "adrop/context.h"
#include "adrop/fetch.h"
#include "adrop/train.h"

typedef struct progress {
    int on;       /* stderr is a terminal, and output is wanted */
    int shown;    /* a line is shown */
    double drawn; /* when last drawn, in seconds */
} progress;

progress progress_start(int quiet);

/* Draw the line, at most ten times per second. label may be "". */
void progress_show(progress *p, const char *label, const adrop_progress *at);

/* The same for downloads. */
void progress_show_get(progress *p, const adrop_get_progress *at);

/* The same for any other work: "LABEL [####----]  DETAIL  0:12 left", part in [0, 1]. */
void progress_draw(progress *p, const char *label, double part, const char *detail,
                   double seconds_left);

/* The same without a bar: "LABEL  DETAIL". */
void progress_note(progress *p, const char *label, const char *detail);

/* Erase the line. */
void progress_clear(progress *p);

/* -- A line shown while data are read, on terminals only: "reading cifar10  84 MB  3 s". A separate
 * thread draws it, so the library need not call back. */

typedef struct reading reading;

/* Begin. NULL if nothing is to be shown, which reading_end accepts. what is copied. */
reading *reading_start(const adrop_ctx *ctx, const char *what, int quiet);

/* Erase the line, and set *r to NULL. Call it before the context is freed. */
void reading_end(reading **r);

#endif
