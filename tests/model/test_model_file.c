/* Model files: equal models write equal files, the file alone restores the model, nothing in it is
 * trusted, and a model without dropout reads files of a technique that is silent in phase mean. */
#include <unistd.h>

#include "adrop/model.h"
#include "base/tensorfile.h"
#include "check.h"
#include "model/file.h"
#include "scarce.h"

enum { ROWS = 6, UNITS = 12, CLASSES = 3 };

static char path[] = "/tmp/adrop-model-XXXXXX";
static adrop_ctx *ctx;
static float x[ROWS * UNITS];
static const int32_t labels[ROWS] = { 0, 1, 2, 2, 1, 0 };

static adrop_ctx *context(int threads)
{
    adrop_ctx_opts opts;
    adrop_ctx *made;

    adrop_ctx_opts_init(&opts);
    opts.threads = threads;
    CHECK_EQ(adrop_ctx_create(&opts, &made), ADROP_OK);
    return made;
}

static void begin(void)
{
    ctx = context(1);
    CHECK(mkstemp(path) >= 0);
    for (size_t i = 0; i < ROWS * UNITS; i++)
        x[i] = (float)((i * 7) % 11) / 11 - 0.5f;
}

static adrop_model *make(const char *model, const char *dropout)
{
    adrop_model_opts o;
    adrop_model *m;

    adrop_model_opts_init(&o);
    o.model = model, o.dropout = dropout;
    o.dropout_at = ADROP_AT_HIDDEN;
    o.channels = 3, o.height = o.width = 2;
    o.outputs = CLASSES;
    o.batch = ROWS;
    o.n_train = 40;
    o.seed = 9;
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
    return m;
}

/* A few steps, so that running averages are not what they begin with. */
static adrop_model *trained(const char *model, const char *dropout)
{
    adrop_model *m = make(model, dropout);
    adrop_rates rates;
    adrop_losses loss;
    adrop_batch b;

    adrop_rates_init(&rates);
    CHECK_EQ(adrop_model_optimizer(m, "sgd"), ADROP_OK);
    for (uint32_t step = 0; step < 3; step++) {
        adrop_batch_train(&b, step, ROWS, x, labels);
        CHECK_EQ(adrop_model_gradients(m, &b, &loss), ADROP_OK);
        CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_OK);
    }
    return m;
}

static void outputs(adrop_model *m, adrop_phase phase, float y[ROWS * CLASSES])
{
    adrop_batch b;

    adrop_batch_input(&b, 2, ROWS, x);
    CHECK_EQ(adrop_model_forward(m, phase, &b), ADROP_OK);
    memcpy(y, adrop_model_outputs(m), ROWS * CLASSES * sizeof *y);
}

static void check_same_outputs(adrop_model *a, adrop_model *b, adrop_phase phase)
{
    float y[ROWS * CLASSES], z[ROWS * CLASSES];

    outputs(a, phase, y);
    outputs(b, phase, z);
    CHECK(!memcmp(y, z, sizeof y));
}

/* To a buffer and a file and back, with every technique. */
static void there_and_back(void)
{
    static const char *const dropouts[] = {
        "none", "bernoulli:rate=0.3", "advanced", "standout", "dropconnect", "variational:type=b"
    };

    for (size_t i = 0; i < sizeof dropouts / sizeof *dropouts; i++) {
        CHECK_WHERE("%s", dropouts[i]);
        adrop_model *m = trained("mlp:10,8", dropouts[i]), *read, *opened;
        void *bytes, *again;
        size_t size, size_again;

        CHECK_EQ(adrop_model_set_schema(m, "{\"any\": \"text\"}"), ADROP_OK);
        CHECK_EQ(adrop_model_write(m, &bytes, &size), ADROP_OK);
        CHECK_EQ(adrop_model_read(ctx, bytes, size, NULL, &read), ADROP_OK);
        check_same_outputs(m, read, ADROP_PHASE_MEAN);
        check_same_outputs(m, read, ADROP_PHASE_SAMPLE);
        CHECK_TEXT(adrop_model_schema(read), "{\"any\": \"text\"}");
        CHECK_EQ(adrop_model_write(read, &again, &size_again), ADROP_OK);
        CHECK(size == size_again && !memcmp(bytes, again, size)); /* equal models, equal files */
        CHECK_EQ(adrop_model_save(read, path), ADROP_OK);
        CHECK_EQ(adrop_model_open_file(ctx, path, NULL, &opened), ADROP_OK);
        check_same_outputs(m, opened, ADROP_PHASE_SAMPLE);
        adrop_model_free(opened);
        adrop_model_free(read);
        adrop_model_free(m);
        adrop_free(ctx, bytes);
        adrop_free(ctx, again);
    }
    CHECK_WHERE("%s", "");
}

/* A network of maps, whose weights have a layout of their own. */
static void maps(void)
{
    adrop_model_opts o;
    adrop_model *m, *read;
    void *bytes, *again;
    size_t size, size_again;

    adrop_model_opts_init(&o);
    o.model = "vgg16:width=0.1,head=8", o.dropout = "advanced", o.dropout_at = ADROP_AT_HIDDEN;
    o.channels = 3, o.height = o.width = 32, o.outputs = 4, o.batch = 2;
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
    CHECK_EQ(adrop_model_write(m, &bytes, &size), ADROP_OK);
    CHECK_EQ(adrop_model_read(ctx, bytes, size, NULL, &read), ADROP_OK);
    CHECK_EQ(adrop_model_write(read, &again, &size_again), ADROP_OK);
    CHECK(size == size_again && !memcmp(bytes, again, size));
    adrop_free(ctx, bytes);
    adrop_free(ctx, again);
    adrop_model_free(read);
    adrop_model_free(m);
}

static void without_dropout(void)
{
    static const struct {
        const char *dropout;
        int silent; /* in phase mean */
    } cases[] = { { "advanced", 1 },    { "bernoulli", 1 },          { "concrete", 1 },
                  { "dropconnect", 0 }, { "variational:type=b", 0 }, { "standout", 0 } };
    adrop_model_file_opts plain;

    adrop_model_file_opts_init(&plain);
    plain.dropout = "none";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_WHERE("%s", cases[i].dropout);
        adrop_model *m = trained("mlp:10,8", cases[i].dropout), *n = make("mlp:10,8", "none"),
                    *opened;

        CHECK_EQ(adrop_model_save(m, path), ADROP_OK);
        CHECK_EQ(adrop_model_load(n, path), cases[i].silent ? ADROP_OK : ADROP_EINVAL);
        CHECK_EQ(adrop_model_open_file(ctx, path, &plain, &opened),
                 cases[i].silent ? ADROP_OK : ADROP_EINVAL);
        if (cases[i].silent) {
            check_same_outputs(m, n, ADROP_PHASE_MEAN);
            check_same_outputs(m, opened, ADROP_PHASE_MEAN);
        } else {
            CHECK_HAS(adrop_ctx_message(ctx), "cannot do without its dropout");
            CHECK(opened == NULL);
        }
        adrop_model_free(opened);
        adrop_model_free(n);
        adrop_model_free(m);
    }
    CHECK_WHERE("%s", "");
}

/* Write m with one text changed; value NULL: left out. */
static void write_changed(const adrop_model *m, const char *key, const char *value)
{
    ad_tensorfile file;
    size_t n = 0;

    CHECK_EQ(adrop_model_save(m, path), ADROP_OK);
    CHECK_EQ(ad_tensorfile_read(ctx, path, 1 << 20, &file), ADROP_OK);
    for (size_t i = 0; i < file.n_texts; i++) {
        ad_file_text text = file.texts[i];
        if (!strcmp(text.key, key))
            text.value = value;
        if (text.value)
            file.texts[n++] = text;
    }
    CHECK_EQ(ad_tensorfile_write(ctx, path, file.tensors, file.n_tensors, file.texts, n), ADROP_OK);
    ad_tensorfile_release(&file);
}

static void nothing_is_trusted(void)
{
    static const struct {
        const char *key, *value;
    } bad[] = {
        { "adrop_format", NULL },
        { "adrop_format", "2" },
        { "model", NULL },
        { "model", "" },
        { "model", "mlp:0" },
        { "model", "mlp:10,9" },
        { "model", "mlp:16777216,16777216" },
        { "model", "resnet18" },
        { "model", "mlp:10,8,8" },
        { "dropout", NULL },
        { "dropout", "advanced:mu=x" },
        { "dropout", "nothing" },
        { "dropout", "bernoulli" },
        { "dropout_at", NULL },
        { "dropout_at", "nowhere" },
        { "input", NULL },
        { "input", "3,2" },
        { "input", "3,2,2,1" },
        { "input", "3,2,-2" },
        { "input", "0,2,2" },
        { "input", "3,2,99999999999999999999" },
        { "input", "3,2,3" },
        { "outputs", NULL },
        { "outputs", "0" },
        { "outputs", "4" },
        { "outputs", "3x" },
        { "outputs", "18446744073709551616" },
        { "loss", NULL },
        { "loss", "hinge" },
        { "n_train", "-1" },
        { "seed", "1e3" },
    };
    adrop_model *m = trained("mlp:10,8", "advanced"), *opened;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_WHERE("%s=%s", bad[i].key, bad[i].value ? bad[i].value : "(left out)");
        write_changed(m, bad[i].key, bad[i].value);
        CHECK_EQ(adrop_model_open_file(ctx, path, NULL, &opened), ADROP_EFORMAT);
        CHECK_HAS(adrop_ctx_message(ctx), path);
        CHECK(opened == NULL);
    }
    CHECK_WHERE("%s", "");
    adrop_model_free(m);
}

/* A file of an older version says little, and still loads into a model made alike. */
static void older_files(void)
{
    adrop_model *m = trained("mlp:10,8", "advanced"), *n = make("mlp:10,8", "advanced"), *opened;
    ad_tensorfile file;

    CHECK_EQ(adrop_model_save(m, path), ADROP_OK);
    CHECK_EQ(ad_tensorfile_read(ctx, path, 1 << 20, &file), ADROP_OK);
    CHECK_EQ(ad_tensorfile_write(ctx, path, file.tensors, file.n_tensors, NULL, 0), ADROP_OK);
    ad_tensorfile_release(&file);
    CHECK_EQ(adrop_model_load(n, path), ADROP_OK);
    check_same_outputs(m, n, ADROP_PHASE_SAMPLE);
    CHECK_EQ(adrop_model_open_file(ctx, path, NULL, &opened), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "does not say which model it holds");
    adrop_model_free(n);
    adrop_model_free(m);
}

static void cut_short(void)
{
    adrop_model *m = trained("mlp:4", "bernoulli"), *read;
    void *bytes;
    size_t size;

    CHECK_EQ(adrop_model_write(m, &bytes, &size), ADROP_OK);
    for (size_t n = 0; n < size; n += n < 1500 ? 1 : 7) {
        CHECK_WHERE("%zu of %zu bytes", n, size);
        CHECK_EQ(adrop_model_read(ctx, bytes, n, NULL, &read), ADROP_EFORMAT);
        CHECK(read == NULL);
    }
    CHECK_WHERE("%s", "");
    adrop_free(ctx, bytes);
    adrop_model_free(m);
}

/* Another model on the same memory; what would write there is refused. */
static void shared(void)
{
    adrop_model *m = trained("mlp:10,8", "advanced"), *other;
    adrop_ctx *second = context(1);
    float values[UNITS * 10], y[ROWS * CLASSES], z[ROWS * CLASSES];
    adrop_losses loss;
    adrop_batch b;

    CHECK_EQ(ad_model_share(m, second, &other), ADROP_OK);
    CHECK(m->params == other->params && m->buffers == other->buffers);
    check_same_outputs(m, other, ADROP_PHASE_MEAN);
    check_same_outputs(m, other, ADROP_PHASE_SAMPLE);
    adrop_batch_train(&b, 0, ROWS, x, labels);
    CHECK_EQ(adrop_model_gradients(other, &b, &loss), ADROP_EINVAL);
    CHECK_EQ(adrop_model_optimizer(other, "sgd"), ADROP_EINVAL);
    CHECK_EQ(adrop_model_get_gradient(other, 0, values), ADROP_EINVAL);
    CHECK_EQ(adrop_model_get(other, 0, values), ADROP_OK);
    CHECK_EQ(adrop_model_set(m, 0, values), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "several models");
    outputs(m, ADROP_PHASE_SAMPLE, y);
    adrop_model_free(m); /* the weights stay as long as anyone reads them */
    outputs(other, ADROP_PHASE_SAMPLE, z);
    CHECK(!memcmp(y, z, sizeof y));
    CHECK_EQ(adrop_model_get(other, 0, values), ADROP_OK);
    CHECK_EQ(adrop_model_set(other, 0, values), ADROP_OK);
    adrop_model_free(other);
    adrop_ctx_free(second);
}

static adrop_status try_read(adrop_ctx *with, const void *user)
{
    adrop_model *m, *other = NULL;
    void *bytes = NULL;
    size_t size;
    adrop_status status = adrop_model_open_file(with, path, NULL, &m);

    (void)user;
    CHECK(!m == (status != ADROP_OK));
    if (!status)
        status = adrop_model_write(m, &bytes, &size);
    if (!status)
        status = ad_model_share(m, with, &other);
    adrop_free(with, bytes);
    adrop_model_free(m);
    adrop_model_free(other);
    return status;
}

static void scarce_memory(void)
{
    adrop_model *m = trained("mlp:4", "advanced");

    CHECK_EQ(adrop_model_save(m, path), ADROP_OK);
    adrop_model_free(m);
    CHECK(scarce_each("reading", 0, try_read, NULL) >= 40);
}

static void end(void)
{
    unlink(path);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(begin, there_and_back, maps, without_dropout, nothing_is_trusted, older_files, cut_short,
           shared, scarce_memory, end)
