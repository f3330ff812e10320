/* The settings of a data set: rows, defaults, and the check of a whole struct. */
#include <string.h>

#include "base/context.h"
#include "base/struct.h"
#include "data/dataset.h"
#include "data/reader.h"

static const char *const formats[] = { "auto",
#define READER(id) #id,
#include "data/reader_list.h"
#undef READER
                                       NULL };
static const char *const tasks[] = { "auto", "classification", "regression", NULL };
static const char *const scales[] = { "auto", "unit",     "symmetric", "standard",
                                      "none", "row-norm", NULL };

enum { MOST = 1 << 30 };

#define FIELD(field) .offset = offsetof(adrop_data_opts, field)
#define COUNT(n, field, most, default_value, text)                                                 \
  {                                                                                                \
    .name = n, .kind = ADROP_OPT_COUNT, FIELD(field), .fallback = default_value, .max = most,      \
    .help = text                                                                                   \
  }
#define CHOICE(n, field, list, text)                                                               \
  {                                                                                                \
    .name = n, .kind = ADROP_OPT_CHOICE, FIELD(field), .words = list, .help = text                 \
  }
#define FRACTION(n, field, text)                                                                   \
  {                                                                                                \
    .name = n, .kind = ADROP_OPT_REAL, FIELD(field), .max = 1, .open = ADROP_OPEN_MAX,             \
    .help = text                                                                                   \
  }

static const adrop_option table[] = {
    CHOICE("format", format, formats, "format of the data; auto: by content"),
    CHOICE("task", task, tasks, "what the target is; auto: as the data say"),
    { .name = "target",
      .kind = ADROP_OPT_TEXT,
      FIELD(target),
      .value = "COLUMN",
      .help = "target of a table: name, or number from 1 on; default: the last" },
    CHOICE("input-scale", input_scale, scales,
           "scaling of inputs; auto: pixels unit, tables standard"),
    { .name = "standard-target",
      .kind = ADROP_OPT_FLAG,
      FIELD(standard_target),
      .fallback = 1,
      .help = "regression: scale targets to mean 0 and deviation 1" },
    FRACTION("val-fraction", val_fraction, "part of the training rows kept for validation"),
    FRACTION("test-fraction", test_fraction, "part of the rows for tests; 0: a fifth, if none are"),
    { .name = "test-rows",
      .kind = ADROP_OPT_TEXT,
      FIELD(test_rows),
      .value = "FILE|paper",
      .help = "file of the numbers of the test rows, from 0 on; paper: a split that is built in" },
    COUNT("train-per-class", train_per_class, MOST, 0, "most training rows of a class; 0: all"),
    COUNT("test-per-class", test_per_class, MOST, 0, "test rows of a class; 0: all"),
    COUNT("train-limit", train_limit, MOST, 0, "most training rows; 0: all"),
    COUNT("test-limit", test_limit, MOST, 0, "most test rows; 0: all"),
    COUNT("split", split, 9999, 0, "which of the published splits of a uci set"),
    COUNT("image-size", image_size, 4096, 0, "side that images are brought to; 0: as they are"),
    COUNT("channels", channels, 3, 0, "channels of images: 1 grey, 3 colour; 0: colour"),
    COUNT("cache-mb", cache_mb, MOST, 2048, "MiB of decoded images to keep in memory"),
    { 0 }
};

const adrop_option *adrop_data_options(void)
{
    return table;
}

void adrop_data_opts_init_sized(adrop_data_opts *opts, size_t size)
{
    adrop_data_opts mine = { .seed = 1 };

    adrop_options_default(table, &mine);
    ad_struct_init(opts, size, &mine, sizeof mine);
}

/* A struct may have been filled by hand: show each field and read it again. */
adrop_status ad_data_check_opts(adrop_ctx *ctx, const adrop_data_opts *opts)
{
    adrop_data_opts scratch = *opts;
    char text[ADROP_TEXT_SIZE];

    if (!opts->data || !*opts->data)
        return ad_fail(ctx, ADROP_EINVAL, "no data set was named");
    if (!memchr(opts->target, 0, sizeof opts->target))
        return ad_fail(ctx, ADROP_EINVAL, "the target's name is too long");
    if (!memchr(opts->test_rows, 0, sizeof opts->test_rows))
        return ad_fail(ctx, ADROP_EINVAL, "the name of the file of test rows is too long");
    for (const adrop_option *row = table; row->name; row++) {
        const int *choice = (const int *)((const char *)opts + row->offset);
        size_t n = 0;
        if (row->kind == ADROP_OPT_TEXT)
            continue;
        for (; row->kind == ADROP_OPT_CHOICE && row->words[n]; n++)
            ;
        if (row->kind == ADROP_OPT_CHOICE && (*choice < 0 || (size_t)*choice >= n))
            return ad_fail(ctx, ADROP_EINVAL, "%s is %d: there are %zu choices", row->name, *choice,
                           n);
        const adrop_status status = adrop_option_set(
            ctx, table, &scratch, row->name, adrop_option_show(row, opts, text, sizeof text));
        if (status)
            return status;
    }
    if (opts->channels == 2)
        return ad_fail(ctx, ADROP_EINVAL, "channels is 2: images are grey (1) or colour (3)");
    return ADROP_OK;
}
