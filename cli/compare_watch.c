/* Watching comparisons (compare_watch.h). */
#include "compare_watch.h"

#include <math.h>
#include <stdio.h>

#include "interrupt.h"
#include "out.h"

/* "digits, mlp:256,256, bernoulli, run 2", or "..., trying beta=0.1". Cut to size. */
static char *compare_watch_name_of(const adrop_planned_run *run, char *buffer, size_t size)
{
    if (run->run)
        snprintf(buffer, size, "%s, %s, %s, run %zu", run->data, run->model, run->dropout,
                 run->run);
    else
        snprintf(buffer, size, "%s, %s, %s, trying %s", run->data, run->model, run->dropout,
                 run->candidate);
    return out_clean(buffer);
}

/* "3 of 9: NAME: test accuracy 97.22 %, 0.8 s". */
static void say_ended(FILE *file, size_t done, size_t runs, const adrop_planned_run *run,
                      const adrop_train_result *result)
{
    char name[1024];

    fprintf(file, "%zu of %zu: %s: ", done, runs, compare_watch_name_of(run, name, sizeof name));
    if (result->task == ADROP_REGRESSION)
        fprintf(file, "test rmse %s", OUT_NUMBER(result->test_rmse, 5));
    else
        fprintf(file, "test accuracy %.2f %%", result->test_acc);
    fprintf(file, ", %.1f s\n", result->seconds);
}

/* The finished part of a run, in [0, 1]. */
static double compare_watch_part_of(const adrop_progress *at)
{
    if (!at->epochs || !at->steps)
        return 0;
    return ((double)at->epoch - 1 + (double)at->step / (double)at->steps) / (double)at->epochs;
}

static void compare_watch_draw(progress *bar, const adrop_compare_progress *p)
{
    char label[64], detail[256], epoch[64] = "";
    const size_t ended = p->done + p->failed;
    const double part = (double)ended + (p->running == 1 ? compare_watch_part_of(p->at) : 0);

    snprintf(label, sizeof label, "%zu of %zu runs", ended, p->runs);
    if (p->at->epochs)
        snprintf(epoch, sizeof epoch, ", epoch %zu of %zu", p->at->epoch, p->at->epochs);
    snprintf(detail, sizeof detail, "%.40s %s%.30s%s", p->run->dropout, p->run->run ? "run " : "",
             p->run->run ? OUT_NUMBER((double)p->run->run, 6) : p->run->candidate, epoch);
    out_clean(detail);
    progress_draw(bar, label, p->runs ? part / (double)p->runs : 0, detail, p->seconds_left);
}

compare_watch compare_watch_start(const char *name, int quiet)
{
    return (compare_watch){ .command = name, .quiet = quiet, .bar = progress_start(quiet) };
}

void compare_watch_add(compare_watch *w, const adrop_compare *c)
{
    adrop_planned_run run;

    for (size_t i = 0; adrop_compare_run_at(c, i, &run); i++) {
        w->runs++;
        w->ended += run.state == ADROP_RUN_DONE;
    }
}

static void moved(void *user, const adrop_compare_progress *p)
{
    compare_watch *w = user;

    interrupt_ready();
    compare_watch_draw(&w->bar, p);
}

static void ended(void *user, const adrop_planned_run *run, const adrop_train_result *result)
{
    compare_watch *w = user;
    char name[1024];

    w->ended++;
    if (run->state == ADROP_RUN_FAILED) {
        progress_clear(&w->bar);
        out_complain(w->command, "%s: %s", compare_watch_name_of(run, name, sizeof name),
                     run->message);
    } else if (!w->bar.on && !w->quiet) {
        say_ended(stderr, w->ended, w->runs, run, result);
    }
}

static void timed(void *user, size_t block, size_t blocks)
{
    compare_watch *w = user;
    char detail[64];

    snprintf(detail, sizeof detail, "block %zu of %zu", block, blocks);
    progress_draw(&w->bar, "timing", blocks ? (double)block / (double)blocks : 0, detail, NAN);
}

adrop_compare_hooks compare_watch_hooks(compare_watch *w)
{
    return (adrop_compare_hooks){
        sizeof(adrop_compare_hooks), w, moved, ended, timed, interrupt_stop, NULL
    };
}
