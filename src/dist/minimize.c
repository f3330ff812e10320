/* The simplex method of Nelder and Mead (Computer Journal 7, 1965) in two variables: reflect the
 * worst corner through the middle of the other two, go twice as far if that is the best so far,
 * half as far if it is still the worst, and shrink towards the best corner if nothing helps.
 * Corners are clamped to the box. When the simplex is tiny, a new one, a third as large as the
 * last, starts at its best corner, until a new one gains nothing: sums of absolute values have
 * kinks, where a single simplex gets stuck. */
#include "dist/minimize.h"

#include <math.h>

enum { CORNERS = 3 };

typedef struct corner {
    double x[2], value;
} corner;

typedef struct search {
    ad_surface *f;
    void *arg;
    const ad_box *box;
    int calls; /* left */
    corner at[CORNERS];
} search;

static corner evaluate(search *s, double x0, double x1)
{
    corner c = { .x = { x0, x1 }, .value = INFINITY };

    for (int i = 0; i < 2; i++)
        c.x[i] = fmin(fmax(c.x[i], s->box->low[i]), s->box->high[i]);
    if (s->calls-- > 0) {
        const double value = s->f(c.x, s->arg);
        c.value = isnan(value) ? INFINITY : value;
    }
    return c;
}

static void sort(corner *at)
{
    for (int i = 1; i < CORNERS; i++)
        for (int j = i; j > 0 && at[j].value < at[j - 1].value; j--) {
            const corner c = at[j];
            at[j] = at[j - 1];
            at[j - 1] = c;
        }
}

/* The point at t on the line from the worst corner through the middle of the others. */
static corner along(search *s, double t)
{
    double x[2];

    for (int i = 0; i < 2; i++) {
        const double middle = 0.5 * (s->at[0].x[i] + s->at[1].x[i]);
        x[i] = s->at[2].x[i] + t * (middle - s->at[2].x[i]);
    }
    return evaluate(s, x[0], x[1]);
}

static void improve(search *s)
{
    corner next = along(s, 2);

    if (next.value < s->at[0].value) {
        const corner further = along(s, 3);
        if (further.value < next.value)
            next = further;
    } else if (!(next.value < s->at[1].value)) {
        const corner nearer = along(s, next.value < s->at[2].value ? 1.5 : 0.5);
        if (nearer.value < next.value)
            next = nearer;
    }
    if (next.value < s->at[2].value) {
        s->at[2] = next;
        return;
    }
    for (int j = 1; j < CORNERS; j++)
        s->at[j] = evaluate(s, 0.5 * (s->at[j].x[0] + s->at[0].x[0]),
                            0.5 * (s->at[j].x[1] + s->at[0].x[1]));
}

/* The size of the simplex in units of the first steps. */
static double extent(const search *s, const double step[2])
{
    double most = 0;

    for (int j = 1; j < CORNERS; j++)
        for (int i = 0; i < 2; i++)
            most = fmax(most, fabs(s->at[j].x[i] - s->at[0].x[i]) / step[i]);
    return most;
}

/* From s->at[0] on, with first steps of `scale` times step. */
static void descend(search *s, const double step[2], double scale)
{
    const corner from = s->at[0];

    for (int i = 0; i < 2; i++) {
        double x[2] = { from.x[0], from.x[1] };
        x[i] += x[i] + scale * step[i] <= s->box->high[i] ? scale * step[i] : -scale * step[i];
        s->at[1 + i] = evaluate(s, x[0], x[1]);
    }
    sort(s->at);
    while (s->calls > 0 && extent(s, step) > 1e-7 * scale) {
        improve(s);
        sort(s->at);
    }
}

double ad_minimize(ad_surface *f, void *arg, const ad_box *box, const double step[2], int calls,
                   double x[2])
{
    search s = { .f = f, .arg = arg, .box = box, .calls = calls };
    double before, scale = 1;

    s.at[0] = evaluate(&s, x[0], x[1]);
    do {
        before = s.at[0].value;
        descend(&s, step, scale);
        scale /= 3;
    } while (s.calls > 0 && (s.at[0].value < before - 1e-9 * fabs(before) || scale > 0.1));
    x[0] = s.at[0].x[0];
    x[1] = s.at[0].x[1];
    return s.at[0].value;
}
