/* The settings of a data set: rows, defaults, and the check of a whole struct. */

#include <stdio.h>

#include "base/context.h"
#include "base/keep.h"
#include "base/option_check.h"
#include "base/struct.h"
#include "base/text.h"
#include "data/encoding.h"
#include "data/opening.h"
#include "data/reader.h"
#include "rows/split_rows.h"

static const char *const formats[] = { "auto",
#define READER(id) #id,
#include "data/reader_list.h"
#undef READER
                                       NULL };
static const char *const scales[] = AD_SCALE_WORDS;
static const char *const encodings[] = AD_ENCODING_WORDS;
static const char *const missing[] = AD_MISSING_WORDS;
static const char *const decimals[] = { "auto", "point", "comma", NULL };
static const char *const date_orders[] = { "auto", "dmy", "mdy", NULL };
static const char *const tasks[] = { "auto", "classification", "regression", "text", NULL };

enum { MOST = 1 << 30 };

#define CELLS (ADROP_FOR_TABLES | ADROP_FOR_JSON_LINES)

#define FIELD(field) .offset = offsetof(adrop_data_opts, field), .group = ADROP_GROUP_DATA
#define COUNT(n, field, most, default_value, ...)                                                  \
  {                                                                                                \
    .name = n, .kind = ADROP_OPT_COUNT, FIELD(field), .fallback = default_value, .max = most,      \
    .help = __VA_ARGS__                                                                            \
  }
#define CHOICE(n, field, list, ...)                                                                \
  {                                                                                                \
    .name = n, .kind = ADROP_OPT_CHOICE, FIELD(field), .words = list, .help = __VA_ARGS__          \
  }
#define FLAG(n, field, ...)                                                                        \
  {                                                                                                \
    .name = n, .kind = ADROP_OPT_FLAG, FIELD(field), .help = __VA_ARGS__                           \
  }
#define TEXT(n, field, shown, ...)                                                                 \
  {                                                                                                \
    .name = n, .kind = ADROP_OPT_TEXT, FIELD(field), .value = shown, .help = __VA_ARGS__           \
  }

static const adrop_option table[] = {
    CHOICE("format", format, formats, "format of the data; auto: by content",
           .traits = ADROP_TRAIT_FIXED),
    CHOICE("task", task, tasks, "what the target is; auto: as the data say",
           .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_FIXED),
    TEXT("target", target, "COLUMN",
         "target of a table: name, or number from 1 on; several values: A,B; default: the last",
         .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_FIXED, .applies = CELLS),
    AD_SCALE_ROWS(adrop_data_opts, scales),
    TEXT("test-rows", test_rows, "FILE|paper",
         "file of the numbers of the test rows, from 0 on; paper: a split that is built in",
         .traits = ADROP_TRAIT_FIXED),
    AD_SUBSET_ROWS(adrop_data_opts),
    TEXT("drop", drop, "COLUMN,..", "columns of a table to leave out: names, or numbers from 1 on"),
    TEXT("id", id, "COLUMN", "the column that names rows; it is no input"),
    TEXT("weight", weight, "COLUMN", "the column of what rows count in the loss; it is no input"),
    TEXT("group", group, "COLUMN",
         "rows that are equal in this column stay in one fold; it is no input"),
    TEXT("dates", dates, "COLUMN,..", "columns of dates, to be read as days"),
    TEXT("test", test, "FILE", "another table, whose rows are the test part",
         .traits = ADROP_TRAIT_FIXED),
    AD_TABLE_ROWS(adrop_data_opts, missing),
    AD_TERM_ROWS(adrop_data_opts, terms.),
    FLAG("single-topic", single_topic, "reuters: documents with one topic alone"),
    TEXT("text", text, "COLUMN",
         "the column of documents in a table or in JSON lines: name, or number from 1 on",
         .applies = CELLS),
    FLAG("multi-label", multi_label, "a document may have several classes, or none",
         .applies = ADROP_FOR_DOCUMENTS),
    TEXT("label-separator", label_separator, "TEXT",
         "with --multi-label: what stands between the classes of a cell; default |",
         .needs = "multi-label"),
    FLAG("strict", strict, "refuse documents that are not UTF-8 in place of replacing bytes"),
    CHOICE("encoding", encoding, encodings,
           "how the characters of a table or of lines of documents are written; auto: by content",
           .applies = CELLS | ADROP_FOR_LINES),
    COUNT("split", split, 9999, 0, "which of the published splits of a uci set",
          .traits = ADROP_TRAIT_FIXED | ADROP_TRAIT_STUDY, .applies = ADROP_FOR_SPLITS),
    COUNT("image-size", image_size, 4096, 0, "side that images are brought to; 0: as they are",
          .applies = ADROP_FOR_IMAGES),
    COUNT("channels", channels, 3, 0, "channels of images: 1 grey, 3 colour; 0: colour"),
    COUNT("cache-mb", cache_mb, MOST, 2048, "MiB of decoded images to keep in memory",
          .traits = ADROP_TRAIT_FREE),
    TEXT("keep", keep, "COLUMN,..",
         "inputs that would be left out: words that are nearly all different, a counter without "
         "a name",
         .applies = CELLS),
    CHOICE("decimal", decimal, decimals, "the decimal mark of numbers; auto: as they are written",
           .applies = CELLS),
    CHOICE("date-order", date_order, date_orders,
           "day or month first in dates such as 2/3/2024; auto: as they are written",
           .applies = CELLS),
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

void adrop_data_opts_split_sized(const adrop_data_opts *given, adrop_split_opts *split_opts,
                                 size_t size)
{
    adrop_data_opts read, *opts = &read;

    adrop_data_opts_init(opts);
    AD_STRUCT_READ(NULL, adrop_data_opts, opts, given); /* no size: the defaults */
    adrop_split_opts mine = { .seed = opts->seed, .class_weights = opts->class_weights };

    ad_options_copy(adrop_split_options(), &mine, table, opts);
    ad_struct_init(split_opts, size, &mine, sizeof mine);
}

adrop_status ad_data_opts_read(adrop_ctx *ctx, const adrop_data_opts *given, adrop_data_opts *mine)
{
    adrop_data_opts_init(mine);
    adrop_status status = AD_SETTINGS_READ(ctx, adrop_data_opts, table, mine, given);

    if (!status && mine->data)
        status = ad_keep(ctx, mine->data, &mine->data);
    if (!status && mine->data_dir)
        status = ad_keep(ctx, mine->data_dir, &mine->data_dir);
    if (!status)
        status = ad_class_weights_check(ctx, mine->class_weights);
    if (!status && mine->channels == 2)
        status = ad_fail(ctx, ADROP_EINVAL, "channels is 2: images are grey (1) or colour (3)");
    return status;
}

static adrop_status data_options_refuse(const ad_opening *o, const char *format,
                                        const char *setting, const char *who)
{
    return ad_fail(o->ctx, ADROP_EINVAL,
                   "`%s` has no effect on '%s' (format %s): it is for %s; leave it out", setting,
                   AD_SHOWN(o->opts->data), format, who);
}

adrop_status ad_opening_check_effects(const ad_opening *o, const char *format, unsigned kinds)
{
    const adrop_data_opts *p = o->opts;
    char who[160];

    if (o->raw.expected) /* settings of a run, applied to other data */
        return ADROP_OK;
    if (ad_wants_documents(p, &o->raw))
        kinds |= ADROP_FOR_DOCUMENTS;
    for (const adrop_option *row = table; row->name; row++)
        if (row->applies & ADROP_FOR_DATA && !(row->applies & kinds) &&
            !ad_option_is_default(row, p))
            return data_options_refuse(o, format, row->name,
                                       adrop_option_applies(row, who, sizeof who));
    for (const adrop_option *row = table; row->name; row++)
        if (row->needs && !ad_option_is_default(row, p) &&
            ad_option_is_default(adrop_option_find(table, row->needs), p)) {
            snprintf(who, sizeof who, "`%s`", row->needs);
            return data_options_refuse(o, format, row->name, who);
        }
    return ADROP_OK;
}
