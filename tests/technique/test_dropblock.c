/* DropBlock: dropped units form whole squares, counting keeps every row's average, the expected
 * scale keeps every position's, sharing, the ramp. */
#include "fixture.h"

enum { ROWS = 2000, CHANNELS = 3, SIDE = 9, AREA = SIDE * SIDE, N = CHANNELS * AREA };

static const ad_site site = { .rows = ROWS, .channels = CHANNELS, .height = SIDE, .width = SIDE };
static float x[ROWS * N], y[ROWS * N];

static void run_at(const char *text, uint32_t step)
{
    adrop_ctx *ctx = bed_context(1);
    ad_call a = { .where.phase = ADROP_PHASE_TRAIN,
                  .where.seed = 4,
                  .where.step = step,
                  .rows = ROWS,
                  .x = x,
                  .y = y };
    ad_dropout *d;

    for (size_t i = 0; i < ROWS * N; i++)
        x[i] = 1;
    CHECK_EQ(ad_dropout_create(ctx, AD_F32, text, &site, 1, &d), ADROP_OK);
    ad_dropout_init(d, 0);
    CHECK_EQ(ad_dropout_forward(d, 0, &a), ADROP_OK);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

/* Is a dropped position inside a b x b square of dropped positions? */
static int in_square(const float *map, size_t i, size_t j, size_t b)
{
    for (size_t top = i + 1 > b ? i + 1 - b : 0; top <= i && top + b <= SIDE; top++)
        for (size_t left = j + 1 > b ? j + 1 - b : 0; left <= j && left + b <= SIDE; left++) {
            int all = 1;
            for (size_t k = 0; k < b * b; k++)
                all = all && map[(top + k / b) * SIDE + left + k % b] == 0;
            if (all)
                return 1;
        }
    return 0;
}

static void whole_squares(void)
{
    size_t dropped = 0, stray = 0;

    run_at("dropblock:rate=0.1,block=3", 0);
    for (size_t m = 0; m < ROWS * CHANNELS; m++)
        for (size_t i = 0; i < AREA; i++)
            if (y[m * AREA + i] == 0) {
                dropped++;
                stray += !in_square(y + m * AREA, i / SIDE, i % SIDE, 3);
            }
    CHECK(dropped > 1000);
    CHECK_EQ(stray, 0);
}

static void counting_keeps_every_row(void)
{
    run_at("dropblock:rate=0.3,block=3", 0);
    for (size_t r = 0; r < ROWS; r++) {
        double sum = 0;
        for (size_t i = 0; i < N; i++)
            sum += (double)y[r * N + i];
        CHECK_WHERE("row %zu", r);
        CHECK_NEAR(sum, N, 1e-4 * N);
    }
}

static void expected_scale_keeps_every_position(void)
{
    run_at("dropblock:rate=0.3,block=3,scale=expected", 0);
    for (size_t i = 0; i < AREA; i++) {
        double sum = 0, square = 0;
        for (size_t m = 0; m < ROWS * CHANNELS; m++) {
            const double v = (double)y[m * AREA + i];
            sum += v;
            square += v * v;
        }
        const double n = ROWS * CHANNELS, mean = sum / n;
        CHECK_WHERE("position %zu", i);
        CHECK_WITHIN(mean, 1, sqrt((square / n - mean * mean) / n), 5);
    }
}

static void sharing(void)
{
    size_t differ = 0;

    run_at("dropblock:rate=0.3,block=3,shared=yes", 0);
    for (size_t r = 0; r < ROWS; r++)
        for (size_t c = 1; c < CHANNELS; c++)
            differ += memcmp(y + r * N, y + r * N + c * AREA, AREA * sizeof *y) != 0;
    CHECK_EQ(differ, 0);
    run_at("dropblock:rate=0.3,block=3", 0);
    for (size_t r = 0; r < ROWS; r++)
        differ += memcmp(y + r * N, y + r * N + AREA, AREA * sizeof *y) != 0;
    CHECK(differ > ROWS / 2);
}

static double share_dropped(void)
{
    double dropped = 0;

    for (size_t i = 0; i < ROWS * N; i++)
        dropped += y[i] == 0;
    return dropped / (ROWS * N);
}

static void ramp(void)
{
    run_at("dropblock:rate=0.2,block=3,ramp=100", 0);
    CHECK(share_dropped() == 0);
    run_at("dropblock:rate=0.2,block=3,ramp=100", 50);
    const double half = share_dropped();
    run_at("dropblock:rate=0.2,block=3,ramp=100", 100);
    const double full = share_dropped();
    CHECK(half > 0.4 * full && half < 0.6 * full);
    run_at("dropblock:rate=0.2,block=3", 100);
    CHECK(share_dropped() == full);
}

CHECK_MAIN(whole_squares, counting_keeps_every_row, expected_scale_keeps_every_position, sharing,
           ramp)
