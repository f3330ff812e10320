/* A technique in a shared object: masks m = u^(1 / power), a beta(power, 1) distribution on [0, 1].
 *
 *     cc -shared -fPIC power.c $(pkg-config --cflags adrop) -o power.so -lm
 *     adrop check-technique power:power=3 --plugin ./power.so
 *     adrop train --data digits --dropout power:power=3 --plugin ./power.so */
#include <adrop/technique.h>
#include <math.h>

typedef struct {
    double power;
} power_settings;

static const adrop_option power_options[] = { { .name = "power",
                                                .kind = ADROP_OPT_REAL,
                                                .offset = offsetof(power_settings, power),
                                                .fallback = 2,
                                                .max = 1000,
                                                .open = ADROP_OPEN_MIN,
                                                .help = "the larger, the less noise" },
                                              { 0 } };

static void power_mask(const void *self, size_t n, const double *u, double *m)
{
    const double exponent = 1 / ((const power_settings *)self)->power;

    for (size_t i = 0; i < n; i++)
        m[i] = pow(u[i], exponent);
}

static void power_moments(const void *self, double *mean, double *variance)
{
    const double a = ((const power_settings *)self)->power;

    *mean = a / (a + 1);
    *variance = a / ((a + 1) * (a + 1) * (a + 2));
}

static void power_distribution(const void *self, double m, double *pdf, double *cdf)
{
    const double a = ((const power_settings *)self)->power;

    *pdf = m > 0 && m < 1 ? a * pow(m, a - 1) : 0;
    *cdf = m <= 0 ? 0 : m < 1 ? pow(m, a) : 1;
}

static const char *const power_examples[] = { "power", "power:power=0.5", NULL };

static const adrop_technique_table power_table = {
    .size = sizeof power_table,
    .name = "power",
    .summary = "powers of uniform numbers",
    .reference = "an example",
    .options = power_options,
    .settings_size = sizeof(power_settings),
    .examples = power_examples,
    .mask = power_mask,
    .moments = power_moments,
    .distribution = power_distribution,
};

const adrop_technique_table *adrop_plugin(size_t i);

const adrop_technique_table *adrop_plugin(size_t i)
{
    return i == 0 ? &power_table : NULL;
}
