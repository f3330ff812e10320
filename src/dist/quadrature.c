/* Adaptive Gauss-Kronrod quadrature.
 *
 * A panel is estimated by Kronrod's 15 points, which contain Gauss's 7; the two
 * estimates differ by d. As in QUADPACK (Piessens and others, 1983), the error of
 * the better one is taken as s min(1, (200 d / s)^1.5), where s is the integral of
 * |f - its mean| over the panel. The worst panel is halved until the sum of the
 * errors is small enough or there are MOST_PANELS. */
#include "dist/quadrature.h"

#include <float.h>
#include <math.h>

enum { MOST_PANELS = 256, HALF = 7 };

typedef struct panel {
    double a, b;
    double value;     /* of the integral over it */
    double magnitude; /* of the integral of |f| */
    double error;
} panel;

/* Points from the outermost to the middle; every second is Gauss'. */
static const double point[HALF + 1] = {
    0.99145537112081263921, 0.94910791234275852453, 0.86486442335976907279, 0.74153118559939443986,
    0.58608723546769113029, 0.40584515137739716691, 0.2077849550078984676,  0,
};
static const double kronrod[HALF + 1] = {
    0.022935322010529224964, 0.063092092629978553291, 0.10479001032225018384,
    0.14065325971552591875,  0.16900472663926790283,  0.19035057806478540991,
    0.20443294007529889241,  0.20948214108472782801,
};
static const double gauss[HALF + 1] = {
    0, 0.12948496616886969327, 0, 0.2797053914892766679,
    0, 0.38183005050511894495, 0, 0.41795918367346938776,
};

static panel estimate(ad_integrand *f, void *arg, double a, double b)
{
    const double middle = 0.5 * (a + b), half = 0.5 * (b - a);
    double low[HALF + 1], high[HALF + 1];
    double k = 0, g = 0, magnitude = 0, spread = 0;

    for (int i = 0; i <= HALF; i++) {
        low[i] = f(middle - half * point[i], arg);
        high[i] = i < HALF ? f(middle + half * point[i], arg) : 0;
        k += kronrod[i] * (low[i] + high[i]);
        g += gauss[i] * (low[i] + high[i]);
        magnitude += kronrod[i] * (fabs(low[i]) + fabs(high[i]));
    }
    for (int i = 0; i <= HALF; i++) {
        spread += kronrod[i] * fabs(low[i] - 0.5 * k);
        spread += i < HALF ? kronrod[i] * fabs(high[i] - 0.5 * k) : 0;
    }

    const double d = fabs(k - g), ratio = spread > 0 ? 200 * d / spread : 0;
    const double error = ratio < 1 ? spread * ratio * sqrt(ratio) : fmax(d, spread);
    return (panel){ a, b, half * k, half * magnitude, half * error };
}

size_t ad_break_insert(double *breaks, size_t n, double x)
{
    if (!(x > breaks[0] && x < breaks[n - 1]))
        return n;

    size_t i = n;
    for (; breaks[i - 1] > x; i--)
        breaks[i] = breaks[i - 1];
    breaks[i] = x;
    return n + 1;
}

double ad_integrate(ad_integrand *f, void *arg, const double *breaks, size_t n_breaks,
                    double tolerance)
{
    panel panels[MOST_PANELS];
    size_t n = 0;

    for (size_t i = 0; i + 1 < n_breaks && n < MOST_PANELS; i++)
        if (breaks[i] < breaks[i + 1])
            panels[n++] = estimate(f, arg, breaks[i], breaks[i + 1]);

    for (;;) {
        double value = 0, magnitude = 0, error = 0;
        size_t worst = 0;
        for (size_t i = 0; i < n; i++) {
            value += panels[i].value;
            magnitude += panels[i].magnitude;
            error += panels[i].error;
            if (panels[i].error > panels[worst].error)
                worst = i;
        }
        if (n == 0 || n == MOST_PANELS || !isfinite(magnitude) || error <= tolerance * magnitude)
            return value;

        const double a = panels[worst].a, b = panels[worst].b, middle = 0.5 * (a + b);
        if (middle - a <= 4 * DBL_EPSILON * fmax(fabs(a), fabs(b)) || b - a < DBL_MIN) {
            panels[worst].error = 0; /* too narrow to halve: leave it */
            continue;
        }
        panels[worst] = estimate(f, arg, a, middle);
        panels[n++] = estimate(f, arg, middle, b);
    }
}

const double ad_panel_point[AD_PANEL_POINTS] = {
    0.01985507175123188416, 0.10166676129318663020, 0.23723379504183550709, 0.40828267875217509753,
    0.59171732124782490247, 0.76276620495816449291, 0.89833323870681336980, 0.98014492824876811584,
};
const double ad_panel_weight[AD_PANEL_POINTS] = {
    0.05061426814518812958, 0.11119051722668723527, 0.15685332293894364367, 0.18134189168918099148,
    0.18134189168918099148, 0.15685332293894364367, 0.11119051722668723527, 0.05061426814518812958,
};
