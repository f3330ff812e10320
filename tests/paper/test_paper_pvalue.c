/* The paper's p-values recomputed: counts by table and convention, and single cells. The expected
 * counts were found independently, with SciPy and only the corners of the rounding box; the middles
 * that the library also tries change none. */
#include "adrop/context.h"
#include "check.h"
#include "paper/paper_pvalue.h"

enum { W1N, W1S, W2N, W2S, P1N, P1S, P2N, P2S }; /* Welch, pooled; sides; n, n - 1 */

static adrop_ctx *ctx;
static ad_paper *paper;
static ad_pvalue *all;

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK_EQ(ad_paper_open(ctx, &paper), ADROP_OK);
    CHECK_EQ(ad_pvalue_create(ctx, paper, &all), ADROP_OK);
    if (!all) {
        printf("%s\n", adrop_ctx_message(ctx));
        exit(1);
    }
    CHECK_EQ(all->n, 294);
}

static void counts(void)
{
    static const struct {
        const char *table;
        size_t cells, fits[AD_N_CONVENTIONS], any, best, tied;
    } expected[] = {
        { "pvalue", 99, { 62, 39, 33, 56, 13, 6, 16, 16 }, 94, W1N, 1 },
        { "imagenet32x32", 44, { 21, 19, 9, 22, 11, 0, 9, 9 }, 41, W2S, 1 },
        { "imagenet", 16, { 3, 1, 2, 0, 15, 0, 0, 16 }, 16, P2S, 1 },
        { "otherbackbones", 66, { 17, 47, 4, 12, 9, 5, 5, 5 }, 58, W1S, 1 },
        { "ablation2", 4, { 3, 3, 0, 3, 0, 0, 1, 0 }, 4, W1N, 3 },
        { "reuters", 33, { 5, 6, 2, 5, 10, 0, 4, 12 }, 21, P2S, 1 },
        { "uci", 32, { 31, 5, 5, 6, 1, 0, 3, 1 }, 31, W1N, 1 },
    };
    const size_t n_tables = sizeof expected / sizeof expected[0];

    for (size_t i = 0; i < n_tables; i++) {
        const ad_pvalue_count n = ad_pvalue_tally(all, expected[i].table, NULL, NULL, NULL);
        CHECK_WHERE("%s", expected[i].table);
        CHECK_TEXT(ad_pvalue_table_at(i), expected[i].table);
        CHECK_EQ(n.cells, expected[i].cells);
        for (size_t c = 0; c < AD_N_CONVENTIONS; c++)
            CHECK_EQ(n.fits[c], expected[i].fits[c]);
        CHECK_EQ(n.any, expected[i].any);
        CHECK_EQ(n.best, expected[i].best);
        CHECK_EQ(n.tied, expected[i].tied);
    }
    check_where[0] = 0;
    CHECK(!ad_pvalue_table_at(n_tables));
    CHECK_TEXT(ad_conventions[W1N].name, "Welch, one-sided, n");
    CHECK_TEXT(ad_conventions[P2S].name, "pooled, two-sided, n - 1");
}

/* The first column of reuters fits as a whole, the two that repeat it hardly; a column of
 * otherbackbones hardly fits at all. */
static void columns(void)
{
    ad_pvalue_count n = ad_pvalue_tally(all, "reuters", NULL, "mlp:800", NULL);

    CHECK_EQ(n.cells, 11);
    CHECK_EQ(n.best, P2S);
    CHECK_EQ(n.fits[P2S], 11);
    CHECK_EQ(n.near[P2S], 11); /* within 10 % even without the rounding */
    CHECK_EQ(n.near[P1N], 4);
    n = ad_pvalue_tally(all, "otherbackbones", "cifar100", "wrn16-10", "accuracy");
    CHECK_EQ(n.cells, 11);
    CHECK_EQ(n.any, 3);
    n = ad_pvalue_tally(all, NULL, NULL, NULL, NULL);
    CHECK_EQ(n.cells, 294);
    CHECK_EQ(n.any, 265);
}

/* If p's own last digit is granted its rounding, four fits are gained; one cell of uci,
 * which fitted nothing, is among them. */
static void rounded(void)
{
    const ad_pvalue_count uci = ad_pvalue_tally(all, "uci", NULL, NULL, NULL);
    const ad_pvalue_count small = ad_pvalue_tally(all, "imagenet32x32", NULL, NULL, NULL);
    const ad_pvalue_count n = ad_pvalue_tally(all, NULL, NULL, NULL, NULL);
    size_t gained = 0;

    for (size_t c = 0; c < AD_N_CONVENTIONS; c++)
        gained += n.fits_rounded[c] - n.fits[c];
    CHECK_EQ(gained, 4);
    CHECK_EQ(n.any_rounded, 266);
    CHECK_EQ(uci.fits_rounded[W1N], 32);
    CHECK_EQ(small.fits_rounded[W1N], 22); /* as many as two-sided n - 1 */
    CHECK_EQ(small.fits_rounded[W2S], 22);
}

static const ad_pvalue_cell *find(const char *table, const char *method, const char *dataset,
                                  const char *model, const char *metric)
{
    for (size_t i = 0; i < all->n; i++) {
        const ad_pvalue_cell *v = &all->cells[i];
        if (!strcmp(v->table, table) && !strcmp(v->cell->method, method) &&
            !strcmp(v->cell->dataset, dataset) && !strcmp(v->cell->model, model) &&
            !strcmp(v->cell->metric, metric))
            return v;
    }
    CHECK(0);
    return &all->cells[0];
}

/* From the printed numbers, with SciPy's ttest_ind_from_stats; three digits are given. */
static void cells(void)
{
    static const struct {
        const char *table, *method, *dataset, *model, *metric;
        double p[3]; /* Welch one-sided n; Welch and pooled two-sided n - 1 */
    } expected[] = {
        { "uci", "none", "boston", "mlp:50,50", "rmse", { 5.67e-5, 7.27e-5, 1.8e-7 } },
        { "uci", "none", "yacht", "mlp:50,50", "rmse", { 2.05e-4, 2.65e-4, 2.0e-6 } },
        { "pvalue", "none", "caltech256", "vgg16", "accuracy", { 1.09e-7, 1.19e-7, 4.0e-10 } },
        { "pvalue", "none", "cifar100", "vgg16", "accuracy", { 3.51e-4, 3.66e-4, 1.75e-4 } },
        { "reuters",
          "gaussian",
          "reuters21578",
          "mlp:800",
          "accuracy",
          { 1.78e-5, 1.70e-5, 7.07e-6 } },
        { "imagenet", "none", "imagenet", "vgg16", "top1", { 1.2e-7, 1.4e-7, 2.43e-11 } },
        { "imagenet", "dropconnect", "imagenet", "vgg16", "top1", { 5.3e-19, 9.1e-19, 3.70e-18 } },
        { "imagenet32x32",
          "gaussian",
          "imagenet32",
          "resnet18",
          "top1",
          { 6.9e-11, 5.7e-11, 5.7e-11 } },
        { "imagenet32x32",
          "uniform",
          "imagenet32",
          "resnet18",
          "top1",
          { 4.8e-10, 4.0e-10, 3.0e-10 } },
    };

    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const ad_pvalue_cell *v = find(expected[i].table, expected[i].method, expected[i].dataset,
                                       expected[i].model, expected[i].metric);
        const int which[] = { W1N, W2S, P2S };
        CHECK_WHERE("%s, %s, %s", expected[i].table, expected[i].method, expected[i].dataset);
        for (int k = 0; k < 3; k++) {
            const double p = expected[i].p[k];
            CHECK_NEAR(v->p[which[k]] / p, 1, 0.05); /* some have two digits */
            CHECK(v->low[which[k]] <= v->p[which[k]] && v->p[which[k]] <= v->high[which[k]]);
        }
    }
    CHECK_EQ(find("imagenet", "none", "imagenet", "vgg16", "top1")->n_method, 5);
    CHECK_EQ(find("imagenet", "dropconnect", "imagenet", "vgg16", "top1")->n_method, 10);
    CHECK_EQ(find("imagenet32x32", "uniform", "imagenet32", "resnet18", "top1")->fits, 0);
    CHECK_EQ(find("uci", "concrete", "yacht", "mlp:50,50", "rmse")->fits, 0);
    CHECK_EQ(find("uci", "concrete", "yacht", "mlp:50,50", "rmse")->fits_rounded, 1u << W1N);
}

/* The claim that all differences are significant holds, though not of the printed p. */
static void significant(void)
{
    double largest = 0;

    for (size_t i = 0; i < all->n; i++)
        largest = fmax(largest, all->cells[i].p[W2S]);
    CHECK_NEAR(largest, 0.044, 5e-4); /* soft-gaussian, cifar10, vgg16 */
}

static void end(void)
{
    ad_pvalue_free(all);
    ad_pvalue_free(NULL);
    ad_paper_free(paper);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(begin, counts, columns, rounded, cells, significant, end)
