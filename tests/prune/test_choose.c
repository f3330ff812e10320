/* The units that criteria choose: counts, ties, the last unit of a layer, the ranking of each
 * criterion, and refusals. */
#include <math.h>
#include <stdlib.h>

#include "layer/fixture.h"
#include "prune/choose.h"

enum { ROWS = 40, CHANNELS = 2, SIDE = 8, IN = CHANNELS * SIDE * SIDE, MOST = 1 << 14 };

static adrop_ctx *ctx;
static adrop_data *data;
static unsigned char keep[MOST];
static float values[1 << 18];

static void begin(void)
{
    adrop_arrays rows;
    adrop_split_opts opts;
    uint8_t parts[ROWS];

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    bed_fill();
    for (size_t i = 0; i < ROWS; i++)
        bed_labels[i] = (int32_t)(i % BED_OUTPUTS);
    adrop_arrays_init(&rows);
    rows.rows = ROWS, rows.channels = CHANNELS, rows.height = rows.width = SIDE;
    rows.values = bed_x;
    rows.labels = bed_labels;
    rows.classes = BED_OUTPUTS;
    rows.parts = parts;
    for (size_t i = 0; i < ROWS; i++)
        parts[i] = ADROP_ROW_TRAIN;
    adrop_split_opts_init(&opts);
    opts.input_scale = ADROP_SCALE_NONE;
    CHECK_EQ(adrop_data_from_arrays(ctx, &rows, &opts, &data), ADROP_OK);
    if (!data)
        printf("%s\n", adrop_ctx_message(ctx));
}

static adrop_model *make(const char *model, const char *dropout, adrop_dropout_at at,
                         adrop_precision precision)
{
    adrop_model_opts o;
    adrop_model *m;

    adrop_model_opts_init(&o);
    o.model = model, o.dropout = dropout, o.dropout_at = at;
    o.channels = CHANNELS, o.height = o.width = SIDE;
    o.outputs = BED_OUTPUTS;
    o.batch = ROWS;
    o.n_train = ROWS;
    o.precision = precision;
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
    if (!m)
        printf("%s: %s\n", model, adrop_ctx_message(ctx));
    return m;
}

static adrop_choose_opts by(const char *criterion, double rate, int scope)
{
    adrop_choose_opts o;

    adrop_choose_opts_init(&o);
    o.criterion = criterion, o.rate = rate, o.scope = scope, o.data = data;
    return o;
}

/* Choose, and count what is gone of each layer. */
static size_t choose(adrop_model *m, const adrop_choose_opts *opts, size_t gone[8])
{
    adrop_units *u;
    adrop_unit unit;
    size_t removed = 0, all = 0;

    CHECK_EQ(adrop_units_create(m, &u), ADROP_OK);
    CHECK_EQ(adrop_units_choose(m, u, opts, keep, &removed), ADROP_OK);
    memset(gone, 0, 8 * sizeof *gone);
    for (size_t i = 0, k = 0, was = SIZE_MAX; adrop_unit_at(u, i, &unit); i++) {
        k += was != SIZE_MAX && unit.layer_number != was;
        was = unit.layer_number;
        gone[k] += !keep[i];
        all += !keep[i];
    }
    CHECK_EQ(all, removed);
    adrop_units_free(u);
    return removed;
}

/* -- Counts --------------------------------------------------------------------------- */

static void counts(void)
{
    adrop_model *m = make("mlp:60,47", "none", ADROP_AT_HIDDEN, ADROP_PRECISION_F32);
    size_t gone[8];

    for (double rate = 1; rate < 95; rate += 7) {
        adrop_choose_opts opts = by("magnitude", rate, ADROP_PRUNE_AUTO);
        CHECK_EQ(choose(m, &opts, gone), (size_t)round(rate / 100 * 107));
        opts.scope = ADROP_PRUNE_LAYER;
        choose(m, &opts, gone);
        CHECK_EQ(gone[0], (size_t)round(rate / 100 * 60));
        CHECK_EQ(gone[1], (size_t)round(rate / 100 * 47));
    }
    adrop_model_free(m);
}

static size_t zeros_of(adrop_model *m, size_t tensor)
{
    adrop_tensor_info info;
    size_t n = 0;

    CHECK(adrop_model_tensor(m, tensor, &info));
    CHECK_EQ(adrop_model_get(m, tensor, values), ADROP_OK);
    for (size_t i = 0; i < info.n; i++)
        n += values[i] == 0;
    return n;
}

/* Weights of each layer, half of the rate of the last; a second call removes of what is left. */
static void weight_counts(void)
{
    const size_t n[] = { IN * 20, 20 * 10, 10 * BED_OUTPUTS };
    size_t left[] = { n[0], n[1], n[2] }, removed;
    adrop_model *m = make("mlp:20,10", "none", ADROP_AT_HIDDEN, ADROP_PRECISION_F32);
    adrop_choose_opts opts = by("magnitude", 10, ADROP_PRUNE_AUTO);

    for (int round_ = 0; round_ < 3; round_++) {
        size_t sum = 0;
        CHECK_EQ(adrop_weights_choose(m, &opts, &removed), ADROP_OK);
        for (size_t k = 0; k < 3; k++) {
            const size_t gone = (size_t)round((k < 2 ? 0.1 : 0.05) * (double)left[k]);
            left[k] -= gone;
            sum += gone;
            CHECK_EQ(zeros_of(m, 2 * k), n[k] - left[k]);
        }
        CHECK_EQ(removed, sum);
    }
    adrop_model_free(m);
    m = make("mlp:20,10", "none", ADROP_AT_HIDDEN, ADROP_PRECISION_F32);
    opts.scope = ADROP_PRUNE_GLOBAL;
    CHECK_EQ(adrop_weights_choose(m, &opts, &removed), ADROP_OK);
    CHECK_EQ(removed, (size_t)round(0.1 * (double)(n[0] + n[1] + n[2])));
    CHECK_EQ(zeros_of(m, 0) + zeros_of(m, 2) + zeros_of(m, 4), removed);
    adrop_model_free(m);
}

/* -- Nothing --------------------------------------------------------------------------- */

/* A rate of 0 changes nothing, by any criterion, bit for bit. */
static void nothing(void)
{
    adrop_criterion_info c;
    size_t n = 0, gone[8], removed;

    for (; adrop_criterion_at(n, &c); n++) {
        const int is_channel = !strcmp(c.name, "bn-scale");
        const char *const model = is_channel ? "net:conv 6; norm; relu; flatten; dense" : "mlp:9,8";
        adrop_choose_opts opts = by(c.name, 0, ADROP_PRUNE_AUTO);
        CHECK_WHERE("%s", c.name);
        adrop_model *m = make(model, c.node_technique, ADROP_AT_DENSE_INPUTS, ADROP_PRECISION_F32);
        CHECK_EQ(choose(m, &opts, gone), 0);
        adrop_model_free(m);
        if (!c.weight_technique)
            continue;
        m = make(model, c.weight_technique, ADROP_AT_DENSE_INPUTS, ADROP_PRECISION_F32);
        void *before, *after;
        size_t sizes[2];
        CHECK_EQ(adrop_model_write(m, &before, &sizes[0]), ADROP_OK);
        CHECK_EQ(adrop_weights_choose(m, &opts, &removed), ADROP_OK);
        CHECK_EQ(removed, 0);
        CHECK_EQ(adrop_model_write(m, &after, &sizes[1]), ADROP_OK);
        CHECK(sizes[0] == sizes[1] && !memcmp(before, after, sizes[0]));
        adrop_free(ctx, before);
        adrop_free(ctx, after);
        adrop_model_free(m);
    }
    CHECK_EQ(n, 9);
    CHECK_WHERE("%s", "");
}

/* -- Ranks ----------------------------------------------------------------------------- */

/* The weights that stay are all larger than those that went. */
static void magnitude(void)
{
    static float was[IN * 20];
    adrop_model *m = make("mlp:20", "none", ADROP_AT_HIDDEN, ADROP_PRECISION_F32);
    const adrop_choose_opts opts = by("magnitude", 30, ADROP_PRUNE_LAYER);
    float most = 0, least = INFINITY;

    CHECK_EQ(adrop_model_get(m, 0, was), ADROP_OK);
    CHECK_EQ(adrop_weights_choose(m, &opts, NULL), ADROP_OK);
    CHECK_EQ(adrop_model_get(m, 0, values), ADROP_OK);
    for (size_t i = 0; i < IN * 20; i++) {
        if (values[i] == 0)
            most = fmaxf(most, fabsf(was[i]));
        else
            least = fminf(least, fabsf(was[i]));
        CHECK(values[i] == 0 || values[i] == was[i]);
    }
    CHECK(most <= least);
    adrop_model_free(m);
}

/* A network that was not trained has equal rates in a layer: the order is that of the L1 norms of
 * incoming weights. */
static void ties(void)
{
    adrop_model *m = make("mlp:30", "advanced:unit=node,hidden=4", ADROP_AT_HIDDEN,
                          ADROP_PRECISION_F32);
    const adrop_choose_opts opts = by("advanced", 40, ADROP_PRUNE_AUTO);
    double norm[30] = { 0 }, most = 0, least = INFINITY;
    size_t gone[8];

    CHECK_EQ(choose(m, &opts, gone), 12);
    CHECK_EQ(adrop_model_get(m, 0, values), ADROP_OK);
    for (size_t i = 0; i < 30; i++) {
        for (size_t j = 0; j < IN; j++)
            norm[i] += fabs((double)values[i * IN + j]);
        if (keep[i])
            least = fmin(least, norm[i]);
        else
            most = fmax(most, norm[i]);
    }
    CHECK(most <= least);
    adrop_model_free(m);
}

/* Set a tensor's value i to f(i); the first of that name. */
static void set_values(adrop_model *m, const char *name, float (*f)(size_t i))
{
    adrop_tensor_info info;

    for (size_t t = 0; adrop_model_tensor(m, t, &info); t++)
        if (strstr(info.name, name)) {
            for (size_t i = 0; i < info.n; i++)
                values[i] = f(i);
            CHECK_EQ(adrop_model_set(m, t, values), ADROP_OK);
            return;
        }
    CHECK_FAIL("such a tensor");
}

static float shuffled(size_t i)
{
    return (float)(i * 7 % 10) / 10 - 0.45F; /* all different in size, of both signs */
}

static float same(size_t i)
{
    (void)i;
    return 0.25F;
}

/* Of units that nothing tells from one another the first go, of each layer as of all. */
static void equals_go_in_order(void)
{
    adrop_model *m = make("net:flatten; a=dense 12; relu; dense", "none", ADROP_AT_HIDDEN,
                          ADROP_PRECISION_F32);
    size_t gone[8];

    set_values(m, "a.weight", same);
    set_values(m, "dense", same);
    for (double rate = 25; rate < 100; rate += 25) {
        const adrop_choose_opts opts = by("magnitude", rate, ADROP_PRUNE_AUTO);
        const size_t n = (size_t)(12 * rate / 100);
        CHECK_EQ(choose(m, &opts, gone), n);
        for (size_t i = 0; i < 12; i++)
            CHECK_EQ(keep[i], i >= n);
    }
    adrop_model_free(m);
}

static void scales(void)
{
    adrop_model *m = make("net:conv 10; a=norm; relu; flatten; dense", "none", ADROP_AT_HIDDEN,
                          ADROP_PRECISION_F32);
    const adrop_choose_opts opts = by("bn-scale", 30, ADROP_PRUNE_AUTO);
    size_t gone[8];
    adrop_tensor_info info;
    size_t norm = 0;

    while (adrop_model_tensor(m, norm, &info) && info.n_dims != 1)
        norm++;
    for (size_t i = 0; i < 10; i++)
        values[i] = shuffled(i);
    CHECK_EQ(adrop_model_set(m, norm, values), ADROP_OK);
    CHECK_EQ(choose(m, &opts, gone), 3);
    for (size_t i = 0; i < 10; i++)
        for (size_t k = 0; k < 10; k++)
            CHECK(keep[i] || !keep[k] || fabsf(shuffled(i)) <= fabsf(shuffled(k)));
    adrop_model_free(m);
}

/* Variational dropout: the nodes with the largest alpha go. */
static void alphas(void)
{
    adrop_model *m = make("mlp:10", "variational:unit=node,kl=molchanov,max-alpha=100",
                          ADROP_AT_HIDDEN, ADROP_PRECISION_F32);
    const adrop_choose_opts opts = by("variational", 30, ADROP_PRUNE_AUTO);
    size_t gone[8];

    set_values(m, "alpha", shuffled);
    CHECK_EQ(choose(m, &opts, gone), 3);
    for (size_t i = 0; i < 10; i++)
        for (size_t k = 0; k < 10; k++)
            CHECK(keep[i] || !keep[k] || shuffled(i) >= shuffled(k));
    adrop_model_free(m);
}

/* The nodes with most noise go. */
static void levels(void)
{
    adrop_model *m = make("mlp:10", "advanced-cross:unit=node", ADROP_AT_HIDDEN,
                          ADROP_PRECISION_F32);
    const adrop_choose_opts opts = by("advanced-cross", 30, ADROP_PRUNE_AUTO);
    size_t gone[8];

    set_values(m, "log_sigma", shuffled);
    CHECK_EQ(choose(m, &opts, gone), 3);
    for (size_t i = 0; i < 10; i++)
        CHECK_EQ(keep[i], i * 7 % 10 < 7);
    adrop_model_free(m);
}

/* taylor: what the loss would change by, to first order, is the slope along a factor of the node's
 * outgoing weights, which differences give; the smallest square goes first. */
static double loss_of(adrop_model *m)
{
    adrop_batch b;
    double loss;

    adrop_batch_train(&b, 0, ROWS, bed_x, bed_labels);
    CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_MEAN, &b), ADROP_OK);
    CHECK_EQ(adrop_model_loss(m, &b, &loss), ADROP_OK);
    return loss;
}

static void taylor(void)
{
    enum { N = 12 };
    adrop_model *m = make("mlp:12", "none", ADROP_AT_HIDDEN, ADROP_PRECISION_F64);
    const adrop_choose_opts opts = by("taylor", 25, ADROP_PRUNE_AUTO);
    static float out[BED_OUTPUTS * N];
    const double e = 0.0625;
    double slope[N];
    size_t gone[8];

    CHECK_EQ(adrop_model_get(m, 2, out), ADROP_OK);
    for (size_t u = 0; u < N; u++) {
        double at[2];
        for (int k = 0; k < 2; k++) {
            memcpy(values, out, sizeof out);
            for (size_t o = 0; o < BED_OUTPUTS; o++)
                values[o * N + u] *= (float)(k ? 1 + e : 1 - e);
            CHECK_EQ(adrop_model_set(m, 2, values), ADROP_OK);
            at[k] = loss_of(m);
        }
        slope[u] = fabs((at[1] - at[0]) / (2 * e));
    }
    CHECK_EQ(adrop_model_set(m, 2, out), ADROP_OK);
    CHECK_EQ(choose(m, &opts, gone), 3);
    for (size_t i = 0; i < N; i++)
        for (size_t k = 0; k < N; k++)
            CHECK(keep[i] || !keep[k] || slope[i] <= slope[k] + 1e-4);
    adrop_model_free(m);
}

/* The same address, the same lot; another round, another. */
static void lots(void)
{
    adrop_model *m = make("mlp:60", "none", ADROP_AT_HIDDEN, ADROP_PRECISION_F32);
    adrop_choose_opts opts = by("random", 50, ADROP_PRUNE_AUTO);
    unsigned char first[60];
    size_t gone[8];

    CHECK_EQ(choose(m, &opts, gone), 30);
    memcpy(first, keep, sizeof first);
    choose(m, &opts, gone);
    CHECK(!memcmp(first, keep, sizeof first));
    opts.round = 2;
    choose(m, &opts, gone);
    CHECK(memcmp(first, keep, sizeof first) != 0);
    adrop_model_free(m);
}

/* -- Ends -------------------------------------------------------------------------------- */

/* The last node of a layer stays, however little it is worth. */
static void last_stays(void)
{
    adrop_model *m = make("mlp:3,60", "none", ADROP_AT_HIDDEN, ADROP_PRECISION_F32);
    const adrop_choose_opts opts = by("random", 95, ADROP_PRUNE_GLOBAL);
    size_t gone[8];

    CHECK_EQ(choose(m, &opts, gone), (size_t)round(0.95 * 63));
    CHECK(gone[0] <= 2 && gone[1] <= 59);
    adrop_model_free(m);
}

static void refuse(const char *model, const char *dropout, const char *criterion, double rate,
                   const char *part)
{
    adrop_model *m = make(model, dropout, ADROP_AT_DENSE_INPUTS, ADROP_PRECISION_F32);
    const adrop_choose_opts opts = by(criterion, rate, ADROP_PRUNE_LAYER);
    adrop_units *u;

    CHECK_WHERE("%s, %s, %s", model, dropout, criterion);
    CHECK_EQ(adrop_units_create(m, &u), ADROP_OK);
    CHECK(adrop_units_choose(m, u, &opts, keep, NULL) != ADROP_OK);
    CHECK_HAS(adrop_ctx_message(ctx), part);
    CHECK_WHERE("%s", "");
    adrop_units_free(u);
    adrop_model_free(m);
}

static void refused(void)
{
    adrop_model *m = make("mlp:10", "none", ADROP_AT_HIDDEN, ADROP_PRECISION_F32);
    adrop_choose_opts opts = by("bn-scale", 10, ADROP_PRUNE_AUTO);

    refuse("mlp:10", "none", "magnitud", 10, "did you mean 'magnitude'");
    refuse("mlp:10", "none", "magnitude", 100, "[0, 100)");
    refuse("mlp:10", "none", "magnitude", -1, "[0, 100)");
    refuse("mlp:10", "none", "magnitude", NAN, "[0, 100)");
    refuse("mlp:10", "none", "magnitude", 99, "would empty a layer of 10");
    refuse("mlp:10", "none", "advanced", 10, "the network has no dropout");
    refuse("mlp:10", "bernoulli", "advanced", 10, "has learned, and the network has 'bernoulli'");
    refuse("mlp:10", "advanced", "advanced", 10, "'advanced:unit=node'");
    refuse("mlp:10", "none", "bn-scale", 10, "no batch norm");
    refuse("net:conv 4; relu; flatten; dropout; dense 9; relu; dropout; dense",
           "soft-laplace:unit=node", "soft-gaussian", 10, "soft-gaussian:unit=node");
    refuse("net:conv 4; relu; conv 5; relu; flatten; dropout; dense", "advanced:unit=node",
           "advanced", 10, "has no dropout of its own");
    CHECK_EQ(adrop_weights_choose(m, &opts, NULL), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "ranks no weights");
    opts = by("taylor", 10, ADROP_PRUNE_AUTO);
    opts.data = NULL;
    CHECK_EQ(adrop_weights_choose(m, &opts, NULL), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "needs training rows");
    adrop_model_free(m);
    adrop_data_free(data);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(begin, counts, weight_counts, nothing, magnitude, ties, equals_go_in_order, scales,
           alphas, levels, taylor, lots, last_stays, refused)
