/* The simplex search: valleys, kinks, boxes, flat and broken functions. */
#include "dist/minimize.h"

#include "check.h"

static const ad_box wide = { { -10, -10 }, { 10, 10 } };
static const double step[2] = { 0.5, 0.5 };

typedef struct probe {
    const ad_box *box;
    int calls, outside;
    double x[2];
} probe;

static void note(probe *p, const double x[2])
{
    p->calls++;
    for (int i = 0; i < 2; i++)
        p->outside += !(x[i] >= p->box->low[i] && x[i] <= p->box->high[i]);
}

static double rosenbrock(const double x[2], void *arg)
{
    const double a = 1 - x[0], b = x[1] - x[0] * x[0];

    note(arg, x);
    return a * a + 100 * b * b;
}

/* A cone that is not round: no derivative at its tip. */
static double cone(const double x[2], void *arg)
{
    note(arg, x);
    return fabs(x[0] - 1.25) + 3 * fabs(x[1] + 0.5 * x[0]) + fabs(x[0] + x[1] - 0.625);
}

static double slope(const double x[2], void *arg)
{
    note(arg, x);
    return -x[0] + 0.1 * (x[1] - 2) * (x[1] - 2);
}

static double flat(const double x[2], void *arg)
{
    note(arg, x);
    return 1;
}

static double broken(const double x[2], void *arg)
{
    note(arg, x);
    return x[0] < 0 ? NAN : x[0] + x[1] * x[1];
}

static double go(ad_surface *f, probe *p, const ad_box *box, int calls, double x0, double x1)
{
    *p = (probe){ .box = box, .x = { x0, x1 } };
    const double value = ad_minimize(f, p, box, step, calls, p->x);
    CHECK_EQ(p->outside, 0);
    CHECK(p->calls <= calls);
    return value;
}

static void finds_the_bottom(void)
{
    static const ad_box narrow = { { -1, -1 }, { 0.5, 1 } };
    probe p;

    CHECK(go(rosenbrock, &p, &wide, 2000, -1.2, 1) < 1e-12);
    CHECK_NEAR(p.x[0], 1, 1e-6);
    CHECK(go(cone, &p, &wide, 2000, -7, 4) < 1e-6);
    CHECK_NEAR(p.x[0], 1.25, 1e-6);
    CHECK_NEAR(p.x[1], -0.625, 1e-6);
    CHECK_NEAR(go(slope, &p, &wide, 2000, 0, 0), -10, 1e-8); /* on the border */
    CHECK_NEAR(p.x[1], 2, 1e-3);
    CHECK_NEAR(go(rosenbrock, &p, &narrow, 2000, 0, 0), 0.25, 1e-8); /* the best that the box has */
    CHECK_NEAR(p.x[1], 0.25, 1e-4);
}

static void ends_in_any_case(void)
{
    probe p;

    CHECK(go(flat, &p, &wide, 2000, 3, 3) == 1);
    CHECK(p.calls < 500);
    CHECK(go(broken, &p, &wide, 2000, 4, 4) < 1e-3);
    CHECK(p.x[0] >= 0);
    CHECK(go(rosenbrock, &p, &wide, 5, -1.2, 1) <= 24.2 + 1e-9); /* never worse than the start */
    CHECK(isinf(go(rosenbrock, &p, &wide, 0, 0, 0)));
}

static void repeats(void)
{
    probe a, b;

    CHECK(go(cone, &a, &wide, 400, -7, 4) == go(cone, &b, &wide, 400, -7, 4));
    CHECK(a.x[0] == b.x[0] && a.x[1] == b.x[1] && a.calls == b.calls);
}

CHECK_MAIN(finds_the_bottom, ends_in_any_case, repeats)
