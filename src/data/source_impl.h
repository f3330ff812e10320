/* What the files behind source.h share among themselves. */
#ifndef AD_DATA_SOURCE_IMPL_H
#define AD_DATA_SOURCE_IMPL_H

#include "data/source.h"

struct ad_stream {
    ad_source *source;
    size_t entry;
    void *archive;  /* libarchive's handle; NULL: not open yet */
    uint64_t *used; /* expanded bytes of this walk */
};

/* Add a name to the list; disk and name are copied. */
adrop_status ad_source_add(ad_source *source, const char *disk, size_t name_length, uint64_t size);

/* Is path a folder, by stat? ADROP_EIO if it is neither folder nor regular file. */
adrop_status ad_source_kind_of(adrop_ctx *ctx, const char *path, bool *folder);

/* source_archive.c: the files and archives themselves. */
adrop_status ad_archive_list(ad_source *source);
adrop_status ad_archive_walk(ad_source *source, const bool *wanted, size_t n_wanted,
                             ad_visit_fn *visit, void *arg);
adrop_status ad_archive_open_file(ad_stream *s);
void ad_archive_close(ad_stream *s);
adrop_status ad_archive_read(ad_stream *s, void *data, size_t n, size_t *got);

#endif
