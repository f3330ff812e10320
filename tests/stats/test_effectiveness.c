/* The paper's effectiveness ratios from its own tables (accuracies of `results`, seconds per epoch
 * of `trainingtime`), to their known digits; and edge cases. */
#include "adrop/stats.h"
#include "check.h"

enum { BERNOULLI, ADVANCED = 10, ROWS };

typedef struct {
    const char *name;
    double a0, t0, a[ROWS], t[ROWS];
    double s1, s1_norm, s2, s2_norm; /* of advanced */
    int rank_1, rank_2;
    double best_2; /* the largest s2 */
} table;

/* bernoulli, gaussian, uniform, concrete, variational, beta, continuous, information,
 * soft-gaussian, soft-laplace, advanced */
static const table tables[] = {
    { "MNIST",
      98.23,
      3.95,
      { 98.46, 98.45, 98.50, 98.45, 98.46, 98.62, 98.45, 98.22, 98.64, 98.70, 98.89 },
      { 4.00, 9.45, 4.22, 4.55, 5.47, 15.15, 4.55, 4.93, 6.15, 5.52, 6.87 },
      0.9740,
      0.720,
      0.0091,
      0.051,
      6,
      6,
      0.185 },
    { "CIFAR-10 VGG",
      93.86,
      18.34,
      { 93.81, 93.83, 93.82, 93.79, 93.81, 93.95, 93.86, 93.88, 93.97, 93.95, 94.28 },
      { 23.32, 24.69, 20.87, 20.57, 20.89, 24.27, 19.81, 22.52, 21.25, 22.01, 21.08 },
      1.1232,
      1,
      0.0300,
      1,
      1,
      1,
      0.0300 },
    { "Caltech VGG",
      63.87,
      127.74,
      { 64.76, 64.47, 64.43, 63.79, 64.46, 64.84, 64.69, 64.11, 63.80, 64.60, 65.09 },
      { 127.77, 148.12, 136.59, 128.62, 128.27, 221.21, 132.48, 127.96, 138.53, 135.81, 163.28 },
      1.3566,
      0.876,
      0.0687,
      0.004,
      3,
      7,
      59.33 },
};

static int rank_of(const double *s, int row)
{
    int rank = 1;

    for (int i = 0; i < ROWS; i++)
        rank += s[i] > s[row];
    return rank;
}

static void tables_of_the_paper(void)
{
    for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++) {
        const table *c = &tables[k];
        double s1[ROWS], s2[ROWS], norm_1[ROWS], norm_2[ROWS], best = -INFINITY;
        adrop_effectiveness(ROWS, c->a, c->t, c->a0, c->t0, s1, s2, norm_1, norm_2);
        for (int i = 0; i < ROWS; i++)
            best = fmax(best, s2[i]);
        CHECK_WHERE("%s", c->name);
        CHECK_NEAR(s1[ADVANCED], c->s1, 0.5e-4);
        CHECK_NEAR(norm_1[ADVANCED], c->s1_norm, 0.5e-3);
        CHECK_NEAR(s2[ADVANCED], c->s2, 0.5e-4);
        CHECK_NEAR(norm_2[ADVANCED], c->s2_norm, 0.5e-3);
        CHECK_EQ(rank_of(s1, ADVANCED), c->rank_1);
        CHECK_EQ(rank_of(s2, ADVANCED), c->rank_2);
        CHECK_NEAR(best / c->best_2, 1, 3e-3);
        CHECK(c->rank_2 == 1 || s2[BERNOULLI] == best);
    }
}

/* Row 0 is as fast as no dropout, row 1 faster, row 2 the baseline itself as NaN. */
static void odd_cases(void)
{
    const double a[] = { 91, 92, NAN, 91, 93 }, t[] = { 10, 9, NAN, 11, 12 };
    double s1[5], s2[5], norm_1[5], norm_2[5];

    adrop_effectiveness(5, a, t, 90, 10, s1, s2, norm_1, norm_2);
    CHECK_CLOSE(s1[0], 2 / (1 + exp(-1)), 1e-15);
    CHECK_CLOSE(s1[1], (1 + exp(0.1)) / (1 + exp(-2)), 1e-15);
    CHECK(isnan(s2[0]) && isnan(s2[1]) && isnan(s2[2]) && isnan(s1[2]));
    CHECK(isnan(norm_2[0]) && isnan(norm_1[2]));
    CHECK_CLOSE(s2[3], 1 / 90.0 / 0.1, 1e-14);
    CHECK(norm_2[3] == 0 && norm_2[4] == 1);
    CHECK(norm_1[3] == 0 && norm_1[1] > 0 && norm_1[1] <= 1);

    adrop_effectiveness(1, a + 3, t + 3, 90, 10, NULL, NULL, norm_1, norm_2);
    CHECK(isnan(norm_1[0]) && isnan(norm_2[0])); /* one row has no place between two */
    adrop_effectiveness(2, a + 3, t + 3, 90, 0, s1, s2, NULL, NULL);
    CHECK(isnan(s1[0]) && isnan(s2[1]));
    adrop_effectiveness(2, a + 3, t + 3, 0, 10, s1, s2, NULL, NULL);
    CHECK(s1[0] > 0 && isnan(s2[0]));
    adrop_effectiveness(0, NULL, NULL, 90, 10, NULL, NULL, NULL, NULL);
}

CHECK_MAIN(tables_of_the_paper, odd_cases)
