/* Curves of runs: files of any number of epochs, lines of any length, lines that are none. */
#include "experiment/run_curves.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

static adrop_ctx *ctx;
static char folder[] = "/tmp/adrop-curves-XXXXXX", path[64];

static void setup(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/run.json", folder);
    FILE *f = fopen(path, "w");
    CHECK(f != NULL);
    fputs("{\"settings\": {\"data\": \"d\", \"model\": \"m\", \"seed\": \"7\"}}", f);
    fclose(f);
    snprintf(path, sizeof path, "%s/metrics.jsonl", folder);
}

/* Metrics of so many epochs, each padded with blanks, and half a line at the end. */
static void write_metrics(size_t epochs, int blanks)
{
    FILE *f = fopen(path, "w");

    CHECK(f != NULL);
    for (size_t i = 1; i <= epochs; i++)
        fprintf(f, "{\"epoch\":%zu,%*s\"train_loss\":%zu}\n", i, blanks, "", 2 * i);
    fputs("{\"epoch\":9", f);
    fclose(f);
}

/* n epochs are kept of them, the first and the last among them, each with its own loss. */
static void keeps(size_t epochs, int blanks, size_t n)
{
    ad_shown_runs runs = { .ctx = ctx };

    write_metrics(epochs, blanks);
    CHECK_EQ(ad_shown_runs_add(&runs, folder), ADROP_OK);
    const ad_shown_run *r = runs.runs;
    CHECK_EQ(r->lines, epochs);
    CHECK_EQ(r->broken, 0);
    CHECK_EQ(r->n, n);
    for (size_t i = 0; i < r->n; i++)
        CHECK(r->epochs[i].curve[AD_CURVE_TRAIN_LOSS] == 2 * r->epochs[i].epoch);
    if (r->n)
        CHECK(r->epochs[0].epoch == 1 && r->epochs[r->n - 1].epoch == (double)epochs);
    ad_shown_runs_release(&runs);
}

static void lengths(void)
{
    keeps(0, 0, 0);
    keeps(1, 0, 1);
    keeps(31, 0, 31);
    keeps(32, 0, 32);
    keeps(33, 0, 33);
    keeps(AD_RUN_EPOCHS - 1, 0, AD_RUN_EPOCHS - 1);
    keeps(AD_RUN_EPOCHS + 1, 0, AD_RUN_EPOCHS / 2 + 1); /* every second one */
    keeps(2 * AD_RUN_EPOCHS, 0, AD_RUN_EPOCHS / 2 + 1); /* every fourth, and the last */
    keeps(5, 16000, 5);
    keeps(3, 17000, 3); /* longer than the first buffer */
    keeps(3, 700000, 3);
}

/* A line of more than a megabyte is cut in two, neither of which is an epoch. */
static void too_long(void)
{
    ad_shown_runs runs = { .ctx = ctx };

    write_metrics(1, 1200000);
    CHECK_EQ(ad_shown_runs_add(&runs, folder), ADROP_OK);
    CHECK_EQ(runs.runs[0].n, 0);
    CHECK_EQ(runs.runs[0].broken, 2);
    ad_shown_runs_release(&runs);
}

static void finish(void)
{
    unlink(path);
    snprintf(path, sizeof path, "%s/run.json", folder);
    unlink(path);
    rmdir(folder);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(setup, lengths, too_long, finish)
