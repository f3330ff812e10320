/* Networks on sparse rows: against the same network on dense rows, gradients against differences,
 * bits for any threads and with explicit zeros; refusals. */
#include "base/context.h"
#include "check.h"
#include "model/model.h"

enum { ROWS = 37, COLUMNS = 500, CLASSES = 4 };

static float x[ROWS][COLUMNS];
static int32_t labels[ROWS];
static size_t start[ROWS + 1];
static uint32_t column[ROWS * COLUMNS];
static float value[ROWS * COLUMNS];
static const adrop_sparse sparse = { start, column, value };

static void draw(void)
{
    size_t n = 0;

    for (size_t r = 0; r < ROWS; r++) {
        labels[r] = (int32_t)(r % CLASSES);
        for (size_t c = 0; c < COLUMNS; c++) {
            x[r][c] = r != 5 && (r * 131 + c * 71) % 29 == 0 ? (float)sin((double)(r + c * c)) : 0;
            if (x[r][c] != 0) {
                column[n] = (uint32_t)c;
                value[n++] = x[r][c];
            }
        }
        start[r + 1] = n;
    }
}

static adrop_ctx *context(int threads)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = threads;
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_OK);
    return ctx;
}

static adrop_model *make(adrop_ctx *ctx, const char *text, int is_sparse, adrop_precision precision,
                         size_t shards)
{
    adrop_model_opts o;
    adrop_model *m;

    adrop_model_opts_init(&o);
    o.model = text, o.dropout = strcmp(text, "mlp:") ? "bernoulli:rate=0.3" : "none",
    o.dropout_at = ADROP_AT_HIDDEN;
    o.channels = COLUMNS, o.outputs = CLASSES, o.batch = ROWS, o.shards = shards;
    o.sparse = is_sparse, o.precision = precision;
    if (adrop_model_create(ctx, &o, &m)) {
        printf("%s\n", adrop_ctx_message(ctx));
        exit(1);
    }
    return m;
}

static adrop_batch batch(int is_sparse)
{
    adrop_batch b;

    adrop_batch_train(&b, 3, ROWS, is_sparse ? NULL : x[0], labels);
    b.sparse = is_sparse ? &sparse : NULL;
    return b;
}

/* In double the two kinds of network are one, up to the order of sums. */
static void is_the_dense_network(void)
{
    static const char *const models[] = { "mlp:", "mlp:9", "mlp:9,7,activation=tanh" };
    adrop_ctx *ctx = context(2);
    static float a[COLUMNS * 9], b[COLUMNS * 9];

    draw();
    for (size_t k = 0; k < 3; k++) {
        adrop_model *s = make(ctx, models[k], 1, ADROP_PRECISION_F64, 1);
        adrop_model *d = make(ctx, models[k], 0, ADROP_PRECISION_F64, 1);
        const adrop_batch bs = batch(1), bd = batch(0);
        adrop_losses ls, ld;
        CHECK_WHERE("%s", models[k]);
        CHECK_EQ(adrop_model_gradients(s, &bs, &ls), ADROP_OK);
        CHECK_EQ(adrop_model_gradients(d, &bd, &ld), ADROP_OK);
        CHECK_NEAR(ls.data, ld.data, 1e-12);
        for (size_t i = 0; i < s->n_tensors; i++) {
            CHECK_EQ(s->tensor[i]->n, d->tensor[i]->n);
            CHECK_EQ(adrop_model_get(s, i, a), ADROP_OK);
            CHECK_EQ(adrop_model_get(d, i, b), ADROP_OK);
            CHECK(!memcmp(a, b, s->tensor[i]->n * sizeof *a)); /* the same initial values */
            CHECK_EQ(ad_model_take(s, i, s->grads, a), ADROP_OK);
            CHECK_EQ(ad_model_take(d, i, d->grads, b), ADROP_OK);
            for (size_t j = 0; j < s->tensor[i]->n; j++)
                CHECK_NEAR(a[j], b[j], 1e-7);
        }
        adrop_model_free(s);
        adrop_model_free(d);
    }
    adrop_ctx_free(ctx);
}

static double loss_of(adrop_model *m)
{
    const adrop_batch b = batch(1);
    adrop_losses l;

    CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_OK);
    return l.data;
}

/* Central differences in double, of weights in use and of the bias. */
static void gradients_are_right(void)
{
    adrop_ctx *ctx = context(1);
    adrop_model *m;
    const double h = 1e-5;

    draw();
    m = make(ctx, "mlp:9", 1, ADROP_PRECISION_F64, 1);
    loss_of(m);
    for (size_t i = 0; i < m->n_params; i += 13) {
        double *w = (double *)m->params + i;
        const double old = *w, g = ((double *)m->grads)[i];
        *w = old + h;
        const double above = loss_of(m);
        *w = old - h;
        const double below = loss_of(m);
        *w = old;
        loss_of(m);
        CHECK_NEAR(g, (above - below) / (2 * h), 1e-8);
    }
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

/* Training steps in float give the same bits on 1, 2 and 4 threads and for rows with zeros, with
 * the linear network, which has no other products; and shards see their own rows. */
static void keeps_its_bits(void)
{
    adrop_model *first = NULL;
    adrop_ctx *contexts[4];
    adrop_rates rates;

    draw();
    adrop_rates_init(&rates);
    rates.lr = 0.5;
    for (int k = 0; k < 4; k++) {
        contexts[k] = context(k == 3 ? 2 : 1 << k);
        adrop_model *m = make(contexts[k], "mlp:", 1, ADROP_PRECISION_F32, 3);
        const adrop_batch b = batch(k < 3); /* the last one: with zeros */
        adrop_losses l;
        CHECK_WHERE("case %d", k);
        CHECK_EQ(adrop_model_optimizer(m, "sgd:momentum=0.9"), ADROP_OK);
        for (int step = 0; step < 5; step++) {
            CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_OK);
            CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_OK);
        }
        if (first)
            CHECK(!memcmp(m->params, first->params, m->n_params * sizeof(float)));
        if (first)
            adrop_model_free(m);
        else
            first = m;
    }
    adrop_model_free(first);
    for (int k = 0; k < 4; k++)
        adrop_ctx_free(contexts[k]);
}

static void refuses(adrop_ctx *ctx, adrop_model_opts o, const char *why)
{
    adrop_model *m;

    CHECK(adrop_model_create(ctx, &o, &m));
    CHECK_HAS(adrop_ctx_message(ctx), why);
}

static void says_no(void)
{
    adrop_ctx *ctx = context(1);
    adrop_model_opts o;

    draw();
    adrop_model_opts_init(&o);
    o.model = "mlp:9", o.dropout = "bernoulli", o.sparse = 1;
    refuses(ctx, o, "`dropout-at`");
    o.dropout = "none", o.input_gradient = 1;
    refuses(ctx, o, "no gradient of inputs");
    o.input_gradient = 0, o.model = "vgg16", o.channels = 3;
    refuses(ctx, o, "mlp");
    adrop_model *m = make(ctx, "mlp:9", 0, ADROP_PRECISION_F32, 1);
    adrop_batch b = batch(1);
    adrop_losses l;
    CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "sparse");
    adrop_model_free(m);
    m = make(ctx, "mlp:9", 1, ADROP_PRECISION_F32, 1);
    value[7] = NAN;
    CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_ENUMERIC);
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(is_the_dense_network, gradients_are_right, keeps_its_bits, says_no)
