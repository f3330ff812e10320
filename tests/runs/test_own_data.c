/* The promises of adrop/train.h and adrop/context.h on reopened runs: their own data are read only
 * on request, and their arrays come from the context's allocator and return to it. */
#include "adrop/train.h"

#include <unistd.h>

#include "check.h"

enum { ROWS = 40 };

static char folder[] = "/tmp/adrop-own-XXXXXX", own[64], other[64], run_path[64];

typedef struct {
    size_t live, most;
} ledger;

static void *take(void *user, size_t size)
{
    ledger *l = user;

    l->live++;
    l->most = l->live > l->most ? l->live : l->most;
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static void give(void *user, void *memory)
{
    ((ledger *)user)->live--;
    free(memory);
}

static adrop_ctx *context(ledger *l)
{
    adrop_ctx_opts o;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&o);
    o.threads = 1;
    o.allocator = (adrop_allocator){ take, give, l };
    CHECK_EQ(adrop_ctx_create(&o, &ctx), ADROP_OK);
    return ctx;
}

static void write_table(const char *path)
{
    FILE *file = fopen(path, "w");

    for (int i = 0; file && i < ROWS; i++)
        fprintf(file, "%d,%d,%c\n", i % 5, i % 7, "ab"[i % 2]);
    CHECK(file && !fclose(file));
}

static void begin(void)
{
    ledger l = { 0 };

    CHECK(mkdtemp(folder) != NULL);
    snprintf(own, sizeof own, "%s/own.csv", folder);
    snprintf(other, sizeof other, "%s/other.csv", folder);
    snprintf(run_path, sizeof run_path, "%s/run", folder);
    write_table(own);
    write_table(other);
    adrop_ctx *ctx = context(&l);
    adrop_data_opts data;
    adrop_train_opts train;
    adrop_train_result result;
    adrop_data_opts_init(&data);
    adrop_train_opts_init(&train);
    data.data = own;
    train.epochs = 1;
    train.model = "mlp:2";
    train.out = run_path;
    CHECK_EQ(adrop_train(ctx, &data, &train, NULL, &result), ADROP_OK);
    adrop_ctx_free(ctx);
    CHECK_EQ(l.live, 0);
    CHECK(l.most > 50);
}

/* Its own data are gone: refused when they are asked for, not needed with another set. */
static void own_data(void)
{
    ledger l = { 0 };
    adrop_ctx *ctx = context(&l);
    adrop_run *run;

    CHECK_EQ(adrop_run_open(ctx, run_path, NULL, NULL, &run), ADROP_OK);
    CHECK(adrop_run_has_own_data(run));
    adrop_run_free(run);
    CHECK_EQ(unlink(own), 0);
    CHECK_EQ(adrop_run_open(ctx, run_path, NULL, NULL, &run), ADROP_EIO);
    CHECK_HAS(adrop_ctx_message(ctx), "own.csv");
    CHECK(!run);
    CHECK_EQ(adrop_run_open(ctx, run_path, other, NULL, &run), ADROP_OK);
    adrop_run_free(run);
    adrop_ctx_free(ctx);
    CHECK_EQ(l.live, 0);
}

static void end(void)
{
    char line[80];

    snprintf(line, sizeof line, "rm -rf %s", folder);
    CHECK_EQ(system(line), 0);
}

CHECK_MAIN(begin, own_data, end)
