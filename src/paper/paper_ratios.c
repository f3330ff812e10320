/* Accuracy over training time, from the paper's tables (paper_ratios.h). */
#include "paper/paper_ratios.h"

#include <math.h>
#include <string.h>

#include "adrop/stats.h"
#include "base/context.h"

static const struct {
    const char *table, *dataset, *model, *metric;
} cases[AD_RATIO_CASES] = {
    { "results", "mnist", "mlp:800,800", "accuracy" },
    { "results", "cifar10", "vgg16", "accuracy" },
    { "results", "cifar10", "resnet18", "accuracy" },
    { "results", "cifar100", "vgg16", "accuracy" },
    { "results", "cifar100", "resnet18", "accuracy" },
    { "results", "miniimagenet", "vgg16", "accuracy" },
    { "results", "miniimagenet", "resnet18", "accuracy" },
    { "results", "caltech256", "vgg16", "accuracy" },
    { "results", "caltech256", "resnet18", "accuracy" },
    { "imagenet32x32", "imagenet32", "vgg16", "top1" },
    { "imagenet32x32", "imagenet32", "resnet18", "top1" },
};

/* The network whose time is used. */
static const char *timed(const char *dataset, const char *model, int swap)
{
    if (!swap || strcmp(dataset, "cifar100") != 0)
        return model;
    return strcmp(model, "vgg16") ? "vgg16" : "resnet18";
}

static adrop_status read_case(adrop_ctx *ctx, const ad_paper *paper, int swap, size_t which,
                              ad_ratio_case *c)
{
    const ad_paper_table *t = ad_paper_table_named(paper, cases[which].table);
    const ad_paper_table *times = ad_paper_table_named(paper, "trainingtime");
    size_t n = 0, baselines = 0;

    *c = (ad_ratio_case){ .dataset = cases[which].dataset, .model = cases[which].model };
    const char *model = timed(c->dataset, c->model, swap);
    for (size_t i = 0; t && times && i < t->n; i++) {
        const ad_paper_cell *a = &t->cells[i];
        if (strcmp(a->dataset, c->dataset) || strcmp(a->model, c->model) ||
            strcmp(a->metric, cases[which].metric))
            continue;
        const ad_paper_cell *s = ad_paper_find(times, a->method, c->dataset, model, NULL, 0);
        const int none = !strcmp(a->method, "none");
        if (!s || isnan(s->mean) || isnan(a->mean) || (!none && n == AD_RATIO_ROWS))
            break;
        if (none) {
            c->accuracy = a->mean;
            c->seconds = s->mean;
            baselines++;
        } else {
            c->rows[n++] = (ad_ratio_row){ a->method, a->mean, s->mean, 0, 0, 0, 0, 0, 0 };
        }
    }
    if (n != AD_RATIO_ROWS || baselines != 1)
        return ad_fail(ctx, ADROP_EFORMAT,
                       "the paper's tables lack accuracies or times on %s with %s", c->dataset,
                       c->model);
    return ADROP_OK;
}

/* 1 + the number of larger values. */
static size_t rank_of(const double s[AD_RATIO_ROWS], size_t i)
{
    size_t rank = 1;

    for (size_t j = 0; j < AD_RATIO_ROWS; j++)
        rank += s[j] > s[i];
    return isnan(s[i]) ? 0 : rank;
}

static void fill_case(ad_ratio_case *c)
{
    double a[AD_RATIO_ROWS], t[AD_RATIO_ROWS], s1[AD_RATIO_ROWS], s2[AD_RATIO_ROWS];
    double s1_norm[AD_RATIO_ROWS], s2_norm[AD_RATIO_ROWS];

    for (size_t i = 0; i < AD_RATIO_ROWS; i++) {
        a[i] = c->rows[i].accuracy;
        t[i] = c->rows[i].seconds;
    }
    adrop_effectiveness(AD_RATIO_ROWS, a, t, c->accuracy, c->seconds, s1, s2, s1_norm, s2_norm);
    for (size_t i = 0; i < AD_RATIO_ROWS; i++) {
        ad_ratio_row *r = &c->rows[i];
        r->s1 = s1[i];
        r->s2 = s2[i];
        r->s1_norm = s1_norm[i];
        r->s2_norm = s2_norm[i];
        r->s1_rank = rank_of(s1, i);
        r->s2_rank = rank_of(s2, i);
    }
}

const ad_ratio_row *ad_ratio_find(const ad_ratio_case *c, const char *method)
{
    for (size_t i = 0; i < AD_RATIO_ROWS; i++)
        if (!strcmp(c->rows[i].method, method))
            return &c->rows[i];
    return NULL;
}

adrop_status ad_ratios_compute(adrop_ctx *ctx, const ad_paper *paper, int swap, ad_ratios *out)
{
    adrop_status status = ADROP_OK;

    *out = (ad_ratios){ 0 };
    for (size_t i = 0; i < AD_RATIO_CASES && !status; i++) {
        if ((status = read_case(ctx, paper, swap, i, &out->cases[i])))
            break;
        fill_case(&out->cases[i]);
        const ad_ratio_row *ours = ad_ratio_find(&out->cases[i], "advanced");
        if (!ours)
            return ad_fail(ctx, ADROP_EFORMAT, "the paper's tables lack advanced dropout on %s",
                           out->cases[i].dataset);
        out->s1_first += ours->s1_rank == 1;
        out->s1_second += ours->s1_rank == 2;
        out->s2_first += ours->s2_rank == 1;
        out->s2_second += ours->s2_rank == 2;
    }
    return status;
}
