/* Backward from the caller's own loss: gradients of parameters and inputs by differences in double,
 * the softmax gradient to the bit, a network inside a network, refusals. */
#include "layer/fixture.h"

enum { ROWS = 5, OUTPUTS = BED_OUTPUTS, MOST_INPUTS = 3 * 16 * 16 * ROWS };

static adrop_model *make(adrop_ctx *ctx, const char *model, const char *dropout, size_t side,
                         adrop_precision precision, int input_gradient)
{
    adrop_model_opts o;
    adrop_model *m;

    adrop_model_opts_init(&o);
    o.model = model, o.dropout = dropout;
    o.channels = 3, o.height = o.width = side;
    o.outputs = OUTPUTS, o.batch = ROWS, o.n_train = 50, o.seed = 9;
    o.precision = precision, o.input_gradient = input_gradient;
    if (adrop_model_create(ctx, &o, &m)) {
        printf("%s: %s\n", model, adrop_ctx_message(ctx));
        exit(1);
    }
    return m;
}

static const char *const networks[][2] = {
    { "mlp:7,6", "none" },
    { "mlp:7,6,activation=gelu", "advanced:detach=no" },
    { "mlp:7,6", "information" },
    { "mlp:7,6", "dropconnect" },
    { "mlp", "gaussian" },
    { "vgg16:width=0.04,head=6", "advanced:detach=no" },
    { "resnet18:width=0.04", "gaussian" },
    { "densenet40:width=0.2", "none" },
    { "mobilenet:width=0.04", "none" },
    { "wrn16-10:width=0.02", "none" },
    { "resnet18:width=0.04", "drop-path:rate=0.5" },
    { "wrn16-10:width=0.02", "drop-path:rate=0.5" },
};

enum { N_NETWORKS = sizeof networks / sizeof *networks };

/* A loss of our own: sum of sin(y_i + i) / 2, of outputs as doubles. */
static double own_loss(const double *y)
{
    double sum = 0;

    for (size_t i = 0; i < ROWS * OUTPUTS; i++)
        sum += sin(y[i] + (double)i) / 2;
    return sum;
}

/* The whole loss in double at these inputs. */
static double loss_at(adrop_model *m, const adrop_batch *b)
{
    CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_TRAIN, b), ADROP_OK);
    const ad_net_pass pass = ad_model_pass(m, b, ADROP_PHASE_TRAIN, 0);
    return own_loss(ad_net_output(m->last, &pass)) + ad_net_finish(m->last, &pass);
}

/* Backward from own_loss in double, without dy's rounding to float: it is linear, so the
 * gradients of a dy that is a float are enough to check the rest. */
static void own_gradient(adrop_model *m, const adrop_batch *b, float *dy, double *weight)
{
    CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_TRAIN, b), ADROP_OK);
    for (size_t i = 0; i < ROWS * OUTPUTS; i++) {
        dy[i] = (float)(cos((double)adrop_model_outputs(m)[i] + (double)i) / 2);
        weight[i] = (double)dy[i];
    }
}

static double linear_loss_at(adrop_model *m, const adrop_batch *b, const double *weight)
{
    double sum = 0;

    CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_TRAIN, b), ADROP_OK);
    const ad_net_pass pass = ad_model_pass(m, b, ADROP_PHASE_TRAIN, 0);
    const double *y = ad_net_output(m->last, &pass);
    for (size_t i = 0; i < ROWS * OUTPUTS; i++)
        sum += weight[i] * y[i];
    return sum + ad_net_finish(m->last, &pass);
}

/* Two steps: where they disagree a ReLU or a maximum changed sides. Inputs are floats, so a
 * step of theirs is a power of two. */
static void check_slope(adrop_model *m, const adrop_batch *b, const double *weight, double *param,
                        float *input, double found, double largest)
{
    double slope[2];

    for (int s = 0; s < 2; s++) {
        const double old = param ? *param : (double)*input, h = s ? 0x1p-14 : 0x1p-16;
        double at[2];
        for (int sign = 0; sign < 2; sign++) {
            if (param)
                *param = old + (sign ? -h : h);
            else
                *input = (float)(old + (sign ? -h : h));
            at[sign] = linear_loss_at(m, b, weight);
        }
        slope[s] = (at[0] - at[1]) / (2 * h);
        if (param)
            *param = old;
        else
            *input = (float)old;
    }
    if (fabs(slope[0] - slope[1]) < 1e-5 * largest)
        CHECK_NEAR(found, slope[0], 4e-5 * largest);
}

static double largest_of(size_t n, const double *a, const float *f)
{
    double most = 0;

    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(a ? a[i] : (double)f[i]));
    return most;
}

static void gradients_by_differences(void)
{
    static float x[MOST_INPUTS], dx[MOST_INPUTS];

    bed_fill();
    for (size_t k = 0; k < N_NETWORKS; k++) {
        const size_t side = k < 5 ? 2 : 16, n_inputs = 3 * side * side * ROWS;
        float dy[ROWS * OUTPUTS];
        double weight[ROWS * OUTPUTS], extra;
        adrop_ctx *ctx;
        adrop_batch b;
        CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
        adrop_model *m = make(ctx, networks[k][0], networks[k][1], side, ADROP_PRECISION_F64, 1);
        for (size_t i = 0; i < n_inputs; i++) /* room for a step's power of two */
            x[i] = (float)ldexp(round(ldexp((double)bed_x[i], 8)), -8);
        adrop_batch_input(&b, 3, ROWS, x);
        CHECK_WHERE("%s, %s", networks[k][0], networks[k][1]);
        own_gradient(m, &b, dy, weight);
        CHECK_EQ(adrop_model_backward_from(m, &b, dy, dx, &extra), ADROP_OK);
        double *grads = malloc(m->n_params * sizeof *grads);
        memcpy(grads, m->grads, m->n_params * sizeof *grads);
        const double of_params = largest_of(m->n_params, grads, NULL);
        const double of_inputs = largest_of(n_inputs, NULL, dx);
        CHECK(of_params > 0 && of_inputs > 0);
        const size_t checks = m->graph->n > 20 ? 5 : 12; /* of deep networks fewer */
        for (size_t i = 0; i < n_inputs; i += n_inputs / checks)
            check_slope(m, &b, weight, NULL, x + i, (double)dx[i], of_inputs);
        for (size_t t = 0; t < m->n_tensors; t += 1 + m->n_tensors / (2 * checks))
            if (m->tensor[t]->group != ADROP_TENSOR_BUFFERS) {
                const size_t i = m->tensor[t]->offset + m->tensor[t]->n / 2;
                check_slope(m, &b, weight, (double *)m->params + i, NULL, grads[i], of_params);
            }
        free(grads);
        adrop_model_free(m);
        adrop_ctx_free(ctx);
    }
}

/* A curved loss, once: the slope of the whole along one input. */
static void own_loss_is_followed(void)
{
    static float x[3 * 4 * ROWS], dx[3 * 4 * ROWS];
    float dy[ROWS * OUTPUTS];
    double weight[ROWS * OUTPUTS];
    adrop_ctx *ctx;
    adrop_batch b;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    adrop_model *m = make(ctx, "mlp:7,6,activation=silu", "gaussian", 2, ADROP_PRECISION_F64, 1);
    memcpy(x, bed_x, sizeof x);
    adrop_batch_input(&b, 3, ROWS, x);
    own_gradient(m, &b, dy, weight);
    CHECK_EQ(adrop_model_backward_from(m, &b, dy, dx, NULL), ADROP_OK);
    for (size_t i = 0; i < 3 * 4 * ROWS; i += 7) {
        const float old = x[i], up = old + 0x1p-12f, down = old - 0x1p-12f;
        x[i] = up;
        const double above = loss_at(m, &b);
        x[i] = down;
        const double below = loss_at(m, &b);
        x[i] = old;
        CHECK_NEAR((double)dx[i], (above - below) / ((double)up - (double)down), 1e-5);
    }
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

/* As layer/loss_softmax.c has it. */
static void softmax_gradient(const float *outputs, float *dy)
{
    for (size_t r = 0; r < ROWS; r++) {
        const float *y = outputs + r * OUTPUTS;
        double most = (double)y[0], sum = 0;
        for (size_t k = 1; k < OUTPUTS; k++)
            most = fmax(most, (double)y[k]);
        for (size_t k = 0; k < OUTPUTS; k++)
            sum += exp((double)y[k] - most);
        for (size_t k = 0; k < OUTPUTS; k++)
            dy[r * OUTPUTS + k] =
                (float)(1 / (double)ROWS *
                        (exp((double)y[k] - most) / sum - (k == (size_t)bed_labels[r])));
    }
}

/* Whether the inputs' gradient is planned or not, the parameters' are those of backward. */
static void softmax_to_the_bit(void)
{
    static float dx[MOST_INPUTS];

    for (size_t k = 0; k < N_NETWORKS; k++)
        for (int input_gradient = 0; input_gradient < 2; input_gradient++) {
            const size_t side = k < 5 ? 2 : 16;
            float dy[ROWS * OUTPUTS];
            double extra;
            adrop_losses losses;
            adrop_ctx *ctx;
            adrop_batch b;
            CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
            adrop_model *m = make(ctx, networks[k][0], networks[k][1], side, ADROP_PRECISION_F32,
                                  0);
            adrop_model *n = make(ctx, networks[k][0], networks[k][1], side, ADROP_PRECISION_F32,
                                  input_gradient);
            adrop_batch_train(&b, 3, ROWS, bed_x, bed_labels);
            CHECK_WHERE("%s, %s, inputs %d", networks[k][0], networks[k][1], input_gradient);
            CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_TRAIN, &b), ADROP_OK);
            CHECK_EQ(adrop_model_backward(m, &b, &losses), ADROP_OK);
            CHECK_EQ(adrop_model_forward(n, ADROP_PHASE_TRAIN, &b), ADROP_OK);
            softmax_gradient(adrop_model_outputs(n), dy);
            CHECK_EQ(adrop_model_backward_from(n, &b, dy, input_gradient ? dx : NULL, &extra),
                     ADROP_OK);
            CHECK(extra == losses.extra);
            CHECK(!memcmp(m->grads, n->grads, m->n_params * sizeof(float)));
            adrop_model_free(m);
            adrop_model_free(n);
            adrop_ctx_free(ctx);
        }
}

/* float's inputs' gradient against double's. */
static void engines_agree(void)
{
    static float dx[2][MOST_INPUTS];

    for (size_t k = 0; k < N_NETWORKS; k++) {
        const size_t side = k < 5 ? 2 : 16, n = 3 * side * side * ROWS;
        double off = 0, norm = 0;
        adrop_ctx *ctx;
        adrop_batch b;
        CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
        adrop_batch_input(&b, 3, ROWS, bed_x);
        for (int plain = 0; plain < 2; plain++) {
            float dy[ROWS * OUTPUTS];
            adrop_model *m = make(ctx, networks[k][0], networks[k][1], side,
                                  plain ? ADROP_PRECISION_F64 : ADROP_PRECISION_F32, 1);
            CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_TRAIN, &b), ADROP_OK);
            for (size_t i = 0; i < ROWS * OUTPUTS; i++)
                dy[i] = bed_number(i);
            CHECK_EQ(adrop_model_backward_from(m, &b, dy, dx[plain], NULL), ADROP_OK);
            adrop_model_free(m);
        }
        for (size_t i = 0; i < n; i++) {
            const double d = (double)dx[0][i] - (double)dx[1][i];
            off += d * d;
            norm += (double)dx[1][i] * (double)dx[1][i];
        }
        CHECK_WHERE("%s, %s", networks[k][0], networks[k][1]);
        CHECK_NEAR(sqrt(off / norm), 0, 1e-3);
        adrop_ctx_free(ctx);
    }
}

static void refused(adrop_status status, adrop_status expected, const adrop_ctx *ctx,
                    const char *part)
{
    CHECK_EQ(status, expected);
    CHECK_HAS(adrop_ctx_message(ctx), part);
}

static void refusals(void)
{
    float dy[ROWS * OUTPUTS] = { 0 }, dx[3 * 4 * ROWS];
    double extra;
    adrop_ctx *ctx;
    adrop_batch b;
    adrop_model_opts o;
    adrop_model *cut;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    adrop_model *m = make(ctx, "mlp:7", "none", 2, ADROP_PRECISION_F32, 0);
    adrop_batch_input(&b, 3, ROWS, bed_x);
    refused(adrop_model_backward_from(m, &b, dy, NULL, &extra), ADROP_EINVAL, ctx,
            "must follow a forward");
    CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_SAMPLE, &b), ADROP_OK);
    refused(adrop_model_backward_from(m, &b, dy, NULL, &extra), ADROP_EINVAL, ctx,
            "must follow a forward");
    CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_TRAIN, &b), ADROP_OK);
    refused(adrop_model_backward_from(m, &b, dy, dx, &extra), ADROP_EINVAL, ctx, "input_gradient");
    refused(adrop_model_backward_from(m, &b, NULL, NULL, &extra), ADROP_EINVAL, ctx, "missing");
    dy[OUTPUTS] = NAN;
    refused(adrop_model_backward_from(m, &b, dy, NULL, &extra), ADROP_ENUMERIC, ctx, "row 1");
    dy[OUTPUTS] = 0;
    CHECK_EQ(adrop_model_backward_from(m, &b, dy, NULL, &extra), ADROP_OK);
    refused(adrop_model_backward_from(m, &b, dy, NULL, &extra), ADROP_EINVAL, ctx,
            "must follow a forward");
    adrop_model_opts_init(&o);
    o.model = "mlp:7", o.channels = 12, o.outputs = OUTPUTS, o.batch = ROWS, o.shards = 2;
    CHECK_EQ(adrop_model_create(ctx, &o, &cut), ADROP_OK);
    refused(adrop_model_backward_from(cut, &b, dy, NULL, &extra), ADROP_EINVAL, ctx, "one shard");
    adrop_model_free(cut);
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(gradients_by_differences, own_loss_is_followed, softmax_to_the_bit, engines_agree,
           refusals)
