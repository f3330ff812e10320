/* Calibrations of runs: made from an assessment, opened, applied (adrop/calibration.h).
 *
 * With ascending scores s_1 .. s_n the threshold at a level is s_k, k = ceil((n + 1) level). A set
 * holds the classes whose score is at most s_k; an interval is mean +- s_k sqrt(std^2 + noise^2)
 * (measure/conformal.c). */
#include "experiment/calibration.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "experiment/uncertainty_impl.h"
#include "measure/conformal.h"
#include "model/sampling.h"

size_t ad_calibration_kinds(size_t classes)
{
    return classes ? AD_CALIBRATION_KINDS : 1;
}

const char *ad_calibration_kind_name(size_t classes, size_t kind)
{
    static const char *const names[AD_CALIBRATION_KINDS] = { "lac", "aps", "raps" };

    return classes ? names[kind] : "normalised";
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void score(const adrop_uncertainty *u, size_t kind, double *scores)
{
    const ad_assessed *k = &u->calibration;

    if (k->truth)
        ad_conformal_scores((adrop_conformal_kind)kind, k->n, u->outputs, k->mean, k->truth,
                            k->rows, scores);
    for (size_t i = 0; !k->truth && i < k->n; i++) { /* std already includes the noise */
        const double off = fabs(k->target[i] - k->mean[i]);
        scores[i] = off == 0 ? 0 : k->std[i] > 0 ? off / k->std[i] : INFINITY;
    }
    qsort(scores, k->n, sizeof *scores, ascending);
}

adrop_status adrop_uncertainty_store(adrop_ctx *ctx, const adrop_uncertainty *u)
{
    adrop_calibration c = { .ctx = ctx,
                            .info = { .rows = u->calibration.n,
                                      .classes = u->info.classes,
                                      .samples = u->info.samples,
                                      .temperature = u->info.temperature,
                                      .noise = u->info.noise },
                            .model_sum = u->model_sum };
    adrop_status status = ADROP_OK;

    if (u->info.members != 1 || !u->calibration.n || u->opts.by_moments || u->opts.shared_masks ||
        u->info.targets > 1)
        return ad_fail(
            ctx, ADROP_EINVAL,
            "only a single run with one target and calibration rows, by passes with masks of their "
            "own, can be calibrated for predictions");
    for (size_t k = 0; k < ad_calibration_kinds(c.info.classes) && !status; k++)
        if (!(status = AD_NEW(ctx, c.info.rows, "conformal scores", &c.scores[k])))
            score(u, k, c.scores[k]);
    if (!status)
        status = ad_calibration_write(&c, u->run, u->identity);
    for (size_t k = 0; k < AD_CALIBRATION_KINDS; k++)
        ad_free(ctx, c.scores[k]);
    return status;
}

/* Number of passes in a prediction of `samples` samples. */
static size_t passes_of(const adrop_model *model, size_t samples)
{
    const size_t masks = ad_model_members(model);

    if (!ad_model_is_random(model))
        return 0;
    return masks && masks < samples ? masks : samples;
}

static adrop_status calibration_check(const adrop_calibration *c, const char *run,
                                      const adrop_model *model, size_t samples)
{
    const size_t passes = passes_of(model, samples);
    uint64_t sum;
    const adrop_status status = ad_calibration_model_sum(c->ctx, run, &sum);

    if (status)
        return status;
    if (sum != c->model_sum)
        return ad_fail(c->ctx, ADROP_EINVAL,
                       "the model of '%s' is not the one that was calibrated: run 'adrop "
                       "uncertainty' on it again",
                       run);
    if (passes != c->info.samples)
        return ad_fail(c->ctx, ADROP_EINVAL,
                       "'%s' was calibrated with %zu passes, not with %zu: give %zu `samples`, or "
                       "run 'adrop uncertainty' on it again",
                       run, c->info.samples, passes, c->info.samples);
    return ADROP_OK;
}

adrop_status adrop_calibration_open(adrop_ctx *ctx, const char *run, const adrop_model *model,
                                    size_t samples, adrop_calibration **out)
{
    if (ad_check_given(ctx, "run", run) || ad_check_given(ctx, "model", model) ||
        ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    adrop_calibration *c;
    adrop_status status = AD_NEW(ctx, 1, "a calibration", &c);

    *out = NULL;
    if (status)
        return status;
    c->ctx = ctx;
    if (!(status = ad_calibration_read(ctx, run, c)))
        status = calibration_check(c, run, model, samples);
    if (status)
        adrop_calibration_free(c);
    else
        *out = c;
    return status;
}

void adrop_calibration_free(adrop_calibration *c)
{
    if (!c)
        return;
    for (size_t k = 0; k < AD_CALIBRATION_KINDS; k++)
        ad_free(c->ctx, c->scores[k]);
    ad_free(c->ctx, c);
}

void adrop_calibration_describe_sized(const adrop_calibration *c, adrop_calibration_info *info,
                                      size_t size)
{
    ad_struct_write(info, size, &c->info, sizeof c->info);
}

static adrop_status find_threshold(const adrop_calibration *c, size_t kind, double level,
                                   int classes, double *threshold)
{
    if ((c->info.classes != 0) != classes)
        return ad_fail(c->ctx, ADROP_EINVAL, "the run predicts %s",
                       classes ? "values: ask for intervals" : "classes: ask for sets");
    if (kind >= ad_calibration_kinds(c->info.classes) || !(level > 0 && level < 1))
        return ad_fail(c->ctx, ADROP_EINVAL, "`conformal` is %s: give a number between 0 and 1",
                       AD_NUM(level));
    const size_t place = ad_conformal_place(c->info.rows, level);
    *threshold = place == c->info.rows ? INFINITY : c->scores[kind][place];
    return ADROP_OK;
}

adrop_status adrop_calibration_threshold(const adrop_calibration *c, double level,
                                         double *threshold)
{
    const adrop_status status = ad_check_given(c->ctx, "threshold", threshold);

    return status ? status
                  : find_threshold(c, ADROP_CONFORMAL_LAC, level, c->info.classes != 0, threshold);
}

adrop_status adrop_calibration_sets_with(const adrop_calibration *c,
                                         const adrop_conformal_opts *opts, size_t n,
                                         const double *p, const uint32_t *rows, uint8_t *member)
{
    adrop_conformal_opts o, usual;
    double threshold = 0;
    adrop_status status = ADROP_OK;

    adrop_conformal_opts_init(&o);
    adrop_conformal_opts_init(&usual);
    if (opts)
        status = AD_STRUCT_READ(c->ctx, adrop_conformal_opts, &o, opts);
    if (!status && (o.penalty != usual.penalty || o.free != usual.free))
        status = ad_fail(c->ctx, ADROP_EINVAL,
                         "a calibration has scores with a penalty of %s beyond %zu classes: no "
                         "others can be asked for",
                         AD_NUM(usual.penalty), usual.free);
    if (!status)
        status = find_threshold(c, (size_t)o.kind, o.level, 1, &threshold);
    if (status)
        return status;
    o.seed = AD_PREDICTION_SEED;
    return adrop_conformal_sets(c->ctx, &o, threshold, n, c->info.classes, p, rows, member);
}

adrop_status adrop_calibration_sets(const adrop_calibration *c, adrop_conformal_kind kind,
                                    double level, size_t n, const double *p, const uint32_t *rows,
                                    uint8_t *member)
{
    adrop_conformal_opts o;

    adrop_conformal_opts_init(&o);
    o.kind = kind;
    o.level = level;
    return adrop_calibration_sets_with(c, &o, n, p, rows, member);
}

adrop_status adrop_calibration_intervals(const adrop_calibration *c, double level, size_t n,
                                         const double *mean, const double *std, double *low,
                                         double *high)
{
    double threshold = 0;
    adrop_status status = find_threshold(c, 0, level, 0, &threshold);
    const struct {
        const char *name;
        const double *array;
    } arrays[] = { { "mean", mean }, { "std", std }, { "low", low }, { "high", high } };

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays && !status; i++)
        status = ad_check_array(c->ctx, arrays[i].name, n, arrays[i].array);
    for (size_t i = 0; i < n && !status; i++) {
        const double unit = hypot(std[i], c->info.noise);
        const double half = unit > 0 || isinf(threshold) ? threshold * fmax(unit, 1e-300) : 0;
        low[i] = mean[i] - half;
        high[i] = mean[i] + half;
    }
    return status;
}
