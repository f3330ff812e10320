/* Watching comparisons (compare_watch.h). */
#include "compare_watch.h"

#include <math.h>
#include <stdio.h>

#include "compare_show.h"
#include "interrupt.h"
#include "out.h"

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
    compare_show_progress(&w->bar, p);
}

static void ended(void *user, const adrop_planned_run *run, const adrop_train_result *result)
{
    compare_watch *w = user;
    char name[1024];

    w->ended++;
    if (run->state == ADROP_RUN_FAILED) {
        progress_clear(&w->bar);
        out_complain(w->command, "%s: %s", compare_show_name(run, name, sizeof name), run->message);
    } else if (!w->bar.on && !w->quiet) {
        compare_show_ended(stderr, w->ended, w->runs, run, result);
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
