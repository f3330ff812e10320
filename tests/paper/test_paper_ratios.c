/* Accuracy over training time from the paper's tables: its claims, and the ratios of advanced
 * dropout, computed independently. */
#include "adrop/context.h"
#include "check.h"
#include "paper/paper_ratios.h"

static adrop_ctx *ctx;
static ad_paper *paper;

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK_EQ(ad_paper_open(ctx, &paper), ADROP_OK);
    if (!paper)
        exit(1);
}

static void as_printed(void)
{
    static const struct {
        const char *dataset, *model;
        double s1, s1_norm;
        size_t s1_rank;
        double s2, s2_norm;
        size_t s2_rank;
        const char *best; /* by s2 */
        double s2_best;
    } expected[AD_RATIO_CASES] = {
        { "mnist", "mlp:800,800", .9740, .720, 6, .0091, .051, 6, "bernoulli", .185 },
        { "cifar10", "vgg16", 1.1232, 1, 1, .0300, 1, 1, "advanced", .0300 },
        { "cifar10", "resnet18", 1.1259, 1, 1, .0197, .731, 2, "variational", .0267 },
        { "cifar100", "vgg16", 1.3687, 1, 1, .0581, 1, 1, "advanced", .0581 },
        { "cifar100", "resnet18", .9933, 1, 1, .0128, 1, 1, "advanced", .0128 },
        { "miniimagenet", "vgg16", 1.4115, 1, 1, .1826, .851, 2, "uniform", .3199 },
        { "miniimagenet", "resnet18", 1.4696, 1, 1, .4113, .580, 2, "bernoulli", 1.2452 },
        { "caltech256", "vgg16", 1.3566, .876, 3, .0687, .004, 7, "bernoulli", 59.33 },
        { "caltech256", "resnet18", 1.4630, 1, 1, .2203, 1, 1, "advanced", .2203 },
        { "imagenet32", "vgg16", 1.7486, 1, 1, 1.6316, 1, 1, "advanced", 1.6316 },
        { "imagenet32", "resnet18", 1.6176, 1, 1, .7362, 1, 1, "advanced", .7362 },
    };
    ad_ratios r;

    CHECK_EQ(ad_ratios_compute(ctx, paper, 0, &r), ADROP_OK);
    for (size_t i = 0; i < AD_RATIO_CASES; i++) {
        const ad_ratio_case *c = &r.cases[i];
        const ad_ratio_row *a = ad_ratio_find(c, "advanced"), *b;
        CHECK_WHERE("%s, %s", c->dataset, c->model);
        CHECK_TEXT(c->dataset, expected[i].dataset);
        CHECK_TEXT(c->model, expected[i].model);
        CHECK_NEAR(a->s1, expected[i].s1, 5.1e-5);
        CHECK_NEAR(a->s1_norm, expected[i].s1_norm, 5.1e-4);
        CHECK_EQ(a->s1_rank, expected[i].s1_rank);
        CHECK_NEAR(a->s2, expected[i].s2, 5.1e-5);
        CHECK_NEAR(a->s2_norm, expected[i].s2_norm, 5.1e-4);
        CHECK_EQ(a->s2_rank, expected[i].s2_rank);
        b = ad_ratio_find(c, expected[i].best);
        CHECK_EQ(b->s2_rank, 1);
        CHECK_NEAR(b->s2 / expected[i].s2_best, 1, 3e-3); /* three digits and more */
        CHECK(!ad_ratio_find(c, "none"));
    }
    check_where[0] = 0;
    CHECK_EQ(r.s1_first, 9); /* the paper's claim: 9, 6 and 3 of 11 */
    CHECK_EQ(r.s2_first, 6);
    CHECK_EQ(r.s2_second, 3);
}

static void exchanged(void)
{
    ad_ratios r, plain;

    CHECK_EQ(ad_ratios_compute(ctx, paper, 0, &plain), ADROP_OK);
    CHECK_EQ(ad_ratios_compute(ctx, paper, 1, &r), ADROP_OK);
    CHECK(r.cases[3].seconds == 20.62 && r.cases[4].seconds == 45.41);
    CHECK(plain.cases[3].seconds == 45.41 && plain.cases[4].seconds == 20.62);
    CHECK(r.cases[2].seconds == plain.cases[2].seconds);
    CHECK_EQ(r.s1_first, 9);
    CHECK_EQ(r.s2_first, 5);
    CHECK_EQ(r.s2_second, 4);
}

static void end(void)
{
    ad_paper_free(paper);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(begin, as_printed, exchanged, end)
