/* Views of tensors: the values equal copies, in float and double, also after a step; convolutions
 * and sparse layers, which have their own layout, are refused. What each technique added to the
 * loss. */
#include "adrop/adrop.h"
#include "check.h"
#include "random/noise.h"

enum { ROWS = 16, UNITS = 10, CLASSES = 3, MOST = 4096 };

static adrop_ctx *ctx;
static float x[ROWS * UNITS];
static int32_t labels[ROWS];

static void begin(void)
{
    const ad_address at = { .seed = 3 };

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    ad_noise_normal_f32(&at, 0, ROWS * UNITS, x);
    for (int32_t i = 0; i < ROWS; i++)
        labels[i] = i % CLASSES;
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

static adrop_model *make(const char *dropout, adrop_precision precision, int sparse)
{
    adrop_model_opts o;
    adrop_model *m;

    adrop_model_opts_init(&o);
    o.model = "mlp:8,6", o.dropout = dropout, o.dropout_at = ADROP_AT_HIDDEN;
    o.channels = UNITS, o.height = o.width = 1;
    o.outputs = CLASSES, o.batch = ROWS, o.n_train = 100, o.seed = 2;
    o.precision = precision, o.sparse = sparse;
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
    CHECK_EQ(adrop_model_optimizer(m, "sgd"), ADROP_OK);
    return m;
}

static adrop_losses step(adrop_model *m)
{
    adrop_losses loss;
    adrop_batch b;
    adrop_rates r;

    adrop_batch_train(&b, 0, ROWS, x, labels);
    adrop_rates_init(&r);
    CHECK_EQ(adrop_model_gradients(m, &b, &loss), ADROP_OK);
    CHECK_EQ(adrop_model_step(m, &r, NULL), ADROP_OK);
    return loss;
}

static double value(const adrop_tensor_view *v, size_t k)
{
    return v->is_double ? ((const double *)v->values)[k] : (double)((const float *)v->values)[k];
}

/* Returns the sum of all values. */
static double compare(const adrop_model *m)
{
    static float copy[MOST];
    double sum = 0;

    for (size_t i = 0; i < adrop_model_n_tensors(m); i++) {
        adrop_tensor_info info;
        adrop_tensor_view v;
        CHECK_EQ(adrop_model_tensor(m, i, &info), 1);
        CHECK_EQ(adrop_model_view(m, info.name, &v), ADROP_OK);
        CHECK_EQ(adrop_model_get(m, i, copy), ADROP_OK);
        CHECK(v.i == i && v.n == info.n && v.n_dims == info.n_dims);
        CHECK(!memcmp(v.dims, info.dims, sizeof v.dims));
        for (size_t k = 0; k < info.n; k++) {
            CHECK_EQ((float)value(&v, k), copy[k]);
            sum += value(&v, k);
        }
    }
    return sum;
}

static void same_values(void)
{
    const adrop_precision all[] = { ADROP_PRECISION_F32, ADROP_PRECISION_F64 };

    for (size_t k = 0; k < 2; k++) {
        adrop_model *m = make("advanced", all[k], 0);
        adrop_tensor_info info;
        adrop_tensor_view before, after;
        CHECK_EQ(adrop_model_tensor(m, 0, &info), 1);
        CHECK_EQ(adrop_model_view(m, info.name, &before), ADROP_OK);
        CHECK_EQ(before.is_double, k == 1);
        const double first = value(&before, 0), sum = compare(m);
        step(m);
        CHECK_EQ(adrop_model_view(m, info.name, &after), ADROP_OK);
        CHECK(after.values == before.values && value(&before, 0) != first);
        CHECK(compare(m) != sum);
        adrop_model_free(m);
    }
}

static void refusals(void)
{
    adrop_model *m = make("advanced", ADROP_PRECISION_F32, 1);
    adrop_tensor_info info;
    adrop_tensor_view v = { .n = 7 };

    CHECK_EQ(adrop_model_view(m, "no.weight", &v), ADROP_ENOENT);
    CHECK_HAS(adrop_ctx_message(ctx), "no tensor 'no.weight'");
    CHECK_EQ(v.n, 0);
    CHECK_EQ(adrop_model_view(m, NULL, &v), ADROP_EINVAL);
    CHECK_EQ(adrop_model_tensor(m, 0, &info), 1);
    CHECK_EQ(adrop_model_view(m, info.name, &v), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "not stored in PyTorch's layout");
    CHECK(v.values == NULL);
    adrop_model_free(m);
}

/* The parts are what the whole is made of; nothing of techniques without a penalty. */
static void extra_losses(void)
{
    adrop_model *m = make("variational", ADROP_PRECISION_F32, 0);
    double sum = 0;

    CHECK_EQ(adrop_model_dropout_extra(m, 0), 0.0);
    const adrop_losses loss = step(m);
    for (size_t i = 0; i < 2; i++) {
        CHECK(adrop_model_dropout_extra(m, i) != 0);
        sum += adrop_model_dropout_extra(m, i);
    }
    CHECK_NEAR(sum, loss.extra, 1e-12 * fabs(loss.extra));
    CHECK(adrop_model_dropout_extra(m, 0) != adrop_model_dropout_extra(m, 1));
    CHECK(isnan(adrop_model_dropout_extra(m, 2)));
    adrop_model_free(m);

    m = make("bernoulli", ADROP_PRECISION_F32, 0);
    step(m);
    CHECK_EQ(adrop_model_dropout_extra(m, 0), 0.0);
    adrop_model_free(m);
}

CHECK_MAIN(begin, same_values, refusals, extra_losses, end)
