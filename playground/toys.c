/* Sets of points in the plane, of two classes that take turns (inside.h):
 *
 *     moons     two half circles that reach into one another
 *     circles   a ring around a ring
 *     xor       four squares, opposite ones of one class
 *     spirals   two arms of one turn and a quarter
 *     clouds    two Gaussian clouds that overlap
 *
 * Every number has an address; sines and cosines are computed in double and rounded once, so that
 * a page and a program get the same points. */
#include <math.h>

#include "dist/special.h"
#include "inside.h"
#include "random/noise.h"

/* A point from two uniform numbers and its class. */
typedef void place_fn(double u, double v, int class, double *x, double *y);

static void place_moons(double u, double v, int class, double *x, double *y)
{
    const double c = cos(AD_PI * u), s = sin(AD_PI * u);

    (void)v;
    *x = ((class ? 1 - c : c) - 0.5) / 1.5;
    *y = ((class ? 0.5 - s : s) - 0.25) / 1.5 * 1.4;
}

static void place_circles(double u, double v, int class, double *x, double *y)
{
    const double radius = class ? 0.9 : 0.4;

    (void)v;
    *x = radius * cos(2 * AD_PI * u);
    *y = radius * sin(2 * AD_PI * u);
}

static void place_xor(double u, double v, int class, double *x, double *y)
{
    const double side = u < 0.5 ? -1 : 1, along = 2 * (u < 0.5 ? u : u - 0.5);

    *x = side * (0.08 + 0.87 * along);
    *y = (class ? side : -side) * (0.08 + 0.87 * v);
}

static void place_spirals(double u, double v, int class, double *x, double *y)
{
    const double turn = 2.5 * AD_PI * sqrt(0.04 + 0.96 * u) + (class ? AD_PI : 0);
    const double radius = 0.95 * sqrt(0.04 + 0.96 * u);

    (void)v;
    *x = radius * cos(turn);
    *y = radius * sin(turn);
}

static void place_clouds(double u, double v, int class, double *x, double *y)
{
    const double radius = 0.3 * sqrt(-2 * log1p(-u));

    *x = (class ? 0.35 : -0.35) + radius * cos(2 * AD_PI * v);
    *y = (class ? 0.25 : -0.25) + radius * sin(2 * AD_PI * v);
}

static const struct {
    const char *name;
    place_fn *place;
} toys[] = {
    { "moons", place_moons },     { "circles", place_circles }, { "xor", place_xor },
    { "spirals", place_spirals }, { "clouds", place_clouds },
};

enum { N_TOYS = sizeof toys / sizeof toys[0] };

const char *play_toy(size_t i)
{
    return i < N_TOYS ? toys[i].name : NULL;
}

void play_toy_fill(size_t toy, uint32_t seed, uint32_t part, double noise, size_t n, float *points,
                   uint8_t *classes)
{
    place_fn *place = toys[toy < N_TOYS ? toy : 0].place;

    for (size_t i = 0; i < n; i++) {
        const ad_address at = {
            .seed = seed, .row = (uint32_t)i, .step = part, .layer = 0xffff, .purpose = AD_FOR_SPLIT
        };
        ad_address more = at;
        float u[2], normal[2];
        double x, y;

        more.draw = 1;
        ad_noise_uniform_f32(&at, 0, 2, u);
        ad_noise_normal_f32(&more, 0, 2, normal);
        classes[i] = i % 2 != 0;
        place((double)u[0], (double)u[1], classes[i], &x, &y);
        points[2 * i] = (float)(x + noise * (double)normal[0]);
        points[2 * i + 1] = (float)(y + noise * (double)normal[1]);
    }
}
