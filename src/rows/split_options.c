/* The settings of a split: rows, defaults, and the check of a whole struct. */
#include <string.h>

#include "base/struct.h"
#include "rows/dataset.h"
#include "rows/split_rows.h"

static const char *const scales[] = AD_SCALE_WORDS;

static const char *const missing[] = AD_MISSING_WORDS;

static const adrop_option table[] = { AD_SCALE_ROWS(adrop_split_opts, scales),
                                      AD_SUBSET_ROWS(adrop_split_opts),
                                      AD_TABLE_ROWS(adrop_split_opts, missing),
                                      AD_TERM_ROWS(adrop_split_opts),
                                      { 0 } };

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

adrop_status ad_options_check(adrop_ctx *ctx, const adrop_option *rows, void *opts)
{
    char text[4096]; /* of a whole list */

    for (const adrop_option *row = rows; row->name; row++) {
        const int *choice = (const int *)((const char *)opts + row->offset);
        size_t n = 0;
        if (row->kind == ADROP_OPT_TEXT)
            continue;
        for (; row->kind == ADROP_OPT_CHOICE && row->words[n]; n++)
            ;
        if (row->kind == ADROP_OPT_CHOICE && (*choice < 0 || (size_t)*choice >= n))
            return ad_fail(ctx, ADROP_EINVAL, "%s is %d: there are %zu choices", row->name, *choice,
                           n);
        const adrop_status status = adrop_option_set_sized(
            ctx, row, opts, SIZE_MAX, row->name, adrop_option_show(row, opts, text, sizeof text));
        if (status)
            return status;
    }
    return ADROP_OK;
}

adrop_status ad_split_opts_take(adrop_ctx *ctx, const adrop_split_opts *given,
                                adrop_split_opts *mine)
{
    adrop_status status;

    adrop_split_opts_init(mine);
    if (given && (status = AD_STRUCT_READ(ctx, adrop_split_opts, mine, given)))
        return status;
    return ad_options_check(ctx, table, mine);
}
