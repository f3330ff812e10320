/* A data set while it is opened from files; shared by the files of this folder. */
#ifndef AD_DATA_OPENING_H
#define AD_DATA_OPENING_H

#include "adrop/data.h"
#include "data/raw.h"
#include "data/source.h"
#include "rows/dataset.h"

typedef struct ad_opening {
    adrop_ctx *ctx;
    const adrop_data_opts *opts; /* checked */
    ad_source *given;            /* read this instead of opts->data, unless NULL */
    char *path;                  /* owned: where it was found, or NULL */
    const char *format;          /* a reader's name */
    const char *features;        /* of a known set; NULL: the defaults */
    ad_raw raw;                  /* the rows read */
    ad_files files;              /* owned */
} ad_opening;

/* adrop_data_open, with columns and classes as in the schema, not as the rows themselves suggest
 * (rows/dataset.h: ad_data_adopt). schema NULL: adrop_data_open. */
adrop_status ad_data_open(adrop_ctx *ctx, const adrop_data_opts *opts, const ad_schema *schema,
                          int unknown_too, adrop_data **out);

/* The same for an open source, which the caller keeps; opts->data is its name. */
adrop_status ad_data_open_source(adrop_ctx *ctx, const adrop_data_opts *opts, ad_source *source,
                                 const ad_schema *schema, int unknown_too, adrop_data **out);

/* listed_rows.c: mark the rows listed by opts->test_rows as test rows in data->given. */
adrop_status ad_data_mark_test_rows(adrop_data *data, adrop_ctx *ctx, const adrop_data_opts *opts);

/* data_options.c: ADROP_EINVAL if a given setting has no effect on data of this format; kinds are
 * those of its reader. */
adrop_status ad_opening_check_effects(const ad_opening *o, const char *format, unsigned kinds);

/* sums.c: record what was read. */
adrop_status ad_opening_sum_source(ad_opening *o, const ad_source *source);
adrop_status ad_files_sum_bytes(adrop_ctx *ctx, ad_files *files, const char *path,
                                const void *bytes, size_t size);

/* The defaults, overwritten by the given fields, all checked; data may be missing. */
adrop_status ad_data_opts_read(adrop_ctx *ctx, const adrop_data_opts *given, adrop_data_opts *mine);

#endif
