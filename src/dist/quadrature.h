/* Integrals of one variable. */
#ifndef AD_DIST_QUADRATURE_H
#define AD_DIST_QUADRATURE_H

#include <stddef.h>

typedef double ad_integrand(double x, void *arg);

/* Integral of f from breaks[0] to breaks[n_breaks - 1], all finite and in
 * ascending order (equal neighbours are fine), to about `tolerance` times the
 * integral of |f|. Put a break wherever f or a derivative jumps, and enough of them
 * that no feature of f hides between fifteen points of a panel. f is never called
 * at a break. The result is not finite if a value of f is not. */
double ad_integrate(ad_integrand *f, void *arg, const double *breaks, size_t n_breaks,
                    double tolerance);

/* Insert x into n ascending breaks if it lies between the first and the last; returns
 * their number, n or n + 1. The array must have room. */
size_t ad_break_insert(double *breaks, size_t n, double x);

/* The eight Gauss points on [0, 1] with their weights: a rule for one panel. */
enum { AD_PANEL_POINTS = 8 };
extern const double ad_panel_point[AD_PANEL_POINTS], ad_panel_weight[AD_PANEL_POINTS];

#endif
