/* Winograd convolution against explicit sums in double: all three passes over maps of many sizes,
 * with tiles that extend past the edge; equal bits for any number of threads. */
#include "check.h"

#include "compute/winograd.h"

/* Inputs are uniform in (-1, 1). The transforms enlarge rounding errors: about 1e-6
 * of the result's length is seen; a wrong tap or tile gives 1e-1. */
#define BOUND 1e-5

static unsigned state = 1;

static float draw(void)
{
    state = state * 1664525u + 1013904223u;
    return (float)(state >> 8) * 0x1p-23f - 1;
}

static size_t below(size_t n)
{
    return (size_t)((double)(draw() + 1) / 2 * (double)n) % n;
}

/* n floats, aligned to 64. */
static float *room(size_t n)
{
    float *p = aligned_alloc(64, (n * sizeof *p + 63) / 64 * 64);

    if (!p)
        exit(EXIT_FAILURE);
    for (size_t i = 0; i < n; i++)
        p[i] = draw();
    return p;
}

typedef ad_winograd_spec spec;

static size_t map_at(const spec *s, size_t channels, size_t n, size_t c, size_t i, size_t j)
{
    return (((n * (channels / 8) + c / 8) * s->height + i) * s->width + j) * 8 + c % 8;
}

static size_t window_at(const spec *s, size_t o, size_t i, size_t tap)
{
    return ((o / 8 * (s->in / 8) + i / 8) * 9 + tap) * 64 + i % 8 * 8 + o % 8;
}

/* Plain sums of all three passes at once: each product x w dy's three factors. */
typedef struct {
    double *y, *dx, *dw, *db;
} reference;

static double *sums(size_t n)
{
    double *p = calloc(n, sizeof *p);

    if (!p)
        exit(EXIT_FAILURE);
    return p;
}

static void add_products(const spec *s, const float *x, const float *w, const float *dy, size_t n,
                         size_t o, size_t i, const reference *r)
{
    for (size_t h = 0; h < s->height; h++)
        for (size_t v = 0; v < s->width; v++)
            for (size_t tap = 0; tap < 9; tap++) {
                const size_t from_h = h + tap / 3, from_v = v + tap % 3; /* + 1 */
                if (!from_h || !from_v || from_h > s->height || from_v > s->width)
                    continue;
                const size_t at_x = map_at(s, s->in, n, i, from_h - 1, from_v - 1);
                const size_t at_y = map_at(s, s->out, n, o, h, v);
                const size_t at_w = window_at(s, o, i, tap);
                r->y[at_y] += (double)x[at_x] * (double)w[at_w];
                r->dx[at_x] += (double)dy[at_y] * (double)w[at_w];
                r->dw[at_w] += (double)dy[at_y] * (double)x[at_x];
            }
}

static reference plain(const spec *s, const float *x, const float *w, const float *bias,
                       const float *dy)
{
    const size_t area = s->height * s->width;
    const reference r = { sums(s->rows * s->out * area), sums(s->rows * s->in * area),
                          sums(s->in * s->out * 9), sums(s->out) };

    for (size_t n = 0; n < s->rows; n++)
        for (size_t o = 0; o < s->out; o++) {
            for (size_t a = 0; a < area; a++) {
                const size_t at = map_at(s, s->out, n, o, a / s->width, a % s->width);
                r.y[at] += bias ? (double)bias[o] : 0;
                r.db[o] += (double)dy[at];
            }
            for (size_t i = 0; i < s->in; i++)
                add_products(s, x, w, dy, n, o, i, &r);
        }
    return r;
}

static void free_reference(const reference *r)
{
    free(r->y);
    free(r->dx);
    free(r->dw);
    free(r->db);
}

/* |a - b| / |b|. */
static double distance(const float *a, const double *b, size_t n)
{
    double error = 0, length = 0;

    for (size_t i = 0; i < n; i++) {
        error += ((double)a[i] - b[i]) * ((double)a[i] - b[i]);
        length += b[i] * b[i];
    }
    return sqrt(error / length);
}

/* Results of one thread count. */
typedef struct {
    float *y, *dx, *dw, *db;
} results;

static results run(const spec *s, int threads, const float *x, const float *w, const float *bias,
                   const float *dy)
{
    const size_t area = s->height * s->width;
    const results r = { room(s->rows * s->out * area), room(s->rows * s->in * area),
                        room(s->in * s->out * 9), room(s->out) };
    float *scratch = room(ad_winograd_scratch(s, threads) / sizeof(float));

    ad_winograd_forward(s, threads, x, w, bias, r.y, scratch);
    ad_winograd_backward_data(s, threads, dy, w, r.dx, scratch);
    ad_winograd_backward_weights(s, threads, x, dy, r.dw, bias ? r.db : NULL, scratch);
    free(scratch);
    return r;
}

static void free_results(const results *r)
{
    free(r->y);
    free(r->dx);
    free(r->dw);
    free(r->db);
}

static void same_bits(const spec *s, const results *a, const results *b, int with_bias)
{
    const size_t area = s->height * s->width;

    CHECK(!memcmp(a->y, b->y, s->rows * s->out * area * sizeof(float)));
    CHECK(!memcmp(a->dx, b->dx, s->rows * s->in * area * sizeof(float)));
    CHECK(!memcmp(a->dw, b->dw, s->in * s->out * 9 * sizeof(float)));
    CHECK(!with_bias || !memcmp(a->db, b->db, s->out * sizeof(float)));
}

static void check_shape(const spec *s, int with_bias)
{
    const size_t area = s->height * s->width;
    const size_t n_x = s->rows * s->in * area, n_y = s->rows * s->out * area;
    const size_t n_w = s->in * s->out * 9;
    float *x = room(n_x), *w = room(n_w), *b = room(s->out), *dy = room(n_y);
    const float *bias = with_bias ? b : NULL;
    const reference want = plain(s, x, w, bias, dy);
    const results one = run(s, 1, x, w, bias, dy);

    CHECK_WHERE("%zu rows, %zu -> %zu channels, %zux%zu, bias %d", s->rows, s->in, s->out,
                s->height, s->width, with_bias);
    CHECK_NEAR(distance(one.y, want.y, n_y), 0, BOUND);
    CHECK_NEAR(distance(one.dx, want.dx, n_x), 0, BOUND);
    CHECK_NEAR(distance(one.dw, want.dw, n_w), 0, BOUND);
    if (with_bias)
        CHECK_NEAR(distance(one.db, want.db, s->out), 0, BOUND);
    for (int threads = 2; threads <= 4; threads += 2) {
        const results more = run(s, threads, x, w, bias, dy);
        same_bits(s, &one, &more, with_bias);
        free_results(&more);
    }
    free_results(&one);
    free_reference(&want);
    free(x);
    free(w);
    free(b);
    free(dy);
}

static int skipped(const char *test)
{
    if (ad_winograd_usable())
        return 0;
    printf("skipped: %s: this CPU has no AVX2 or no FMA\n", test);
    CHECK(!ad_winograd_fits(&(spec){ 8, 64, 64, 8, 8 }));
    return 1;
}

/* Both ways through forward (few and many channels), several blocks, last blocks
 * that are short, half a chunk of channels, tiles that stick out either way. */
static void chosen_shapes(void)
{
    static const spec shapes[] = {
        { 1, 8, 8, 1, 1 },      { 1, 8, 8, 4, 4 },     { 3, 8, 8, 5, 9 },     { 2, 16, 8, 7, 7 },
        { 2, 8, 24, 14, 14 },   { 1, 24, 40, 28, 28 }, { 5, 64, 64, 8, 8 },   { 40, 16, 16, 8, 8 },
        { 7, 136, 152, 4, 4 },  { 2, 160, 136, 7, 5 }, { 1, 256, 264, 3, 2 }, { 3, 32, 32, 32, 32 },
        { 90, 128, 144, 4, 4 },
    };

    if (skipped("chosen_shapes"))
        return;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        check_shape(&shapes[i], i % 3 != 0);
}

static void random_shapes(void)
{
    if (skipped("random_shapes"))
        return;
    for (int i = 0; i < 30; i++)
        check_shape(&(spec){ 1 + below(6), 8 + 8 * below(6), 8 + 8 * below(6), 1 + below(20),
                             1 + below(20) },
                    i % 2);
}

/* A batch beyond 24 MB of outputs is written another way: same bits as row by row. */
static void rows_alone(void)
{
    const spec all = { 112, 8, 16, 60, 62 }, single = { 1, 8, 16, 60, 62 };
    const size_t area = all.height * all.width, n_x = all.in * area, n_y = all.out * area;
    size_t wrong = 0;

    if (skipped("rows_alone"))
        return;
    float *x = room(all.rows * n_x), *y = room(all.rows * n_y), *row = room(n_y);
    float *w = room(all.in * all.out * 9);
    float *scratch = room(ad_winograd_scratch(&all, 2) / sizeof(float));
    ad_winograd_forward(&all, 2, x, w, NULL, y, scratch);
    for (size_t n = 0; n < all.rows; n++) {
        ad_winograd_forward(&single, 2, x + n * n_x, w, NULL, row, scratch);
        wrong += memcmp(row, y + n * n_y, n_y * sizeof(float)) != 0;
    }
    CHECK_EQ(wrong, 0);
    free(x);
    free(y);
    free(row);
    free(w);
    free(scratch);
}

static void rule(void)
{
    if (skipped("rule"))
        return;
    CHECK(ad_winograd_fits(&(spec){ 128, 64, 64, 32, 32 }));
    CHECK(ad_winograd_fits(&(spec){ 128, 512, 512, 4, 4 }));
    CHECK(!ad_winograd_fits(&(spec){ 128, 512, 512, 2, 2 }));
    CHECK(!ad_winograd_fits(&(spec){ 128, 512, 512, 5, 5 }));
    CHECK(!ad_winograd_fits(&(spec){ 128, 3, 64, 32, 32 }));
    CHECK(ad_winograd_fits(&(spec){ 128, 64, 12, 32, 32 })); /* two blocks */
    CHECK(!ad_winograd_fits(&(spec){ 128, 64, 8, 32, 32 }));
}

CHECK_MAIN(chosen_shapes, random_shapes, rows_alone, rule)
