/* Readers: one file each and a line in reader_list.h. */
#ifndef AD_DATA_READER_H
#define AD_DATA_READER_H

#include <stdbool.h>

#include "data/raw.h"
#include "data/source.h"

typedef struct ad_data_reader {
    const char *name, *summary;
    bool for_text; /* its rows are documents */
    bool certain;  /* what its probe looks for is in no other format */

    /* Does the source look like this format? Judged by what is in it. */
    adrop_status (*probe)(ad_source *source, bool *mine);

    /* Fill raw, which is empty but for its ctx; released by the caller, also after a
     * failure. */
    adrop_status (*read)(ad_source *source, const adrop_data_opts *opts, ad_raw *raw);
} ad_data_reader;

const ad_data_reader *ad_data_reader_at(size_t i);

/* The reader that opts->format names, or the one that recognises the source.
 * ADROP_EFORMAT if none does or several do. */
adrop_status ad_data_reader_choose(ad_source *source, const adrop_data_opts *opts,
                                   const ad_data_reader **reader);

#endif
