/* Learning by response: the gradient of J in double against differences, the state after the
 * passes, when nothing moves, threads and shards. */
#include "layer/fixture.h"
#include "model/response.h"
#include "random/noise.h"

enum { ROWS = 16, OTHER = 12, WIDTH = 3 * 6 * 6 };

static adrop_model *made(adrop_ctx *ctx, const char *net, const char *dropout, size_t shards,
                         adrop_precision precision, const char *optimizer)
{
    adrop_model_opts o;
    adrop_model *m;

    bed_fill();
    adrop_model_opts_init(&o);
    o.model = net, o.dropout = dropout;
    o.channels = 3, o.height = o.width = 6;
    o.outputs = BED_OUTPUTS, o.batch = ROWS, o.shards = shards, o.n_train = 100, o.seed = 5;
    o.precision = precision;
    if (adrop_model_create(ctx, &o, &m) || adrop_model_optimizer(m, optimizer)) {
        printf("%s\n", adrop_ctx_message(ctx)); /* the rest of the test needs it */
        exit(1);
    }
    return m;
}

static adrop_batch here(uint32_t step)
{
    adrop_batch b;

    adrop_batch_train(&b, step, ROWS, bed_x, bed_labels);
    return b;
}

static adrop_batch other(uint32_t step)
{
    adrop_batch b;

    adrop_batch_train(&b, step, OTHER, bed_x + ROWS * WIDTH, bed_labels + 5);
    return b;
}

/* Steps with responses between. */
static void train(adrop_model *m, uint32_t first, uint32_t end)
{
    adrop_response response;
    adrop_rates rates;
    adrop_losses l;

    adrop_rates_init(&rates);
    adrop_response_init(&response);
    response.lr = rates.lr;
    for (uint32_t step = first; step < end; step++) {
        const adrop_batch b = here(step), a = other(step);
        if (step % 2 == 0)
            CHECK_EQ(adrop_model_response(m, &b, &a, &response, NULL), ADROP_OK);
        CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_OK);
        CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_OK);
    }
}

/* -- The gradient --------------------------------------------------------------------- */

static const char dense[] =
    "net:flatten; dropout; dense 9; tanh; dropout; dense 7; tanh; dropout; dense";
static const char with_norm[] = "net:conv 4 3 pad=1; norm; tanh; dropout; conv 5 3; norm; tanh; "
                                "flatten; dropout; dense";
static const char residual[] = "net:a=conv 4 3 pad=1; tanh; dropout; b=conv 4 3 pad=1; "
                               "add < a, b; tanh; flatten; dropout; dense";

/* What a gradient that stays is multiplied by in a step of rate 1: by hand. */
static double preconditioner(const adrop_model *m, size_t i, double momentum)
{
    if (momentum >= 0)
        return 1 / (1 - momentum);
    const double v = ((const double *)m->optimizer->state[1])[i];
    const double root = sqrt(v) / sqrt(1 - pow(0.999, (double)m->optimizer->step));
    return v > 0 ? 1 / (root + 1e-8) : 0;
}

/* L_A(w - tau P grad L_B), by hand, A with noise or without; the weights come back. */
static double loss_ahead(adrop_model *m, double tau, double momentum, int noise_free, double *kept)
{
    const double strength = adrop_model_dropout_strength(m);
    const adrop_batch b = here(7), a = other(7);
    double *w = m->params;
    const double *g = m->grads;
    adrop_losses l;

    memcpy(kept, w, m->n_params * sizeof *w);
    CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_OK);
    for (size_t t = 0; t < m->n_tensors; t++)
        for (size_t k = 0; m->tensor[t]->group == ADROP_TENSOR_WEIGHTS && k < m->tensor[t]->stored;
             k++) {
            const size_t i = m->tensor[t]->offset + k;
            w[i] -= tau * preconditioner(m, i, momentum) * g[i];
        }
    m->on_other_rows = 1;
    CHECK_EQ(adrop_model_set_dropout_strength(m, noise_free ? 0 : strength), ADROP_OK);
    CHECK_EQ(adrop_model_gradients(m, &a, &l), ADROP_OK);
    CHECK_EQ(adrop_model_set_dropout_strength(m, strength), ADROP_OK);
    m->on_other_rows = 0;
    memcpy(w, kept, m->n_params * sizeof *w);
    return l.data + l.extra;
}

/* dJ/drho by a difference of fourth order; rho is parameter i. The second derivative of a spline
 * jumps at its knots: there the step is so short that few noises pass one. */
static double difference(adrop_model *m, size_t i, double tau, double momentum, int noise_free,
                         double *kept)
{
    static const double steps[] = { 1, -1, 2, -2 }, factors[] = { 8, -8, -1, 1 };
    const double h = strstr(m->options.dropout, "spline") ? 1e-5 : 1e-3;
    double *w = m->params, rho = w[i], sum = 0;

    for (size_t k = 0; k < 4; k++) {
        w[i] = rho + steps[k] * h;
        sum += factors[k] * loss_ahead(m, tau, momentum, noise_free, kept);
    }
    w[i] = rho;
    return sum / (12 * h);
}

static size_t checked;

static void check_gradient(adrop_model *m, double momentum, int noise_free)
{
    const adrop_batch b = here(7), a = other(7);
    const double tau = 20 * 0.01;
    adrop_response response;
    double *kept = malloc(m->n_params * sizeof *kept), worst = 0, largest = 0, gain = 0;
    int moved;

    adrop_response_init(&response);
    response.lr = 0.01, response.horizon = 20, response.step = 0, response.reach = 2e-5,
    response.ahead = 1;
    response.noise_free = noise_free;
    CHECK_EQ(adrop_model_response(m, &b, &a, &response, &moved), ADROP_OK);
    CHECK_EQ(moved, 1);
    const ad_response *r = m->response;
    const size_t each = 1 + r->n / 16; /* of many, others in every network and call */
    for (size_t i = checked++ % each; i < r->n; i += each) {
        const double slope = r->slope[i];
        const double quotient = difference(m, r->place[i], tau, momentum, noise_free, kept);
        worst = fmax(worst, fabs(slope - quotient));
        largest = fmax(largest, fabs(slope));
        gain = fmax(gain, fabs(slope - r->cost[i]));
        CHECK(!noise_free || r->cost[i] == 0);
    }
    CHECK(gain > 1e-3 * largest && largest > 0); /* the response is seen */
    CHECK_NEAR(worst / largest, 0, 1e-6);
    free(kept);
}

static void gradients_are_exact(void)
{
    static const char *const pairs[] = { "",
                                         ":seed-dist=laplace,map=tanh",
                                         ":seed-dist=logistic,map=probit",
                                         ":seed-dist=uniform,map=atan",
                                         ":seed-dist=exponential,map=sigmoid",
                                         ":seed-dist=exponential,map=tanh,mask=channel",
                                         ":seed-dist=laplace,map=atan,unit=node",
                                         ":seed-dist=uniform,map=probit,unit=node,mask=channel",
                                         ":map=spline" };
    static const char *const nets[] = { dense, with_norm, residual };
    static const struct {
        const char *text;
        double momentum; /* below 0: adam */
    } optimizers[] = { { "sgd:momentum=0", 0 }, { "sgd:momentum=0.9", 0.9 }, { "adam", -1 } };
    adrop_ctx *ctx = bed_context(1);

    for (size_t p = 0; p < 9; p++)
        for (size_t n = 0; n < 3; n++)
            for (size_t o = 0; o < 3; o++) {
                char text[100];
                snprintf(text, sizeof text, "advanced-cross%s", pairs[p]);
                CHECK_WHERE("%s %s %s", text, nets[n], optimizers[o].text);
                adrop_model *m = made(ctx, nets[n], text, 1 + p % 2, ADROP_PRECISION_F64,
                                      optimizers[o].text);
                train(m, 0, 3); /* so that adam has a state */
                check_gradient(m, optimizers[o].momentum, 0);
                check_gradient(m, optimizers[o].momentum, 1);
                CHECK_EQ(adrop_model_set_dropout_strength(m, 0.4), ADROP_OK);
                check_gradient(m, optimizers[o].momentum, 1);
                adrop_model_free(m);
            }
    adrop_ctx_free(ctx);
}

/* -- Slopes of a technique's own -------------------------------------------------------- */

/* The loss of the other rows without noise, where the units that go into a dense layer are scaled
 * by 1 + d v: by its weights (outputs, n). */
static double loss_scaled(adrop_model *m, const double *v, double *weight, size_t outputs, size_t n,
                          double d)
{
    const adrop_batch a = other(7);
    adrop_losses l;
    double *kept = malloc(outputs * n * sizeof *kept);

    memcpy(kept, weight, outputs * n * sizeof *kept);
    for (size_t i = 0; i < outputs * n; i++)
        weight[i] *= 1 + d * v[i % n];
    CHECK_EQ(adrop_model_gradients(m, &a, &l), ADROP_OK);
    memcpy(weight, kept, outputs * n * sizeof *kept);
    free(kept);
    return l.data;
}

/* Of every site, against a difference of fourth order; at part of the strength it is that part. */
static void check_direct(adrop_model *m, double strength)
{
    const adrop_batch b = here(7), a = other(7);
    const double h = 1e-3;
    double *w = m->params, slope[3];
    adrop_response response;
    size_t site = 0;
    int moved;

    adrop_response_init(&response);
    response.step = 0;
    CHECK_EQ(adrop_model_set_dropout_strength(m, strength), ADROP_OK);
    CHECK_EQ(m->response->n, 3);
    for (response.noise_free = 0; response.noise_free < 2; response.noise_free++) {
        CHECK_EQ(adrop_model_response(m, &b, &a, &response, &moved), ADROP_OK);
        CHECK_EQ(moved, 1);
        for (size_t i = 0; i < 3; i++) /* there is no noise to be free of */
            CHECK(!response.noise_free || slope[i] == m->response->slope[i]);
        memcpy(slope, m->response->slope, sizeof slope);
    }
    CHECK_EQ(adrop_model_set_dropout_strength(m, 0), ADROP_OK);
    for (size_t t = 0; t + 1 < m->n_tensors; t++) {
        const ad_param *p = m->tensor[t], *next = m->tensor[t + 1];
        if (!strstr(p->name, "best_response"))
            continue;
        double *weight = w + next->offset;
        double at[4];
        CHECK_EQ(next->dim[1], p->n);
        for (size_t k = 0; k < 4; k++)
            at[k] = loss_scaled(m, w + p->offset, weight, next->dim[0], p->n,
                                h * (const double[]){ 1, -1, 2, -2 }[k]);
        const double quotient = strength * (8 * (at[0] - at[1]) - (at[2] - at[3])) / (12 * h);
        CHECK(fabs(quotient) > 1e-6);
        CHECK_NEAR(slope[site] / quotient, 1, 1e-6);
        site++;
    }
    CHECK_EQ(site, 3);
}

static void direct_slopes_are_exact(void)
{
    adrop_ctx *ctx = bed_context(1);

    for (size_t k = 0; k < 4; k++) {
        adrop_model *m = made(ctx, dense, "self-tuning", 1 + k, ADROP_PRECISION_F64,
                              k % 2 ? "adam" : "sgd");
        const ad_address at = { .seed = k, .purpose = AD_FOR_SPLIT };
        CHECK_WHERE("%zu shards", 1 + k);
        for (size_t t = 0; t < m->n_tensors; t++)
            if (strstr(m->tensor[t]->name, "best_response"))
                ad_noise_normal_f64(&at, 0, m->tensor[t]->n,
                                    (double *)m->params + m->tensor[t]->offset);
        check_direct(m, 1);
        check_direct(m, 0.4);
        adrop_model_free(m);
    }
    adrop_ctx_free(ctx);
}

/* The optimiser moves the best response, at the rate of dropout, and a response does not. */
static void both_move_their_own(void)
{
    adrop_ctx *ctx = bed_context(1);
    adrop_model *m = made(ctx, dense, "self-tuning", 1, ADROP_PRECISION_F32, "sgd");
    const size_t bytes = m->n_params * sizeof(float);
    float *before = malloc(bytes), *p = m->params;
    adrop_batch b = here(0), a = other(0);
    adrop_response response;
    adrop_rates rates;
    adrop_losses l;
    int moved;

    adrop_rates_init(&rates);
    adrop_response_init(&response);
    rates.lr = 0, rates.weight_decay = 0, rates.dropout_lr = 0.1;
    for (int by_response = 0; by_response < 2; by_response++) {
        memcpy(before, p, bytes);
        if (by_response) {
            CHECK_EQ(adrop_model_response(m, &b, &a, &response, &moved), ADROP_OK);
            CHECK_EQ(moved, 1);
        } else {
            CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_OK);
            CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_OK);
        }
        for (size_t t = 0; t < m->n_tensors; t++) {
            const ad_param *q = m->tensor[t];
            const int may = strstr(q->name, by_response ? "log_sigma" : "best_response") != NULL;
            CHECK_WHERE("%s, %s", by_response ? "response" : "step", q->name);
            if (q->group != ADROP_TENSOR_BUFFERS)
                CHECK_EQ(memcmp(before + q->offset, p + q->offset, q->n * sizeof *p) != 0, may);
        }
    }
    free(before);
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

/* -- What the passes leave -------------------------------------------------------------- */

/* Weights, running averages and the optimiser's state stay, and the step after it is the one that
 * would have been. */
static void passes_leave_nothing(void)
{
    static const char *const nets[] = { dense, with_norm, "vgg16:width=0.125" };

    for (size_t n = 0; n < 3; n++)
        for (size_t shards = 1; shards <= 3; shards += 2) {
            adrop_ctx *ctx = bed_context(2);
            adrop_model *m = made(ctx, nets[n], "advanced-cross", shards, ADROP_PRECISION_F32,
                                  "sgd");
            adrop_model *same = made(ctx, nets[n], "advanced-cross", shards, ADROP_PRECISION_F32,
                                     "sgd");
            adrop_batch b = here(4), a = other(4);
            adrop_response response;
            adrop_rates rates;
            adrop_losses l;
            int moved;
            CHECK_WHERE("%s, %zu shards", nets[n], shards);
            train(m, 0, 4);
            train(same, 0, 4);
            adrop_response_init(&response);
            adrop_rates_init(&rates);
            response.step = 0;
            b.rows = 9; /* A has more rows, and so perhaps more shards */
            for (response.noise_free = 0; response.noise_free < 2; response.noise_free++) {
                CHECK_EQ(adrop_model_response(m, &b, &a, &response, &moved), ADROP_OK);
                CHECK_EQ(moved, 1);
            }
            CHECK(!memcmp(m->params, same->params, m->n_params * sizeof(float)));
            CHECK(!memcmp(m->optimizer->state[0], same->optimizer->state[0],
                          m->n_params * sizeof(float)));
            for (size_t k = 0; k < 2; k++) {
                CHECK_EQ(adrop_model_gradients(k ? same : m, &b, &l), ADROP_OK);
                CHECK_EQ(adrop_model_step(k ? same : m, &rates, NULL), ADROP_OK);
            }
            CHECK(!memcmp(m->params, same->params, m->n_params * sizeof(float)));
            CHECK(!memcmp(m->buffers, same->buffers, m->n_buffers * sizeof(float)));
            adrop_model_free(m);
            adrop_model_free(same);
            adrop_ctx_free(ctx);
        }
}

/* The optimiser does not move rho, nor does rho count in a norm; the response does. */
static void only_a_response_moves(void)
{
    adrop_ctx *ctx = bed_context(1);
    adrop_model *m = made(ctx, dense, "advanced-cross", 1, ADROP_PRECISION_F32, "sgd");
    adrop_batch b = here(0), a = other(0);
    const float start = (float)log(1.4633);
    adrop_response response;
    adrop_rates rates;
    adrop_losses l;
    int moved;

    adrop_rates_init(&rates);
    adrop_response_init(&response);
    rates.dropout_lr = 1, rates.dropout_decay = 0.1;
    const ad_response *r = m->response;
    CHECK_EQ(r->n, 3);
    CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_OK);
    CHECK(((const float *)m->grads)[r->place[0]] != 0);
    CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_OK);
    for (size_t i = 0; i < 3; i++)
        CHECK(((const float *)m->params)[r->place[i]] == start);
    CHECK_EQ(adrop_model_response(m, &b, &a, &response, &moved), ADROP_OK);
    CHECK_EQ(moved, 1);
    for (size_t i = 0; i < 3; i++) /* Adam's first step is as long as it says */
        CHECK_NEAR(fabs((double)((const float *)m->params)[r->place[i]] - (double)start), 0.2,
                   1e-5);
    for (uint32_t k = 0; k < 60; k++)
        CHECK_EQ(adrop_model_response(m, &b, &a, &response, NULL), ADROP_OK);
    for (size_t i = 0; i < 3; i++) {
        const double rho = (double)((const float *)m->params)[r->place[i]];
        CHECK(rho >= log(0.02) - 1e-6 && rho <= log(8) + 1e-6);
    }
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

/* Where there is nothing to learn from. */
static void nothing_moves(void)
{
    adrop_ctx *ctx = bed_context(1);
    adrop_model *m = made(ctx, dense, "advanced-cross", 1, ADROP_PRECISION_F32, "adam");
    adrop_batch b = here(0), a = other(0);
    adrop_response response;
    int moved = 1;

    adrop_response_init(&response);
    CHECK_EQ(adrop_model_response(m, &b, &a, &response, &moved), ADROP_OK);
    CHECK_EQ(moved, 0); /* adam does not know yet how far it goes */
    train(m, 0, 1);
    a.rows = 7;
    CHECK_EQ(adrop_model_response(m, &b, &a, &response, &moved), ADROP_OK);
    CHECK_EQ(moved, 0);
    a.rows = 8;
    CHECK_EQ(adrop_model_set_dropout_strength(m, 0), ADROP_OK);
    CHECK_EQ(adrop_model_response(m, &b, &a, &response, &moved), ADROP_OK);
    CHECK_EQ(moved, 0);
    CHECK_EQ(adrop_model_set_dropout_strength(m, 0.5), ADROP_OK);
    CHECK_EQ(adrop_model_response(m, &b, &a, &response, &moved), ADROP_OK);
    CHECK_EQ(moved, 1);
    response.reach = 0;
    CHECK_EQ(adrop_model_response(m, &b, &a, &response, &moved), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "reach");
    response.reach = 0.1, response.noise_free = 2;
    CHECK_EQ(adrop_model_response(m, &b, &a, &response, &moved), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "noise_free");
    adrop_model_free(m);
    m = made(ctx, dense, "bernoulli", 1, ADROP_PRECISION_F32, "sgd");
    adrop_response_init(&response);
    CHECK_EQ(adrop_model_response(m, &b, &a, &response, &moved), ADROP_OK);
    CHECK_EQ(moved, 0);
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

static void check_strength(const adrop_model *m, double strength)
{
    for (size_t i = 0; i < m->graph->n; i++) {
        const ad_dropout *d = ad_layer_technique(m->graph->layer[i]);
        CHECK(!d || d->strength == strength);
    }
}

/* A pass that fails leaves the weights, and the noise. */
static void failures_leave_the_weights(void)
{
    adrop_ctx *ctx = bed_context(1);
    adrop_model *m = made(ctx, dense, "advanced-cross", 1, ADROP_PRECISION_F32, "sgd");
    const size_t bytes = m->n_params * sizeof(float);
    float *before = malloc(bytes);
    adrop_batch b = here(0), a = other(0);
    adrop_response response;
    int moved;

    adrop_response_init(&response);
    memcpy(before, m->params, bytes);
    bed_x[5] = NAN;
    CHECK_EQ(adrop_model_response(m, &b, &a, &response, &moved), ADROP_ENUMERIC);
    CHECK(!memcmp(before, m->params, bytes));
    bed_fill();
    for (size_t i = 0; i < OTHER * WIDTH; i++)
        bed_x[ROWS * WIDTH + i] = 3e38f; /* a loss that is not finite */
    CHECK_EQ(adrop_model_response(m, &b, &a, &response, &moved), ADROP_OK);
    CHECK(!moved && !memcmp(before, m->params, bytes));
    bed_fill();
    bed_x[ROWS * WIDTH + 5] = NAN;
    response.noise_free = 1;
    CHECK_EQ(adrop_model_response(m, &b, &a, &response, &moved), ADROP_ENUMERIC);
    CHECK(!moved && !memcmp(before, m->params, bytes));
    check_strength(m, 1);
    free(before);
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

/* Twice the same calls: the same bits. */
static void runs_repeat(void)
{
    for (size_t shards = 1; shards <= 4; shards += 3) {
        adrop_ctx *ctx = bed_context(2);
        adrop_model *a = made(ctx, with_norm, "advanced-cross:unit=node", shards,
                              ADROP_PRECISION_F32, "adamw");
        adrop_model *b = made(ctx, with_norm, "advanced-cross:unit=node", shards,
                              ADROP_PRECISION_F32, "adamw");
        train(a, 0, 6);
        train(b, 0, 6);
        CHECK(!memcmp(a->params, b->params, a->n_params * sizeof(float)));
        adrop_model_free(a);
        adrop_model_free(b);
        adrop_ctx_free(ctx);
    }
}

/* A few steps with responses by so many threads; the parameters are the caller's to free. */
static void *trained_by(int threads, size_t shards, adrop_precision precision, size_t *bytes)
{
    adrop_ctx *ctx = bed_context(threads);
    adrop_model *m = made(ctx, with_norm, "advanced-cross:unit=node", shards, precision, "adam");

    train(m, 0, 6);
    *bytes = m->n_params * (precision == ADROP_PRECISION_F64 ? sizeof(double) : sizeof(float));
    void *copy = malloc(*bytes);
    memcpy(copy, m->params, *bytes);
    adrop_model_free(m);
    adrop_ctx_free(ctx);
    return copy;
}

/* In double training does not depend on threads, nor do responses. */
static void threads_do_not_matter(void)
{
    for (size_t shards = 1; shards <= 4; shards += 3) {
        size_t bytes;
        void *one = trained_by(1, shards, ADROP_PRECISION_F64, &bytes);
        for (int threads = 2; threads <= 4; threads++) {
            CHECK_WHERE("%zu shards, %d threads", shards, threads);
            void *many = trained_by(threads, shards, ADROP_PRECISION_F64, &bytes);
            CHECK(!memcmp(one, many, bytes));
            free(many);
        }
        free(one);
    }
}

/* A network tells its techniques how many places there are. */
static void places_are_counted(void)
{
    char net[200] = "mlp:7";

    for (size_t places = 2; places < 9; places++) {
        adrop_ctx *ctx = bed_context(1);
        adrop_model *m = made(ctx, net, "advanced-cross", 1, ADROP_PRECISION_F32, "sgd");
        const double start = 1.4633 * 3 / fmax(3, (double)places);
        size_t n = 0;
        CHECK_WHERE("%s", net);
        for (size_t i = 0; i < adrop_model_n_tensors(m); i++) {
            adrop_tensor_info info;
            float rho;
            CHECK(adrop_model_tensor(m, i, &info));
            if (!strstr(info.name, "log_sigma"))
                continue;
            CHECK_EQ(adrop_model_get(m, i, &rho), ADROP_OK);
            CHECK_NEAR(rho, log(start), 1e-6);
            n++;
        }
        CHECK_EQ(n, places);
        adrop_model_free(m);
        adrop_ctx_free(ctx);
        strcat(net, ",7");
    }
}

CHECK_MAIN(gradients_are_exact, direct_slopes_are_exact, both_move_their_own, passes_leave_nothing,
           only_a_response_moves, nothing_moves, failures_leave_the_weights, runs_repeat,
           threads_do_not_matter, places_are_counted)
