/* "epoch 3 of 15 [######------] loss 0.123  97.1 %  52000/s  0:12 left", and
 * "train.gz, 1 of 4 [######------] 50 %  5.2 MB/s  0:12 left" (progress.h). */
#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "out.h"
#include "terminal.h"

enum { BAR = 20, LEAST_BAR = 5 };

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

static void bar(char *text, size_t size, double part, int cells)
{
    const int utf8 = out_utf8();
    const int full = (int)(part * cells);

    *text = 0;
    for (int i = 0; i < cells; i++) {
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s",
                 i < full ? (utf8 ? "█" : "#") : (utf8 ? "░" : "-"));
    }
}

/* "1:02:03", "2:03"; "" if unknown. */
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

/* Cut a text to so many columns. */
static void progress_cut(char *text, size_t columns)
{
    size_t used = 0;

    for (; *text; text++) {
        used += ((unsigned char)*text & 0xC0) != 0x80;
        if (used > columns) {
            *text = 0;
            return;
        }
    }
}

static size_t wide(const char *text)
{
    return out_columns(text, strlen(text));
}

/* A line that fits the columns of a terminal. The bar shrinks first, then the detail loses its last
 * parts (separated by two blanks), then the label is cut. */
static void compose(char *line, size_t size, size_t columns, double part, char *label, char *detail,
                    const char *time_left)
{
    char drawn[4 * BAR + 1];
    size_t fixed;

    for (char *gap;
         (fixed = wide(label) + wide(detail) + wide(time_left) + 3) + LEAST_BAR > columns &&
         (gap = strrchr(detail, ' '));) {
        while (gap > detail && gap[-1] == ' ')
            gap--;
        *gap = 0;
    }
    if (fixed + LEAST_BAR > columns) {
        *detail = 0;
        fixed = wide(label) + wide(time_left) + 3;
    }
    if (fixed > columns) {
        progress_cut(label, columns > wide(time_left) + 3 ? columns - wide(time_left) - 3 : 0);
        fixed = wide(label) + wide(time_left) + 3;
    }
    const size_t cells = fixed < columns ? columns - fixed : 0;
    bar(drawn, sizeof drawn, part, cells < BAR ? (int)cells : BAR);
    snprintf(line, size, "%s %s%s%s%s", label, drawn, *detail ? "  " : "", detail, time_left);
    progress_cut(line, columns);
}

void progress_draw(progress *p, const char *label, double part, const char *detail,
                   double seconds_left)
{
    char line[1024], before[256], behind[256], time_left[64];

    if (!p->on || (p->shown && part < 1 && now() - p->drawn < 0.1))
        return;
    left(time_left, sizeof time_left, seconds_left);
    /* keep the last column free: some terminals wrap when it is written */
    compose(line, sizeof line, terminal_columns(stderr) - 1, part,
            out_copy(before, sizeof before, label), out_copy(behind, sizeof behind, detail),
            time_left);
    fprintf(stderr, "\r%s\033[K", line);
    fflush(stderr);
    p->shown = 1;
    p->drawn = now();
}

void progress_note(progress *p, const char *label, const char *detail)
{
    char line[512];

    if (!p->on)
        return;
    snprintf(line, sizeof line, "%s  %s", label, detail);
    progress_cut(line, terminal_columns(stderr) - 1);
    fprintf(stderr, "\r%s\033[K", line);
    fflush(stderr);
    p->shown = 1;
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
