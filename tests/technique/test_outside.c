/* Techniques from outside: a table becomes a technique that is drawn, scaled, differentiated and
 * described as built-in ones are; the checks pass for it and for the built-in techniques that they
 * suit, and notice tables that are wrong in the usual ways. */
#include <math.h>

#include "adrop/technique.h"
#include "bed.h"
#include "technique/outside.h"

typedef struct {
    double power;
} settings;

static const adrop_option options[] = { { .name = "power",
                                          .kind = ADROP_OPT_REAL,
                                          .offset = offsetof(settings, power),
                                          .fallback = 2,
                                          .max = 1000,
                                          .open = ADROP_OPEN_MIN,
                                          .help = "the larger, the less noise" },
                                        { 0 } };

static void mask(const void *self, size_t n, const double *u, double *m)
{
    for (size_t i = 0; i < n; i++)
        m[i] = pow(u[i], 1 / ((const settings *)self)->power);
}

static void moments(const void *self, double *mean, double *variance)
{
    const double a = ((const settings *)self)->power;

    *mean = a / (a + 1);
    *variance = a / ((a + 1) * (a + 1) * (a + 2));
}

static void distribution(const void *self, double m, double *pdf, double *cdf)
{
    const double a = ((const settings *)self)->power;

    *pdf = m > 0 && m < 1 ? a * pow(m, a - 1) : 0;
    *cdf = m <= 0 ? 0 : m < 1 ? pow(m, a) : 1;
}

static void biased_mean(const void *self, double *mean, double *variance)
{
    moments(self, mean, variance);
    *mean *= 1.003;
}

static void wide(const void *self, double *mean, double *variance)
{
    moments(self, mean, variance);
    *variance *= 1.02;
}

static void other_distribution(const void *self, double m, double *pdf, double *cdf)
{
    distribution(self, m, pdf, cdf);
    *cdf = m <= 0 ? 0 : m < 1 ? m : 1;
}

static const adrop_technique_table power = { .size = sizeof power,
                                             .name = "power",
                                             .summary = "powers of uniform numbers",
                                             .options = options,
                                             .settings_size = sizeof(settings),
                                             .mask = mask,
                                             .moments = moments,
                                             .distribution = distribution };

static int passes(adrop_ctx *ctx, const char *text)
{
    adrop_conformance found[ADROP_CONFORMANCE_CHECKS];
    size_t n;
    int passed = 1;

    CHECK_WHERE("%s", text);
    CHECK_EQ(adrop_technique_conform(ctx, text, found, &n), ADROP_OK);
    CHECK_EQ(n, ADROP_CONFORMANCE_CHECKS);
    for (size_t i = 0; i < n; i++)
        passed = passed && found[i].passed;
    return passed;
}

static void registered(void)
{
    adrop_ctx *ctx = bed_plain_context(2), *other = bed_plain_context(1);
    adrop_technique_table t = power;
    adrop_technique_info info;
    char full[256];
    size_t index;

    CHECK_EQ(adrop_technique_check(ctx, "power", NULL, NULL, 0), ADROP_ENOENT);
    CHECK_EQ(adrop_technique_register(ctx, &power), ADROP_OK);
    CHECK_EQ(adrop_technique_register(ctx, &power), ADROP_EEXIST);
    CHECK_EQ(adrop_technique_check(ctx, "power:power=3,mask=channel", &index, full, sizeof full),
             ADROP_OK);
    CHECK(!strcmp(full, "power:power=3,mask=channel"));
    CHECK_EQ(index, adrop_technique_count());
    CHECK(adrop_technique_known(ctx, index, &info) && !strcmp(info.name, "power"));
    CHECK(!adrop_technique_known(ctx, index + 1, &info) && !adrop_technique_at(index, &info));
    CHECK_EQ(adrop_technique_check(ctx, "power:powr=3", NULL, NULL, 0), ADROP_ENOENT);
    CHECK_HAS(adrop_ctx_message(ctx), "did you mean 'power'");
    CHECK_EQ(adrop_technique_check(other, "power", NULL, NULL, 0), ADROP_ENOENT);
    CHECK_EQ(ad_outside_inherit(other, ctx), ADROP_OK);
    CHECK_EQ(adrop_technique_check(other, "power", NULL, NULL, 0), ADROP_OK);
    t.name = "Power";
    CHECK_EQ(adrop_technique_register(ctx, &t), ADROP_EINVAL);
    t.name = "bernoulli";
    CHECK_EQ(adrop_technique_register(ctx, &t), ADROP_EEXIST);
    t.name = "lacking";
    t.moments = NULL;
    CHECK_EQ(adrop_technique_register(ctx, &t), ADROP_EINVAL);
    adrop_ctx_free(ctx);
    adrop_ctx_free(other);
}

static void conforms(void)
{
    adrop_ctx *ctx = bed_plain_context(2);
    adrop_technique_table t = power;
    adrop_conformance found[ADROP_CONFORMANCE_CHECKS];
    size_t n;

    CHECK_EQ(adrop_technique_register(ctx, &power), ADROP_OK);
    static const char *const good[] = { "power",          "power:power=0.5",
                                        "power:power=10", "bernoulli:rate=0.3",
                                        "uniform",        "continuous",
                                        "gaussian" };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CHECK(passes(ctx, good[i]));
    t.name = "biased", t.moments = biased_mean;
    CHECK_EQ(adrop_technique_register(ctx, &t), ADROP_OK);
    CHECK(!passes(ctx, "biased"));
    t.name = "wide", t.moments = wide;
    CHECK_EQ(adrop_technique_register(ctx, &t), ADROP_OK);
    CHECK(!passes(ctx, "wide"));
    t = power;
    t.name = "other", t.distribution = other_distribution;
    CHECK_EQ(adrop_technique_register(ctx, &t), ADROP_OK);
    CHECK(!passes(ctx, "other"));
    CHECK_EQ(adrop_technique_conform(ctx, "advanced", found, &n), ADROP_EINVAL);
    CHECK_EQ(adrop_technique_conform(ctx, "advancd", found, &n), ADROP_ENOENT);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(registered, conforms)
