/* A data set that is being opened from files, for the files of this folder. */
#ifndef AD_DATA_OPENING_H
#define AD_DATA_OPENING_H

#include "adrop/data.h"
#include "data/raw.h"
#include "data/source.h"
#include "rows/dataset.h"

typedef struct ad_opening {
    adrop_ctx *ctx;
    const adrop_data_opts *opts; /* checked */
    ad_source *given;            /* read this, not what opts->data names; NULL: that */
    char *path;                  /* owned: where it was found; NULL: nowhere */
    const char *format;          /* a reader's name */
    const char *features;        /* of a known set; NULL: the usual ones */
    ad_raw raw;                  /* what was read */
    ad_files files;              /* owned */
} ad_opening;

/* adrop_data_open, with rows that mean what those of the schema mean, not what they themselves
 * suggest (rows/dataset.h: ad_data_adopt). schema NULL: adrop_data_open. */
adrop_status ad_data_open(adrop_ctx *ctx, const adrop_data_opts *opts, const ad_schema *schema,
                          int unknown_too, adrop_data **out);

/* The same of a source that is open already, and stays the caller's; opts->data is what it is
 * called. */
adrop_status ad_data_open_source(adrop_ctx *ctx, const adrop_data_opts *opts, ad_source *source,
                                 const ad_schema *schema, int unknown_too, adrop_data **out);

/* listed_rows.c: the rows that opts->test_rows lists are for tests in data->given. */
adrop_status ad_data_mark_test_rows(adrop_data *data, adrop_ctx *ctx, const adrop_data_opts *opts);

/* data_options.c: ADROP_EINVAL if a setting is given that does nothing to data of that format,
 * whose reader says of which kinds they are. */
adrop_status ad_opening_check_effects(const ad_opening *o, const char *format, unsigned kinds);

/* sums.c: record what was read. */
adrop_status ad_opening_sum_source(ad_opening *o, const ad_source *source);
adrop_status ad_files_sum_bytes(adrop_ctx *ctx, ad_files *files, const char *path,
                                const void *bytes, size_t size);

/* The defaults, overwritten by what is given, every field checked; data may be missing. */
adrop_status ad_data_opts_read(adrop_ctx *ctx, const adrop_data_opts *given, adrop_data_opts *mine);

#endif
