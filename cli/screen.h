/* The terminal as a screen: its other buffer, keys one at a time, and whatever happens afterwards
 * as it was before. */
#ifndef ADROP_CLI_SCREEN_H
#define ADROP_CLI_SCREEN_H

#include <stddef.h>

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
