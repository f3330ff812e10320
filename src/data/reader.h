/* Readers: one file each and a line in reader_list.h. */
#ifndef AD_DATA_READER_H
#define AD_DATA_READER_H

#include <stdbool.h>

#include "data/raw.h"
#include "data/source.h"

typedef struct ad_data_reader {
    const char *name, *summary;
    unsigned kinds; /* ADROP_FOR_ bits of the settings for its data; 0: only those for all data */
    bool certain;   /* no other format passes its probes */

    /* Does the source look like this format, by its contents? */
    adrop_status (*probe)(ad_source *source, bool *mine);

    /* The same when rows are to be documents. NULL: never. */
    adrop_status (*probe_text)(ad_source *source, const adrop_data_opts *opts, bool *mine);

    /* Fill raw, of which only ctx and the inputs of the reader are set. The caller releases it,
     * also after a failure. */
    adrop_status (*read)(ad_source *source, const adrop_data_opts *opts, ad_raw *raw);
} ad_data_reader;

const ad_data_reader *ad_data_reader_at(size_t i);

/* Are rows to be documents, by the settings or because raw->expected was trained on documents? */
bool ad_wants_documents(const adrop_data_opts *opts, const ad_raw *raw);

/* The reader named by opts->format, or the one that recognises the source. Documents to be
 * predicted that no reader recognises are read as lines. ADROP_EFORMAT if no reader or several
 * recognise the source. */
adrop_status ad_data_reader_choose(ad_source *source, const adrop_data_opts *opts,
                                   const ad_raw *raw, const ad_data_reader **reader);

#endif
