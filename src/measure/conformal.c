/* Split conformal prediction (adrop/measure.h). The score of a class in a row says how unusual the
 * class would be; the threshold is the ceil((n + 1) level)-th smallest score of the true classes of
 * n calibration rows; a set holds the classes whose score is at most the threshold. If calibration
 * and new rows are exchangeable it holds the truth with probability at least `level`, and at most
 * level + 1 / (n + 1) if no two scores are equal (Vovk, Gammerman, Shafer 2005; Lei et al. 2018).
 * Some sets are then empty; adding the most probable class to these raises the coverage.
 *
 *     LAC   1 - p_y                                              (Sadinle, Lei, Wasserman 2019)
 *     APS   sum of p over classes before y + u p_y               (Romano, Sesia, Candes 2020)
 *     RAPS  the same + penalty max(0, rank of y - free)          (Angelopoulos et al. 2021)
 *
 * with classes by descending probability, ties by number, ranks from 1, and u uniform
 * in (0, 1): one number per row, by address. */
#include <math.h>
#include <string.h>

#include "adrop/measure.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "measure/check.h"
#include "measure/conformal.h"
#include "random/noise.h"
#include "stats/ranks.h"

#define ROW(name_, kind_, field_)                                                                  \
  .name = name_, .kind = kind_, .offset = offsetof(adrop_conformal_opts, field_),                  \
  .group = ADROP_GROUP_OWN

static const char *const kind_words[] = { "lac", "aps", "raps", NULL };

static const adrop_option options[] = {
    { ROW("kind", ADROP_OPT_CHOICE, kind), .words = kind_words, .help = "the score of a class" },
    { ROW("level", ADROP_OPT_REAL, level), .fallback = 0.9, .max = 1,
      .open = ADROP_OPEN_MIN | ADROP_OPEN_MAX, .help = "share of sets that hold the truth" },
    { ROW("penalty", ADROP_OPT_REAL, penalty), .fallback = 0.01, .max = INFINITY,
      .help = "of raps, for each class beyond free" },
    { ROW("free", ADROP_OPT_COUNT, free), .fallback = 5, .help = "classes without penalty" },
    { ROW("may-be-empty", ADROP_OPT_FLAG, may_be_empty),
      .help = "sets without a class, so that the level is met exactly" },
    { 0 },
};

const adrop_option *adrop_conformal_options(void)
{
    return options;
}

void adrop_conformal_opts_init_sized(adrop_conformal_opts *opts, size_t size)
{
    adrop_conformal_opts mine = { .seed = 1 };

    adrop_options_default(options, &mine);
    ad_struct_init(opts, size, &mine, sizeof mine);
}

static adrop_status take_opts(adrop_ctx *ctx, const adrop_conformal_opts *given,
                              adrop_conformal_opts *mine)
{
    adrop_status status = ADROP_OK;

    adrop_conformal_opts_init(mine);
    if (given)
        status = AD_SETTINGS_READ(ctx, adrop_conformal_opts, options, mine, given);
    return status;
}

typedef enum { FOR_SETS, FOR_FIT } use;

/* The row's own uniform number, strictly within (0, 1). A new row may have the number of a
 * calibration row: `what` makes the two independent. */
static double part_of(const adrop_conformal_opts *o, use what, uint32_t row)
{
    const ad_address at = {
        .seed = o->seed, .row = row, .step = what, .purpose = AD_FOR_CONFORMAL
    };
    uint32_t word;

    ad_noise_words_f64(&at, 0, 1, &word);
    return ((double)word + 0.5) / 4294967296.0;
}

/* The score of class y in a row with probabilities p and uniform number u. */
static double score(const adrop_conformal_opts *o, size_t classes, const double *p, size_t y,
                    double u)
{
    size_t rank = 1;
    double before = 0;

    if (o->kind == ADROP_CONFORMAL_LAC)
        return 1 - p[y];
    for (size_t k = 0; k < classes; k++)
        if (p[k] > p[y] || (p[k] == p[y] && k < y)) {
            before += p[k];
            rank++;
        }
    const double extra = o->kind == ADROP_CONFORMAL_RAPS && rank > o->free
                             ? o->penalty * (double)(rank - o->free)
                             : 0;
    return before + u * p[y] + extra;
}

size_t ad_conformal_place(size_t n, double level)
{
    const double place = ceil(((double)n + 1) * level - 1e-9); /* 0.9 x 10 is 9, not 10 */

    return place > (double)n ? n : place < 1 ? 0 : (size_t)place - 1;
}

/* The threshold, an order statistic; sorts the scores. */
static double threshold_of(ad_ranked *scores, size_t n, double level)
{
    const size_t place = ad_conformal_place(n, level);

    ad_ranked_sort(scores, n);
    return place == n ? INFINITY : scores[place].value;
}

void ad_conformal_scores(adrop_conformal_kind kind, size_t n, size_t classes, const double *p,
                         const uint32_t *truth, const uint32_t *rows, double *scores)
{
    adrop_conformal_opts o;

    adrop_conformal_opts_init(&o);
    o.kind = kind;
    for (size_t i = 0; i < n; i++)
        scores[i] = score(&o, classes, p + i * classes, truth[i], part_of(&o, FOR_FIT, rows[i]));
}

adrop_status adrop_conformal_fit(adrop_ctx *ctx, const adrop_conformal_opts *opts, size_t n,
                                 size_t classes, const double *p, const uint32_t *truth,
                                 const uint32_t *rows, double *threshold)
{
    adrop_conformal_opts o;
    ad_ranked *scores = NULL;
    adrop_status status = take_opts(ctx, opts, &o);

    if (!status)
        status = ad_measure_classes(ctx, "truth", n, classes, truth);
    if (!status)
        status = ad_measure_values(ctx, "p", n * classes, p);
    if (!status)
        status = ad_check_array(ctx, "threshold", 1, threshold);
    if (!status)
        status = AD_NEW(ctx, n, "conformal scores", &scores);
    if (status)
        return status;
    for (size_t i = 0; i < n; i++) {
        const double u = part_of(&o, FOR_FIT, rows ? rows[i] : (uint32_t)i);
        scores[i].value = score(&o, classes, p + i * classes, truth[i], u);
    }
    *threshold = threshold_of(scores, n, o.level);
    ad_free(ctx, scores);
    return ADROP_OK;
}

adrop_status adrop_conformal_sets(adrop_ctx *ctx, const adrop_conformal_opts *opts,
                                  double threshold, size_t n, size_t classes, const double *p,
                                  const uint32_t *rows, uint8_t *member)
{
    adrop_conformal_opts o;
    adrop_status status = take_opts(ctx, opts, &o);

    if (!status && !classes)
        status = ad_fail(ctx, ADROP_EINVAL, "there are no classes to choose from");
    if (!status)
        status = ad_measure_values(ctx, "p", n * classes, p);
    if (!status && isnan(threshold))
        status = ad_fail(ctx, ADROP_EINVAL, "the threshold of sets is not a number");
    if (!status)
        status = ad_check_array(ctx, "member", n, member);
    for (size_t i = 0; i < n && !status; i++) {
        const double *row = p + i * classes;
        const double u = part_of(&o, FOR_SETS, rows ? rows[i] : (uint32_t)i);
        for (size_t k = 0; k < classes; k++)
            member[i * classes + k] = score(&o, classes, row, k, u) <= threshold;
        if (!o.may_be_empty)
            member[i * classes + ad_measure_largest(classes, row)] = 1;
    }
    return status;
}

adrop_status adrop_conformal_fit_values(adrop_ctx *ctx, double level, size_t n, const double *y,
                                        const double *mean, const double *std, double *threshold)
{
    ad_ranked *scores = NULL;
    adrop_status status = ad_measure_level(ctx, level);

    if (!status)
        status = ad_measure_values(ctx, "y", n, y);
    if (!status)
        status = ad_measure_values(ctx, "mean", n, mean);
    if (!status && std)
        status = ad_measure_values(ctx, "std", n, std);
    if (!status)
        status = ad_check_array(ctx, "threshold", 1, threshold);
    if (!status)
        status = AD_NEW(ctx, n, "conformal scores", &scores);
    if (status)
        return status;
    for (size_t i = 0; i < n; i++) {
        const double off = fabs(y[i] - mean[i]), unit = std ? std[i] : 1;
        scores[i].value = off == 0 ? 0 : unit > 0 ? off / unit : INFINITY;
    }
    *threshold = threshold_of(scores, n, level);
    ad_free(ctx, scores);
    return ADROP_OK;
}
