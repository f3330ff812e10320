/* R-Drop: the loss against its definition and its gradient against differences of fourth order, in
 * double through a whole network with noise; equal in one shard and in three; what is refused. */
#include "layer/fixture.h"

enum { PAIRS = 5, ROWS = 2 * PAIRS, OUTPUTS = BED_OUTPUTS, INPUTS = 3 };

static const double alpha = 0.7;
static float x[ROWS * INPUTS];
static int32_t labels[ROWS];

static adrop_ctx *context(int threads)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = threads;
    if (adrop_ctx_create(&opts, &ctx))
        abort();
    return ctx;
}

static adrop_model *make(adrop_ctx *ctx, size_t shards)
{
    adrop_model_opts o;
    adrop_model *m;

    adrop_model_opts_init(&o);
    o.model = "mlp:7,6,activation=gelu", o.dropout = "gaussian:rate=0.3";
    o.channels = INPUTS, o.height = o.width = 1;
    o.outputs = OUTPUTS, o.batch = 2 * shards * ((PAIRS + shards - 1) / shards);
    o.n_train = 50, o.seed = 9, o.shards = shards;
    o.precision = ADROP_PRECISION_F64;
    if (adrop_model_create(ctx, &o, &m)) {
        printf("%s\n", adrop_ctx_message(ctx));
        exit(1);
    }
    return m;
}

static adrop_batch batch(void)
{
    adrop_batch b;

    for (size_t i = 0; i < ROWS; i++) {
        labels[i] = (int32_t)(i / 2 % OUTPUTS);
        for (size_t k = 0; k < INPUTS; k++)
            x[i * INPUTS + k] = (float)sin((double)(7 * (i / 2) + 3 * k));
    }
    adrop_batch_train(&b, 4, ROWS, x, labels);
    b.r_drop = alpha;
    return b;
}

static void softmax(const double *y, double *p)
{
    double sum = 0;

    for (size_t k = 0; k < OUTPUTS; k++)
        sum += p[k] = exp(y[k]);
    for (size_t k = 0; k < OUTPUTS; k++)
        p[k] /= sum;
}

/* 1/2 (CE1 + CE2) + alpha 1/2 [KL(p || q) + KL(q || p)], averaged over the inputs. */
static double by_definition(const double *y)
{
    double loss = 0;

    for (size_t i = 0; i < PAIRS; i++) {
        double p[OUTPUTS], q[OUTPUTS];
        softmax(y + 2 * i * OUTPUTS, p);
        softmax(y + (2 * i + 1) * OUTPUTS, q);
        loss -= (log(p[labels[2 * i]]) + log(q[labels[2 * i]])) / 2;
        for (size_t k = 0; k < OUTPUTS; k++)
            loss += alpha * (p[k] - q[k]) * log(p[k] / q[k]) / 2;
    }
    return loss / PAIRS;
}

static double loss_at(adrop_model *m, const adrop_batch *b)
{
    CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_TRAIN, b), ADROP_OK);
    const ad_net_pass pass = ad_model_pass(m, b, ADROP_PHASE_TRAIN, 0);
    return by_definition(ad_net_output(m->last, &pass));
}

static void value_and_gradient(void)
{
    adrop_ctx *ctx = context(1);
    adrop_model *m = make(ctx, 1);
    const adrop_batch b = batch();
    adrop_losses losses;
    double *params = m->params, *grads = m->grads, worst = 0, largest = 0;
    const double h = 1e-3;

    CHECK_EQ(adrop_model_gradients(m, &b, &losses), ADROP_OK);
    double *kept = malloc(m->n_params * sizeof *kept);
    memcpy(kept, grads, m->n_params * sizeof *kept);
    CHECK_CLOSE(losses.data + losses.extra, loss_at(m, &b), 1e-12);
    CHECK(losses.extra > 0);
    for (size_t i = 0; i < m->n_params; i++) {
        const double was = params[i];
        double f[4];
        for (int k = 0; k < 4; k++) {
            params[i] = was + h * (k < 2 ? k - 2 : k - 1);
            f[k] = loss_at(m, &b);
        }
        params[i] = was;
        worst = fmax(worst, fabs((f[0] - 8 * f[1] + 8 * f[2] - f[3]) / (12 * h) - kept[i]));
        largest = fmax(largest, fabs(kept[i]));
    }
    printf("largest gradient %.3g, worst error %.2g\n", largest, worst);
    CHECK(largest > 0.01);
    CHECK_NEAR(worst, 0, 1e-7 * largest);
    free(kept);
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

static void shards_do_not_matter(void)
{
    adrop_ctx *ctx = context(2);
    adrop_model *one = make(ctx, 1), *three = make(ctx, 3);
    const adrop_batch b = batch();
    adrop_losses l, k;

    CHECK_EQ(adrop_model_gradients(one, &b, &l), ADROP_OK);
    CHECK_EQ(adrop_model_gradients(three, &b, &k), ADROP_OK);
    CHECK_CLOSE(l.data, k.data, 1e-12);
    CHECK_CLOSE(l.extra, k.extra, 1e-12);
    for (size_t i = 0; i < one->n_params; i++)
        CHECK_NEAR(((double *)one->grads)[i], ((double *)three->grads)[i], 1e-12);
    adrop_model_free(one);
    adrop_model_free(three);
    adrop_ctx_free(ctx);
}

static void refusals(void)
{
    adrop_ctx *ctx = context(1);
    adrop_model *m = make(ctx, 1);
    adrop_batch b = batch();
    adrop_losses l;

    b.rows = ROWS - 1;
    CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_ESHAPE);
    CHECK_HAS(adrop_ctx_message(ctx), "9 rows are not pairs");
    b = batch();
    b.r_drop = NAN;
    CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_EINVAL);
    b.r_drop = -1;
    CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_EINVAL);
    adrop_model_free(m);
    adrop_model_opts o;
    adrop_model_opts_init(&o);
    o.model = "mlp:7", o.channels = INPUTS, o.outputs = 1, o.loss = ADROP_LOSS_SQUARED;
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
    b = batch();
    b.targets = bed_targets;
    CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "a regression has none");
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(value_and_gradient, shards_do_not_matter, refusals)
