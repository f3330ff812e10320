/* The public dropout layer: a training step, phases, refusals, density and rate,
 * saving and loading. */
#include "adrop/dropout.h"

#include <unistd.h>

#include "base/tensorfile.h"
#include "check.h"

enum { ROWS = 8, UNITS = 40 };

static float x[ROWS * UNITS], y[ROWS * UNITS], other[ROWS * UNITS], dy[ROWS * UNITS],
    dx[ROWS * UNITS];
static adrop_ctx *ctx;
static char folder[] = "/tmp/adrop-api-XXXXXX";
static char path[64];

static void setup(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/layer.safetensors", folder);
    for (size_t i = 0; i < ROWS * UNITS; i++) {
        x[i] = (float)(i % 11) / 5 - 1;
        dy[i] = (float)(i % 7) / 3 - 1;
    }
}

static adrop_dropout *make(const char *text)
{
    adrop_site site;
    adrop_dropout *d;

    adrop_site_dense(&site, ROWS, UNITS);
    site.n_train = 100;
    CHECK_EQ(adrop_dropout_create(ctx, text, &site, 9, &d), ADROP_OK);
    return d;
}

/* One step of plain gradient descent on the layer's own parameters. */
static void step(adrop_dropout *d, uint32_t number)
{
    adrop_pass pass;

    adrop_pass_train(&pass, 1, number, ROWS, x, y);
    adrop_dropout_zero_grads(d);
    CHECK_EQ(adrop_dropout_forward(d, &pass), ADROP_OK);
    pass.dy = dy;
    pass.dx = dx;
    CHECK_EQ(adrop_dropout_backward(d, &pass), ADROP_OK);
    CHECK(isfinite(adrop_dropout_extra_loss(d, NULL)));
    for (size_t i = 0; i < adrop_dropout_n_params(d); i++)
        adrop_dropout_params(d)[i] -= 0.01f * adrop_dropout_grads(d)[i];
    adrop_dropout_finish_step(d);
}

static void phases(void)
{
    adrop_dropout *d = make("advanced");

    adrop_pass pass;
    adrop_pass_mean(&pass, ROWS, x, y);
    CHECK_EQ(adrop_dropout_forward(d, &pass), ADROP_OK);
    CHECK(!memcmp(x, y, sizeof x));
    adrop_pass_sample(&pass, 5, 0, ROWS, x, y);
    CHECK_EQ(adrop_dropout_forward(d, &pass), ADROP_OK);
    CHECK(memcmp(x, y, sizeof x) != 0);
    adrop_pass_sample(&pass, 5, 1, ROWS, x, other);
    CHECK_EQ(adrop_dropout_forward(d, &pass), ADROP_OK);
    CHECK(memcmp(y, other, sizeof y) != 0); /* another pass, other masks */
    adrop_dropout_free(d);
    adrop_dropout_free(NULL);
}

static void readings(void)
{
    adrop_dropout *d = make("advanced:mu=1,sigma=2");
    double pdf, cdf;

    adrop_moments m;
    adrop_dropout_moments(d, 0, 0, &m);
    CHECK_NEAR(m.mean, 0.64772644, 1e-6);
    CHECK_NEAR(m.variance, 0.08767866, 1e-6);
    CHECK_NEAR(adrop_dropout_rate(d), 1 - m.mean, 1e-12);
    CHECK_NEAR(m.mu, 1, 1e-6);
    adrop_dropout_density(d, 0, 0, 0.7310585786300049, &pdf, &cdf); /* sigmoid(1): the median */
    CHECK_NEAR(cdf, 0.5, 1e-6);
    CHECK_NEAR(pdf, 0.3989422804 / 2 / (0.7310585786 * 0.2689414214), 1e-5);
    adrop_dropout_density(d, 0, 0, 0.5, NULL, NULL);
    adrop_dropout_free(d);
    d = make("bernoulli:rate=0.25");
    CHECK_NEAR(adrop_dropout_rate(d), 0.25, 1e-12);
    CHECK_EQ(adrop_dropout_n_params(d), 0);
    CHECK(!adrop_dropout_replaces_product(d));
    adrop_dropout_free(d);
}

/* Of units that are not there nothing is said. */
static void units_end(void)
{
    adrop_dropout *d = make("bernoulli:rate=0.25");
    adrop_moments m;
    double pdf, cdf;

    CHECK(adrop_dropout_moments(d, UNITS - 1, 0, &m) && m.mean > 0);
    CHECK(!adrop_dropout_moments(d, UNITS, 0, &m));
    CHECK(m.mean == 0 && m.variance == 0);
    adrop_dropout_density(d, UNITS, 0, 0.5, &pdf, &cdf);
    CHECK(isnan(pdf) && isnan(cdf));
    adrop_dropout_free(d);
}

static void refusals(void)
{
    adrop_site site;
    adrop_site_dense(&site, ROWS, UNITS);
    adrop_dropout *d = make("bernoulli");
    adrop_pass pass;

    adrop_pass_train(&pass, 1, 0, ROWS + 1, x, y);
    CHECK_EQ(adrop_dropout_forward(d, &pass), ADROP_ESHAPE);
    pass.rows = ROWS;
    CHECK_EQ(adrop_dropout_backward(d, &pass), ADROP_EINVAL); /* no dy */
    pass.y = NULL;
    CHECK_EQ(adrop_dropout_forward(d, &pass), ADROP_EINVAL);
    pass.size = 0;
    CHECK_EQ(adrop_dropout_forward(d, &pass), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "adrop_pass");
    adrop_dropout_free(d);
    CHECK_EQ(adrop_dropout_create(ctx, "bernoulli:rate=2", &site, 1, &d), ADROP_EINVAL);
    CHECK(!d);
    CHECK_EQ(adrop_dropout_create(ctx, "dropconnect", &site, 1, &d), ADROP_ESHAPE);
    CHECK_HAS(adrop_ctx_message(ctx), "dense layer");
    site.size = 3;
    CHECK_EQ(adrop_dropout_create(ctx, "bernoulli", &site, 1, &d), ADROP_EINVAL);
}

/* What is loaded goes on like what was saved. */
static void save_and_load(void)
{
    static const char *const texts[] = { "advanced:unit=node", "concrete:unit=node", "bernoulli",
                                         "information", "soft-laplace" };

    for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) {
        adrop_dropout *a = make(texts[t]), *b = make(texts[t]);
        CHECK_WHERE("%s", texts[t]);
        for (uint32_t i = 0; i < 5; i++)
            step(a, i);
        CHECK_EQ(adrop_dropout_save(a, path), ADROP_OK);
        CHECK_EQ(adrop_dropout_load(b, path), ADROP_OK);
        step(a, 5);
        memcpy(other, y, sizeof y);
        step(b, 5);
        CHECK(!memcmp(other, y, sizeof y));
        CHECK(!memcmp(adrop_dropout_params(a), adrop_dropout_params(b),
                      adrop_dropout_n_params(a) * sizeof(float)));
        CHECK_NEAR(adrop_dropout_rate(a), adrop_dropout_rate(b), 0);
        adrop_dropout_free(a);
        adrop_dropout_free(b);
    }
}

/* The file at path with a value of its first tensor that is not finite. */
static void spoil_file(void)
{
    ad_tensorfile file;

    CHECK_EQ(ad_tensorfile_read(ctx, path, 1 << 20, &file), ADROP_OK);
    ((float *)(uintptr_t)file.tensors[0].values)[0] = NAN;
    CHECK_EQ(ad_tensorfile_write(ctx, path, file.tensors, file.n_tensors, file.texts, file.n_texts),
             ADROP_OK);
    ad_tensorfile_release(&file);
}

static void bad_files(void)
{
    adrop_dropout *a = make("advanced"), *b = make("advanced:mu=1"), *c = make("advanced");
    const size_t n = adrop_dropout_n_params(a);
    float *before = malloc(n * sizeof *before);

    CHECK_EQ(adrop_dropout_load(a, "/nonexistent"), ADROP_EIO);
    CHECK_EQ(adrop_dropout_save(a, "/nonexistent/file"), ADROP_EDISK);
    step(b, 0);
    CHECK_EQ(adrop_dropout_save(b, path), ADROP_OK);
    memcpy(before, adrop_dropout_params(a), n * sizeof *before);
    CHECK_EQ(adrop_dropout_load(a, path), ADROP_EFORMAT); /* another technique's */
    CHECK_HAS(adrop_ctx_message(ctx), "mu=1");
    CHECK_EQ(adrop_dropout_save(c, path), ADROP_OK);
    spoil_file();
    adrop_dropout_params(c)[3] = NAN; /* what could not be loaded is not saved: the file stays */
    CHECK_EQ(adrop_dropout_save(c, path), ADROP_ENUMERIC);
    CHECK_HAS(adrop_ctx_message(ctx), "not finite");
    CHECK_EQ(adrop_dropout_load(a, path), ADROP_ENUMERIC);
    CHECK_HAS(adrop_ctx_message(ctx), "not finite");
    CHECK(!memcmp(before, adrop_dropout_params(a), n * sizeof *before));
    free(before);
    adrop_dropout_free(a);
    adrop_dropout_free(b);
    adrop_dropout_free(c);
}

static void teardown(void)
{
    unlink(path);
    CHECK_EQ(rmdir(folder), 0);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(setup, phases, readings, units_end, refusals, save_and_load, bad_files, teardown)
