/* A mapping and a seed in a shared object: the Gumbel distribution function exp(-exp(-r)) as
 * mapping, and Gumbel noise, -log(-log(u)), as seed.
 *
 *     cc -shared -fPIC curves.c $(pkg-config --cflags adrop) -o curves.so -lm
 *     adrop dist --map gumbel --seed-dist gumbel-noise --plugin ./curves.so
 *     adrop train --data digits --dropout advanced:map=gumbel --plugin ./curves.so */
#include <adrop/dist.h>
#include <math.h>

const adrop_curve_table *adrop_plugin_map(size_t i);
const adrop_curve_table *adrop_plugin_seed(size_t i);

static void gumbel(const void *self, size_t n, const double *r, double *value, double *slope)
{
    (void)self;
    for (size_t i = 0; i < n; i++) {
        const double t = exp(-fmax(r[i], -6));

        value[i] = exp(-t);
        if (slope)
            slope[i] = t * value[i];
    }
}

static void noise(const void *self, size_t n, const double *u, double *value, double *slope)
{
    (void)self;
    for (size_t i = 0; i < n; i++) {
        const double l = log(u[i]);

        value[i] = -log(-l);
        if (slope)
            slope[i] = -1 / (u[i] * l);
    }
}

static const adrop_curve_table map_table = {
    .size = sizeof map_table, .name = "gumbel", .summary = "exp(-exp(-r))", .at = gumbel
};

static const adrop_curve_table seed_table = { .size = sizeof seed_table,
                                              .name = "gumbel-noise",
                                              .summary = "-log(-log(u)), variance pi^2/6",
                                              .at = noise };

const adrop_curve_table *adrop_plugin_map(size_t i)
{
    return i == 0 ? &map_table : NULL;
}

const adrop_curve_table *adrop_plugin_seed(size_t i)
{
    return i == 0 ? &seed_table : NULL;
}
