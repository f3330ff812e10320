/* The best mu and sigma of a pair for a target (pair_fit.h).
 *
 * The distance (transport.h) is a function of mu and sigma with several valleys. It is evaluated on
 * a grid of x = (mu / sqrt(1 + sigma^2), ln sigma): in these coordinates the Bernoulli limit, an
 * infinite sigma at a fixed ratio, is a straight line. Half of the grid has equal steps of x. The
 * other half puts r = 0 at equal steps of the seed's distribution function, since for a large sigma
 * the share of masks below 1/2 matters. The simplex method starts from the best three grid points
 * that are not neighbours, with the coarse rule, then from the best of these with the fine one. */
#include "dist/pair_fit.h"

#include <math.h>
#include <string.h>

#include "dist/minimize.h"

enum { GRID_SHIFTS = 21, GRID_QUANTILES = 19, GRID_SCALES = 13, STARTS = 3 };
enum { COARSE_CALLS = 300, FINE_CALLS = 400 };

static const double most_shift = 30, least_sigma = 1e-3, most_sigma = 1e4;
static const double grid_step[2] = { 0.6, 1.05 };

typedef struct fit {
    ad_transport *rule;
    const ad_map *map;
} fit;

static double sigma_of(const double x[2])
{
    return exp(x[1]);
}

static double mu_of(const double x[2])
{
    return x[0] * hypot(1, sigma_of(x));
}

static double distance_at(const double x[2], void *arg)
{
    const fit *f = arg;

    return ad_transport_distance(f->rule, f->map, mu_of(x), sigma_of(x));
}

/* ---- where to start ---- */

typedef struct place {
    int i, j; /* on the grid */
    double value;
} place;

static void grid_point(const ad_seed *seed, int i, int j, double x[2])
{
    x[1] = log(0.02) + grid_step[1] * j;
    if (i < GRID_SHIFTS) {
        x[0] = grid_step[0] * (i - GRID_SHIFTS / 2);
        return;
    }
    const double q = (double)(i - GRID_SHIFTS + 1) / (GRID_QUANTILES + 1), sigma = sigma_of(x);
    x[0] = -sigma * ad_seed_quantile(seed, q) / hypot(1, sigma);
}

static int neighbours(const place *a, const place *b)
{
    const int di = a->i - b->i, dj = a->j - b->j;

    return di >= -1 && di <= 1 && dj >= -1 && dj <= 1;
}

/* Insert p into the ordered list of the best if it is better than one of them and no neighbour of a
 * better one. */
static void consider(place best[STARTS], const place *p)
{
    int at = 0;

    while (at < STARTS && !(p->value < best[at].value))
        if (neighbours(p, &best[at++]))
            return;
    if (at == STARTS)
        return;
    int last = at; /* replaces a neighbour, or the worst */
    while (last < STARTS - 1 && !neighbours(p, &best[last]))
        last++;
    for (; last > at; last--)
        best[last] = best[last - 1];
    best[at] = *p;
}

static void scan(fit *f, place best[STARTS])
{
    for (int s = 0; s < STARTS; s++)
        best[s] = (place){ .i = -9, .j = -9, .value = INFINITY };
    for (int i = 0; i < GRID_SHIFTS + GRID_QUANTILES; i++)
        for (int j = 0; j < GRID_SCALES; j++) {
            double x[2];
            grid_point(f->rule->seed, i, j, x);
            consider(best, &(place){ i, j, distance_at(x, f) });
        }
}

/* ---- one pair ---- */

double ad_round_digits(double x, int digits)
{
    if (x == 0)
        return 0;
    const double unit = pow(10, digits - 1 - floor(log10(fabs(x))));
    return rint(x * unit) / unit;
}

/* Round mu and sigma where that is no worse: 0.5 for 0.49999999997, which would exclude a part of
 * the target's range and make the divergence infinite. */
static void tidy(fit *f, double distance, double *mu, double *sigma)
{
    for (int digits = 1; digits <= 12; digits++) {
        const double mus[] = { 0, ad_round_digits(*mu, digits), *mu };
        const double sigmas[] = { ad_round_digits(*sigma, digits), *sigma };
        for (int i = 0; i < 6; i++) {
            const double m = mus[i % 3], s = sigmas[i / 3];
            if (!(ad_transport_distance(f->rule, f->map, m, s) <= distance * (1 + 1e-8)))
                continue;
            *mu = m;
            *sigma = s;
            if (i < 2)
                return;
            break;
        }
    }
}

/* Distances and divergences are known to 1e-10; below, they are rounding. */
static double or_zero(double x)
{
    return x < 1e-10 ? 0 : x;
}

static int at_an_end(const ad_box *box, const double x[2])
{
    for (int i = 0; i < 2; i++)
        if (x[i] < box->low[i] + 1e-3 || x[i] > box->high[i] - 1e-3)
            return 1;
    return 0;
}

void ad_fit_pair(ad_transport *coarse, ad_transport *fine, const ad_map *map, adrop_ranked *out)
{
    const ad_box box = { { -most_shift, log(least_sigma) }, { most_shift, log(most_sigma) } };
    const double first[2] = { 0.5 * grid_step[0], 0.5 * grid_step[1] }, later[2] = { 0.02, 0.02 };
    fit f = { coarse, map };
    place start[STARTS];
    double best[2] = { 0 }, least = INFINITY;

    scan(&f, start);
    for (int s = 0; s < STARTS && isfinite(start[s].value); s++) {
        double x[2];
        grid_point(coarse->seed, start[s].i, start[s].j, x);
        const double value = ad_minimize(distance_at, &f, &box, first, COARSE_CALLS, x);
        if (value < least) {
            least = value;
            memcpy(best, x, sizeof best);
        }
    }
    f.rule = fine;
    least = ad_minimize(distance_at, &f, &box, later, FINE_CALLS, best);
    *out = (adrop_ranked){ .seed = fine->seed->name,
                           .map = map->name,
                           .mu = mu_of(best),
                           .sigma = sigma_of(best),
                           .at_limit = at_an_end(&box, best) };
    tidy(&f, least, &out->mu, &out->sigma);
    out->distance = or_zero(ad_transport_exact(fine, map, out->mu, out->sigma));
    const ad_family member = { fine->seed, map, out->mu, out->sigma };
    out->kl = NAN;
    if (!fine->unit_mean)
        out->kl = or_zero(fine->target->kind->kl(fine->target, &member, &out->kl_obstacle));
}
