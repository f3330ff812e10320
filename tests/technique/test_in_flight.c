/* Several passes in flight through one dropout layer, one shard each, in random orders: every pass
 * has the bits that it has in a layer of its own, for every technique at every site, whatever else
 * went through the layer in between. A backward that does not belong to the last forward of its
 * shard is refused and changes nothing.
 *
 * ADROP_CASES=N: about N sequences, at least one for each technique, setting and site. */
#include "adrop/dropout.h"

#include "fixture.h"

enum { SHARDS = 4, PASSES = 6, EVENTS = 24, MOST = 33 * 50 + 6 * 18 * 20, WEIGHTS = 9 * 50 };

/* What a pass writes and adds to. */
typedef struct {
    float y[MOST], dx[MOST], dpre[MOST], dweight[WEIGHTS], dbias[16];
} arrays;

typedef struct {
    adrop_pass pass;
    int state; /* 0: not begun, 1: forward, 2: back */
    arrays mine, alone;
    uint32_t numbers[64];
} one;

static one passes[PASSES];
static arrays before;
static float x[PASSES][MOST], pre[MOST], dy[MOST], weight[WEIGHTS], bias[16];
static float *grads_before, *grads_alone[PASSES];
static adrop_ctx *ctx[2]; /* of one thread and of two */
static uint64_t state = 1;
static size_t sequences, refused, each = 1;

static uint32_t draw(uint32_t below) /* Knuth's generator; its high bits */
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % below);
}

static void fill(float *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i] = (float)((int)draw(2001) - 1000) / 400;
}

static adrop_dropout *make(const char *text, const ad_site *s, size_t shards)
{
    adrop_site site;
    adrop_dropout *d = NULL;

    adrop_site_map(&site, s->rows, s->channels, s->height, s->width);
    site.outputs = s->outputs;
    site.n_train = s->n_train;
    site.layer = s->layer;
    site.has_pre = s->has_pre;
    site.branch = s->branch;
    site.branches = s->branches;
    site.shards = shards;
    CHECK_EQ(adrop_dropout_create(ctx[sequences % 2], text, &site, 4711, &d), ADROP_OK);
    return d;
}

/* The arrays of a pass, those that backward adds to at zero. */
static void aim(one *p, arrays *a)
{
    memset(a, 0, sizeof *a);
    p->pass.y = a->y;
    p->pass.dx = a->dx;
    p->pass.dpre = a->dpre;
    p->pass.dweight = a->dweight;
    p->pass.dbias = a->dbias;
}

/* Pass i: some have the step of another, some their rows' own numbers, some fewer rows. */
static void choose(size_t i, const ad_site *s)
{
    one *p = &passes[i];

    p->state = 0;
    adrop_pass_train(&p->pass, 1 + draw(2), 7 + draw(3), 1 + draw((uint32_t)s->rows), x[i], NULL);
    for (size_t r = 0; r < s->rows; r++)
        p->numbers[r] = draw(1000);
    if (draw(2))
        p->pass.row_numbers = p->numbers;
    p->pass.first_row = draw(3);
    p->pass.pre = pre;
    p->pass.dy = dy;
    if (s->outputs) {
        p->pass.weight = weight;
        p->pass.bias = bias;
    }
    p->pass.shard = draw(SHARDS);
}

/* The pass in a layer of its own. */
static void run_alone(adrop_dropout *d, size_t i)
{
    one *p = &passes[i];
    const size_t shard = p->pass.shard;

    aim(p, &p->alone);
    p->pass.shard = 0;
    adrop_dropout_zero_grads(d);
    CHECK_EQ(adrop_dropout_forward(d, &p->pass), ADROP_OK);
    CHECK_EQ(adrop_dropout_backward(d, &p->pass), ADROP_OK);
    memcpy(grads_alone[i], adrop_dropout_grads(d), adrop_dropout_n_params(d) * sizeof(float));
    p->pass.shard = shard;
    aim(p, &p->mine);
}

/* Another pass goes forward through the shard. */
static void lose_place(size_t shard)
{
    for (size_t i = 0; i < PASSES; i++)
        if (passes[i].state == 1 && passes[i].pass.shard == shard)
            passes[i].state = 2;
}

static void go_forward(adrop_dropout *d, one *p)
{
    lose_place(p->pass.shard);
    CHECK_EQ(adrop_dropout_forward(d, &p->pass), ADROP_OK);
    CHECK(!memcmp(p->mine.y, p->alone.y, sizeof p->mine.y));
    p->state = 1;
}

static void go_back(adrop_dropout *d, size_t i)
{
    one *p = &passes[i];
    const size_t n = adrop_dropout_n_params(d) * sizeof(float);

    adrop_dropout_zero_grads(d);
    CHECK_EQ(adrop_dropout_backward(d, &p->pass), ADROP_OK);
    CHECK(!memcmp(&p->mine, &p->alone, sizeof p->mine));
    CHECK(!memcmp(adrop_dropout_grads(d), grads_alone[i], n));
    p->state = 2;
}

/* A pass that is not in flight cannot go back. */
static void go_wrong(adrop_dropout *d, one *p)
{
    const size_t n = adrop_dropout_n_params(d) * sizeof(float);

    memcpy(&before, &p->mine, sizeof before);
    memcpy(grads_before, adrop_dropout_grads(d), n);
    CHECK_EQ(adrop_dropout_backward(d, &p->pass), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx[sequences % 2]), "forward");
    CHECK(!memcmp(&before, &p->mine, sizeof before));
    CHECK(!memcmp(grads_before, adrop_dropout_grads(d), n));
    refused++;
}

/* A pass of another phase through any shard disturbs no other shard. */
static void go_beside(adrop_dropout *d, const one *p)
{
    adrop_pass pass = p->pass;
    static arrays other;

    pass.phase = draw(2) ? ADROP_PHASE_SAMPLE : ADROP_PHASE_MEAN;
    pass.shard = draw(SHARDS);
    pass.y = other.y;
    lose_place(pass.shard);
    CHECK_EQ(adrop_dropout_forward(d, &pass), ADROP_OK);
}

static void sequence(const char *text, const ad_site *site)
{
    adrop_dropout *d = make(text, site, SHARDS), *alone = make(text, site, 1);

    for (size_t i = 0; i < PASSES; i++) {
        choose(i, site);
        run_alone(alone, i);
    }
    for (size_t e = 0; e < EVENTS; e++) {
        const size_t i = draw(PASSES);
        one *p = &passes[i];
        if (!draw(5))
            go_beside(d, p);
        else if (p->state == 0 && draw(4))
            go_forward(d, p);
        else if (p->state == 1)
            go_back(d, i);
        else
            go_wrong(d, p);
    }
    adrop_dropout_free(d);
    adrop_dropout_free(alone);
    sequences++;
}

static void setup(void)
{
    const char *cases = getenv("ADROP_CASES");

    for (int t = 0; t < 2; t++)
        ctx[t] = bed_context(t + 1);
    each = cases ? (size_t)atol(cases) / 300 + 1 : 5;
    for (size_t i = 0; i < PASSES; i++) {
        fill(x[i], MOST);
        grads_alone[i] = malloc(1 << 20);
    }
    grads_before = malloc(1 << 20);
    fill(pre, MOST);
    fill(dy, MOST);
    fill(weight, WEIGHTS);
    fill(bias, 16);
}

static void repeat(const char *text, const ad_site *site)
{
    for (size_t i = 0; i < each; i++) {
        CHECK_WHERE("%s, %zu x %zu x %zu, sequence %zu", text, site->rows, site->channels,
                    site->height, sequences);
        sequence(text, site);
    }
}

static void interleaved(void)
{
    const size_t cases = bed_each(repeat);

    CHECK(cases >= 100 && sequences == cases * each);
    CHECK(refused > sequences);
    printf("%zu sequences, %zu backwards refused\n", sequences, refused);
}

/* The shards of a step need not be the first ones: their statistics count all the same. */
static void any_shards(const char *text, const ad_site *site)
{
    adrop_dropout *d = make(text, site, SHARDS), *e = make(text, site, SHARDS);
    static const size_t places[2][2] = { { 0, 1 }, { 1, 3 } };

    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i < 2; i++) {
            choose(i, site);
            passes[i].pass = (adrop_pass){ .size = sizeof(adrop_pass),
                                           .phase = ADROP_PHASE_TRAIN,
                                           .seed = 3,
                                           .step = (uint32_t)i,
                                           .rows = site->rows,
                                           .shard = places[k][i],
                                           .x = x[i],
                                           .pre = pre,
                                           .weight = passes[i].pass.weight,
                                           .bias = passes[i].pass.bias };
            aim(&passes[i], &passes[i].mine);
            CHECK_EQ(adrop_dropout_forward(k ? e : d, &passes[i].pass), ADROP_OK);
        }
        adrop_dropout_finish_step(k ? e : d);
    }
    adrop_pass pass = passes[0].pass;
    pass.phase = ADROP_PHASE_SAMPLE;
    pass.shard = 0;
    aim(&passes[0], &passes[0].mine);
    pass.y = passes[0].mine.y;
    CHECK_EQ(adrop_dropout_forward(d, &pass), ADROP_OK);
    pass.y = passes[0].alone.y;
    memset(pass.y, 0, sizeof passes[0].alone.y);
    CHECK_EQ(adrop_dropout_forward(e, &pass), ADROP_OK);
    CHECK(!memcmp(passes[0].mine.y, passes[0].alone.y, sizeof passes[0].mine.y));
    adrop_dropout_free(d);
    adrop_dropout_free(e);
    sequences++;
}

static void statistics(void)
{
    CHECK(bed_each(any_shards) > 100);
}

/* What forward left is of no use once the layer has changed. */
static void changes(void)
{
    adrop_dropout *d = make("advanced", &ad_fixture_sites[0], 1);
    one *p = &passes[0];

    check_where[0] = 0;
    choose(0, &ad_fixture_sites[0]);
    p->pass.shard = 0;
    aim(p, &p->mine);
    for (int change = 0; change < 3; change++) {
        CHECK_EQ(adrop_dropout_forward(d, &p->pass), ADROP_OK);
        if (change == 0)
            adrop_dropout_finish_step(d);
        else if (change == 1)
            CHECK_EQ(adrop_dropout_set_strength(d, 0.5), ADROP_OK);
        CHECK_EQ(adrop_dropout_backward(d, &p->pass), change < 2 ? ADROP_EINVAL : ADROP_OK);
    }
    adrop_dropout_free(d);
}

static void teardown(void)
{
    for (size_t i = 0; i < PASSES; i++)
        free(grads_alone[i]);
    free(grads_before);
    adrop_ctx_free(ctx[0]);
    adrop_ctx_free(ctx[1]);
}

CHECK_MAIN(setup, interleaved, statistics, changes, teardown)
