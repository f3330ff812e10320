/* Chooses the rows that an assessment measures and those that calibrate it (uncertainty_impl.h),
 * and checks that the members of an ensemble may be measured on them. */
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "experiment/uncertainty_impl.h"

static adrop_status take_rows(adrop_uncertainty *u, size_t n, ad_assessed *a)
{
    adrop_status status;

    a->n = n;
    if ((status = AD_NEW(u->ctx, n, "row numbers", &a->rows)) ||
        (status = AD_NEW(u->ctx, n * u->outputs, "predictions", &a->mean)) ||
        (status = AD_NEW(u->ctx, n * u->outputs, "standard deviations", &a->std)) ||
        (status = AD_NEW(u->ctx, n, "entropies", &a->expected_entropy)))
        return status;
    for (size_t i = 0; i < ADROP_N_RANKED_BY && !status; i++)
        status = AD_NEW(u->ctx, n, "scores", &a->score[i]);
    return status;
}

/* The true answers of the chosen rows. */
static adrop_status take_answers(adrop_uncertainty *u, const adrop_data *data, ad_assessed *a)
{
    adrop_status status = u->info.classes ? AD_NEW(u->ctx, a->n, "classes", &a->truth)
                                          : AD_NEW(u->ctx, a->n, "values", &a->target);

    for (size_t i = 0; i < a->n && !status; i++) {
        if (a->target)
            a->target[i] = adrop_data_target_at(data, a->rows[i], u->target);
        else
            a->truth[i] = (uint32_t)adrop_data_label(data, a->rows[i]);
    }
    return status;
}

/* Set a group of n rows with their answers. */
static adrop_status uncertainty_choose(adrop_uncertainty *u, const adrop_data *data,
                                       const uint32_t *rows, size_t n, ad_assessed *a)
{
    adrop_status status = take_rows(u, n, a);

    if (!status)
        memcpy(a->rows, rows, n * sizeof *rows);
    return status ? status : take_answers(u, data, a);
}

/* Every row of a data set. */
static adrop_status choose_all(adrop_uncertainty *u, const adrop_data *data, ad_assessed *a)
{
    adrop_data_info info;
    uint32_t *rows;

    adrop_data_describe(data, &info);
    adrop_status status = AD_NEW(u->ctx, info.rows, "row numbers", &rows);
    if (status)
        return status;
    for (size_t i = 0; i < info.rows; i++)
        rows[i] = (uint32_t)i;
    status = uncertainty_choose(u, data, rows, info.rows, a);
    ad_free(u->ctx, rows);
    return status;
}

/* Every k-th row of the part calibrates, k = 1 / share. The rows of a part are in random order or
 * in file order. */
static adrop_status split(adrop_uncertainty *u, const adrop_data *data, const uint32_t *rows,
                          size_t n)
{
    const double share = u->opts.calibrate;
    const size_t some = (size_t)(share * (double)n);
    uint32_t *kept, *others;
    size_t n_kept = 0, n_others = 0;
    adrop_status status = AD_NEW(u->ctx, n, "row numbers", &kept);

    if (status)
        return status;
    if ((status = AD_NEW(u->ctx, n, "row numbers", &others)) == ADROP_OK) {
        for (size_t i = 0; i < n; i++) {
            const int calibrates = (size_t)((double)(i + 1) * share) != (size_t)((double)i * share);
            if (calibrates && n_others < some)
                others[n_others++] = rows[i];
            else
                kept[n_kept++] = rows[i];
        }
        if (n_others)
            status = uncertainty_choose(u, data, others, n_others, &u->calibration);
        if (!status)
            status = uncertainty_choose(u, data, kept, n_kept, &u->measured);
    }
    ad_free(u->ctx, others);
    ad_free(u->ctx, kept);
    return status;
}

adrop_status ad_uncertainty_choose(adrop_uncertainty *u, const ad_member *first)
{
    const adrop_data *data = adrop_run_data(first->run);
    const int is_own = u->rows ? adrop_run_has_own_data(first->run) : !u->opts.data;
    adrop_data_info info;
    size_t n, n_val, n_ood = 0;
    const uint32_t *rows = adrop_data_rows(data, u->opts.part, &n);
    const uint32_t *val = adrop_data_rows(data, ADROP_PART_VAL, &n_val);
    adrop_status status;

    adrop_data_describe(data, &info);
    if (!n)
        return ad_fail(u->ctx, ADROP_EFORMAT, "'%s' has no rows to measure in that part",
                       info.name);
    if (first->calibration) {
        if ((status = choose_all(u, adrop_run_data(first->calibration), &u->calibration)) ||
            (status = uncertainty_choose(u, data, rows, n, &u->measured)))
            return status;
    } else if (n_val && u->info.members == 1 && is_own && u->opts.part != ADROP_PART_VAL) {
        if ((status = uncertainty_choose(u, data, val, n_val, &u->calibration)) ||
            (status = uncertainty_choose(u, data, rows, n, &u->measured)))
            return status;
    } else if ((status = split(u, data, rows, n))) {
        return status;
    }
    if (!first->ood)
        return ADROP_OK;
    rows = adrop_data_rows(adrop_run_data(first->ood), ADROP_PART_TEST, &n_ood);
    adrop_data_describe(adrop_run_data(first->ood), &info);
    if (!n_ood)
        return ad_fail(u->ctx, ADROP_EFORMAT, "'%s' has no test rows", info.name);
    if (!(status = take_rows(u, n_ood, &u->ood)))
        memcpy(u->ood.rows, rows, n_ood * sizeof *rows);
    return status;
}

adrop_status ad_uncertainty_check_member(const adrop_uncertainty *u, const ad_member *first,
                                         const ad_member *m)
{
    const adrop_data *mine = adrop_run_data(m->run), *its = adrop_run_data(first->run);
    size_t n, n_its;
    const uint32_t *rows = adrop_data_rows(mine, u->opts.part, &n);
    const uint32_t *its_rows = adrop_data_rows(its, u->opts.part, &n_its);
    int same = m->info.classes == first->info.classes && m->info.channels == first->info.channels &&
               m->info.height == first->info.height && m->info.width == first->info.width;

    for (size_t k = 0; same && k < m->info.classes; k++)
        same = !strcmp(adrop_data_class_name(mine, k), adrop_data_class_name(its, k));
    if (!same)
        return ad_fail(u->ctx, ADROP_EINVAL,
                       "'%s' and '%s' do not predict the same classes from the same inputs: an "
                       "ensemble needs runs that were trained alike",
                       first->path, m->path);
    if (n != n_its || memcmp(rows, its_rows, n * sizeof *rows) != 0)
        return ad_fail(u->ctx, ADROP_EINVAL,
                       "'%s' and '%s' were tested on different rows, some of which the other was "
                       "trained on: give `data` that none of them has seen",
                       first->path, m->path);
    return ADROP_OK;
}
