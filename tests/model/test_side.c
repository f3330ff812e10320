/* Synchronised batch normalisation: shards computed side by side equal one shard of the whole
 * batch, up to rounding, in losses, gradients and running averages; without the option they do not;
 * a gradient check in double; repeatable bits. trainer/test_trainer_ranks.c tests that ranks have
 * the bits of one process. */
#include "layer/fixture.h"
#include "model/side.h"

enum { ROWS = 11, STEPS = 2 };

static adrop_model_opts options(const char *model, const char *dropout, size_t shards, int sync)
{
    adrop_model_opts o;

    adrop_model_opts_init(&o);
    o.model = model, o.dropout = dropout;
    o.channels = 3, o.height = o.width = 8;
    o.outputs = BED_OUTPUTS;
    o.batch = ROWS;
    o.shards = shards;
    o.n_train = 100;
    o.seed = 5;
    o.sync_batch_norm = sync;
    return o;
}

static adrop_losses gradients(adrop_model *m, uint32_t step, size_t rows)
{
    adrop_losses l = { 0 };
    adrop_batch b;

    adrop_batch_train(&b, step, rows, bed_x, bed_labels);
    CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_OK);
    return l;
}

/* The largest difference of two blocks beside the root mean square of the first. */
static double apart(const adrop_model *m, const void *a, const void *b, size_t n)
{
    double most = 0, squares = 0;

    for (size_t i = 0; i < n; i++) {
        const double x = m->engine->plain ? ((const double *)a)[i] : (double)((const float *)a)[i];
        const double y = m->engine->plain ? ((const double *)b)[i] : (double)((const float *)b)[i];
        most = fmax(most, fabs(x - y));
        squares += x * x;
    }
    return most / sqrt(squares / (double)n);
}

/* Some steps with one shard and with several, the last batch short, and what is left between them.
 */
static double compare(adrop_precision precision, const char *text, const char *dropout,
                      size_t shards, int sync, double *running)
{
    adrop_model_opts o = options(text, dropout, 1, 0), p = options(text, dropout, shards, sync);
    adrop_ctx *ctx = bed_context(2);
    adrop_rates rates;

    o.precision = p.precision = precision;
    o.direct = p.direct = 1;
    adrop_model *one = bed_trainable(ctx, &o), *many = bed_trainable(ctx, &p);
    CHECK_EQ(many->side != NULL, sync);
    adrop_rates_init(&rates);
    rates.lr = 1e-3;
    double most = 0;
    for (uint32_t step = 0; step < STEPS; step++) {
        const size_t rows = step == 1 ? ROWS - 4 : ROWS;
        const adrop_losses a = gradients(one, step, rows), b = gradients(many, step, rows);
        most = fmax(most, fabs(a.data - b.data) / fabs(a.data));
        most = fmax(most, apart(one, one->grads, many->grads, one->n_params));
        CHECK_EQ(adrop_model_step(one, &rates, NULL), ADROP_OK);
        CHECK_EQ(adrop_model_step(many, &rates, NULL), ADROP_OK);
    }
    *running = apart(one, one->buffers, many->buffers, one->n_buffers);
    adrop_model_free(one);
    adrop_model_free(many);
    adrop_ctx_free(ctx);
    return most;
}

#define MAPS                                                                                       \
  "a=conv 8 3 pad=1; conv 8 3 pad=1; b=norm relu=yes; add < a, b; norm; relu; pool 2; dropout; "   \
  "d=conv 12 3; e=norm relu=yes; concat < d, e; norm relu=yes; average_pool 0; flatten; dense"

static void many_shards_are_one(void)
{
    static const struct {
        const char *model, *dropout;
    } nets[] = { { "net:" MAPS, "bernoulli" },
                 { "net:maps channels-last; " MAPS, "none" },
                 { "net:flatten; dense 12; norm; relu; dropout; dense 9; norm; relu; dense",
                   "gaussian" } };
    double running;

    bed_fill();
    for (size_t i = 0; i < sizeof nets / sizeof *nets; i++)
        for (size_t shards = 2; shards <= 5; shards += 3) {
            CHECK_WHERE("%s, %zu shards", nets[i].model, shards);
            CHECK(compare(ADROP_PRECISION_F64, nets[i].model, nets[i].dropout, shards, 1,
                          &running) < 1e-9);
            CHECK(running < 1e-12);
            CHECK(compare(ADROP_PRECISION_F64, nets[i].model, nets[i].dropout, shards, 0,
                          &running) > 1e-2);
            CHECK(compare(ADROP_PRECISION_F32, nets[i].model, nets[i].dropout, shards, 1,
                          &running) < 1e-3);
            CHECK(running < 1e-5);
        }
}

/* Central differences of the loss by every kind of tensor, in double. */
static void gradient_check(void)
{
    const char *text =
        "net:conv 4 3; norm; relu; average_pool 2; conv 5 3; norm; relu; flatten; dense 6; "
        "norm; relu; dense";
    adrop_model_opts o = options(text, "none", 4, 1);
    adrop_ctx *ctx = bed_context(1);
    size_t checked = 0;

    o.precision = ADROP_PRECISION_F64;
    bed_fill();
    adrop_model *m = bed_trainable(ctx, &o);
    double *params = m->params, *grads;
    gradients(m, 0, ROWS);
    grads = malloc(m->n_params * sizeof *grads);
    memcpy(grads, m->grads, m->n_params * sizeof *grads);
    for (size_t t = 0; t < m->n_tensors; t++) {
        const ad_param *p = m->tensor[t];
        for (size_t k = 0; p->group == ADROP_TENSOR_WEIGHTS && k < p->n; k += 1 + p->n / 3) {
            const size_t i = p->offset + k;
            const double was = params[i], h = 1e-6;
            params[i] = was + h;
            const double up = gradients(m, 0, ROWS).data;
            params[i] = was - h;
            const double down = gradients(m, 0, ROWS).data;
            params[i] = was;
            CHECK_WHERE("%s, number %zu", p->name, k);
            CHECK(fabs((up - down) / (2 * h) - grads[i]) < 1e-7 + 1e-5 * fabs(grads[i]));
            checked++;
        }
    }
    CHECK(checked > 20);
    free(grads);
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

/* Twice the same: the same bits; arenas are those of all shards. */
static void runs_repeat(void)
{
    const adrop_model_opts o = options("net:" MAPS, "advanced", 3, 1);
    adrop_ctx *ctx = bed_context(2);
    adrop_model *a = bed_trainable(ctx, &o), *b = bed_trainable(ctx, &o);
    adrop_rates rates;

    bed_fill();
    adrop_rates_init(&rates);
    for (uint32_t step = 0; step < STEPS; step++) {
        adrop_model *const all[] = { a, b };
        for (int i = 0; i < 2; i++) {
            gradients(all[i], step, step == 1 ? 2 : ROWS); /* fewer rows than shards, too */
            CHECK_EQ(adrop_model_step(all[i], &rates, NULL), ADROP_OK);
        }
    }
    CHECK(!memcmp(a->params, b->params, a->n_params * sizeof(float)));
    CHECK(!memcmp(a->buffers, b->buffers, a->n_buffers * sizeof(float)));
    CHECK(ad_model_side_bytes(a) == 2.0 * (double)a->net[0]->bytes);
    adrop_model_free(a);
    adrop_model_free(b);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(many_shards_are_one, gradient_check, runs_repeat)
