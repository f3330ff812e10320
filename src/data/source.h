/* Where bytes come from: a folder, a file or an archive, as a sorted list of names
 * whose contents are visited as streams.
 *
 * Compressed files (gz, xz, zst, bz2) and archives (tar, zip, either compressed) are
 * read in place; nothing is ever unpacked to disk. No input is trusted:
 *
 *     names       two equal names are refused; in archives also names that climb ("..")
 *                 or are absolute, links and devices
 *     bombs       a source is refused once it has expanded to more than
 *                 AD_FREE_EXPANSION bytes and more than AD_MAX_RATIO times the bytes
 *                 read from disk, or to more than its limit
 *     counts      at most AD_MAX_FILES names, folders nested AD_MAX_DEPTH deep
 *
 * The memory of libarchive itself does not come from the context's allocator. */
#ifndef AD_DATA_SOURCE_H
#define AD_DATA_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "base/bytes.h"
#include "base/file.h"

enum {
    AD_FREE_EXPANSION = 64 << 20, /* bytes */
    AD_MAX_RATIO = 250,
    AD_MAX_FILES = 4 << 20,
    AD_MAX_DEPTH = 5,
};

typedef enum ad_source_kind { AD_FOLDER, AD_FILE, AD_ARCHIVE } ad_source_kind;

/* In a folder, the name of a compressed file lacks its extension, since its stream is
 * expanded: "train.csv.gz" on disk is "train.csv" here. */
typedef struct ad_entry {
    const char *name; /* '/' between folders: "train/cat/1.jpg" */
    const char *disk; /* the name on disk, or in the archive */
    uint64_t size;    /* stored bytes; 0: not known */
} ad_entry;

/* A file in memory. */
typedef struct ad_memory_file {
    const char *name;
    const void *bytes; /* (size) */
    size_t size;
} ad_memory_file;

typedef struct ad_source {
    adrop_ctx *ctx;
    const char *path; /* owned */
    ad_source_kind kind;
    ad_entry *entries; /* (n_entries), owned, sorted by name */
    size_t n_entries;
    bool *touched;                 /* (n_entries), owned: a folder's files that were read */
    uint64_t limit;                /* limit of expanded bytes per walk */
    int encoding;                  /* of its texts: an adrop_encoding; 0: by content */
    bool or_utf8;                  /* encoding was set for other data: texts may be UTF-8, too */
    ad_bytes names;                /* owned: storage of the names */
    ad_bytes records;              /* owned: the entries while they are listed (source.c) */
    struct ad_libarchive *archive; /* owned: the library that reads it (archive_library.h) */
    const ad_memory_file *files;   /* files of a source in memory, not owned; else NULL */
    const ad_memory_file *packed;  /* a file or an archive in memory, not owned; else NULL */
} ad_source;

/* List what is at path. ADROP_EIO if it is not there or cannot be read, ADROP_EFORMAT
 * if it is refused as above. *out is NULL after a failure. */
adrop_status ad_source_open(adrop_ctx *ctx, const char *path, uint64_t limit, ad_source **out);

/* A source of this kind with files (n) in memory; the caller keeps them while it is used. */
adrop_status ad_source_memory(adrop_ctx *ctx, const char *path, ad_source_kind kind,
                              const ad_memory_file *files, size_t n, uint64_t limit,
                              ad_source **out);

/* ad_source_open for a file or archive in memory, named file->name; the caller keeps it while the
 * source is used. */
adrop_status ad_source_unpack(adrop_ctx *ctx, const ad_memory_file *file, uint64_t limit,
                              ad_source **out);

/* NULL is fine. */
void ad_source_free(ad_source *source);

/* One file while it is visited. */
typedef struct ad_stream ad_stream;

typedef adrop_status ad_visit_fn(void *arg, size_t entry, ad_stream *stream);

/* Visit the wanted entries (n_entries flags; NULL: all), of a folder in the order of
 * the list, of an archive in the order of the archive, until a visit fails or all
 * wanted entries were seen. Bytes that a visit leaves unread are skipped. */
adrop_status ad_source_walk(ad_source *source, const bool *wanted, ad_visit_fn *visit, void *arg);

/* Visit one entry. */
adrop_status ad_source_visit(ad_source *source, size_t entry, ad_visit_fn *visit, void *arg);

/* The entry called name, or n_entries; _base ignores the folders in names. */
size_t ad_source_find(const ad_source *source, const char *name);
size_t ad_source_find_base(const ad_source *source, const char *name);

/* The length of a file name without .gz, .xz, .zst or .bz2. */
size_t ad_plain_length(const char *name);

/* What follows the last '/' of a name. */
const char *ad_base_name(const char *name);

/* Append a whole entry to bytes, with a zero after it that is not counted; refused if it
 * is longer than limit. */
adrop_status ad_source_read(ad_source *source, size_t entry, size_t limit, ad_bytes *bytes);

/* Read several whole entries, a folder's on the context's threads. bytes (n) are empty
 * before; the caller releases them, also after a failure. */
adrop_status ad_source_read_many(ad_source *source, const size_t *entries, size_t n,
                                 ad_bytes *bytes);

/* ADROP_EFORMAT with the entry's name and the reason. */
__attribute__((format(printf, 3, 4))) adrop_status
ad_source_refuse(const ad_source *source, size_t entry, const char *format, ...);

/* Read the first `size` bytes of an entry; fewer only if the file ends. */
adrop_status ad_source_head(ad_source *source, size_t entry, void *head, size_t size, size_t *got);

/* Where an entry is, for messages and for opening it again: "folder/name", or
 * "archive.tar: name". Returns text. */
char *ad_source_where(const ad_source *source, size_t entry, char text[AD_PATH_SIZE]);

/* Read n bytes; fewer only at the end. */
adrop_status ad_stream_read(ad_stream *s, void *data, size_t n, size_t *got);

/* Read exactly n bytes to data, or append them to bytes (piece by piece, so that a false n
 * costs nothing). ADROP_EFORMAT, naming `what`, if the file ends before. */
adrop_status ad_stream_exactly(ad_stream *s, void *data, size_t n, const char *what);
adrop_status ad_stream_append(ad_stream *s, size_t n, ad_bytes *bytes, const char *what);

/* Append the rest of the stream; refused beyond limit bytes. */
adrop_status ad_stream_rest(ad_stream *s, size_t limit, ad_bytes *bytes);

/* ADROP_EFORMAT if bytes are left. */
adrop_status ad_stream_end(ad_stream *s);

/* ADROP_EFORMAT with the file's name and the reason. */
__attribute__((format(printf, 2, 3))) adrop_status ad_stream_refuse(const ad_stream *s,
                                                                    const char *format, ...);

#endif
