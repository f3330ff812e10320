/* Shared by the files behind source.h. */
#ifndef AD_DATA_SOURCE_IMPL_H
#define AD_DATA_SOURCE_IMPL_H

#include "data/source.h"

struct ad_stream {
    ad_source *source;
    size_t entry;
    void *archive;  /* libarchive's handle; NULL: not open yet */
    uint64_t *used; /* expanded bytes of this walk */
    size_t at;      /* bytes read of a file in memory */
};

/* Add a name to the list; disk and name are copied. */
adrop_status ad_source_add(ad_source *source, const char *disk, size_t name_length, uint64_t size);

/* Turn the names that were added into sorted entries; ADROP_EFORMAT if one is there twice. */
adrop_status ad_source_finish(ad_source *source);

/* source_archive.c: the files and archives themselves. */
adrop_status ad_archive_list(ad_source *source);
adrop_status ad_archive_walk(ad_source *source, const bool *wanted, size_t n_wanted,
                             ad_visit_fn *visit, void *arg);
adrop_status ad_archive_open_file(ad_stream *s);
void ad_archive_close(ad_stream *s);
adrop_status ad_archive_read(ad_stream *s, void *data, size_t n, size_t *got);

/* source_memory.c: the file of an entry, and the next bytes of the stream's. */
const ad_memory_file *ad_memory_at(const ad_source *source, size_t entry);
adrop_status ad_memory_read(ad_stream *s, void *data, size_t n, size_t *got);

#endif
