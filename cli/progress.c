/* "epoch 3 of 15 [######------] loss 0.123  97.1 %  52000/s  0:12 left", and
 * "train.gz, 1 of 4 [######------] 50 %  5.2 MB/s  0:12 left" (progress.h). */
#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "out.h"

enum { BAR = 20 };

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

progress progress_start(int quiet)
{
    return (progress){ .on = !quiet && isatty(STDERR_FILENO) };
}

static void bar(char *text, size_t size, double part)
{
    const int utf8 = out_utf8();
    const int full = (int)(part * BAR);

    *text = 0;
    for (int i = 0; i < BAR; i++) {
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s",
                 i < full ? (utf8 ? "█" : "#") : (utf8 ? "░" : "-"));
    }
}

/* "1:02:03", "2:03"; "" if it is not known. */
static void left(char *text, size_t size, double seconds)
{
    *text = 0;
    if (!isfinite(seconds) || seconds < 0 || seconds > 1e8)
        return;
    const long s = lround(seconds);
    if (s >= 3600)
        snprintf(text, size, "  %ld:%02ld:%02ld left", s / 3600, s / 60 % 60, s % 60);
    else
        snprintf(text, size, "  %ld:%02ld left", s / 60, s % 60);
}

void progress_draw(progress *p, const char *label, double part, const char *detail,
                   double seconds_left)
{
    char drawn[4 * BAR + 1], time_left[64];

    if (!p->on || (p->shown && part < 1 && now() - p->drawn < 0.1))
        return;
    bar(drawn, sizeof drawn, part);
    left(time_left, sizeof time_left, seconds_left);
    fprintf(stderr, "\r%s %s  %s%s\033[K", label, drawn, detail, time_left);
    fflush(stderr);
    p->shown = 1;
    p->drawn = now();
}

void progress_show(progress *p, const char *label, const adrop_progress *at)
{
    char before[256], detail[128], acc[32] = "";

    snprintf(before, sizeof before, "%s%sepoch %zu of %zu", label, *label ? ": " : "", at->epoch,
             at->epochs);
    if (isfinite(at->acc))
        snprintf(acc, sizeof acc, "  %.1f %%", at->acc);
    snprintf(detail, sizeof detail, "loss %s%s  %.0f/s", OUT_NUMBER(at->loss, 4), acc,
             at->images_per_second);
    progress_draw(p, before, at->steps ? (double)at->step / (double)at->steps : 0, detail,
                  at->seconds_left);
}

void progress_show_get(progress *p, const adrop_get_progress *at)
{
    const double part = at->all_bytes ? (double)at->bytes / (double)at->all_bytes : 0;
    char label[256], detail[128];

    snprintf(label, sizeof label, "%s, %zu of %zu", at->file, at->index, at->files);
    snprintf(detail, sizeof detail, "%.0f %%  %.1f MB/s", floor(100 * part),
             at->bytes_per_second / 1e6);
    progress_draw(p, label, part, detail, at->seconds_left);
}

void progress_clear(progress *p)
{
    if (p->shown)
        fputs("\r\033[K", stderr);
    p->shown = 0;
}
