/* Jacobi rotations (1846), row by row, until all elements off the diagonal vanish. */
#include "transform/text_eigen.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { SWEEPS = 40 };

/* Rotate rows and columns p and q so that a[p][q] becomes 0. */
static void rotate(double *a, double *v, size_t k, size_t p, size_t q)
{
    const double apq = a[p * k + q];
    const double theta = (a[q * k + q] - a[p * k + p]) / (2 * apq);
    const double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    const double c = 1 / sqrt(t * t + 1), s = t * c;

    for (size_t i = 0; i < k; i++) {
        const double x = a[i * k + p], y = a[i * k + q];
        a[i * k + p] = c * x - s * y;
        a[i * k + q] = s * x + c * y;
    }
    for (size_t i = 0; i < k; i++) {
        const double x = a[p * k + i], y = a[q * k + i];
        a[p * k + i] = c * x - s * y;
        a[q * k + i] = s * x + c * y;
    }
    for (size_t i = 0; i < k; i++) {
        const double x = v[i * k + p], y = v[i * k + q];
        v[i * k + p] = c * x - s * y;
        v[i * k + q] = s * x + c * y;
    }
}

/* One sweep; returns how many rotations it took. */
static size_t sweep(double *a, double *v, size_t k)
{
    size_t turned = 0;

    for (size_t p = 0; p < k; p++)
        for (size_t q = p + 1; q < k; q++) {
            const double least = DBL_EPSILON * sqrt(fabs(a[p * k + p]) * fabs(a[q * k + q]));
            if (fabs(a[p * k + q]) <= least || fabs(a[p * k + q]) < DBL_MIN)
                continue;
            rotate(a, v, k, p, q);
            turned++;
        }
    return turned;
}

static void swap_columns(double *v, size_t k, size_t a, size_t b)
{
    for (size_t i = 0; i < k; i++) {
        const double x = v[i * k + a];
        v[i * k + a] = v[i * k + b];
        v[i * k + b] = x;
    }
}

void ad_eigen(double *a, size_t k, double *values, double *vectors)
{
    memset(vectors, 0, k * k * sizeof *vectors);
    for (size_t i = 0; i < k; i++)
        vectors[i * k + i] = 1;
    for (int i = 0; i < SWEEPS && sweep(a, vectors, k); i++)
        ;
    for (size_t i = 0; i < k; i++)
        values[i] = a[i * k + i];
    for (size_t i = 0; i < k; i++) {
        size_t most = i;
        for (size_t j = i + 1; j < k; j++)
            if (values[j] > values[most])
                most = j;
        const double x = values[i];
        values[i] = values[most];
        values[most] = x;
        if (most != i)
            swap_columns(vectors, k, i, most);
    }
}
