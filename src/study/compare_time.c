/* Times of training steps, for the table and for the estimate before it.
 *
 * Techniques are timed in turn, one block of steps each, round after round, so that a slow
 * period of the machine affects all of them. A block has its own network (only one is in memory
 * at a time), rows as the readers and the augmentation give them, and two warm-up steps. The
 * figure is the median over the rounds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adrop/version.h"
#include "base/file.h"
#include "base/json.h"
#include "base/json_text.h"
#include "base/machine.h"
#include "base/memory.h"
#include "study/compare_impl.h"

enum { PATH_SIZE = 4096, LEAST_STEPS = 4, MOST_STEPS = 200, PROBE_STEPS = 3 };

/* -- A group ------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(size_t n, double *x)
{
    qsort(x, n, sizeof *x, by_size);
    return n % 2 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}

typedef struct {
    adrop_compare *c;
    adrop_ctx *ctx;
    const adrop_compare_hooks *hooks;
    size_t block, blocks; /* of the whole pass */
    double *seconds;      /* (cells, rounds): per step */
} timer;

static adrop_status time_group(timer *t, const ad_group *g, adrop_data *data, size_t *steps)
{
    const adrop_compare *c = t->c;
    const size_t rounds = c->opts.timing_rounds;
    adrop_status status = ADROP_OK;

    *steps = 0;
    for (size_t round = 0; round < rounds; round++)
        for (size_t i = 0; i < c->n_cells && !status; i++) {
            double seconds = NAN;
            if (!ad_compare_in(c, i, g))
                continue;
            if (!*steps) { /* blocks of about a second, equal for all */
                status = ad_compare_block(t->c, t->ctx, &c->cells[i], data, PROBE_STEPS, &seconds);
                const double n = status ? 0 : ceil(PROBE_STEPS / seconds);
                *steps = n < LEAST_STEPS ? LEAST_STEPS : n > MOST_STEPS ? MOST_STEPS : (size_t)n;
            }
            if (!status)
                status = ad_compare_block(t->c, t->ctx, &c->cells[i], data, *steps, &seconds);
            if (status)
                break;
            t->seconds[i * rounds + round] = seconds / (double)*steps;
            t->block++;
            if (t->hooks->timed)
                t->hooks->timed(t->hooks->user, t->block, t->blocks);
            if (t->hooks->stop && t->hooks->stop(t->hooks->user))
                status = ad_fail(t->ctx, ADROP_EINTR, "the comparison was stopped");
        }
    return status;
}

static json_t *group_json(const timer *t, const ad_group *g, size_t steps)
{
    const adrop_compare *c = t->c;
    json_t *rows = json_array();
    ad_json b = { 0 };

    for (size_t i = 0; i < c->n_cells; i++) {
        if (!ad_compare_in(c, i, g))
            continue;
        json_t *times = json_array();
        for (size_t k = 0; k < c->opts.timing_rounds; k++)
            ad_json_append(&b, times, json_real(t->seconds[i * c->opts.timing_rounds + k]));
        ad_json_append(&b, rows,
                       json_pack("{s:s, s:s, s:o}", "dropout", c->cells[i].asked, "trained",
                                 c->cells[i].dropout, "seconds_per_step", times));
    }
    if (b.failed) { /* the caller's append fails on NULL */
        json_decref(rows);
        return NULL;
    }
    return json_pack("{s:s, s:s, s:I, s:I, s:I, s:o}", "data", g->data, "model", g->model, "batch",
                     (json_int_t)g->batch, "steps_per_epoch", (json_int_t)g->steps,
                     "steps_per_block", (json_int_t)steps, "rows", rows);
}

/* -- The pass ------------------------------------------------------------------------ */

static adrop_status write_times(adrop_compare *c, json_t *groups)
{
    char path[PATH_SIZE];
    const double load = ad_machine_load();

    json_t *record = json_pack("{s:i, s:s, s:i, s:s, s:I, s:o?, s:O}", "format", 1, "adrop",
                               adrop_version(), "threads", ad_study_threads(&c->study), "kernels",
                               adrop_ctx_isa_name(c->ctx), "rounds",
                               (json_int_t)c->opts.timing_rounds, "load_after",
                               isnan(load) ? NULL : json_real(load), "groups", groups);
    char *text;
    adrop_status status = ad_json_dump(c->ctx, record, JSON_INDENT(1) | JSON_REAL_PRECISION(6),
                                       &text);
    snprintf(path, sizeof path, "%s/timing.json", c->opts.out);
    if (!status)
        status = ad_file_replace(c->ctx, path, text, strlen(text));
    ad_free(c->ctx, text);
    json_decref(record);
    return status;
}

static adrop_status time_all(timer *t)
{
    adrop_compare *c = t->c;
    json_t *groups = json_array();
    adrop_status status = ADROP_OK;

    for (size_t g = 0; g < c->n_groups && !status; g++) {
        adrop_data *data = NULL;
        size_t steps = 0;
        status = ad_compare_group_view(c, t->ctx, &c->groups[g], &data);
        if (!status)
            status = time_group(t, &c->groups[g], data, &steps);
        if (!status && json_array_append_new(groups, group_json(t, &c->groups[g], steps)))
            status = ad_fail(t->ctx, ADROP_ENOMEM, "not enough memory for timing.json");
        adrop_data_free(data);
    }
    if (status)
        ad_fail(c->ctx, status, "%s", adrop_ctx_message(t->ctx));
    else
        status = write_times(c, groups);
    json_decref(groups);
    return status;
}

static int is_timed(const adrop_compare *c)
{
    for (size_t i = 0; i < c->n_cells; i++)
        if (isnan(c->cells[i].seconds_per_step))
            return 0;
    return 1;
}

adrop_status adrop_compare_time(adrop_compare *c, const adrop_compare_hooks *given)
{
    adrop_compare_hooks hooks;
    timer t = { .c = c, .hooks = &hooks, .blocks = c->n_cells * c->opts.timing_rounds };
    adrop_status status = ad_compare_hooks(c, given, &hooks);

    if (!status)
        status = ad_study_write(&c->study);
    if (status || (status = ad_compare_read_times(c)) || is_timed(c)) {
        ad_study_unlock(&c->study);
        return status;
    }
    c->study.launch = hooks.launch; /* its workers' thread count is timed */
    status = AD_NEW(c->ctx, t.blocks, "the times", &t.seconds);
    if (!status)
        status = ad_study_context(&c->study, c->ctx->log, c->ctx->log_user, &t.ctx);
    if (!status)
        status = time_all(&t);
    c->study.launch = NULL;
    adrop_ctx_free(t.ctx);
    ad_free(c->ctx, t.seconds);
    ad_study_unlock(&c->study);
    return status ? status : ad_compare_read_times(c);
}

/* The median of a row of timing.json; NaN if there is none. False if the value is not a time. */
static bool median_of(const json_t *times, double *middle)
{
    enum { MOST = 1000 };
    double x[MOST];
    size_t n = 0;

    for (; n < json_array_size(times) && n < MOST; n++) {
        x[n] = json_number_value(json_array_get(times, n));
        if (!(x[n] > 0))
            return false;
    }
    *middle = n ? median(n, x) : NAN;
    return true;
}

static bool take_times(adrop_compare *c, const json_t *group)
{
    const char *data = json_string_value(json_object_get(group, "data"));
    const char *model = json_string_value(json_object_get(group, "model"));
    const json_t *rows = json_object_get(group, "rows");

    for (size_t i = 0; data && model && i < c->n_cells; i++) {
        const ad_group *g = &c->groups[c->cells[i].group];
        if (strcmp(g->data, data) || strcmp(g->model, model))
            continue;
        for (size_t k = 0; k < json_array_size(rows); k++) {
            const json_t *row = json_array_get(rows, k);
            const char *dropout = json_string_value(json_object_get(row, "dropout"));
            if (dropout && !strcmp(dropout, c->cells[i].asked) &&
                !median_of(json_object_get(row, "seconds_per_step"), &c->cells[i].seconds_per_step))
                return false;
        }
    }
    return true;
}

adrop_status ad_compare_read_times(adrop_compare *c)
{
    enum { LARGEST = 16 << 20 };
    char path[PATH_SIZE], *text;
    size_t size;

    snprintf(path, sizeof path, "%s/timing.json", c->opts.out);
    if (access(path, F_OK))
        return ADROP_OK;
    adrop_status status = ad_file_read(c->ctx, path, LARGEST, &text, &size);
    if (!status)
        status = ad_compare_take_times(c, path, text, size);
    ad_free(c->ctx, text);
    return status;
}

adrop_status ad_compare_take_times(adrop_compare *c, const char *path, const char *text,
                                   size_t size)
{
    json_t *record;
    const adrop_status status = ad_json_parse(c->ctx, path, text, size, JSON_REJECT_DUPLICATES,
                                              &record);

    if (status == ADROP_ENOMEM)
        return status;
    const json_t *groups = json_object_get(record, "groups");
    int good = json_is_array(groups);
    for (size_t i = 0; good && i < json_array_size(groups); i++)
        good = take_times(c, json_array_get(groups, i));
    json_decref(record);
    return good
               ? ADROP_OK
               : ad_fail(c->ctx, ADROP_EFORMAT,
                         "'%s' is not a record of times: remove it, and they are taken anew", path);
}
