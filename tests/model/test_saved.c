/* Whatever adrop_model_save accepts, adrop_model_open_file opens, whatever was done to the model
 * before: random sequences of calls, with rates and inputs of any size.
 *
 *     ADROP_CASES=N   number of sequences; 150
 *     ADROP_SEED=S    their seed; 1 */
#include <stdint.h>
#include <unistd.h>

#include "adrop/adrop.h"
#include "base/context.h"
#include "check.h"

enum { ROWS = 6, UNITS = 4, OUT = 3, CALLS = 12 };

static adrop_ctx *ctx;
static char path[] = "/tmp/adrop-saved-XXXXXX";
static uint64_t state;
static size_t saved, not_saved, not_stepped;

static size_t draw(size_t n)
{
    state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (size_t)((z ^ (z >> 31)) % n);
}

static double some(void)
{
    static const double values[] = { 0,     0.01,   0.1,  1,   1000, 1e-300,   1e3,
                                     1e308, -1e308, -0.1, NAN, -1,   INFINITY, -INFINITY };

    return values[draw(draw(3) ? 7 : sizeof values / sizeof *values)];
}

static adrop_model *make(void)
{
    static const char *const models[] = { "mlp:3", "mlp:4,3", "mlp:2" };
    static const char *const dropouts[] = { "none",        "bernoulli", "advanced",   "concrete",
                                            "variational", "gaussian",  "information" };
    adrop_model_opts o;
    adrop_model *m;

    adrop_model_opts_init(&o);
    o.model = models[draw(3)];
    o.dropout = dropouts[draw(7)];
    o.channels = UNITS, o.outputs = OUT, o.batch = ROWS, o.n_train = 10;
    o.seed = draw(100);
    o.no_finite_check = !draw(3);
    if (!draw(4))
        o.precision = ADROP_PRECISION_F64;
    if (adrop_model_create(ctx, &o, &m)) {
        printf("%s\n", adrop_ctx_message(ctx));
        exit(1);
    }
    CHECK_EQ(adrop_model_optimizer(m, draw(2) ? "sgd:momentum=0.9" : "adam"), ADROP_OK);
    return m;
}

static void learn(adrop_model *m)
{
    static const float sizes[] = { 1, 1, 1, 1e10F, 3e38F, 1e-40F };
    const int32_t labels[ROWS] = { 0, 1, 2, 0, 1, 2 };
    const float unit = sizes[draw(6)];
    float x[ROWS * UNITS];
    adrop_losses l;
    adrop_batch b;

    for (size_t i = 0; i < ROWS * UNITS; i++)
        x[i] = unit * ((float)draw(2001) / 1000 - 1);
    adrop_batch_train(&b, (uint32_t)draw(10), ROWS, x, labels);
    const adrop_status status = adrop_model_gradients(m, &b, &l);
    CHECK(status == ADROP_OK || status == ADROP_ENUMERIC);
    CHECK(status || isfinite(l.data + l.extra));
}

static void step(adrop_model *m)
{
    adrop_rates r;

    adrop_rates_init(&r);
    double *const members[] = { &r.lr, &r.weight_decay, &r.dropout_lr, &r.dropout_decay, &r.clip };
    int ok = 1;
    for (size_t k = draw(3); k > 0; k--)
        *members[draw(5)] = some();
    for (size_t k = 0; k < 5; k++)
        ok &= *members[k] >= 0 && *members[k] <= (k == 4 ? 1e30 : 1e3);
    const adrop_status status = adrop_model_step(m, &r, NULL);
    CHECK(ok ? status == ADROP_OK || status == ADROP_ENUMERIC : status == ADROP_EINVAL);
    not_stepped += !ok;
}

static void put(adrop_model *m)
{
    float tensor[64];
    adrop_tensor_info info;
    const size_t i = draw(adrop_model_n_tensors(m));
    int finite = 1;

    CHECK(adrop_model_tensor(m, i, &info) && info.n <= 64);
    for (size_t k = 0; k < info.n; k++) {
        tensor[k] = (float)some();
        finite &= isfinite(tensor[k]) != 0;
    }
    CHECK_EQ(adrop_model_set(m, i, tensor), finite ? ADROP_OK : ADROP_ENUMERIC);
}

static void save(adrop_model *m)
{
    adrop_model *again;
    const adrop_status status = adrop_model_save(m, path);

    if (status) {
        CHECK_EQ(status, ADROP_ENUMERIC);
        CHECK_HAS(adrop_ctx_message(ctx), "of tensor '");
        not_saved++;
        return;
    }
    saved++;
    ctx->message[0] = 0;
    if (adrop_model_open_file(ctx, path, NULL, &again))
        CHECK_FAIL(adrop_ctx_message(ctx));
    adrop_model_free(again);
}

static void any_calls(void)
{
    const char *cases = getenv("ADROP_CASES"), *from = getenv("ADROP_SEED");
    const long n = cases ? strtol(cases, NULL, 10) : 150;
    const unsigned long long first = from ? strtoull(from, NULL, 10) : 1;

    for (long i = 0; i < n; i++) {
        state = first * 1000003 + (uint64_t)i;
        CHECK_WHERE("seed %llu, case %ld", first, i);
        adrop_model *m = make();
        for (size_t calls = 1 + draw(CALLS); calls > 0; calls--)
            switch (draw(6)) {
            case 0:
                put(m);
                break;
            case 1:
                adrop_model_set_dropout_strength(m, some());
                break;
            case 2:
            case 3:
                learn(m);
                break;
            default:
                step(m);
            }
        save(m);
        adrop_model_free(m);
    }
    printf("%zu saved and opened, %zu not saved, %zu steps refused\n", saved, not_saved,
           not_stepped);
    CHECK(saved && not_stepped);
}

/* A tensor that is not finite is named, and the file that was there stays. */
static void names_the_tensor(void)
{
    adrop_model_opts o;
    adrop_model *m, *again;
    adrop_rates r;
    adrop_losses l;
    adrop_batch b;
    const float x[UNITS] = { 1, 2, 3, 4 };
    const int32_t label = 1;

    CHECK_WHERE("by hand");
    adrop_model_opts_init(&o);
    o.model = "mlp:3", o.dropout = "none", o.channels = UNITS, o.outputs = OUT, o.batch = 1;
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
    CHECK_EQ(adrop_model_optimizer(m, "sgd"), ADROP_OK);
    adrop_batch_train(&b, 0, 1, x, &label);
    CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_OK);
    adrop_rates_init(&r);
    r.lr = NAN;
    CHECK_EQ(adrop_model_step(m, &r, NULL), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "adrop_rates: 'nan' is not a value for 'lr'");
    r.lr = 0.1;
    r.weight_decay = -INFINITY;
    CHECK_EQ(adrop_model_step(m, &r, NULL), ADROP_EINVAL);
    CHECK_EQ(adrop_model_save(m, path), ADROP_OK);
    adrop_rates_init(&r);
    r.lr = 1e3;
    r.weight_decay = 1e3;
    for (int i = 0; i < 10; i++) /* each multiplies the weights by a million */
        adrop_model_step(m, &r, NULL);
    CHECK_EQ(adrop_model_save(m, path), ADROP_ENUMERIC);
    CHECK_HAS(adrop_ctx_message(ctx), "of tensor 'fc1.weight' is not finite");
    CHECK_EQ(adrop_model_open_file(ctx, path, NULL, &again), ADROP_OK);
    adrop_model_free(again);
    adrop_model_free(m);
}

static void begin(void)
{
    const adrop_ctx_opts one = { .size = sizeof one, .threads = 1 };
    const int fd = mkstemp(path);

    CHECK(fd >= 0 && !close(fd));
    CHECK_EQ(adrop_ctx_create(&one, &ctx), ADROP_OK);
}

static void end(void)
{
    CHECK_EQ(unlink(path), 0);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(begin, any_calls, names_the_tensor, end)
