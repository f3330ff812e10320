/* The figures of a run, read from its metrics lines (study.h). */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "study/study.h"

enum { LARGEST_METRICS = 1 << 28 };

static double figures_number(const json_t *line, const char *key)
{
    const json_t *value = json_object_get(line, key);

    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* The mean of a figure over the layers of a line; 0 without layers. */
static double over_layers(const json_t *line, const char *key)
{
    const json_t *layers = json_object_get(line, "dropout"), *one;
    double sum = 0;
    size_t i;

    json_array_foreach((json_t *)(uintptr_t)layers, i, one)
        sum += figures_number(one, key) / (double)json_array_size(layers);
    return sum;
}

static void take_line(const json_t *line, ad_run_figures *f)
{
    const int errors = json_object_get(line, "train_rmse") != NULL;

    f->test = figures_number(line, errors ? "test_rmse" : "test_acc");
    f->val = figures_number(line, errors ? "val_rmse" : "val_acc");
    f->top5 = figures_number(line, "test_top5");
    f->micro_f1 = figures_number(line, "test_micro_f1");
    f->macro_f1 = figures_number(line, "test_macro_f1");
    f->rate = over_layers(line, "rate");
    f->noise = over_layers(line, "level");
    f->test_best = errors ? fmin(f->test_best, f->test) : fmax(f->test_best, f->test);
}

adrop_status ad_run_read(adrop_ctx *ctx, const char *folder, ad_run_figures *figures)
{
    char path[AD_PATH_SIZE], *text;
    size_t size, n = 0;

    snprintf(path, sizeof path, "%s/metrics.jsonl", folder);
    adrop_status status = ad_file_read(ctx, path, LARGEST_METRICS, &text, &size);

    *figures = (ad_run_figures){ NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
    if (status)
        return status;
    for (char *at = text, *end; *at && !status; at = end) {
        end = at + strcspn(at, "\n");
        end += *end == '\n';
        json_t *line;
        n++;
        status = ad_json_parse(ctx, path, at, (size_t)(end - at), 0, &line);
        if (json_is_object(line))
            take_line(line, figures);
        else if (status != ADROP_ENOMEM)
            status = ad_fail(ctx, ADROP_EFORMAT, "'%s' line %zu is no line of metrics", path, n);
        json_decref(line);
    }
    ad_free(ctx, text);
    return status;
}
