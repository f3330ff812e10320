/* Drawing while the library reads (progress.h). */
#include "progress.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "out.h"

enum { TENTH = 100000000 }; /* of a second, in nanoseconds */

struct reading {
    const adrop_ctx *ctx;
    char what[128];
    progress line;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    int over;
};

static void reading_draw(reading *r, double seconds)
{
    char detail[64], label[160];

    snprintf(label, sizeof label, "reading %s", r->what);
    snprintf(detail, sizeof detail, "%.0f MB  %.0f s", (double)adrop_ctx_bytes_read(r->ctx) / 1e6,
             floor(seconds));
    progress_note(&r->line, label, detail);
}

/* Draws nothing in the first half second. */
static void *reading_watch(void *arg)
{
    reading *r = arg;
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    pthread_mutex_lock(&r->lock);
    for (int tenths = 1; !r->over; tenths++) {
        until.tv_nsec += TENTH;
        until.tv_sec += until.tv_nsec / (10 * (long)TENTH);
        until.tv_nsec %= 10 * (long)TENTH;
        pthread_cond_timedwait(&r->ended, &r->lock, &until);
        if (!r->over && tenths >= 5)
            reading_draw(r, tenths / 10.0);
    }
    progress_clear(&r->line);
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

reading *reading_start(const adrop_ctx *ctx, const char *what, int quiet)
{
    const progress line = progress_start(quiet);

    if (!line.on)
        return NULL;
    reading *r = out_memory(1, sizeof *r);
    r->ctx = ctx;
    r->line = line;
    out_copy(r->what, sizeof r->what, what);
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->ended, NULL);
    if (pthread_create(&r->thread, NULL, reading_watch, r)) {
        free(r);
        return NULL;
    }
    return r;
}

void reading_end(reading **r)
{
    if (!*r)
        return;
    pthread_mutex_lock(&(*r)->lock);
    (*r)->over = 1;
    pthread_cond_signal(&(*r)->ended);
    pthread_mutex_unlock(&(*r)->lock);
    pthread_join((*r)->thread, NULL);
    pthread_mutex_destroy(&(*r)->lock);
    pthread_cond_destroy(&(*r)->ended);
    free(*r);
    *r = NULL;
}
