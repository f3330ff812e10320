/* Curves of runs: files with any number of epochs, lines of any length, malformed lines. */
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

/* Metrics whose second layer has a density: bin k of epoch i is i + k / 100. Every tenth epoch has
 * none, and one has a density of another length. */
static void write_densities(size_t epochs)
{
    FILE *f = fopen(path, "w");

    CHECK(f != NULL);
    for (size_t i = 1; i <= epochs; i++) {
        fprintf(f,
                "{\"epoch\":%zu,\"train_loss\":%zu,\"dropout\":[{\"layer\":\"a\"},{\"layer\":\"b\"",
                i, 2 * i);
        for (size_t k = 0; i % 10 && k < AD_RUN_BINS - (i == 7); k++)
            fprintf(f, "%s%zue-2", k ? "," : ",\"density\":[", 100 * i + k);
        fprintf(f, "%s}]}\n", i % 10 ? "]" : "");
    }
    fclose(f);
}

static void check_density(const ad_shown_epoch *e)
{
    const size_t epoch = (size_t)e->epoch;

    CHECK(!e->density == (epoch % 10 == 0));
    if (!e->density)
        return;
    CHECK(isnan(e->density[0][0]) && isnan(e->density[AD_RUN_LAYERS - 1][0]));
    CHECK(isnan(e->density[1][0]) == (epoch == 7));
    for (size_t k = 0; epoch != 7 && k < AD_RUN_BINS; k++)
        CHECK_CLOSE((double)e->density[1][k], e->epoch + (double)k / 100, 1e-6);
}

/* Densities belong to their epochs, those of epochs that are given up are freed. */
static void densities(void)
{
    static const size_t lengths_of[] = { 1, 9, 35, AD_RUN_EPOCHS + 1, 2 * AD_RUN_EPOCHS + 5 };

    for (size_t l = 0; l < sizeof lengths_of / sizeof *lengths_of; l++) {
        ad_shown_runs runs = { .ctx = ctx };
        write_densities(lengths_of[l]);
        CHECK_EQ(ad_shown_runs_add(&runs, folder), ADROP_OK);
        CHECK_WHERE("%zu epochs", lengths_of[l]);
        CHECK(runs.runs[0].n > 0 &&
              runs.runs[0].epochs[runs.runs[0].n - 1].epoch == (double)lengths_of[l]);
        for (size_t i = 0; i < runs.runs[0].n; i++)
            check_density(&runs.runs[0].epochs[i]);
        ad_shown_runs_release(&runs);
    }
}

static void finish(void)
{
    unlink(path);
    snprintf(path, sizeof path, "%s/run.json", folder);
    unlink(path);
    rmdir(folder);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(setup, lengths, too_long, densities, finish)
