/* Batches: orders, workers, the start of an epoch, augmentation. */
#include "rows/augment.h"
#include "rows/order.h"

#include "data/scene.h"

enum { ROWS = 1437, SIZE = 64 };

static adrop_data *data;

static void open_digits(void)
{
    adrop_data_opts opts;

    adrop_data_opts_init(&opts);
    opts.data = "digits";
    data = scene_open(&opts);
}

static adrop_batches *make(const adrop_batches_opts *opts)
{
    adrop_batches *batches;

    CHECK_EQ(adrop_batches_create(ctx, data, opts, &batches), ADROP_OK);
    return batches;
}

/* The rows of an epoch from batch `first` on, and all inputs, in order. */
typedef struct {
    size_t n;
    uint32_t rows[ROWS];
    int32_t labels[ROWS];
    float x[ROWS * SIZE];
} epoch;

static void collect(adrop_batches *batches, uint32_t number, size_t first, epoch *e)
{
    adrop_data_batch batch;
    size_t index = first;

    e->n = 0;
    CHECK_EQ(adrop_batches_begin(batches, number, first), ADROP_OK);
    while (!adrop_batches_next(batches, &batch) && batch.n) {
        CHECK_EQ(batch.index, index++);
        CHECK(e->n + batch.n <= ROWS);
        memcpy(e->rows + e->n, batch.rows, batch.n * sizeof *e->rows);
        memcpy(e->labels + e->n, batch.labels, batch.n * sizeof *e->labels);
        memcpy(e->x + e->n * SIZE, batch.x, batch.n * SIZE * sizeof *e->x);
        e->n += batch.n;
    }
    CHECK_EQ(index, adrop_batches_count(batches));
}

static epoch one, two;

/* Every row once, with its own inputs and label. */
static void complete(void)
{
    adrop_batches_opts opts;
    adrop_batches_opts_init(&opts);
    adrop_batches *batches = make(&opts);
    char seen[ROWS] = { 0 };
    float x[SIZE];

    CHECK_EQ(adrop_batches_count(batches), 6);
    collect(batches, 0, 0, &one);
    CHECK_EQ(one.n, ROWS);
    for (size_t i = 0; i < one.n; i++) {
        CHECK(!seen[one.rows[i]]++);
        CHECK_EQ(adrop_data_label(data, one.rows[i]), one.labels[i]);
        CHECK_EQ(adrop_data_row(ctx, data, one.rows[i], x), ADROP_OK);
        CHECK(!memcmp(x, one.x + i * SIZE, sizeof x));
    }
    collect(batches, 1, 0, &two);
    CHECK(memcmp(one.rows, two.rows, sizeof one.rows)); /* another epoch, another order */
    collect(batches, 0, 0, &two);
    CHECK(!memcmp(one.rows, two.rows, sizeof one.rows)); /* and back again */
    adrop_batches_free(batches);
    opts.shuffle = 0;
    batches = make(&opts);
    collect(batches, 5, 0, &two);
    for (size_t i = 0; i < two.n; i++)
        CHECK_EQ(two.rows[i], i);
    adrop_batches_free(batches);
    opts.drop_last = 1;
    batches = make(&opts);
    CHECK_EQ(adrop_batches_count(batches), 5);
    adrop_batches_free(batches);
}

/* The order is what order.h says: rows sorted by their keys. */
static void order_of_keys(void)
{
    adrop_batches_opts opts;
    adrop_batches_opts_init(&opts);
    adrop_batches *batches = make(&opts);

    collect(batches, 3, 0, &one);
    for (size_t i = 1; i < one.n; i++) {
        ad_address a = { .seed = 1, .row = one.rows[i - 1], .step = 3, .purpose = AD_FOR_SHUFFLE };
        ad_address b = a;
        b.row = one.rows[i];
        CHECK(ad_row_key(&a) < ad_row_key(&b));
    }
    adrop_batches_free(batches);
}

/* A shuffle is even: a row's place in it, averaged over epochs, is the middle one,
 * and the squared distance from it (n^2 - 1) / 12. */
static void even(void)
{
    enum { EPOCHS = 400 };
    adrop_batches_opts opts;
    adrop_batches_opts_init(&opts);
    adrop_batches *batches = make(&opts);
    const double middle = (ROWS - 1) / 2.0, variance = ((double)ROWS * ROWS - 1) / 12;
    double sum = 0, squares = 0;

    for (uint32_t e = 0; e < EPOCHS; e++) {
        collect(batches, e, 0, &one);
        for (size_t i = 0; i < one.n; i++)
            if (one.rows[i] == 77) {
                const double d = (double)i - middle;
                sum += d;
                squares += d * d;
            }
    }
    /* wrong alarm 6e-7 each; variance of d^2 for a uniform place: (4/5) variance^2 */
    CHECK_WITHIN(sum / EPOCHS, 0, sqrt(variance / EPOCHS), 5);
    CHECK_WITHIN(squares / EPOCHS, variance, sqrt(0.8 / EPOCHS) * variance, 5);
    adrop_batches_free(batches);
}

/* Neither workers nor batches ahead change a bit. */
static void workers(void)
{
    adrop_batches_opts opts;

    adrop_batches_opts_init(&opts);
    opts.rows = 32;
    opts.workers = 0;
    opts.augment = ADROP_AUGMENT_CROP | ADROP_AUGMENT_FLIP;
    adrop_batches *batches = make(&opts);
    collect(batches, 2, 0, &one);
    adrop_batches_free(batches);
    for (opts.workers = 1; opts.workers <= 5; opts.workers++)
        for (opts.ahead = 1; opts.ahead <= 16; opts.ahead += 5) {
            batches = make(&opts);
            collect(batches, 2, 0, &two);
            CHECK(!memcmp(one.rows, two.rows, sizeof one.rows));
            CHECK(!memcmp(one.x, two.x, sizeof one.x));
            adrop_batches_free(batches);
        }
}

/* From the middle of an epoch, and leaving one before its end. */
static void interrupted(void)
{
    adrop_batches_opts opts;
    adrop_data_batch batch;

    adrop_batches_opts_init(&opts);
    opts.rows = 100;
    opts.augment = ADROP_AUGMENT_CROP; /* work for threads */
    adrop_batches *batches = make(&opts);
    collect(batches, 4, 0, &one);
    for (int i = 0; i < 3; i++)
        CHECK_EQ(adrop_batches_begin(batches, 9, 0), ADROP_OK);
    CHECK_EQ(adrop_batches_next(batches, &batch), ADROP_OK);
    collect(batches, 4, 7, &two);
    CHECK_EQ(two.n, ROWS - 700);
    CHECK(!memcmp(one.rows + 700, two.rows, two.n * sizeof *two.rows));
    CHECK(!memcmp(one.x + 700 * SIZE, two.x, two.n * SIZE * sizeof *two.x));
    CHECK_EQ(adrop_batches_begin(batches, 4, 15), ADROP_OK);
    CHECK_EQ(adrop_batches_next(batches, &batch), ADROP_OK);
    CHECK_EQ(batch.n, 0);
    CHECK_EQ(adrop_batches_begin(batches, 4, 16), ADROP_EINVAL);
    CHECK_EQ(adrop_batches_begin(batches, 5, 0), ADROP_OK);
    adrop_batches_free(batches); /* with batches under way */
}

/* Crops, one by one: the border is zero and the rest is moved. */
static void crops(void)
{
    enum { H = 6, W = 7, TRIES = 2000 };
    const ad_augment a = { ADROP_AUGMENT_CROP | ADROP_AUGMENT_FLIP, 2, H, W, 5 };
    uint8_t from[2 * H * W], to[2 * H * W];
    int places[9][9] = { { 0 } }, flips = 0, found = 0;

    for (size_t i = 0; i < sizeof from; i++)
        from[i] = (uint8_t)(i + 1);
    for (uint32_t row = 0; row < TRIES; row++) {
        int match = 0;
        ad_augment_apply(&a, row, 3, from, to, NULL);
        for (int f = 0; f < 2; f++)
            for (int dy = -4; dy <= 4; dy++)
                for (int dx = -4; dx <= 4; dx++) {
                    int same = 1;
                    for (int c = 0; c < 2 && same; c++)
                        for (int y = 0; y < H; y++)
                            for (int x = 0; x < W; x++) {
                                const int sx = (f ? W - 1 - x : x) + dx, sy = y + dy;
                                const int in = sx >= 0 && sx < W && sy >= 0 && sy < H;
                                same &= to[(c * H + y) * W + x] ==
                                        (in ? from[(c * H + sy) * W + sx] : 0);
                            }
                    if (same) {
                        match++;
                        places[dy + 4][dx + 4]++;
                        flips += f;
                    }
                }
        found += match == 1;
    }
    CHECK_EQ(found, TRIES); /* exactly one explanation each */
    CHECK_WITHIN(flips, TRIES / 2.0, sqrt(TRIES) / 2, 5);
    for (int i = 0; i < 81; i++)
        CHECK_WITHIN(places[i / 9][i % 9], TRIES / 81.0, sqrt(TRIES / 81.0), 6);
}

/* Resized crops of a ramp are ramps: monotone, within the image's range; the windows
 * take 8 % to 100 % of the area. */
static void resized(void)
{
    enum { SIDE = 32, TRIES = 500 };
    const ad_augment a = { ADROP_AUGMENT_RESIZE, 1, SIDE, SIDE, 5 };
    static uint8_t from[SIDE * SIDE], to[SIDE * SIDE], again[SIDE * SIDE];
    float *scratch = malloc(ad_augment_room(&a) * sizeof *scratch);
    double widths = 0;

    for (size_t i = 0; i < SIDE * SIDE; i++)
        from[i] = (uint8_t)(8 * (i % SIDE));
    for (uint32_t row = 0; row < TRIES; row++) {
        ad_augment_apply(&a, row, 0, from, to, scratch);
        ad_augment_apply(&a, row, 0, from, again, scratch);
        CHECK(!memcmp(to, again, sizeof to));
        for (int x = 1; x < SIDE; x++)
            CHECK(to[x] >= to[x - 1]);
        CHECK(!memcmp(to, to + SIDE, SIDE));
        const double width = (to[SIDE - 1] - to[0]) / 248.0; /* of the image's */
        CHECK(width >= sqrt(0.08 * 0.75) - 0.1);
        widths += width / TRIES;
    }
    /* E sqrt(u), u uniform in [0.08, 1], is 0.708; a little less, since windows that do
     * not fit are drawn anew, and the ends of a ramp are flat */
    CHECK_NEAR(widths, 0.66, 0.06);
    free(scratch);
}

static void refusals(void)
{
    adrop_batches_opts opts;
    adrop_batches *batches;

    adrop_batches_opts_init(&opts);
    opts.part = ADROP_PART_VAL;
    CHECK_EQ(adrop_batches_create(ctx, data, &opts, &batches), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "validation");
    adrop_batches_opts_init(&opts);
    opts.rows = 0;
    CHECK_EQ(adrop_batches_create(ctx, data, &opts, &batches), ADROP_EINVAL);
    opts.rows = 1;
    opts.workers = 65;
    CHECK_EQ(adrop_batches_create(ctx, data, &opts, &batches), ADROP_EINVAL);
    opts.workers = 1;
    opts.ahead = 0;
    CHECK_EQ(adrop_batches_create(ctx, data, &opts, &batches), ADROP_EINVAL);
    opts.ahead = 1;
    opts.augment = 8;
    CHECK_EQ(adrop_batches_create(ctx, data, &opts, &batches), ADROP_EINVAL);
    CHECK(batches == NULL);
    adrop_data_opts table = scene_opts(scene_text("t.csv", "1,2,a\n3,4,b\n5,6,a\n7,8,b\n"));
    adrop_data *other = scene_open(&table);
    opts.augment = ADROP_AUGMENT_FLIP;
    CHECK_EQ(adrop_batches_create(ctx, other, &opts, &batches), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "does not hold images");
    adrop_data_free(other);
}

/* Targets are standardised, and the inverse is known. */
static void regression(void)
{
    adrop_data_opts table = scene_opts(
        scene_text("t.csv", "1,2,10\n3,4,20\n5,6,30\n7,8,40\n9,1,50"));
    adrop_batches_opts opts;
    adrop_batches_opts_init(&opts);
    adrop_batches *batches;
    adrop_data_batch batch;

    table.task = ADROP_REGRESSION;
    for (table.standard_target = 0; table.standard_target < 2; table.standard_target++) {
        adrop_data *other = scene_open(&table);
        adrop_data_info info;
        adrop_data_describe(other, &info);
        CHECK_EQ(adrop_batches_create(ctx, other, &opts, &batches), ADROP_OK);
        CHECK_EQ(adrop_batches_next(batches, &batch), ADROP_OK);
        CHECK_EQ(batch.n, 4);
        CHECK(batch.labels == NULL);
        for (size_t i = 0; i < batch.n; i++) {
            const double y = info.target_mean + info.target_deviation * batch.targets[i];
            CHECK_NEAR(y, adrop_data_target(other, batch.rows[i]), 1e-5); /* floats near 50 */
        }
        CHECK_EQ(info.target_deviation != 1, table.standard_target);
        adrop_batches_free(batches);
        adrop_data_free(other);
    }
}

static void close_digits(void)
{
    adrop_data_free(data);
}

/* What is peeked at is what comes, and the batch in use stays; the last batch is followed by the
 * first. With and without workers, whether every batch is peeked at or some are. */
static void peeks(void)
{
    static float used[256 * SIZE], seen[256 * SIZE], first[256 * SIZE];

    for (size_t workers = 0; workers <= 2; workers += 2)
        for (size_t every = 1; every <= 3; every += 2) {
            adrop_batches_opts opts;
            adrop_data_batch now, then;
            size_t has_seen = SIZE_MAX;
            adrop_batches_opts_init(&opts);
            opts.workers = workers, opts.peeks = 1, opts.rows = 200;
            opts.augment = workers ? ADROP_AUGMENT_CROP : 0; /* else there would be none */
            CHECK_WHERE("%zu workers, every %zu", workers, every);
            adrop_batches *batches = make(&opts);
            CHECK_EQ(adrop_batches_begin(batches, 3, 0), ADROP_OK);
            for (size_t i = 0; i < adrop_batches_count(batches); i++) {
                CHECK_EQ(adrop_batches_next(batches, &now), ADROP_OK);
                CHECK(now.index == i && now.n > 0);
                if (has_seen == i)
                    CHECK(!memcmp(seen, now.x, now.n * SIZE * sizeof *seen));
                if (i == 0)
                    memcpy(first, now.x, now.n * SIZE * sizeof *first);
                memcpy(used, now.x, now.n * SIZE * sizeof *used);
                const int is_last = i + 1 == adrop_batches_count(batches);
                for (size_t k = 0; i % every == 0 && k < 2; k++) {
                    CHECK_EQ(adrop_batches_peek(batches, &then), ADROP_OK);
                    CHECK_EQ(then.index, is_last ? 0 : i + 1);
                    CHECK(!memcmp(used, now.x, now.n * SIZE * sizeof *used));
                    memcpy(seen, then.x, then.n * SIZE * sizeof *seen);
                    has_seen = is_last ? SIZE_MAX : i + 1;
                    if (is_last)
                        CHECK(!memcmp(first, then.x, then.n * SIZE * sizeof *first));
                }
            }
            CHECK_EQ(adrop_batches_next(batches, &now), ADROP_OK);
            CHECK_EQ(now.n, 0);
            adrop_batches_free(batches);
        }
    adrop_batches *without = make(NULL);
    adrop_data_batch then;
    CHECK_EQ(adrop_batches_peek(without, &then), ADROP_EINVAL);
    adrop_batches_free(without);
}

CHECK_MAIN(scene_begin, open_digits, complete, order_of_keys, even, workers, interrupted, crops,
           resized, refusals, regression, peeks, close_digits, scene_end)
