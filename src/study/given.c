/* Studies on data sets that the caller has opened (study.h). They bring rows, a name and a split,
 * instead of a name of what to read. */
#include <string.h>

#include "base/context.h"
#include "base/option_check.h"
#include "base/text.h"
#include "study/study.h"

static adrop_status given_check_names(adrop_ctx *ctx, const ad_given *given)
{
    for (size_t i = 0; i < given->n; i++) {
        adrop_data_info one, other;
        if (!given->data || !given->data[i])
            return ad_fail(ctx, ADROP_EINVAL, "data set %zu of %zu is NULL", i + 1, given->n);
        adrop_data_describe(given->data[i], &one);
        if (!*one.name)
            return ad_fail(ctx, ADROP_EINVAL, "data set %zu of %zu has no name: give it one", i + 1,
                           given->n);
        for (size_t k = 0; k < i; k++) {
            adrop_data_describe(given->data[k], &other);
            if (!strcmp(one.name, other.name))
                return ad_fail(ctx, ADROP_EINVAL, "two data sets are called '%s': name them apart",
                               AD_SHOWN(one.name));
        }
    }
    return ADROP_OK;
}

/* Check that two sets were split alike, apart from seeds, by comparing their settings as texts. */
static adrop_status check_alike(adrop_ctx *ctx, const adrop_split_opts *a,
                                const adrop_split_opts *b)
{
    for (const adrop_option *row = adrop_split_options(); row->name; row++) {
        const char *one = adrop_option_show(ctx, row, a), *two = adrop_option_show(ctx, row, b);
        if (!one || !two)
            return ADROP_ENOMEM;
        if (strcmp(one, two))
            return ad_fail(
                ctx, ADROP_EINVAL,
                "the data sets were split with %s '%s' and '%s': say how all of them are "
                "to be split",
                row->name, one, two);
    }
    return ADROP_OK;
}

adrop_status ad_given_opts(adrop_ctx *ctx, const ad_given *given, const adrop_split_opts *split,
                           adrop_data_opts *out)
{
    adrop_split_opts opts, other;
    adrop_data_info info;
    adrop_status status;

    adrop_data_opts_init(out);
    if (!given->n)
        return ad_fail(ctx, ADROP_EINVAL, "there is no data set: give one that is open");
    if ((status = given_check_names(ctx, given)))
        return status;
    adrop_split_opts_init(&opts);
    if (split &&
        (status = AD_SETTINGS_READ(ctx, adrop_split_opts, adrop_split_options(), &opts, split)))
        return status;
    if (!split)
        adrop_data_split(given->data[0], &opts);
    for (size_t i = 1; i < given->n && !split; i++) {
        adrop_data_split(given->data[i], &other);
        if ((status = check_alike(ctx, &opts, &other)))
            return status;
    }
    ad_options_copy(adrop_data_options(), out, adrop_split_options(), &opts);
    out->class_weights = opts.class_weights;
    adrop_data_describe(given->data[0], &info);
    out->data = info.name; /* the study keeps it */
    return ADROP_OK;
}

adrop_status ad_study_give(ad_study *s, const ad_given *given)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; given && i < given->n && !status; i++) {
        status = ad_sets_give(&s->open, given->data[i]);
        s->is_given = 1;
    }
    return status;
}
