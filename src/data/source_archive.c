/* Files and archives through libarchive (archive_library.h).
 *
 * A plain or compressed file is libarchive's "raw" format, an archive with one
 * nameless member; tar and zip are tried first. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/context.h"
#include "base/text.h"
#include "data/archive_library.h"
#include "data/source_impl.h"

enum { BLOCK = 64 << 10 };

/* libarchive reports lack of memory in zlib and the like as a damaged file; errno, zero before the
 * call, shows the difference. */
static adrop_status source_archive_fail(const ad_source *source, struct archive *a,
                                        const char *path)
{
    const ad_libarchive *lib = source->archive;
    const int number = errno == ENOMEM ? ENOMEM : lib->archive_errno(a);
    const char *why = lib->archive_error_string(a);
    const bool io = number == EIO || number == EACCES || number == ENOENT || number == EMFILE;

    return ad_fail(source->ctx,
                   number == ENOMEM ? ADROP_ENOMEM
                   : io             ? ADROP_EIO
                                    : ADROP_EFORMAT,
                   "cannot read '%s': %s", path, why ? AD_SHOWN(why) : "it is damaged");
}

/* A handle that knows the formats; NULL if there is no memory. */
static struct archive *new_handle(const ad_libarchive *lib, bool with_archives)
{
    struct archive *a = lib->archive_read_new();

    if (!a)
        return NULL;
    lib->archive_read_support_filter_gzip(a);
    lib->archive_read_support_filter_xz(a);
    lib->archive_read_support_filter_zstd(a);
    lib->archive_read_support_filter_bzip2(a);
    lib->archive_read_support_format_raw(a);
    lib->archive_read_support_format_empty(a);
    if (with_archives) {
        lib->archive_read_support_format_tar(a);
        lib->archive_read_support_format_zip(a);
    }
    return a;
}

static int open_handle(const ad_source *source, struct archive *a, const char *path)
{
    const ad_memory_file *packed = source->packed;

    if (packed)
        return source->archive->archive_read_open_memory(a, packed->bytes, packed->size);
    return source->archive->archive_read_open_filename(a, path, BLOCK);
}

/* Open a handle on the file at path, or on the source in memory, before its first header. */
static adrop_status open_path(const ad_source *source, const char *path, bool with_archives,
                              struct archive **out)
{
    const ad_libarchive *lib = source->archive;

    for (;;) {
        errno = 0;
        struct archive *a = *out = new_handle(lib, with_archives);
        if (!a)
            return ad_fail(source->ctx, ADROP_ENOMEM, "'%s': no memory to open it", path);
        if (open_handle(source, a, path) == ARCHIVE_OK)
            return ADROP_OK;
        const bool again = lib->archive_errno(a) == EINTR; /* libarchive does not repeat open */
        const adrop_status status = source_archive_fail(source, a, path);
        lib->archive_read_free(a);
        *out = NULL;
        if (!again)
            return status;
    }
}

static adrop_status bomb(const ad_source *source)
{
    return ad_fail(source->ctx, ADROP_EFORMAT,
                   "'%s' expands to more than %d times its size: refused as a decompression "
                   "bomb; unpack it yourself if you trust it",
                   source->path, AD_MAX_RATIO);
}

/* Refuse a member for the size it states. Its bytes are counted later all the same. */
static adrop_status check_size(const ad_source *source, uint64_t size)
{
    struct stat file;

    if (size <= AD_FREE_EXPANSION)
        return ADROP_OK;
    if (source->packed)
        return size / AD_MAX_RATIO > source->packed->size ? bomb(source) : ADROP_OK;
    return !stat(source->path, &file) && size / AD_MAX_RATIO > (uint64_t)file.st_size ? bomb(source)
                                                                                      : ADROP_OK;
}

/* Check the expanded bytes against the limit and against the bytes read. */
static adrop_status source_archive_count(const ad_source *source, struct archive *a, uint64_t *used,
                                         uint64_t more)
{
    *used += more;
    if (*used > source->limit)
        return ad_fail(source->ctx, ADROP_EFORMAT,
                       "'%s' expands to more than %llu bytes, the limit on what is read from it",
                       source->path, (unsigned long long)source->limit);
    const uint64_t read = (uint64_t)source->archive->archive_filter_bytes(a, -1);
    return *used > AD_FREE_EXPANSION && *used / AD_MAX_RATIO > read ? bomb(source) : ADROP_OK;
}

/* Names are not trusted. */
static adrop_status check_entry(const ad_source *source, struct archive_entry *entry,
                                const char *name)
{
    const ad_libarchive *lib = source->archive;
    const char *why = NULL;

    if (!name || !*name)
        why = "has no name that can be read";
    else if (lib->archive_entry_hardlink(entry) || lib->archive_entry_symlink(entry))
        why = "is a link";
    else if (name[0] == '/' || strchr(name, '\\'))
        why = "is not a relative name";
    else if (!strcmp(name, "..") || !strncmp(name, "../", 3) || strstr(name, "/../") ||
             (strlen(name) > 2 && !strcmp(name + strlen(name) - 3, "/..")))
        why = "climbs out of the archive";
    else if (strlen(name) >= AD_PATH_SIZE / 2)
        why = "has too long a name";
    else if (lib->archive_entry_filetype(entry) && lib->archive_entry_filetype(entry) != AE_IFREG &&
             lib->archive_entry_filetype(entry) != AE_IFDIR)
        why = "is neither a file nor a folder";
    if (why)
        return ad_fail(source->ctx, ADROP_EFORMAT, "'%s': member '%s' %s", source->path,
                       AD_SHOWN(name ? name : ""), why);
    return ADROP_OK;
}

static const char *source_archive_name_of(const ad_libarchive *lib, struct archive_entry *entry)
{
    const char *name = lib->archive_entry_pathname(entry);

    if (!name)
        name = lib->archive_entry_pathname_utf8(entry);
    while (name && !strncmp(name, "./", 2))
        name += 2;
    return name;
}

/* Read and count the rest of a member of a compressed archive. In other archives
 * libarchive skips it without reading. */
static adrop_status skip(const ad_source *source, struct archive *a, uint64_t *used)
{
    const ad_libarchive *lib = source->archive;
    const void *block;
    size_t size;
    la_int64_t offset, last = 0;
    int got = ARCHIVE_OK;

    errno = 0;
    if (lib->archive_filter_count(a) < 2 ||
        (lib->archive_format(a) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP)
        return ADROP_OK;
    while ((got = lib->archive_read_data_block(a, &block, &size, &offset)) == ARCHIVE_OK) {
        const la_int64_t end = offset + (la_int64_t)size;
        const adrop_status status = source_archive_count(source, a, used,
                                                         end > last ? (uint64_t)(end - last) : 0);
        if (status)
            return status;
        last = end;
    }
    return got == ARCHIVE_EOF ? ADROP_OK : source_archive_fail(source, a, source->path);
}

/* The next header: *more is false at the end. */
static adrop_status next(const ad_source *source, struct archive *a, const char *path,
                         struct archive_entry **entry, bool *more)
{
    const ad_libarchive *lib = source->archive;

    errno = 0;
    const int got = lib->archive_read_next_header(a, entry);

    *more = got == ARCHIVE_OK || got == ARCHIVE_WARN;
    return *more || got == ARCHIVE_EOF ? ADROP_OK : source_archive_fail(source, a, path);
}

static adrop_status source_archive_add(ad_source *source, struct archive *a,
                                       struct archive_entry *entry)
{
    const ad_libarchive *lib = source->archive;
    const char *name = source_archive_name_of(lib, entry);
    const char *base = ad_base_name(source->path);

    if (lib->archive_format(a) == ARCHIVE_FORMAT_RAW ||
        lib->archive_format(a) == ARCHIVE_FORMAT_EMPTY) {
        source->kind = AD_FILE;
        return ad_source_add(source, base, ad_plain_length(base), 0);
    }
    source->kind = AD_ARCHIVE;
    if (name && (!*name || !strcmp(name, ".")) && lib->archive_entry_filetype(entry) == AE_IFDIR)
        return ADROP_OK;
    const adrop_status status = check_entry(source, entry, name);
    if (status || lib->archive_entry_filetype(entry) == AE_IFDIR || name[strlen(name) - 1] == '/')
        return status;
    return ad_source_add(
        source, name, strlen(name),
        lib->archive_entry_size_is_set(entry) ? (uint64_t)lib->archive_entry_size(entry) : 0);
}

adrop_status ad_archive_list(ad_source *source)
{
    struct archive *a;
    struct archive_entry *entry;
    uint64_t used = 0;
    bool more = true;
    adrop_status status = open_path(source, source->path, true, &a);

    while (!status && more) {
        if ((status = next(source, a, source->path, &entry, &more)) || !more)
            break;
        if ((status = source_archive_add(source, a, entry)) || source->kind == AD_FILE)
            break;
        status = skip(source, a, &used);
    }
    if (!status && !source->n_entries)
        status = ad_fail(source->ctx, ADROP_EFORMAT, "'%s' is empty", source->path);
    if (a)
        source->archive->archive_read_free(a);
    return status;
}

adrop_status ad_archive_walk(ad_source *source, const bool *wanted, size_t n_wanted,
                             ad_visit_fn *visit, void *arg)
{
    struct archive *a;
    struct archive_entry *entry;
    uint64_t used = 0;
    bool more = true;
    adrop_status status = open_path(source, source->path, true, &a);

    while (!status && n_wanted > 0) {
        if ((status = next(source, a, source->path, &entry, &more)) || !more)
            break;
        const char *name = source->kind == AD_FILE ? source->entries[0].name
                                                   : source_archive_name_of(source->archive, entry);
        const size_t i = name ? ad_source_find(source, name) : source->n_entries;
        if (i < source->n_entries && (!wanted || wanted[i])) {
            ad_stream s = { .source = source, .entry = i, .archive = a, .used = &used };
            if (!(status = check_size(source, source->entries[i].size)))
                status = visit(arg, i, &s);
            n_wanted--;
        }
        if (!status)
            status = skip(source, a, &used);
    }
    if (!status && n_wanted > 0)
        status = ad_fail(source->ctx, ADROP_EIO, "'%s' changed while it was read", source->path);
    if (a)
        source->archive->archive_read_free(a);
    return status;
}

adrop_status ad_archive_open_file(ad_stream *s)
{
    char path[AD_PATH_SIZE];
    struct archive *a;
    struct archive_entry *entry;
    bool more;
    adrop_status status = open_path(s->source, ad_source_where(s->source, s->entry, path), false,
                                    &a);

    if (!status && (status = next(s->source, a, path, &entry, &more)))
        s->source->archive->archive_read_free(a);
    if (!status)
        s->archive = a;
    return status;
}

void ad_archive_close(ad_stream *s)
{
    if (s->archive)
        s->source->archive->archive_read_free(s->archive);
    s->archive = NULL;
}

adrop_status ad_archive_read(ad_stream *s, void *data, size_t n, size_t *got)
{
    const ad_libarchive *lib = s->source->archive;
    struct archive *a = s->archive;
    char path[AD_PATH_SIZE];
    adrop_status status = ADROP_OK;

    *got = 0;
    if (lib->archive_format(a) == ARCHIVE_FORMAT_EMPTY)
        return ADROP_OK;
    while (!status && *got < n) {
        const size_t piece = n - *got < (1 << 20) ? n - *got : 1 << 20;
        errno = 0;
        const la_ssize_t read = lib->archive_read_data(a, (char *)data + *got, piece);
        if (read < 0)
            return source_archive_fail(s->source, a, ad_source_where(s->source, s->entry, path));
        if (read == 0)
            break;
        *got += (size_t)read;
        ad_ctx_count_read(s->source->ctx, (uint64_t)read);
        status = source_archive_count(s->source, a, s->used, (uint64_t)read);
    }
    return status;
}
