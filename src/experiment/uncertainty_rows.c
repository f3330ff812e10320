/* Predictions for an assessment (uncertainty_impl.h): the rows of the first run are chosen
 * (uncertainty_choose.c), every member predicts them, and the predictions are averaged. With M
 * members, mean probabilities p_m and variances s_m^2 over their own passes,
 *
 *     mean = average of p_m,   variance = average of (s_m^2 + p_m^2) - mean^2
 *
 * Expected entropy and energy are averages too; the entropy is that of the mean. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/keep.h"
#include "base/memory.h"
#include "base/text.h"
#include "experiment/uncertainty_impl.h"
#include "model/sampling.h"
#include "predict/predictor.h"
#include "train/data_record.h"
#include "train/job.h"

enum { TOGETHER = 1024 }; /* inputs between looks at the clock */

/* rows: open data; NULL: read data. */
static adrop_status open_rows(const adrop_uncertainty *u, const char *path, const adrop_data *rows,
                              const char *data, int inputs, adrop_run **run)
{
    const adrop_run_opts opts = { .size = sizeof opts,
                                  .data = data,
                                  .data_dir = u->opts.data_dir,
                                  .inputs = inputs && rows,
                                  .allow_changed_data = u->opts.allow_changed_data };

    if (rows)
        return adrop_run_open_on(u->ctx, path, rows, &opts, run);
    return inputs ? adrop_run_open_inputs(u->ctx, path, data, u->opts.data_dir, 0, run)
                  : adrop_run_open_with(u->ctx, path, &opts, run);
}

/* All rows of a separate calibration set. It must not be the run's set, which contains the training
 * rows. */
static adrop_status open_calibration(const adrop_uncertainty *u, const char *path, ad_member *m)
{
    const adrop_run_opts opts = {
        .size = sizeof opts, .data = u->opts.calibrate_on, .data_dir = u->opts.data_dir, .all = 1
    };
    const adrop_data *rows = u->calibration_rows;
    adrop_data_info info = { .name = u->opts.calibrate_on };
    const adrop_status status = rows ? adrop_run_open_on(u->ctx, path, rows, &opts, &m->calibration)
                                     : adrop_run_open_with(u->ctx, path, &opts, &m->calibration);

    if (status || !adrop_run_has_own_data(m->calibration))
        return status;
    if (rows)
        adrop_data_describe(rows, &info);
    return ad_fail(u->ctx, ADROP_EINVAL,
                   "'%s' was trained on '%s': rows that calibrate must be new to it; give another "
                   "file, or the share of test rows to `calibrate`",
                   path, info.name);
}

/* The measured target; with several targets the user must choose one. */
static adrop_status find_target(const adrop_uncertainty *u, ad_member *m)
{
    const adrop_data *data = adrop_run_data(m->run);
    const char *wanted = u->opts.target;
    char known[256] = "", number[24];

    m->width = m->info.classes + m->info.targets;
    for (size_t k = 0; k < m->info.targets; k++) {
        const char *name = adrop_data_target_name(data, k);
        snprintf(number, sizeof number, "%zu", k + 1);
        ad_join(known, sizeof known, ", ", name ? AD_SHOWN(name) : number);
        if (wanted && (!strcmp(wanted, number) || (name && !strcmp(wanted, name)))) {
            m->target = k;
            return ADROP_OK;
        }
    }
    if (wanted)
        return ad_fail(u->ctx, ADROP_EINVAL, "'%s' has no target '%s': %s%s", m->path,
                       AD_SHOWN(wanted), *known ? "it predicts " : "it predicts classes", known);
    if (m->info.targets < 2)
        return ADROP_OK;
    return ad_fail(u->ctx, ADROP_EINVAL,
                   "'%s' predicts several values, and these measures are of one: choose it with "
                   "`target`, one of %s",
                   m->path, known);
}

static adrop_status open_member(const adrop_uncertainty *u, const char *path, ad_member *m)
{
    adrop_predictor_opts o;
    adrop_status status;

    m->path = path;
    adrop_predictor_opts_init(&o);
    o.batch = u->opts.batch;
    if ((status = open_rows(u, path, u->rows, u->opts.data, 0, &m->run)) ||
        (status = adrop_predictor_open(u->ctx, path, &o, &m->predictor)))
        return status;
    adrop_data_describe(adrop_run_data(m->run), &m->info);
    if (m->info.is_multi_label)
        return ad_fail(u->ctx, ADROP_EINVAL,
                       "the rows of '%s' may have several classes, and these measures are of one "
                       "class or a value: adrop predict has the spread of every class",
                       path);
    if ((status = find_target(u, m)))
        return status;
    if ((u->ood_rows || u->opts.ood) &&
        (status = open_rows(u, path, u->ood_rows, u->opts.ood, 1, &m->ood)))
        return status;
    return u->calibration_rows || u->opts.calibrate_on ? open_calibration(u, path, m) : ADROP_OK;
}

static void close_member(ad_member *m)
{
    adrop_predictor_free(m->predictor);
    adrop_run_free(m->run);
    adrop_run_free(m->ood);
    adrop_run_free(m->calibration);
}

/* -- Prediction ---------------------------------------------------------------------- */

/* Add one member's predictions of n rows to the sums. */
static void uncertainty_rows_add(const adrop_uncertainty *u, ad_assessed *a, size_t first, size_t n,
                                 const adrop_sampled *s)
{
    const double share = 1 / (double)u->info.members;

    for (size_t i = 0; i < n * u->outputs; i++) {
        double *mean = a->mean + first * u->outputs + i, *square = a->std + first * u->outputs + i;
        *mean += share * s->mean[i];
        *square += share * (s->std[i] * s->std[i] + s->mean[i] * s->mean[i]);
    }
    for (size_t i = 0; i < n; i++) {
        a->expected_entropy[first + i] += share * s->expected_entropy[i];
        a->score[ADROP_BY_ENERGY][first + i] += share * s->energy[i];
    }
}

/* A single member needs no sums, and keeps its exact values. */
static void uncertainty_rows_put(const adrop_uncertainty *u, ad_assessed *a, size_t first, size_t n,
                                 const adrop_sampled *s)
{
    memcpy(a->mean + first * u->outputs, s->mean, n * u->outputs * sizeof *s->mean);
    memcpy(a->std + first * u->outputs, s->std, n * u->outputs * sizeof *s->std);
    memcpy(a->expected_entropy + first, s->expected_entropy, n * sizeof *s->energy);
    memcpy(a->score[ADROP_BY_ENERGY] + first, s->energy, n * sizeof *s->energy);
}

typedef struct {
    float *x;         /* (TOGETHER, inputs) */
    adrop_sampled of; /* of TOGETHER rows */
    double *memory;
} bench;

static adrop_status predict_some(adrop_uncertainty *u, const ad_member *m, const adrop_data *data,
                                 ad_assessed *a, size_t first, size_t n, bench *b)
{
    const size_t units = m->info.channels * m->info.height * m->info.width;
    const int is_random = ad_model_is_random(m->predictor->model);
    const adrop_sample_opts o = { .size = sizeof o,
                                  .samples = is_random ? u->opts.samples : 0,
                                  .shared_masks = u->opts.shared_masks,
                                  .by_moments = u->opts.by_moments };
    const ad_predict_rows rows = { .n = n, .inputs = b->x, .row_numbers = a->rows + first };
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < n && !status; i++)
        status = adrop_data_row(u->ctx, data, a->rows[first + i], b->x + i * units);
    if (!status)
        status = ad_predictor_passes(m->predictor, &rows, &o, &b->of);
    if (status)
        return status;
    for (size_t i = 0; m->width > u->outputs && i < n; i++) { /* pick one of several targets */
        b->of.mean[i] = b->of.mean[i * m->width + m->target];
        b->of.std[i] = b->of.std[i * m->width + m->target];
    }
    (u->info.members > 1 ? uncertainty_rows_add : uncertainty_rows_put)(u, a, first, n, &b->of);
    u->done += n;
    if (u->hooks->progress)
        u->hooks->progress(u->hooks->user, u->done, u->all);
    if (ad_job_stops(u->ctx, u->hooks->stop && u->hooks->stop(u->hooks->user)))
        return ad_fail(u->ctx, ADROP_EINTR, "stopped");
    return ADROP_OK;
}

static adrop_status predict(adrop_uncertainty *u, const ad_member *m, const adrop_run *run,
                            ad_assessed *a, bench *b)
{
    adrop_status status = ADROP_OK;

    for (size_t first = 0; first < a->n && !status; first += TOGETHER) {
        const size_t n = a->n - first < TOGETHER ? a->n - first : TOGETHER;
        status = predict_some(u, m, adrop_run_data((adrop_run *)run), a, first, n, b);
    }
    return status;
}

static adrop_status check_random(const adrop_uncertainty *u, const ad_member *m)
{
    if (u->info.members > 1 || !u->opts.samples || u->opts.allow_plain ||
        ad_model_is_random(m->predictor->model))
        return ADROP_OK;
    return ad_fail(u->ctx, ADROP_EINVAL,
                   "'%s' has no random layer to sample: train it with a dropout technique, or give "
                   "`method` softmax",
                   m->path);
}

static adrop_status predict_member(adrop_uncertainty *u, const ad_member *m)
{
    const size_t units = m->info.channels * m->info.height * m->info.width;
    bench b = { .of = { .size = sizeof b.of } };
    adrop_status status = AD_NEW(u->ctx, TOGETHER * units, "inputs", &b.x);

    if (!status)
        status = AD_NEW(u->ctx, TOGETHER * (2 * m->width + 2), "predictions", &b.memory);
    if (!status) {
        b.of.mean = b.memory;
        b.of.std = b.of.mean + TOGETHER * m->width;
        b.of.expected_entropy = b.of.std + TOGETHER * m->width;
        b.of.energy = b.of.expected_entropy + TOGETHER;
        status = predict(u, m, m->calibration ? m->calibration : m->run, &u->calibration, &b);
    }
    if (!status)
        status = predict(u, m, m->run, &u->measured, &b);
    if (!status && m->ood)
        status = predict(u, m, m->ood, &u->ood, &b);
    ad_free(u->ctx, b.memory);
    ad_free(u->ctx, b.x);
    return status;
}

/* Turn sums over members into the measured values. */
static void uncertainty_rows_finish(const adrop_uncertainty *u, ad_assessed *a)
{
    for (size_t i = 0; u->info.members > 1 && i < a->n * u->outputs; i++)
        a->std[i] = sqrt(fmax(a->std[i] - a->mean[i] * a->mean[i], 0));
    for (size_t i = 0; i < a->n; i++) {
        const double *p = a->mean + i * u->outputs;
        double most = p[0], entropy = 0;
        for (size_t k = 0; k < u->outputs; k++) {
            most = fmax(most, p[k]);
            entropy -= p[k] > 0 ? p[k] * log(p[k]) : 0;
        }
        const int classes = u->info.classes != 0;
        a->score[ADROP_BY_MAXP][i] = classes ? most : NAN;
        a->score[ADROP_BY_ENTROPY][i] = classes ? entropy : NAN;
        a->score[ADROP_BY_MI][i] = isnan(a->expected_entropy[i])
                                       ? NAN
                                       : fmax(entropy - a->expected_entropy[i], 0);
    }
}

static adrop_status copy_names(adrop_uncertainty *u, const adrop_data *data)
{
    adrop_status status = AD_NEW(u->ctx, u->info.classes, "names of classes", &u->names);

    for (size_t k = 0; k < u->info.classes && !status; k++)
        status = ad_copy_text(u->ctx, adrop_data_class_name(data, k), &u->names[k]);
    return status;
}

/* Passes per row. Techniques with fixed masks have no more passes than masks. */
static size_t passes_of(const adrop_uncertainty *u, const ad_member *m)
{
    const size_t masks = ad_model_members(m->predictor->model);

    if (u->opts.by_moments || !ad_model_is_random(m->predictor->model))
        return 0;
    return masks && masks < u->opts.samples ? masks : u->opts.samples;
}

/* Record the identity of the calibration data and the model. */
static adrop_status identify(adrop_uncertainty *u, const ad_member *m)
{
    adrop_run *rows = m->calibration ? m->calibration : m->run;
    ad_json b = { 0 };

    const adrop_status kept = ad_keep(u->ctx, m->path, &u->run);
    if (kept)
        return kept;
    u->identity = ad_identity_write(&b, adrop_run_data(rows));
    const adrop_status status = ad_json_end(&b, u->ctx, "checksums", &u->identity);
    return status ? status : ad_calibration_model_sum(u->ctx, m->path, &u->model_sum);
}

/* Predict with one member after another: only one is open beside the first. */
adrop_status ad_uncertainty_predict(adrop_uncertainty *u, size_t n, const char *const *runs)
{
    ad_member first = { 0 };
    adrop_status status = open_member(u, runs[0], &first);

    if (!status) {
        u->info.classes = first.info.task == ADROP_CLASSIFICATION ? first.info.classes : 0;
        u->outputs = u->info.classes ? u->info.classes : 1;
        u->target = first.target;
        u->info.targets = first.info.targets;
        u->info.members = n;
        u->info.by_moments = u->opts.by_moments;
        u->info.samples = passes_of(u, &first);
        if (!(status = check_random(u, &first)) &&
            !(status = copy_names(u, adrop_run_data(first.run))))
            status = ad_uncertainty_choose(u, &first);
        if (!status && n == 1 && u->calibration.n && first.info.targets < 2)
            status = identify(u, &first);
        u->all = n * (u->calibration.n + u->measured.n + u->ood.n);
    }
    if (!status)
        status = predict_member(u, &first);
    for (size_t i = 1; i < n && !status; i++) {
        ad_member m = { 0 };
        status = open_member(u, runs[i], &m);
        if (!status)
            status = ad_uncertainty_check_member(u, &first, &m);
        if (!status)
            status = predict_member(u, &m);
        close_member(&m);
    }
    close_member(&first);
    if (status)
        return status;
    uncertainty_rows_finish(u, &u->calibration);
    uncertainty_rows_finish(u, &u->measured);
    uncertainty_rows_finish(u, &u->ood);
    u->info.n = u->measured.n;
    u->info.n_calibration = u->calibration.n;
    u->info.n_ood = u->ood.n;
    return ADROP_OK;
}
