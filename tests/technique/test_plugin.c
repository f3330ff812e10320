/* Plug-in techniques: a table becomes a technique that is drawn, scaled, differentiated and
 * described like built-in ones; the conformance suite passes for it and for built-in techniques,
 * and detects tables with common defects. */
#include <math.h>

#include "adrop/technique.h"
#include "fixture.h"
#include "technique/plugin.h"

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

/* Does every check pass; or, if it is not NULL, fails the one of that name? */
static int passes(adrop_ctx *ctx, const char *text, const char *failing)
{
    adrop_conformance found[ADROP_CONFORMANCE_CHECKS];
    size_t n, failed = 0, named = 0;

    CHECK_WHERE("%s", text);
    CHECK_EQ(adrop_technique_conform(ctx, text, found, &n), ADROP_OK);
    CHECK(n >= 14 && n <= ADROP_CONFORMANCE_CHECKS);
    for (size_t i = 0; i < n; i++) {
        failed += !found[i].passed;
        named += failing && !found[i].passed && !strcmp(found[i].check, failing);
    }
    return failing ? named == 1 : failed == 0;
}

static void registered(void)
{
    adrop_ctx *ctx = bed_plain_context(2), *other = bed_plain_context(1);
    adrop_technique_table t = power;
    adrop_technique_info info;
    const char *full;
    size_t index;

    CHECK_EQ(adrop_technique_check(ctx, "power", NULL, NULL), ADROP_ENOENT);
    CHECK_EQ(adrop_technique_register(ctx, &power), ADROP_OK);
    CHECK_EQ(adrop_technique_register(ctx, &power), ADROP_EEXIST);
    CHECK_EQ(adrop_technique_check(ctx, "power:power=3,mask=channel", &index, &full), ADROP_OK);
    CHECK(!strcmp(full, "power:power=3,mask=channel"));
    CHECK_EQ(index, adrop_technique_count());
    CHECK(adrop_technique_known(ctx, index, &info) && !strcmp(info.name, "power"));
    CHECK(!adrop_technique_known(ctx, index + 1, &info) && !adrop_technique_at(index, &info));
    CHECK_EQ(adrop_technique_check(ctx, "power:powr=3", NULL, NULL), ADROP_ENOENT);
    CHECK_HAS(adrop_ctx_message(ctx), "did you mean 'power'");
    CHECK_EQ(adrop_technique_check(other, "power", NULL, NULL), ADROP_ENOENT);
    adrop_ctx_free(other);
    CHECK_EQ(ad_plugin_context(ctx, 1, NULL, NULL, &other), ADROP_OK);
    CHECK_EQ(adrop_technique_check(other, "power", NULL, NULL), ADROP_OK);
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

static size_t calls;

static void keeps_state(const void *self, size_t n, const double *u, double *m)
{
    mask(self, n, u, m);
    if (++calls % 2)
        m[0] = 1;
}

static void conforms(void)
{
    adrop_ctx *ctx = bed_plain_context(2);
    adrop_conformance found[ADROP_CONFORMANCE_CHECKS];
    size_t n;

    CHECK_EQ(adrop_technique_register(ctx, &power), ADROP_OK);
    static const char *const good[] = { "power",    "power:power=10", "bernoulli:rate=0.3",
                                        "uniform",  "advanced",       "dropconnect",
                                        "dropblock" };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CHECK(passes(ctx, good[i], NULL));
    CHECK_EQ(adrop_technique_conform(ctx, "advancd", found, &n), ADROP_ENOENT);
    adrop_ctx_free(ctx);
}

static void wrong_tables_are_noticed(void)
{
    static const struct {
        const char *check;
        adrop_technique_table t;
    } wrong[] = {
        { "mean of the masks, standard errors", { .mask = mask, .moments = biased_mean } },
        { "variance of the masks, standard errors", { .mask = mask, .moments = wide } },
        { "distance of the distributions",
          { .mask = mask, .moments = moments, .distribution = other_distribution } },
        { "numbers that change at the same address", { .mask = keeps_state, .moments = moments } },
    };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        adrop_ctx *ctx = bed_plain_context(1);
        adrop_technique_table t = power;
        t.mask = wrong[i].t.mask;
        t.moments = wrong[i].t.moments;
        if (wrong[i].t.distribution)
            t.distribution = wrong[i].t.distribution;
        CHECK_EQ(adrop_technique_register(ctx, &t), ADROP_OK);
        CHECK_WHERE("%s", wrong[i].check);
        CHECK(passes(ctx, "power", wrong[i].check));
        adrop_ctx_free(ctx);
    }
}

CHECK_MAIN(registered, conforms, wrong_tables_are_noticed)
