/* The settings of a split: rows, defaults, and the check of a whole struct. */
#include "base/context.h"
#include "base/option_check.h"
#include "rows/dataset.h"
#include "rows/split_rows.h"

static const char *const scales[] = AD_SCALE_WORDS;

static const char *const missing[] = AD_MISSING_WORDS;

static const adrop_option table[] = { AD_SCALE_ROWS(adrop_split_opts, scales),
                                      AD_SUBSET_ROWS(adrop_split_opts),
                                      AD_TABLE_ROWS(adrop_split_opts, missing),
                                      AD_TERM_ROWS(adrop_split_opts, terms.),
                                      { 0 } };

static const adrop_option text_table[] = { AD_TERM_ROWS(adrop_text_opts, ), { 0 } };

const adrop_option *adrop_text_options(void)
{
    return text_table;
}

const adrop_option *adrop_split_options(void)
{
    return table;
}

void adrop_split_opts_init_sized(adrop_split_opts *opts, size_t size)
{
    adrop_split_opts mine = { .seed = 1 };

    adrop_options_default(table, &mine);
    ad_struct_init(opts, size, &mine, sizeof mine);
}

adrop_status ad_class_weights_check(adrop_ctx *ctx, int class_weights)
{
    return class_weights == ADROP_CLASSES_AS_THEY_ARE || class_weights == ADROP_CLASSES_BALANCED
               ? ADROP_OK
               : ad_fail(ctx, ADROP_EINVAL, "class_weights is %d: it is no adrop_class_weights",
                         class_weights);
}

adrop_status ad_split_opts_take(adrop_ctx *ctx, const adrop_split_opts *given,
                                adrop_split_opts *mine)
{
    adrop_status status;

    adrop_split_opts_init(mine);
    if (given && (status = AD_SETTINGS_READ(ctx, adrop_split_opts, table, mine, given)))
        return status;
    return ad_class_weights_check(ctx, mine->class_weights);
}
