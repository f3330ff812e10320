/* Times of work that is repeated. */
#ifndef ADROP_CLI_STOPWATCH_H
#define ADROP_CLI_STOPWATCH_H

#include <stddef.h>

/* Do the work once; anything but 0 stops the watch. */
typedef int stopwatch_work(void *self);

/* Seconds of one piece of work. */
typedef struct stopwatch_times {
    double best, median, mean;
} stopwatch_times;

/* Do the work, again and again until `least` seconds have passed, and give the
 * average. Returns what the work returned last. */
int stopwatch_round(stopwatch_work *work, void *self, double least, double *seconds);

/* Best, median and mean of n rounds, n > 0; sorts them. */
stopwatch_times stopwatch_sum_up(double *seconds, size_t n);

#endif
