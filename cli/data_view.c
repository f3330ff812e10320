/* Summaries of the rows of a data set (data_show.h). */
#include <math.h>
#include <stdlib.h>

#include "data_choice.h"
#include "data_show.h"
#include "out.h"

static void count_classes(data_view *view)
{
    view->balance = out_memory(3 * view->info.classes, sizeof *view->balance);
    for (int part = 0; part < 3; part++) {
        size_t n;
        const uint32_t *rows = adrop_data_rows(view->data, (adrop_part)part, &n);
        for (size_t i = 0; i < n && !view->info.is_multi_label; i++)
            view->balance[3 * (size_t)adrop_data_label(view->data, rows[i]) + (size_t)part]++;
        for (size_t i = 0; i < n && view->info.is_multi_label; i++)
            for (size_t k = 0; k < view->info.classes; k++)
                view->balance[3 * k + (size_t)part] += (size_t)adrop_data_has_class(view->data,
                                                                                    rows[i], k);
    }
}

static void sum_target(data_view *view, size_t k)
{
    double sum = 0, square = 0, low = INFINITY, high = -INFINITY, *to = view->target + 4 * k;
    size_t n;
    const uint32_t *rows = adrop_data_rows(view->data, ADROP_PART_TRAIN, &n);

    for (size_t i = 0; i < n; i++) {
        const double y = adrop_data_target_at(view->data, rows[i], k);
        sum += y;
        low = y < low ? y : low;
        high = y > high ? y : high;
    }
    const double mean = sum / (double)n;
    for (size_t i = 0; i < n; i++) {
        const double off = adrop_data_target_at(view->data, rows[i], k) - mean;
        square += off * off;
    }
    to[0] = mean;
    to[1] = sqrt(square / (double)n);
    to[2] = low;
    to[3] = high;
}

void data_view_fill(data_view *view)
{
    adrop_data_describe(view->data, &view->info);
    if (view->info.classes)
        count_classes(view);
    view->target = out_memory(4 * view->info.targets + 1, sizeof *view->target);
    for (size_t k = 0; k < view->info.targets; k++)
        sum_target(view, k);
}

void data_view_free(data_view *view)
{
    free(view->balance);
    free(view->target);
    adrop_data_free(view->data);
}

const char *data_show_scale(const data_view *view)
{
    return adrop_option_find(adrop_data_options(), "input-scale")->words[view->info.input_scale];
}

const char *data_show_verdict(const data_view *view, const char *path)
{
    static const char *const texts[] = {
        [ADROP_AS_PUBLISHED] = "as published",
        [ADROP_NOT_PUBLISHED] = "not as published",
        [ADROP_NO_SUM] = "no published sum",
    };
    adrop_verdict verdict;

    if (!data_choice_is_known(view->info.name))
        return texts[ADROP_NO_SUM];
    return adrop_data_verify(view->call->ctx, view->info.name, path, &verdict) ? "not checked"
                                                                               : texts[verdict];
}
