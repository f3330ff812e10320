/* Assessments of the uncertainty of runs (adrop/uncertainty.h): make, read, compare. */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "experiment/uncertainty_impl.h"

enum { RESAMPLES = 2000 };

#define ROW(name_, kind_, field_)                                                                  \
  .name = name_, .kind = kind_, .offset = offsetof(adrop_uncertainty_opts, field_),                \
  .group = ADROP_GROUP_OWN

static const char *const part_words[] = { "train", "val", "test", NULL };

static const adrop_option options[] = {
    { ROW("samples", ADROP_OPT_COUNT, samples), .fallback = 50, .max = UINT32_MAX,
      .help = "noisy passes; 0: one without noise" },
    { ROW("shared-masks", ADROP_OPT_FLAG, shared_masks),
      .help = "a pass has the same masks for every row" },
    { ROW("part", ADROP_OPT_CHOICE, part), .fallback = ADROP_PART_TEST, .words = part_words,
      .help = "the rows to measure" },
    { ROW("calibrate", ADROP_OPT_REAL, calibrate), .max = 1, .open = ADROP_OPEN_MAX,
      .help = "share of the rows that calibrates where there is no validation part" },
    { ROW("bins", ADROP_OPT_COUNT, bins), .fallback = 15, .min = 1, .max = 1e6,
      .help = "of calibration errors" },
    { ROW("level", ADROP_OPT_REAL, level), .fallback = 0.9, .max = 1,
      .open = ADROP_OPEN_MIN | ADROP_OPEN_MAX, .help = "of conformal sets" },
    { ROW("batch", ADROP_OPT_COUNT, batch), .fallback = 256, .min = 1, .max = 1 << 24,
      .help = "rows that go through the network together" },
    { ROW("allow-changed-data", ADROP_OPT_FLAG, allow_changed_data),
      .help = "the run's own data may differ from those of its record" },
    { ROW("by-moments", ADROP_OPT_FLAG, by_moments),
      .help = "moments carried through the network in place of passes" },
    { ROW("allow-plain", ADROP_OPT_FLAG, allow_plain),
      .help = "a single run without a random layer has one pass" },
    { 0 },
};

const adrop_option *adrop_uncertainty_options(void)
{
    return options;
}

void adrop_uncertainty_opts_init_sized(adrop_uncertainty_opts *opts, size_t size)
{
    adrop_uncertainty_opts mine = { 0 };

    adrop_options_default(options, &mine);
    ad_struct_init(opts, size, &mine, sizeof mine);
}

static adrop_status uncertainty_check(adrop_uncertainty *u, size_t n, const char *const *runs)
{
    if (!n)
        return ad_fail(u->ctx, ADROP_EINVAL, "there is no run to assess");
    for (size_t i = 0; i < n; i++)
        if (!runs || !runs[i])
            return ad_fail(u->ctx, ADROP_EINVAL, "run %zu of %zu has no name", i + 1, n);
    return ADROP_OK;
}

/* Set everything that is not measured to NaN. */
static void clear_info(adrop_uncertainty_info *info)
{
    const adrop_detection none = { NAN, NAN, NAN, NAN, NAN, NAN, 0, 0 };
    const adrop_conformal_result nothing = { NAN, NAN, NAN };

    info->scores = info->scaled_scores = (adrop_probability_scores){ NAN, NAN, NAN };
    info->ece = info->ece_mass = info->ece_classes = info->scaled_ece = info->temperature = NAN;
    for (size_t i = 0; i < ADROP_N_RANKED_BY; i++)
        info->success[i] = info->error[i] = info->ood[i] = none;
    info->selective = (adrop_selective){ NAN, NAN, NAN };
    for (size_t i = 0; i < ADROP_N_CONFORMAL; i++)
        info->conformal[i] = nothing;
    info->values = (adrop_value_scores){ NAN, NAN, NAN };
    info->gaussian = (adrop_gaussian_scores){ NAN, NAN, NAN };
    info->noise = NAN;
    for (size_t i = 0; i < ADROP_N_COVERAGES; i++)
        info->coverage[i] = NAN;
    info->interval[0] = info->interval[1] = nothing;
    for (size_t i = 0; i < ADROP_N_CONFORMAL; i++)
        info->exact[i] = (adrop_exact_result){ NAN, NAN, NAN };
}

/* A data set is named or passed open, not both. */
static adrop_status check_sets(const adrop_uncertainty *u)
{
    const char *twice = u->rows && u->opts.data                       ? "data"
                        : u->ood_rows && u->opts.ood                  ? "ood"
                        : u->calibration_rows && u->opts.calibrate_on ? "calibrate_on"
                                                                      : NULL;

    return twice ? ad_fail(u->ctx, ADROP_EINVAL, "`%s` is named and open: give one of them", twice)
                 : ADROP_OK;
}

adrop_status adrop_uncertainty_on(adrop_ctx *ctx, size_t n, const char *const *runs,
                                  const adrop_data *data, const adrop_data *ood,
                                  const adrop_data *calibrate_on,
                                  const adrop_uncertainty_opts *opts,
                                  const adrop_uncertainty_hooks *hooks, adrop_uncertainty **out)
{
    if (ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    adrop_uncertainty_hooks watch = { .size = sizeof watch };
    adrop_uncertainty *u;
    adrop_status status = AD_NEW(ctx, 1, "an assessment", &u);

    *out = NULL;
    if (status)
        return status;
    u->ctx = ctx;
    u->rows = data;
    u->ood_rows = ood;
    u->calibration_rows = calibrate_on;
    adrop_uncertainty_opts_init(&u->opts);
    clear_info(&u->info);
    if (opts)
        status = AD_SETTINGS_READ(ctx, adrop_uncertainty_opts, options, &u->opts, opts);
    if (!status && hooks)
        status = AD_STRUCT_READ(ctx, adrop_uncertainty_hooks, &watch, hooks);
    u->hooks = &watch;
    if (!status)
        status = uncertainty_check(u, n, runs);
    if (!status)
        status = check_sets(u);
    if (!status)
        status = ad_uncertainty_predict(u, n, runs);
    if (!status)
        status = u->info.classes ? ad_uncertainty_measure_classes(u)
                                 : ad_uncertainty_measure_values(u);
    u->hooks = NULL;
    u->rows = u->ood_rows = u->calibration_rows = NULL;
    if (status)
        adrop_uncertainty_free(u);
    else
        *out = u;
    return status;
}

adrop_status adrop_uncertainty_create(adrop_ctx *ctx, size_t n, const char *const *runs,
                                      const adrop_uncertainty_opts *opts,
                                      const adrop_uncertainty_hooks *hooks, adrop_uncertainty **out)
{
    return adrop_uncertainty_on(ctx, n, runs, NULL, NULL, NULL, opts, hooks, out);
}

static void assessed_release(adrop_ctx *ctx, ad_assessed *a)
{
    ad_free(ctx, a->rows);
    ad_free(ctx, a->truth);
    ad_free(ctx, a->target);
    ad_free(ctx, a->mean);
    ad_free(ctx, a->std);
    ad_free(ctx, a->expected_entropy);
    for (size_t i = 0; i < ADROP_N_RANKED_BY; i++)
        ad_free(ctx, a->score[i]);
}

void adrop_uncertainty_free(adrop_uncertainty *u)
{
    if (!u)
        return;
    assessed_release(u->ctx, &u->measured);
    assessed_release(u->ctx, &u->calibration);
    assessed_release(u->ctx, &u->ood);
    for (size_t i = 0; u->names && i < u->info.classes; i++)
        ad_free(u->ctx, u->names[i]);
    ad_free(u->ctx, u->names);
    ad_free(u->ctx, u->confusion);
    ad_free(u->ctx, u->bin_confidence);
    ad_free(u->ctx, u->bin_share);
    ad_free(u->ctx, u->bin_rows);
    json_decref(u->identity);
    ad_free(u->ctx, u);
}

void adrop_uncertainty_describe_sized(const adrop_uncertainty *u, adrop_uncertainty_info *info,
                                      size_t size)
{
    ad_struct_write(info, size, &u->info, sizeof u->info);
}

/* The predicted class. */
static size_t best_of(const adrop_uncertainty *u, const ad_assessed *a, size_t i)
{
    const double *p = a->mean + i * u->outputs;
    size_t best = 0;

    for (size_t k = 1; k < u->outputs; k++)
        best = p[k] > p[best] ? k : best;
    return best;
}

int adrop_uncertainty_row_sized(const adrop_uncertainty *u, size_t i, adrop_uncertain_row *row,
                                size_t size)
{
    const ad_assessed *a = &u->measured;

    if (i >= a->n)
        return 0;
    const adrop_uncertain_row mine = {
        .row = a->rows[i],
        .truth = a->truth ? (int32_t)a->truth[i] : -1,
        .predicted = a->truth ? (int32_t)best_of(u, a, i) : -1,
        .target = a->target ? a->target[i] : NAN,
        .mean = a->mean + i * u->outputs,
        .std = a->std + i * u->outputs,
        .maxp = a->score[ADROP_BY_MAXP][i],
        .entropy = a->score[ADROP_BY_ENTROPY][i],
        .expected_entropy = a->expected_entropy[i],
        .mutual_information = a->score[ADROP_BY_MI][i],
        .energy = a->score[ADROP_BY_ENERGY][i],
    };
    ad_struct_write(row, size, &mine, sizeof mine);
    return 1;
}

const char *adrop_uncertainty_class_name(const adrop_uncertainty *u, size_t i)
{
    return i < u->info.classes ? u->names[i] : NULL;
}

const size_t *adrop_uncertainty_confusion(const adrop_uncertainty *u)
{
    return u->confusion;
}

int adrop_uncertainty_bin(const adrop_uncertainty *u, size_t b, double *confidence, double *share,
                          size_t *rows)
{
    if (!u->bin_rows || b >= u->opts.bins)
        return 0;
    if (confidence)
        *confidence = u->bin_confidence[b];
    if (share)
        *share = u->bin_share[b];
    if (rows)
        *rows = u->bin_rows[b];
    return 1;
}

/* Scores, larger means more certain, and which rows are right. */
static adrop_status ranking(const adrop_uncertainty *u, adrop_ctx *ctx, adrop_ranked_by by,
                            double **score, uint8_t **right)
{
    const ad_assessed *a = &u->measured;
    adrop_status status = AD_NEW(ctx, a->n, "scores", score);

    if (!status)
        status = AD_NEW(ctx, a->n, "hits", right);
    for (size_t i = 0; i < a->n && !status; i++) {
        (*score)[i] = by == ADROP_BY_MAXP ? a->score[by][i] : -a->score[by][i];
        (*right)[i] = best_of(u, a, i) == a->truth[i];
    }
    return status;
}

adrop_status adrop_uncertainty_compare_sized(adrop_ctx *ctx, const adrop_uncertainty *a,
                                             const adrop_uncertainty *b, adrop_ranked_by by,
                                             adrop_detection_difference *d, size_t size)
{
    double *score[2] = { NULL, NULL };
    uint8_t *right[2] = { NULL, NULL };
    const ad_assessed *x = &a->measured, *y = &b->measured;

    if ((int)by < 0 || by >= ADROP_N_RANKED_BY)
        return ad_fail(ctx, ADROP_EINVAL, "there is no score %d to rank rows by", (int)by);
    if (!x->truth || !y->truth || x->n != y->n ||
        memcmp(x->rows, y->rows, x->n * sizeof *x->rows) != 0 ||
        memcmp(x->truth, y->truth, x->n * sizeof *x->truth) != 0)
        return ad_fail(ctx, ADROP_EINVAL,
                       "only two results on the same rows and their classes can be compared: give "
                       "`data` that neither run was trained on");
    adrop_status status = ranking(a, ctx, by, &score[0], &right[0]);
    if (!status)
        status = ranking(b, ctx, by, &score[1], &right[1]);
    if (!status)
        status = adrop_detect_compare_sized(ctx, x->n, score[0], right[0], score[1], right[1], 0.95,
                                            RESAMPLES, 1, d, size);
    for (size_t i = 0; i < 2; i++) {
        ad_free(ctx, score[i]);
        ad_free(ctx, right[i]);
    }
    return status;
}
