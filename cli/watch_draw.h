/* The curves that `adrop watch` shows. */
#ifndef WATCH_DRAW_H
#define WATCH_DRAW_H

#include <stdio.h>
#include <time.h>

#include "adrop/context.h"

enum { WATCH_RUNS = 12 };

/* Runs, those that changed last, newest first. */
typedef struct watch_finds {
    char paths[WATCH_RUNS][1024]; /* (n) */
    time_t changed[WATCH_RUNS];
    size_t n, all;
} watch_finds;

/* One more run, for adrop_records_find; user is a watch_finds. */
void watch_take(void *user, const char *path);

/* Draw what a folder has into so many columns and lines. *unread: the status of the first run that
 * could not be read, whose reason is then the last line; the others are drawn. */
adrop_status watch_draw(adrop_ctx *ctx, const char *folder, FILE *file, size_t columns,
                        size_t lines, adrop_status *unread);

#endif
