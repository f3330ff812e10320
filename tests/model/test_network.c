/* Networks as texts: each built-in architecture, written and read again, is the same network bit
 * for bit, with every technique and dropout site; a block written as text equals the block built in
 * C; hostile texts are refused in one sentence. */
#include "asked.h"
#include "layer/fixture.h"
#include "model/network.h"

enum { MOST = 1 << 17 };

static adrop_ctx *ctx;

static adrop_model_opts options(const char *model, const char *dropout, adrop_dropout_at at)
{
    adrop_model_opts o;

    adrop_model_opts_init(&o);
    o.model = model;
    o.dropout = dropout;
    o.dropout_at = at;
    o.channels = 2, o.height = o.width = 16;
    o.outputs = BED_OUTPUTS;
    o.batch = BED_ROWS;
    o.n_train = 50;
    o.seed = 7;
    return o;
}

static void compare_values(adrop_model *a, adrop_model *b)
{
    static float x[MOST], y[MOST];

    CHECK_EQ(adrop_model_n_tensors(a), adrop_model_n_tensors(b));
    for (size_t i = 0; i < adrop_model_n_tensors(a); i++) {
        adrop_tensor_info s, t;
        CHECK(adrop_model_tensor(a, i, &s) && adrop_model_tensor(b, i, &t));
        CHECK(!strcmp(s.name, t.name));
        CHECK_EQ(s.n, t.n);
        CHECK(s.n <= MOST && !memcmp(s.dims, t.dims, sizeof s.dims));
        if (s.n != t.n || s.n > MOST)
            continue;
        CHECK_EQ(adrop_model_get(a, i, x), ADROP_OK);
        CHECK_EQ(adrop_model_get(b, i, y), ADROP_OK);
        CHECK(!memcmp(x, y, s.n * sizeof *x));
    }
}

/* Two steps of training, equal in every bit. */
static void compare_steps(adrop_model *a, adrop_model *b)
{
    adrop_rates rates;

    adrop_rates_init(&rates);
    CHECK_EQ(adrop_model_optimizer(a, "sgd"), ADROP_OK);
    CHECK_EQ(adrop_model_optimizer(b, "sgd"), ADROP_OK);
    for (uint32_t step = 0; step < 2; step++) {
        adrop_losses of_a, of_b;
        adrop_batch batch;
        adrop_batch_train(&batch, step, BED_ROWS, bed_x, bed_labels);
        CHECK_EQ(adrop_model_gradients(a, &batch, &of_a), ADROP_OK);
        CHECK_EQ(adrop_model_gradients(b, &batch, &of_b), ADROP_OK);
        CHECK(!memcmp(&of_a, &of_b, sizeof of_a));
        CHECK_EQ(adrop_model_step(a, &rates, NULL), ADROP_OK);
        CHECK_EQ(adrop_model_step(b, &rates, NULL), ADROP_OK);
    }
    compare_values(a, b);
}

/* Write, read, compare; a model that cannot be made is skipped (a technique that needs a map).
 * Returns 1 if it was compared. */
static int round_trip(const char *model, const char *dropout, adrop_dropout_at at)
{
    adrop_model_opts o = options(model, dropout, at);
    adrop_model *a, *b;
    char *text = NULL, *again = NULL;

    if (adrop_model_create(ctx, &o, &a))
        return 0;
    CHECK_EQ(adrop_model_network(a, &text), ADROP_OK);
    CHECK_WHERE("%s, %s, at %d: %s", model, dropout, (int)at, text);
    o.model = text;
    CHECK_EQ(adrop_model_create(ctx, &o, &b), ADROP_OK);
    if (!b)
        printf("%s\n", adrop_ctx_message(ctx));
    if (b) {
        CHECK_EQ(adrop_model_network(b, &again), ADROP_OK);
        CHECK(!strcmp(text, again));
        compare_values(a, b);
        compare_steps(a, b);
    }
    adrop_model_free(a);
    adrop_model_free(b);
    adrop_free(ctx, text);
    adrop_free(ctx, again);
    return b != NULL;
}

static void built_in(void)
{
    static const char *const tiny[] = { "mlp:7,5",
                                        "mlp:7,5,activation=gelu",
                                        "vgg16:width=0.03,head=6-5",
                                        "resnet18:width=0.05",
                                        "densenet40:width=0.17",
                                        "mobilenet:width=0.07",
                                        "wrn16-10:width=0.02,block-dropout=yes" };
    size_t n = 0;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    bed_fill();
    for (size_t i = 0; i < sizeof tiny / sizeof *tiny; i++)
        for (size_t t = 0; t < adrop_technique_count(); t++) {
            adrop_technique_info info;
            CHECK(adrop_technique_at(t, &info));
            /* where dropout sits is a matter of the head, which the first three have whole */
            for (int at = 0; at <= (i < 3 ? ADROP_AT_PREACTIVATION : 0); at++)
                n += (size_t)round_trip(tiny[i], info.name, (adrop_dropout_at)at);
        }
    CHECK(n > 150);
}

/* What a person writes is what the architecture builds. */
static void by_hand(void)
{
    static const struct {
        const char *built_in, *written, *dropout;
    } pairs[] = {
        { "mlp:7,5",
          "net:flatten; dropout; fc1=dense 7 relu=yes; dropout; fc2 = dense 5 relu=yes; dropout; "
          "fc3=dense",
          "advanced" },
        { "mlp:7,5",
          "net:flatten; dropout; fc1=dense 7 relu=yes; dropout; fc2=dense 5 relu=yes; dropout; "
          "fc3=dense",
          "none" },
        { "mlp:7", "net: flatten ;\n\tdropout; fc1=dense 7;; relu; dropout; fc2=dense ; ",
          "dropconnect" },
    };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        adrop_model_opts o = options(pairs[i].built_in, pairs[i].dropout, ADROP_AT_DENSE_INPUTS);
        adrop_model *a, *b;
        CHECK_WHERE("%s: %s", pairs[i].written, adrop_ctx_message(ctx));
        CHECK_EQ(adrop_model_create(ctx, &o, &a), ADROP_OK);
        o.model = pairs[i].written;
        CHECK_EQ(adrop_model_create(ctx, &o, &b), ADROP_OK);
        if (a && b)
            compare_steps(a, b);
        adrop_model_free(a);
        adrop_model_free(b);
    }
}

/* A technique of its own at each place, on maps and vectors; a residual block. */
static void mixed(void)
{
    adrop_model_opts o = options(
        "net:a=conv 4 3 pad=1; norm relu=yes; dropout spatial:rate=0.3; b=conv 4 3 pad=1; "
        "add < a, b; relu; pool 2; flatten; dropout bernoulli:rate=0.2; dense 9; relu; "
        "dropout; dense",
        "advanced:detach=no", ADROP_AT_DENSE_INPUTS);
    adrop_model *m;

    o.precision = ADROP_PRECISION_F64;
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
    if (!m)
        return;
    CHECK_EQ(asked_model(m).n_dropouts, 3);
    CHECK(!strcmp(adrop_model_dropout_name(m, 2), "drop3"));
    bed_check_gradients(m, 2);
    adrop_model_free(m);
}

static void refusals(void)
{
    static const struct {
        const char *text;
        adrop_status status;
        const char *part;
    } cases[] = {
        { "net", ADROP_EINVAL, "no layers" },
        { "net: ; ;", ADROP_EINVAL, "no layers" },
        { "net:maps channels-last", ADROP_EINVAL, "no layers" },
        { "net:flatten; maps channels-last; dense", ADROP_EINVAL, "before the first" },
        { "net:maps channels-last; maps channels-last; dense", ADROP_EINVAL, "twice" },
        { "net:flatten; dens 5", ADROP_ENOENT, "'dense'" },
        { "net:flatten; dense 5 6 7", ADROP_EINVAL, "not a value for 'relu'" },
        { "net:flatten; dense out=5 unit=6", ADROP_ENOENT, "unit" },
        { "net:flatten; dense 5; relu 3", ADROP_EINVAL, "no settings" },
        { "net:flatten; dense 5", ADROP_ESHAPE, "3 outputs are wanted" },
        { "net:dense", ADROP_ESHAPE, "takes vectors" },
        { "net:a=conv 4; b=conv 4 < c; flatten; dense", ADROP_EINVAL,
          "no earlier layer is called 'c'" },
        { "net:conv1=conv 4; conv 4 < con1; flatten; dense", ADROP_EINVAL, "did you mean 'conv1'" },
        { "net:a=conv 4 < a; flatten; dense", ADROP_EINVAL, "no earlier layer is called 'a'" },
        { "net:a=conv 4; a=conv 4; flatten; dense", ADROP_EINVAL, "same name" },
        { "net:a=conv 4; conv 4 < input; flatten; dense", ADROP_EINVAL, "no layer reads it" },
        { "net:conv 4 3 < input, input; flatten; dense", ADROP_ESHAPE, "reads 2 others" },
        { "net:conv 4 3 <; flatten; dense", ADROP_EINVAL, "behind '<'" },
        { "net:conv 4 99; flatten; dense", ADROP_ESHAPE, "layer 1" },
        { "net:conv 99999999999; flatten; dense", ADROP_EINVAL, "'out'" },
        { "net:conv 16777216 4096 pad=4095; flatten; dense", ADROP_ESHAPE, "layer" },
        { "net:input; flatten; dense", ADROP_EINVAL, "there already" },
        { "net:a b=conv; dense", ADROP_ENOENT, "layer 1" },
        { "net:flatten; dropout standout; dense", ADROP_EINVAL, "pre-activation" },
        { "net:flatten; dropout advancd; dense", ADROP_ENOENT, "'advanced'" },
        { "net:flatten; dense; dropout none < input", ADROP_EINVAL, "no layer" },
        { "net:=conv; dense", ADROP_EINVAL, "a name has" },
        { "net:flatten; dense\x01\x1b[31m; dense", ADROP_EINVAL, "kind of layer" },
        { "net:flatten; dense 5\x01\x1b[31m; dense", ADROP_EINVAL, "setting 1 has a control" },
        { "net:flatten; dense out=3 \xff; dense", ADROP_EINVAL, "setting 2 has a control" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adrop_model_opts o = options(cases[i].text, "none", ADROP_AT_DENSE_INPUTS);
        adrop_model *m;
        const adrop_status status = adrop_model_create(ctx, &o, &m);
        CHECK_WHERE("%s: %s", cases[i].text, adrop_ctx_message(ctx));
        CHECK_EQ(status, cases[i].status);
        CHECK(m == NULL);
        CHECK_HAS(adrop_ctx_message(ctx), cases[i].part);
        CHECK(!strchr(adrop_ctx_message(ctx), '\x1b'));
        adrop_model_free(m);
    }
}

/* A million layers, and names that are long. */
static void large(void)
{
    enum { SIZE = 6 << 20 };
    static char text[SIZE] = "net:";
    adrop_model_opts o = options(text, "none", ADROP_AT_DENSE_INPUTS);
    adrop_model *m;

    for (size_t i = 4; i + 5 < SIZE; i += 5)
        memcpy(text + i, "relu;", 5);
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "at most 1024");
    memset(text + 4, 'a', SIZE - 5);
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_EINVAL);
    memset(text + 4, ' ', SIZE - 5);
    memset(text + 4, '<', 5000);
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_EINVAL);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(built_in, by_hand, mixed, refusals, large)
