/* RUN/uncertainty.json (uncertainty_show.h).
 *
 * Risk against coverage: rows are sorted by largest probability, the most certain first. For the
 * first k of n rows, coverage is k / n and risk is the share of wrong ones among them. */
#include "uncertainty_show.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/train.h"
#include "document_out.h"
#include "out.h"
#include "out_file.h"

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

static void add_risk(adrop_document *d, const adrop_uncertainty *u, size_t n)
{
    answer *all = out_memory(n ? n : 1, sizeof *all);
    adrop_uncertain_row row;
    size_t wrong = 0, done = 0;

    for (size_t i = 0; i < n && adrop_uncertainty_row(u, i, &row); i++)
        all[i] = (answer){ row.maxp, row.truth != row.predicted };
    qsort(all, n, sizeof *all, surest_first);
    adrop_document_table(d, "risk_coverage", NULL, 0);
    adrop_document_column(d, "coverage", "coverage", 'r', "", 4);
    adrop_document_column(d, "risk", "risk", 'r', "", 4);
    for (size_t k = 1; k <= POINTS && n; k++) {
        for (const size_t to = k * n / POINTS; done < to; done++)
            wrong += (size_t)all[done].wrong;
        if (!done)
            continue;
        adrop_document_cell_number(d, (double)done / (double)n);
        adrop_document_cell_number(d, (double)wrong / (double)done);
    }
    adrop_document_end(d);
    free(all);
}

/* The example rows: one per rule, the first in case of ties. */
static const struct {
    const char *text;
    int wrong;
    double sign; /* of the entropy, which is maximised */
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

static void add_picture(adrop_document *d, const adrop_data_info *info, const float *pixels)
{
    const size_t shape[] = { info->channels, info->height, info->width };

    adrop_document_list(d, "shape", NULL);
    for (size_t i = 0; i < 3; i++)
        adrop_document_cell_count(d, shape[i]);
    adrop_document_end(d);
    adrop_document_list(d, "pixels", NULL);
    for (size_t i = 0; i < shape[0] * shape[1] * shape[2]; i++)
        adrop_document_cell_number(d, round(1e3 * (double)pixels[i]) / 1e3);
    adrop_document_end(d);
}

static adrop_status add_example(const command_call *call, adrop_document *d,
                                const adrop_uncertainty *u, const adrop_data *data, size_t rule)
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
        adrop_document_group(d, NULL, NULL);
        adrop_document_text(d, "rule", NULL, rules[rule].text);
        adrop_document_count(d, "row", NULL, row.row);
        adrop_document_text(d, "truth", NULL, adrop_uncertainty_class_name(u, (size_t)row.truth));
        adrop_document_text(d, "predicted", NULL,
                            adrop_uncertainty_class_name(u, (size_t)row.predicted));
        adrop_document_number(d, "maxp", NULL, row.maxp, "", 0);
        adrop_document_number(d, "entropy", NULL, row.entropy, "", 0);
        add_picture(d, &info, pixels);
        adrop_document_end(d);
    }
    free(pixels);
    return status;
}

static adrop_status add_examples(const command_call *call, adrop_document *d,
                                 const adrop_uncertainty *u, const char *path, const char *data_dir)
{
    const adrop_run_opts opts = { .size = sizeof opts, .data_dir = data_dir };
    adrop_run *run = NULL;
    adrop_status status = adrop_run_open_with(call->ctx, path, &opts, &run);

    adrop_document_list(d, "examples", NULL);
    for (size_t k = 0; !status && k < EXAMPLES; k++)
        status = add_example(call, d, u, adrop_run_data(run), k);
    adrop_document_end(d);
    adrop_run_free(run);
    return status;
}

int uncertainty_record(const command_call *call, const adrop_uncertainty *u, const char *run,
                       const char *data_dir)
{
    adrop_document *d = document_start(call->ctx, "");
    adrop_uncertainty_info info;
    char path[4096];
    out_file out;
    adrop_status status = ADROP_OK;

    adrop_uncertainty_describe(u, &info);
    uncertainty_add(d, u);
    if (info.classes) {
        add_risk(d, u, info.n);
        status = add_examples(call, d, u, run, data_dir);
    }
    if (status) {
        adrop_document_free(d);
        return command_fail(call, status);
    }
    if (snprintf(path, sizeof path, "%s/uncertainty.json", run) >= (int)sizeof path ||
        out_file_open(&out, path)) {
        adrop_document_free(d);
        out_complain("uncertainty", "cannot create '%s': %s", OUT_CLEAN(path), strerror(errno));
        return OUT_FULL;
    }
    if ((status = document_write(call->ctx, out.file, d, ADROP_DOCUMENT_JSON))) {
        out_file_drop(&out);
        return command_fail(call, status);
    }
    if (out_file_close(&out)) {
        out_complain("uncertainty", "cannot write '%s': %s", OUT_CLEAN(path), strerror(errno));
        return OUT_FULL;
    }
    return OUT_OK;
}
