/* RUN/uncertainty.json (uncertainty_record.h).
 *
 * Risk by coverage: rows are answered by the largest probability, the surest first; of the first k
 * of n rows coverage is k / n and risk the share of them that is wrong. */
#include "uncertainty_record.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/train.h"
#include "json.h"
#include "out.h"
#include "out_file.h"
#include "uncertainty_show.h"

enum { POINTS = 50, EXAMPLES = 4, MOST_PIXELS = 3 * 64 * 64 };

typedef struct {
    double maxp;
    int wrong;
} answer;

static int surest_first(const void *a, const void *b)
{
    const double x = ((const answer *)a)->maxp, y = ((const answer *)b)->maxp;

    return (x < y) - (x > y);
}

static void risk(json *j, const adrop_uncertainty *u, size_t n)
{
    answer *all = out_memory(n ? n : 1, sizeof *all);
    adrop_uncertain_row row;
    size_t wrong = 0, done = 0;

    for (size_t i = 0; i < n && adrop_uncertainty_row(u, i, &row); i++)
        all[i] = (answer){ row.maxp, row.truth != row.predicted };
    qsort(all, n, sizeof *all, surest_first);
    json_key(j, "risk_coverage");
    json_open(j, '[');
    for (size_t k = 1; k <= POINTS && n; k++) {
        for (const size_t to = k * n / POINTS; done < to; done++)
            wrong += (size_t)all[done].wrong;
        if (!done)
            continue;
        json_open(j, '{');
        json_key_number(j, "coverage", (double)done / (double)n);
        json_key_number(j, "risk", (double)wrong / (double)done);
        json_close(j);
    }
    json_close(j);
    free(all);
}

/* The rows to show: by rule, the first where several are equal. */
static const struct {
    const char *text;
    int wrong;
    double sign; /* of the entropy, which is to be largest */
} rules[EXAMPLES] = {
    { "least sure and right", 0, 1 },
    { "least sure and wrong", 1, 1 },
    { "surest and wrong", 1, -1 },
    { "surest and right", 0, -1 },
};

static size_t pick(const adrop_uncertainty *u, size_t rule)
{
    adrop_uncertain_row row;
    size_t found = SIZE_MAX;
    double most = -INFINITY;

    for (size_t i = 0; adrop_uncertainty_row(u, i, &row); i++)
        if ((row.truth != row.predicted) == rules[rule].wrong &&
            rules[rule].sign * row.entropy > most) {
            most = rules[rule].sign * row.entropy;
            found = i;
        }
    return found;
}

static adrop_status example(const command_call *call, json *j, const adrop_uncertainty *u,
                            const adrop_data *data, size_t rule)
{
    const size_t place = pick(u, rule);
    adrop_data_info info;
    adrop_uncertain_row row;

    adrop_data_describe(data, &info);
    const size_t n = info.channels * info.height * info.width;
    if (place == SIZE_MAX || info.height < 2 || n > MOST_PIXELS)
        return ADROP_OK;
    adrop_uncertainty_row(u, place, &row);
    float *pixels = out_memory(n, sizeof *pixels);
    const adrop_status status = adrop_data_row(call->ctx, data, row.row, pixels);
    if (!status) {
        const size_t shape[] = { info.channels, info.height, info.width };
        json_open(j, '{');
        json_key_text(j, "rule", rules[rule].text);
        json_key(j, "row");
        json_count(j, row.row);
        json_key_text(j, "truth", adrop_uncertainty_class_name(u, (size_t)row.truth));
        json_key_text(j, "predicted", adrop_uncertainty_class_name(u, (size_t)row.predicted));
        json_key_number(j, "maxp", row.maxp);
        json_key_number(j, "entropy", row.entropy);
        json_key(j, "shape");
        json_open(j, '[');
        for (size_t i = 0; i < 3; i++)
            json_count(j, shape[i]);
        json_close(j);
        json_key(j, "pixels");
        json_open(j, '[');
        for (size_t i = 0; i < n; i++)
            json_number(j, round(1e3 * (double)pixels[i]) / 1e3);
        json_close(j);
        json_close(j);
    }
    free(pixels);
    return status;
}

static adrop_status examples(const command_call *call, json *j, const adrop_uncertainty *u,
                             const char *path, const char *data_dir)
{
    const adrop_run_opts how = { .size = sizeof how, .data_dir = data_dir };
    adrop_run *run = NULL;
    adrop_status status = adrop_run_open_with(call->ctx, path, &how, &run);

    json_key(j, "examples");
    json_open(j, '[');
    for (size_t k = 0; !status && k < EXAMPLES; k++)
        status = example(call, j, u, adrop_run_data(run), k);
    json_close(j);
    adrop_run_free(run);
    return status;
}

int uncertainty_record(const command_call *call, const adrop_uncertainty *u, const char *run,
                       const char *data_dir)
{
    adrop_uncertainty_info info;
    char path[4096];
    out_file out;
    adrop_status status = ADROP_OK;

    adrop_uncertainty_describe(u, &info);
    if (snprintf(path, sizeof path, "%s/uncertainty.json", run) >= (int)sizeof path ||
        out_file_open(&out, path)) {
        out_complain("uncertainty", "cannot create '%s': %s", OUT_CLEAN(path), strerror(errno));
        return OUT_FULL;
    }
    json j = { .file = out.file };
    json_open(&j, '{');
    uncertainty_json(&j, u);
    if (info.classes) {
        risk(&j, u, info.n);
        status = examples(call, &j, u, run, data_dir);
    }
    json_close(&j);
    if (status) {
        out_file_drop(&out);
        return command_fail(call, status);
    }
    if (out_file_close(&out)) {
        out_complain("uncertainty", "cannot write '%s': %s", OUT_CLEAN(path), strerror(errno));
        return OUT_FULL;
    }
    return OUT_OK;
}
