/* When a run saves: checkpoints by time, at the end and when stopped; lines of metrics.jsonl at
 * once; resuming cuts the lines after the last checkpoint. Data: digits. */
#include <sys/wait.h>

#include "fixture.h"

typedef struct {
    const char *name;          /* of the run */
    int stop_after, steps;     /* steps; -1: never */
    int saved_step;            /* the first after which there was a checkpoint; 0: none */
    size_t saved_epoch, epoch; /* the same of epochs; the last */
    size_t die_at;             /* end of this epoch: as if killed */
} watch;

static int has_checkpoint(const char *name)
{
    char file[64];

    snprintf(file, sizeof file, "%s/checkpoint.safetensors", name);
    return !access(bed_path(file), F_OK);
}

static int stop(void *user)
{
    watch *w = user;

    ++w->steps;
    if (!w->saved_step && has_checkpoint(w->name))
        w->saved_step = w->steps;
    return w->steps == w->stop_after;
}

static void epoch(void *user, const adrop_epoch *e)
{
    watch *w = user;

    w->epoch = e->epoch;
    if (!w->saved_epoch && has_checkpoint(w->name))
        w->saved_epoch = e->epoch;
    if (e->epoch == w->die_at)
        _exit(7);
}

/* Digits by five hundreds: 3 steps per epoch. */
static adrop_status run(const char *name, double seconds, int resume, watch *w)
{
    const adrop_data_opts d = bed_data("digits", ADROP_TASK_AUTO);
    const adrop_train_hooks hooks = {
        .size = sizeof hooks, .user = w, .epoch = epoch, .stop = stop
    };
    adrop_train_opts t = bed_train(name, 6);
    adrop_train_result r;

    w->name = name;
    t.batch = 500;
    t.save_seconds = seconds;
    t.resume = resume;
    return adrop_train(ctx, &d, &t, &hooks, &r);
}

/* metrics.jsonl without its times. */
static char *lines_of(const char *name)
{
    char file[64], *text, *p;

    snprintf(file, sizeof file, "%s/metrics.jsonl", name);
    p = text = bed_read(file);
    while ((p = strstr(p, "seconds\":"))) {
        p += 9;
        memmove(p, p + strcspn(p, ",}"), strlen(p + strcspn(p, ",}")) + 1);
    }
    return text;
}

static void check_same_end(const char *name)
{
    char file[2][64], *mine = lines_of(name), *whole = lines_of("whole");
    struct stat a, b;

    CHECK(*whole);
    CHECK_TEXT(mine, whole);
    free(mine), free(whole);
    snprintf(file[0], sizeof file[0], "%s/model.safetensors", name);
    snprintf(file[1], sizeof file[1], "whole/model.safetensors");
    CHECK(!stat(bed_path(file[0]), &a) && !stat(bed_path(file[1]), &b));
    CHECK_EQ(a.st_size, b.st_size);
    mine = bed_read(file[0]), whole = bed_read(file[1]);
    CHECK(!memcmp(mine, whole, (size_t)a.st_size));
    free(mine), free(whole);
}

static void by_time(void)
{
    adrop_train_opts usual;
    watch w = { .stop_after = -1 };

    adrop_train_opts_init(&usual);
    CHECK_EQ(usual.save_seconds, 30);
    CHECK_EQ(run("whole", usual.save_seconds, 0, &w), ADROP_OK);
    CHECK_EQ(w.epoch, 6);
    CHECK_EQ(w.saved_step, 0); /* nothing before the end of so short a run */
    CHECK(has_checkpoint("whole"));

    w = (watch){ .stop_after = -1 };
    CHECK_EQ(run("each", 0, 0, &w), ADROP_OK);
    CHECK_EQ(w.saved_step, 4); /* the first of the second epoch */
    CHECK_EQ(w.saved_epoch, 2);
    check_same_end("each");

    w = (watch){ .stop_after = -1 };
    CHECK_EQ(run("often", 1e-9, 0, &w), ADROP_OK);
    CHECK_EQ(w.saved_step, 1); /* also within an epoch */
    check_same_end("often");

    w = (watch){ .stop_after = 8 };
    CHECK_EQ(run("stopped", 30, 0, &w), ADROP_EINTR);
    CHECK(has_checkpoint("stopped"));
    w = (watch){ .stop_after = -1 };
    CHECK_EQ(run("stopped", 30, 1, &w), ADROP_OK);
    CHECK_EQ(w.steps, 10); /* what was left */
    check_same_end("stopped");
}

/* Lines that were written behind the last checkpoint, and then the power went. */
static void lines_behind_a_checkpoint(void)
{
    watch w = { .stop_after = 7 };
    struct stat at_checkpoint, now;

    CHECK_EQ(run("behind", 30, 0, &w), ADROP_EINTR);
    CHECK_EQ(stat(bed_path("behind/metrics.jsonl"), &at_checkpoint), 0);
    FILE *file = fopen(bed_path("behind/metrics.jsonl"), "ab");
    CHECK(file && fputs("{\"event\":\"epoch\",\"epoch\":3}\n{\"ev", file) >= 0);
    fclose(file);
    w = (watch){ .stop_after = 1 };
    CHECK_EQ(run("behind", 30, 1, &w), ADROP_EINTR);
    CHECK_EQ(stat(bed_path("behind/metrics.jsonl"), &now), 0);
    CHECK_EQ(now.st_size, at_checkpoint.st_size);
    w = (watch){ .stop_after = -1 };
    CHECK_EQ(run("behind", 30, 1, &w), ADROP_OK);
    check_same_end("behind");
}

/* Killed at the end of an epoch, with a checkpoint or without one: its line is there at once. */
static void killed(void)
{
    static const struct {
        const char *name;
        double seconds;
        int steps; /* that are left: all without a checkpoint, else from the epoch before */
    } cases[] = { { "killed", 30, 18 }, { "killed-saved", 0, 12 } };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        watch w = { .stop_after = -1, .die_at = 3 };
        int how = -1;
        CHECK_WHERE("%s", cases[i].name);
        const pid_t child = fork();
        if (!child)
            _exit(run(cases[i].name, cases[i].seconds, 0, &w) ? 1 : 0);
        CHECK(child > 0 && waitpid(child, &how, 0) == child);
        CHECK(WIFEXITED(how) && WEXITSTATUS(how) == 7);
        char *text = lines_of(cases[i].name);
        CHECK_HAS(text, "\"epoch\":3");
        free(text);
        w = (watch){ .stop_after = -1 };
        CHECK_EQ(run(cases[i].name, 30, 1, &w), ADROP_OK);
        CHECK_EQ(w.steps, cases[i].steps);
        check_same_end(cases[i].name);
    }
    CHECK_WHERE("%s", "");
}

CHECK_MAIN(bed_begin, by_time, lines_behind_a_checkpoint, killed, bed_end)
