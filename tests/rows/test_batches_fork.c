/* A process that forks in the middle of an epoch whose batches are prepared ahead by threads: the
 * child has no such threads and gets the same batches, peeked at or not; so does the parent. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "data/scene.h"

enum { ROWS = 1437, SIZE = 64, BATCH = 100, EPOCH = 3, LIMIT = 60 };

static adrop_data *data;
static float expected[ROWS * SIZE];
static uint32_t rows[ROWS];
static size_t n_batches;

static adrop_batches *begin(size_t workers, int peeks)
{
    adrop_batches_opts opts;
    adrop_batches *batches;

    adrop_batches_opts_init(&opts);
    opts.workers = workers, opts.peeks = peeks, opts.rows = BATCH;
    opts.augment = ADROP_AUGMENT_CROP;
    CHECK_EQ(adrop_batches_create(ctx, data, &opts, &batches), ADROP_OK);
    CHECK_EQ(adrop_batches_begin(batches, EPOCH, 0), ADROP_OK);
    return batches;
}

/* The epoch as it is without threads. */
static void prepare(void)
{
    adrop_data_opts opts;
    adrop_data_batch batch;

    adrop_data_opts_init(&opts);
    opts.data = "digits";
    data = scene_open(&opts);
    adrop_batches *batches = begin(0, 0);
    n_batches = adrop_batches_count(batches);
    while (!adrop_batches_next(batches, &batch) && batch.n) {
        memcpy(expected + batch.index * BATCH * SIZE, batch.x, batch.n * SIZE * sizeof *batch.x);
        memcpy(rows + batch.index * BATCH, batch.rows, batch.n * sizeof *batch.rows);
    }
    adrop_batches_free(batches);
}

static bool is_batch(const adrop_data_batch *batch, size_t index)
{
    return batch->index == index && batch->n &&
           !memcmp(batch->rows, rows + index * BATCH, batch->n * sizeof *rows) &&
           !memcmp(batch->x, expected + index * BATCH * SIZE, batch->n * SIZE * sizeof *expected);
}

/* Are the batches up to `end` those of the epoch? With peeks, every other one is peeked at. */
static bool goes_on(adrop_batches *batches, size_t first, size_t end, int peeks)
{
    adrop_data_batch batch;

    for (size_t i = first; i < end; i++) {
        if (peeks && i % 2 && (adrop_batches_peek(batches, &batch) || !is_batch(&batch, i)))
            return false;
        if (adrop_batches_next(batches, &batch) || !is_batch(&batch, i))
            return false;
    }
    return true;
}

static int child_of(adrop_batches *batches, size_t at, int peeks)
{
    const pid_t child = fork();
    int status = 0;

    if (!child) {
        alarm(LIMIT);
        _exit(goes_on(batches, at, n_batches, peeks) ? 0 : 1);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    return status;
}

static void forks(void)
{
    for (size_t workers = 1; workers <= 3; workers++)
        for (int peeks = 0; peeks <= 1; peeks++)
            for (size_t at = 0; at <= n_batches; at++) {
                adrop_batches *batches = begin(workers, peeks);
                CHECK_WHERE("%zu workers, peeks %d, at batch %zu", workers, peeks, at);
                CHECK(goes_on(batches, 0, at, peeks));
                CHECK_EQ(child_of(batches, at, peeks), 0);
                CHECK(goes_on(batches, at, n_batches, peeks));
                adrop_batches_free(batches);
            }
}

static void finish(void)
{
    adrop_data_free(data);
}

CHECK_MAIN(scene_begin, prepare, forks, finish, scene_end)
