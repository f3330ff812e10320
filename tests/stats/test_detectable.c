/* The size of the default test, and the differences it can detect: the tables of
 * docs/statistics.md, by quadrature. It prints them.
 *
 * Two groups of n normal runs, delta apart, of standard deviations 1 and ratio. With independent
 * chi-squares A and B of n - 1 degrees of freedom vx = A / (n - 1), vy = ratio^2 B / (n - 1);
 * s = A + B is chi-square of 2(n - 1), independent of w = A / s, which is Beta((n - 1)/2,
 * (n - 1)/2), and of the difference D, which is N(delta, (1 + ratio^2) / n). Both standard
 * error and df are functions of s and w. Hence
 *
 *     power = E_w E_s P(|D| > t(df(w)) se(w, s)),   se^2 = s (w + ratio^2 (1 - w)) / (n (n - 1))
 *
 * Paired: s is chi-square of n - 1, D the mean difference in standard deviations of differences,
 * N(delta, 1/n), df = n - 1. Holm over k comparisons begins with alpha / k. */
#include "adrop/stats.h"
#include "check.h"
#include "dist/quadrature.h"
#include "dist/special.h"

typedef struct {
    adrop_t_kind kind;
    double n, alpha, delta, ratio;
    double f;         /* degrees of freedom of s */
    double critical;  /* of t, at the w of the moment */
    double scale;     /* se / sqrt(s) */
    double deviation; /* of D */
    double log_front; /* of the density of sqrt(s) */
} plan;

/* Over r = sqrt(s), of the chi distribution. */
static double by_spread(double r, void *arg)
{
    const plan *p = arg;
    const double reach = p->critical * p->scale * r;
    const double found = ad_normal_cdf((p->delta - reach) / p->deviation) +
                         ad_normal_cdf((-p->delta - reach) / p->deviation);

    return found * exp(p->log_front + (p->f - 1) * log(r) - 0.5 * r * r);
}

static double given_df(plan *p, double df)
{
    const double breaks[] = { 0, 1, 2, 4, 6, 9, 14 };

    p->critical = -adrop_t_quantile(df, p->alpha / 2);
    p->log_front = (1 - p->f / 2) * AD_LN_2 - ad_log_gamma(p->f / 2);
    return ad_integrate(by_spread, p, breaks, 7, 1e-9);
}

static double by_share(double w, void *arg)
{
    plan *p = arg;
    const double f = p->n - 1, vx = w, vy = p->ratio * p->ratio * (1 - w), both = vx + vy;

    p->scale = sqrt(both / (p->n * f));
    return ad_beta_pdf(f / 2, f / 2, w) * given_df(p, p->kind == ADROP_TEST_POOLED
                                                          ? 2 * f
                                                          : f * both * both / (vx * vx + vy * vy));
}

static double power(plan p)
{
    p.f = (p.n - 1) * (p.kind == ADROP_TEST_PAIRED ? 1 : 2);
    if (p.kind == ADROP_TEST_PAIRED) {
        p.deviation = sqrt(1 / p.n);
        p.scale = 1 / sqrt(p.n * p.f);
        return given_df(&p, p.f);
    }
    p.deviation = sqrt((1 + p.ratio * p.ratio) / p.n);
    return ad_integrate(by_share, &p, (const double[]){ 0, 0.5, 0.9, 1 }, 4, 1e-7);
}

/* The delta of a power, by bisection. */
static double detectable(adrop_t_kind kind, double n, double alpha, double wanted)
{
    double low = 0, high = 20;

    for (int i = 0; i < 16; i++) {
        const double middle = (low + high) / 2;
        const plan p = { .kind = kind, .n = n, .alpha = alpha, .delta = middle, .ratio = 1 };
        *(power(p) < wanted ? &low : &high) = middle;
    }
    return (low + high) / 2;
}

static const double sizes[] = { 3, 5, 10 }, powers[] = { 0.8, 0.9 };

/* As printed in the document: n, then 80 % and 90 % for 1, 3 and 11 comparisons. */
static const double welch[3][6] = {
    { 3.51, 4.12, 5.24, 6.21, 8.43, 10.38 },
    { 2.08, 2.41, 2.63, 3.00, 3.36, 3.80 },
    { 1.33, 1.54, 1.59, 1.80, 1.88, 2.10 },
};
/* One comparison. */
static const double paired[3][2] = { { 3.26, 3.92 }, { 1.68, 1.97 }, { 1.00, 1.15 } };

static void tables(void)
{
    static const double others[] = { 1, 3, 11 };

    for (int i = 0; i < 3; i++) {
        printf("| %g |", sizes[i]);
        for (int j = 0; j < 6; j++) {
            const double found = detectable(ADROP_TEST_WELCH, sizes[i], 0.05 / others[j / 2],
                                            powers[j % 2]);
            printf(" %.2f |", found);
            CHECK_WHERE("n %g, %g comparisons, power %g", sizes[i], others[j / 2], powers[j % 2]);
            CHECK_NEAR(found, welch[i][j], 0.0051);
        }
        for (int j = 0; j < 2; j++) {
            const double found = detectable(ADROP_TEST_PAIRED, sizes[i], 0.05, powers[j]);
            printf(" %.2f |", found);
            CHECK_WHERE("n %g, paired, power %g", sizes[i], powers[j]);
            CHECK_NEAR(found, paired[i][j], 0.0051);
        }
        printf("\n");
    }
}

/* delta = 0: how often equal means are called different. In percent, for standard deviations that
 * differ by factors of 1, 3 and 5; for n, Welch's and pooled. */
static const double false_calls[3][2][3] = {
    { { 3.5, 5.2, 5.8 }, { 5.0, 7.5, 9.1 } },
    { { 4.4, 5.3, 5.3 }, { 5.0, 6.7, 7.5 } },
    { { 4.9, 5.1, 5.1 }, { 5.0, 5.9, 6.2 } },
};

static void false_positives(void)
{
    static const double ratios[] = { 1, 3, 5 };

    for (int i = 0; i < 3; i++) {
        printf("| %g |", sizes[i]);
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < 3; j++) {
                const plan p = { .kind = k ? ADROP_TEST_POOLED : ADROP_TEST_WELCH,
                                 .n = sizes[i],
                                 .alpha = 0.05,
                                 .ratio = ratios[j] };
                const double found = 100 * power(p);
                printf(" %.1f |", found);
                CHECK_WHERE("n %g, kind %d, ratio %g", sizes[i], k, ratios[j]);
                CHECK_NEAR(found, false_calls[i][k][j], 0.051);
            }
        printf("\n");
    }
    CHECK_NEAR(power((plan){ .kind = ADROP_TEST_PAIRED, .n = 5, .alpha = 0.05 }), 0.05, 1e-8);
    CHECK_NEAR(power((plan){ .kind = ADROP_TEST_POOLED, .n = 5, .alpha = 0.05, .ratio = 1 }), 0.05,
               1e-7);
}

/* What test_verdict.c simulates. */
static void three_deviations(void)
{
    const plan p = { .kind = ADROP_TEST_WELCH, .n = 5, .alpha = 0.05, .delta = 3, .ratio = 1 };

    CHECK_NEAR(power(p), 0.9804, 0.0001);
}

CHECK_MAIN(tables, false_positives, three_deviations)
