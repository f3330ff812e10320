/* Networks with some units removed compute what the whole one computes with these units set to
 * zero, for every architecture and technique; removing nothing changes nothing. */
#include <unistd.h>

#include "asked.h"
#include "layer/fixture.h"
#include "model/units.h"

enum { MOST_UNITS = 1 << 14, ROWS = 5, BATCHES = 24, ROW = 2 * 16 * 16 };

static adrop_ctx *ctx;
static const float *rows = bed_x; /* that go forward */
static unsigned char keep[MOST_UNITS];

static adrop_model *trained(const char *model, const char *dropout, adrop_precision precision)
{
    adrop_model_opts o;
    adrop_rates rates;
    adrop_model *m;

    adrop_model_opts_init(&o);
    o.model = model;
    o.dropout = dropout;
    o.channels = 2, o.height = o.width = 16;
    o.outputs = BED_OUTPUTS;
    o.batch = ROWS;
    o.n_train = 50;
    o.precision = precision;
    if (adrop_model_create(ctx, &o, &m))
        return NULL;
    adrop_rates_init(&rates);
    CHECK_EQ(adrop_model_optimizer(m, "sgd"), ADROP_OK);
    for (uint32_t step = 0; step < 3; step++) {
        adrop_losses losses;
        adrop_batch b;
        adrop_batch_train(&b, step, ROWS, bed_x, bed_labels);
        CHECK_EQ(adrop_model_gradients(m, &b, &losses), ADROP_OK);
        CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_OK);
    }
    return m;
}

/* In double, values go in and out as floats: make those of the whole network floats, too. */
static void round_values(adrop_model *m)
{
    static float values[1 << 20];

    for (size_t i = 0; i < adrop_model_n_tensors(m); i++) {
        CHECK_EQ(adrop_model_get(m, i, values), ADROP_OK);
        CHECK_EQ(adrop_model_set(m, i, values), ADROP_OK);
    }
}

/* Keep about half of the units, by a rule without pattern, and the first of every layer. */
static void choose(const adrop_units *u, double share)
{
    adrop_unit unit;

    CHECK(adrop_units_count(u) <= MOST_UNITS);
    for (size_t i = 0; adrop_unit_at(u, i, &unit); i++)
        keep[i] = unit.channel == 0 || fabs(bed_number(31 * i + 5)) < share;
}

static void forward(adrop_model *m, adrop_phase phase, float *out)
{
    adrop_batch b;

    adrop_batch_input(&b, 1, ROWS, rows);
    CHECK_EQ(adrop_model_forward(m, phase, &b), ADROP_OK);
    memcpy(out, adrop_model_outputs(m), ROWS * BED_OUTPUTS * sizeof *out);
}

/* The outputs of that pass as the network computed them: the public ones are floats. */
static void read_outputs(const adrop_model *m, adrop_phase phase, double *out)
{
    adrop_batch b;

    adrop_batch_input(&b, 1, ROWS, rows);
    const ad_net_pass pass = ad_model_pass(m, &b, phase, 0);
    const void *y = ad_net_output(m->last, &pass);
    for (size_t i = 0; i < ROWS * BED_OUTPUTS; i++)
        out[i] = m->engine->plain ? ((const double *)y)[i] : (double)((const float *)y)[i];
}

static double largest(const double *x)
{
    double most = 0;

    for (size_t i = 0; i < ROWS * BED_OUTPUTS; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

/* Scale and shift of every batch norm are zero where a removed unit passes. */
static void check_norms(const adrop_model *m, const adrop_units *u)
{
    static float values[1 << 16];
    size_t removed = 0;

    for (size_t i = 0; i < m->n_tensors; i++) {
        const ad_layer *l = m->tensor_layer[i];
        if (l->type != &ad_layer_norm || m->tensor[i]->group != ADROP_TENSOR_WEIGHTS)
            continue;
        CHECK_EQ(adrop_model_get(m, i, values), ADROP_OK);
        for (size_t c = 0; c < l->shape.channels; c++) {
            const uint32_t unit = ad_units_found(u)->of[l->number][c];
            if (unit == AD_NO_UNIT || keep[unit])
                continue;
            removed++;
            CHECK(values[c] == 0);
        }
    }
    CHECK(removed || !strncmp(m->options.model, "mlp", 3) || !strncmp(m->options.model, "net", 3));
}

/* Outputs of the two on many rows, within a share of the largest. */
static void compare_outputs(adrop_model *m, adrop_model *s, double within)
{
    static float floats[ROWS * BED_OUTPUTS];
    static double zeros[BATCHES][ROWS * BED_OUTPUTS], small[BATCHES][ROWS * BED_OUTPUTS];
    double most = 0;

    for (size_t k = 0; k < BATCHES; k++) {
        rows = bed_x + k * ROWS * ROW;
        forward(m, ADROP_PHASE_MEAN, floats);
        read_outputs(m, ADROP_PHASE_MEAN, zeros[k]);
        forward(s, ADROP_PHASE_MEAN, floats);
        read_outputs(s, ADROP_PHASE_MEAN, small[k]);
        most = fmax(most, largest(zeros[k]));
    }
    for (size_t k = 0; k < BATCHES; k++)
        for (size_t i = 0; i < ROWS * BED_OUTPUTS; i++)
            CHECK_NEAR(small[k][i], zeros[k][i], within * most);
    rows = bed_x;
}

/* The smaller network equals the whole one with zeros; returns 0 if there is no such model. */
static int compare(const char *model, const char *dropout, adrop_precision precision, double within)
{
    static float whole[ROWS * BED_OUTPUTS], zeros[ROWS * BED_OUTPUTS];
    adrop_model *m = trained(model, dropout, precision), *s = NULL;
    adrop_units *u = NULL;

    if (!m)
        return 0;
    round_values(m);
    CHECK_WHERE("%s, %s", model, dropout);
    CHECK_EQ(adrop_units_create(m, &u), ADROP_OK);
    choose(u, 0.5);
    forward(m, ADROP_PHASE_MEAN, whole);
    CHECK_EQ(adrop_model_compact(m, u, keep, &s), ADROP_OK);
    if (!s)
        printf("%s\n", adrop_ctx_message(ctx));
    CHECK_EQ(adrop_model_clear_units(m, u, keep), ADROP_OK);
    check_norms(m, u);
    forward(m, ADROP_PHASE_MEAN, zeros);
    CHECK(memcmp(whole, zeros, sizeof whole) != 0);
    if (s) {
        CHECK(asked_model(s).n_params < asked_model(m).n_params);
        compare_outputs(m, s, within);
    }
    adrop_units_free(u);
    adrop_model_free(s);
    adrop_model_free(m);
    return 1;
}

static void architectures(void)
{
    static const char *const models[] = {
        "mlp:60,50",           "mlp:60,50,activation=sigmoid", "vgg16:width=0.25,head=60-50",
        "resnet18:width=0.25", "densenet40:width=0.25",        "mobilenet:width=0.25",
        "wrn16-10:width=0.25"
    };
    static const char *const small[] = { "mlp:60,50",
                                         "vgg16:width=0.05,activation=gelu",
                                         "resnet18:width=0.05",
                                         "densenet40:width=0.17",
                                         "mobilenet:width=0.07",
                                         "wrn16-10:width=0.02,block-dropout=yes" };

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    bed_fill();
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        CHECK(compare(models[i], "advanced", ADROP_PRECISION_F32, 1e-5));
    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        CHECK(compare(small[i], "advanced", ADROP_PRECISION_F64, 1e-12));
}

static void techniques(void)
{
    size_t n = 0;

    for (size_t t = 0; t < adrop_technique_count(); t++) {
        adrop_technique_info info;
        CHECK(adrop_technique_at(t, &info));
        if (!strcmp(info.name, "masksembles"))
            continue; /* refused, below */
        n += (size_t)compare("mlp:60,60", info.name, ADROP_PRECISION_F32, 1e-5);
        n += (size_t)compare("net:conv 12; norm relu=yes; pool 2; conv 10; relu; flatten; dense "
                             "40; relu; dropout; dense",
                             info.name, ADROP_PRECISION_F32, 1e-5);
    }
    CHECK(n > 35);
    CHECK(compare("mlp:60,50", "advanced:unit=node", ADROP_PRECISION_F32, 1e-5));
    CHECK(compare("mlp:60,60", "variational:type=b,unit=weight", ADROP_PRECISION_F32, 1e-5));
    CHECK(compare("mlp:60,50", "soft-gaussian:unit=node", ADROP_PRECISION_F32, 1e-5));
}

/* A network from a file, with a residual block and a technique of its own at each place. */
static void from_file(void)
{
    static const char text[] =
        "layers:\n  - stem: conv 16 3 pad=1\n  - norm relu=yes\n"
        "  - dropout advanced:mask=channel\n  - branch: conv 16 3 pad=1\n"
        "  - {layer: add, from: [stem, branch]}\n  - relu\n  - pool 2\n"
        "  - flatten\n  - dropout bernoulli:rate=0.3\n  - dense 40 relu=yes\n"
        "  - dropout\n  - dense\n";
    char path[64];

    snprintf(path, sizeof path, "/tmp/adrop-compact-%ld.yaml", (long)getpid());
    FILE *file = fopen(path, "w");
    CHECK(file && fputs(text, file) >= 0 && !fclose(file));
    CHECK(compare(path, "advanced", ADROP_PRECISION_F32, 1e-5));
    CHECK(compare(path, "none", ADROP_PRECISION_F32, 1e-5));
    CHECK(compare(path, "advanced", ADROP_PRECISION_F64, 1.2e-7));
    unlink(path);
}

/* Masks that are fixed for the units there are. */
static void refused(void)
{
    adrop_model *m = trained("mlp:60,50", "masksembles", ADROP_PRECISION_F32), *s;
    adrop_units *u;

    CHECK_EQ(adrop_units_create(m, &u), ADROP_OK);
    choose(u, 0.5);
    CHECK_EQ(adrop_model_compact(m, u, keep, &s), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "'masksembles' has fixed masks");
    CHECK(!s);
    adrop_units_free(u);
    adrop_model_free(m);
}

/* Keeping all gives the same network, bit for bit; the file of a smaller one opens again. */
static void nothing(void)
{
    static float a[ROWS * BED_OUTPUTS], b[ROWS * BED_OUTPUTS];
    adrop_model *m = trained("resnet18:width=0.1", "advanced", ADROP_PRECISION_F32), *s, *again;
    adrop_units *u;
    void *bytes;
    size_t size;

    CHECK_EQ(adrop_units_create(m, &u), ADROP_OK);
    memset(keep, 1, sizeof keep);
    forward(m, ADROP_PHASE_SAMPLE, a);
    CHECK_EQ(adrop_model_compact(m, u, keep, &s), ADROP_OK);
    forward(s, ADROP_PHASE_SAMPLE, b);
    CHECK(!memcmp(a, b, sizeof a));
    adrop_model_free(s);
    choose(u, 0.5);
    CHECK_EQ(adrop_model_compact(m, u, keep, &s), ADROP_OK);
    CHECK_EQ(adrop_model_write(s, &bytes, &size), ADROP_OK);
    CHECK_EQ(adrop_model_read(ctx, bytes, size, NULL, &again), ADROP_OK);
    forward(s, ADROP_PHASE_SAMPLE, a);
    forward(again, ADROP_PHASE_SAMPLE, b);
    CHECK(!memcmp(a, b, sizeof a));
    memset(keep, 0, sizeof keep);
    adrop_model *none;
    CHECK_EQ(adrop_model_compact(m, u, keep, &none), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "'conv1' would have no units left");
    CHECK(!none);
    CHECK_EQ(adrop_model_compact(s, u, keep, &none), ADROP_EINVAL);
    adrop_units_free(u);
    adrop_free(ctx, bytes);
    adrop_model_free(again);
    adrop_model_free(s);
    adrop_model_free(m);
}

/* The units of known networks. */
static void counts(void)
{
    static const struct {
        const char *model;
        size_t n;
    } known[] = {
        { "mlp:60,50", 110 },
        { "net:flatten; dense", 0 },
        { "vgg16:head=512", 4224 + 512 },
        /* the stem's 64 channels are added to by stage 1; each stage: its own, and the middle of
         * two blocks */
        { "resnet18", 3 * (64 + 128 + 256 + 512) },
        { "mobilenet", 32 + 64 + 2 * 128 + 2 * 256 + 6 * 512 + 2 * 1024 },
        { "net:a=conv 4 1; b=conv 2 1 < input; add < input, b; flatten; dense", 0 },
        { "net:a=conv 4 1; b=conv 3 1 < input; concat < a, b; flatten; dense", 7 },
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        adrop_model_opts o;
        adrop_model *m;
        adrop_units *u;
        adrop_model_opts_init(&o);
        o.model = known[i].model, o.dropout = "none", o.batch = 1;
        o.channels = 2, o.height = o.width = 16;
        CHECK_WHERE("%s", known[i].model);
        if (i == 5) { /* what is read by nobody is refused before */
            CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_EINVAL);
            continue;
        }
        CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
        CHECK_EQ(adrop_units_create(m, &u), ADROP_OK);
        CHECK_EQ(adrop_units_count(u), known[i].n);
        adrop_units_free(u);
        adrop_model_free(m);
    }
    adrop_ctx_free(ctx);
}

CHECK_MAIN(architectures, techniques, from_file, refused, nothing, counts)
