/* A user's function at one number (curve.h). */
#include "dist/curve.h"

#include <math.h>

ad_jet ad_curve_at(const ad_curve *c, double x, double rest, unsigned long long *branch)
{
    if (c->is_formula)
        return ad_formula_at(&c->program, x, rest, branch);

    /* inside (0, 1) for a quantile function */
    const double room = c->variable == 'u' ? fmin(x, rest) : 1 + fabs(x);
    const double h = 1e-5 * room, at[3] = { x, x - h, x + h };
    double value[3], slope[3];
    if (branch)
        *branch = 0;
    c->table.at(c->table.self, 3, at, value, slope);
    return (ad_jet){ value[0], slope[0], (slope[2] - slope[1]) / (2 * h) };
}
