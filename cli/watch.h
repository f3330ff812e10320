/* `adrop watch`: what is drawn, and the screen it is drawn on. */
#ifndef ADROP_CLI_WATCH_H
#define ADROP_CLI_WATCH_H

#include <stddef.h>
#include <stdio.h>
#include <time.h>

#include "adrop/context.h"

/* -- The curves that `adrop watch` shows. */

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

/* -- The terminal as a screen: its other buffer, keys one at a time, and whatever happens
 * afterwards as it was before. */

/* Zero, or -1 with errno. SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGPIPE are kept (screen_signal);
 * after SIGTSTP the terminal is given back, and taken again when the program goes on. */
int screen_open(void);

/* The terminal as it was; fine to call again. It is also done when the program exits. */
void screen_close(void);

/* Columns and lines, asked each time. */
void screen_size(size_t *columns, size_t *lines);

/* A page from the upper left corner on, cut to the lines, and a last line. */
void screen_show(const char *page, size_t lines, const char *last);

/* Wait so many seconds, less if the window changes its size; 1 if q, Escape or Ctrl-C was pressed,
 * or a signal came. */
int screen_wait(double seconds);

/* The signal that came, or 0. */
int screen_signal(void);

#endif
