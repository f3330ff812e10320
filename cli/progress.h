/* The line that shows how far a run, a comparison or a download is, on a terminal alone. */
#ifndef ADROP_CLI_PROGRESS_H
#define ADROP_CLI_PROGRESS_H

#include "adrop/context.h"
#include "adrop/fetch.h"
#include "adrop/train.h"

typedef struct progress {
    int on;       /* stderr is a terminal that may be written to */
    int shown;    /* a line stands there */
    double drawn; /* when, in seconds */
} progress;

progress progress_start(int quiet);

/* Draw the line, at most ten times a second. label may be "". */
void progress_show(progress *p, const char *label, const adrop_progress *at);

/* The same for files that come. */
void progress_show_get(progress *p, const adrop_get_progress *at);

/* The same for whatever has parts: "LABEL [####----]  DETAIL  0:12 left", part of [0, 1]. */
void progress_draw(progress *p, const char *label, double part, const char *detail,
                   double seconds_left);

/* The same without a bar: "LABEL  DETAIL". */
void progress_note(progress *p, const char *label, const char *detail);

/* Take the line away. */
void progress_clear(progress *p);

/* -- The line that shows that data are being read, on a terminal alone: "reading cifar10  84 MB  3
 * s". A thread of its own draws it, so that the library need not call back. */

typedef struct reading reading;

/* Begin; NULL, which reading_end takes, where there is nothing to show. what is copied. */
reading *reading_start(const adrop_ctx *ctx, const char *what, int quiet);

/* Take the line away, and *r becomes NULL. To be called before the context ends. */
void reading_end(reading **r);

#endif
