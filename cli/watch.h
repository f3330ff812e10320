/* `adrop watch`: its drawing, and the screen. */
#ifndef ADROP_CLI_WATCH_H
#define ADROP_CLI_WATCH_H

#include <stddef.h>
#include <stdio.h>
#include <time.h>

#include "adrop/context.h"

/* -- The curves of `adrop watch`. */

enum { WATCH_RUNS = 12 };

/* The most recently changed runs, newest first. */
typedef struct watch_finds {
    char paths[WATCH_RUNS][1024]; /* (n) */
    time_t changed[WATCH_RUNS];
    size_t n, all;
} watch_finds;

/* Add a run, for adrop_records_find; user is a watch_finds. */
void watch_take(void *user, const char *path);

/* Draw the runs of a folder into so many columns and lines. *unread: the status of the first run
 * that could not be read; the last line gives the reason. The others are drawn. */
adrop_status watch_draw(adrop_ctx *ctx, const char *folder, FILE *file, size_t columns,
                        size_t lines, adrop_status *unread);

/* -- The terminal as a screen: the alternate buffer, and keys one at a time. Its state is restored
 * afterwards. */

/* Returns 0, or -1 with errno. SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGPIPE are caught
 * (screen_signal). On SIGTSTP the terminal is restored, and set up again when the program
 * continues. */
int screen_open(void);

/* Restore the terminal. May be called again; also called at exit. */
void screen_close(void);

/* Columns and lines, queried each time. */
void screen_size(size_t *columns, size_t *lines);

/* A page from the upper left corner, cut to the lines, and a last line. */
void screen_show(const char *page, size_t lines, const char *last);

/* Wait so many seconds, or until the window changes its size; 1 if q, Escape or Ctrl-C was pressed,
 * or a signal was received. */
int screen_wait(double seconds);

/* The signal received, or 0. */
int screen_signal(void);

#endif
