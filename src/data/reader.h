/* Readers: one file each and a line in reader_list.h. */
#ifndef AD_DATA_READER_H
#define AD_DATA_READER_H

#include <stdbool.h>

#include "data/raw.h"
#include "data/source.h"

typedef struct ad_data_reader {
    const char *name, *summary;
    unsigned kinds; /* ADROP_FOR_ bits of the settings that its data take; 0: only what all take */
    bool certain;   /* what its probes look for is in no other format */

    /* Does the source look like this format? Judged by what is in it. */
    adrop_status (*probe)(ad_source *source, bool *mine);

    /* Does it, where rows are to be documents? NULL: never. */
    adrop_status (*probe_text)(ad_source *source, const adrop_data_opts *opts, bool *mine);

    /* Fill raw, which is empty but for its ctx; released by the caller, also after a
     * failure. */
    adrop_status (*read)(ad_source *source, const adrop_data_opts *opts, ad_raw *raw);
} ad_data_reader;

const ad_data_reader *ad_data_reader_at(size_t i);

/* Are rows to be documents: by the settings, or by what raw->expected was trained on? */
bool ad_wants_documents(const adrop_data_opts *opts, const ad_raw *raw);

/* The reader that opts->format names, or the one that recognises the source. Documents that are to
 * be predicted, and in no other format, are lines. ADROP_EFORMAT if none does or several do. */
adrop_status ad_data_reader_choose(ad_source *source, const adrop_data_opts *opts,
                                   const ad_raw *raw, const ad_data_reader **reader);

#endif
