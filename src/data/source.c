/* Sources: listing, sorting and walking (source.h). */
#include "data/source.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/archive_library.h"
#include "data/source_impl.h"

/* An entry while the names may still move: offsets into them. */
typedef struct {
    size_t disk, name;
    uint64_t size;
} record;

size_t ad_plain_length(const char *name)
{
    static const char *const endings[] = { ".gz", ".xz", ".zst", ".bz2" };
    const size_t length = strlen(name);

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t n = strlen(endings[i]);
        if (length > n && !strcmp(name + length - n, endings[i]))
            return length - n;
    }
    return length;
}

adrop_status ad_source_add(ad_source *source, const char *disk, size_t name_length, uint64_t size)
{
    const size_t at = source->names.size, length = strlen(disk);
    const record r = { at, name_length == length ? at : at + length + 1, size };
    adrop_status status;

    if (source->n_entries >= AD_MAX_FILES)
        return ad_fail(source->ctx, ADROP_EFORMAT, "'%s' holds more than %d files", source->path,
                       AD_MAX_FILES);
    if ((status = ad_bytes_append(source->ctx, &source->names, disk, length + 1, "file names")))
        return status;
    if (name_length < length &&
        ((status = ad_bytes_append(source->ctx, &source->names, disk, name_length, "file names")) ||
         (status = ad_bytes_append(source->ctx, &source->names, "", 1, "file names"))))
        return status;
    source->n_entries++;
    return ad_bytes_append(source->ctx, &source->records, &r, sizeof r, "file names");
}

/* Is path a folder? ADROP_EIO if it is neither a folder nor a regular file. */
static adrop_status source_kind_of(adrop_ctx *ctx, const char *path, bool *folder)
{
    struct stat info;

    if (stat(path, &info))
        return ad_fail(ctx, ADROP_EIO, "cannot open '%s': %s", path, strerror(errno));
    *folder = S_ISDIR(info.st_mode);
    if (!*folder && !S_ISREG(info.st_mode))
        return ad_fail(ctx, ADROP_EIO, "cannot read '%s': it is neither a file nor a folder", path);
    return ADROP_OK;
}

/* A folder being listed. Nested folders share one path. */
typedef struct {
    ad_source *source;
    char *path;  /* (AD_PATH_SIZE), owned: of the current folder */
    size_t root; /* length of the source's own path in it */
} listing;

static adrop_status list_folder(listing *l, size_t length, int depth);

/* One name in the folder whose path has `length` characters: add a file, list a folder. */
static adrop_status list_name(listing *l, size_t length, const char *name, int depth)
{
    ad_source *source = l->source;
    const char *below = l->path + l->root + 1;
    const size_t left = AD_PATH_SIZE - length;
    struct stat info;
    const size_t more = (size_t)snprintf(l->path + length, left, "/%s", name);

    if (more >= left || strlen(below) >= AD_PATH_SIZE / 2)
        return ad_fail(source->ctx, ADROP_EIO, "'%s': a path in it is too long", source->path);
    if (stat(l->path, &info))
        return ad_fail(source->ctx, ADROP_EIO, "cannot examine '%s': %s", l->path, strerror(errno));
    if (S_ISDIR(info.st_mode))
        return list_folder(l, length + more, depth + 1);
    if (!S_ISREG(info.st_mode))
        return ADROP_OK;
    return ad_source_add(source, below, ad_plain_length(below), (uint64_t)info.st_size);
}

static adrop_status list_folder(listing *l, size_t length, int depth)
{
    ad_source *source = l->source;
    adrop_status status = ADROP_OK;

    if (depth > AD_MAX_DEPTH)
        return ad_fail(source->ctx, ADROP_EFORMAT, "'%s': folders are nested more than %d deep",
                       source->path, AD_MAX_DEPTH);
    DIR *folder = opendir(l->path);
    if (!folder)
        return ad_fail(source->ctx, errno == ENOMEM ? ADROP_ENOMEM : ADROP_EIO,
                       "cannot open '%s': %s", l->path, strerror(errno));
    for (const struct dirent *d; !status && (d = readdir(folder));)
        if (d->d_name[0] != '.')
            status = list_name(l, length, d->d_name, depth);
    closedir(folder);
    return status;
}

static adrop_status list_folders(ad_source *source)
{
    listing l = { .source = source, .root = strlen(source->path) };
    adrop_status status;

    if (l.root >= AD_PATH_SIZE)
        return ad_fail(source->ctx, ADROP_EIO, "'%.200s..': the path is too long", source->path);
    if ((status = AD_NEW(source->ctx, AD_PATH_SIZE, "a path", &l.path)))
        return status;
    memcpy(l.path, source->path, l.root);
    status = list_folder(&l, l.root, 1);
    ad_free(source->ctx, l.path);
    return status;
}

static int source_by_name(const void *a, const void *b)
{
    return strcmp(((const ad_entry *)a)->name, ((const ad_entry *)b)->name);
}

/* Turn the records into sorted entries. */
adrop_status ad_source_finish(ad_source *source)
{
    const record *r = source->records.data;
    const char *names = source->names.data;
    adrop_status status;

    if ((status = AD_NEW(source->ctx, source->n_entries, "file names", &source->entries)) ||
        (status = AD_NEW(source->ctx, source->n_entries, "file names", &source->touched)))
        return status;
    for (size_t i = 0; i < source->n_entries; i++)
        source->entries[i] = (ad_entry){ names + r[i].name, names + r[i].disk, r[i].size };
    ad_bytes_release(source->ctx, &source->records);
    qsort(source->entries, source->n_entries, sizeof(ad_entry), source_by_name);
    for (size_t i = 1; i < source->n_entries; i++)
        if (!strcmp(source->entries[i - 1].name, source->entries[i].name))
            return ad_fail(source->ctx, ADROP_EFORMAT,
                           "'%s' holds '%s' twice (perhaps once compressed): remove one",
                           source->path, AD_SHOWN(source->entries[i].name));
    return ADROP_OK;
}

static adrop_status open_source(adrop_ctx *ctx, const char *path, bool folder,
                                const ad_memory_file *packed, uint64_t limit, ad_source **out)
{
    ad_source *source;
    char *copy = NULL;
    adrop_status status = AD_NEW(ctx, 1, "a source", &source);

    if (status)
        return status;
    *source = (ad_source){ .ctx = ctx, .kind = AD_FOLDER, .limit = limit, .packed = packed };
    if ((status = ad_libarchive_open(ctx, &source->archive)))
        goto done;
    if ((status = ad_copy_text(ctx, path, &copy)))
        goto done;
    source->path = copy;
    for (size_t n = strlen(copy); n > 1 && copy[n - 1] == '/'; n--)
        copy[n - 1] = 0;
    if ((status = folder ? list_folders(source) : ad_archive_list(source)))
        goto done;
    status = ad_source_finish(source);
done:
    if (status)
        ad_source_free(source);
    else
        *out = source;
    return status;
}

adrop_status ad_source_open(adrop_ctx *ctx, const char *path, uint64_t limit, ad_source **out)
{
    bool folder = false;
    adrop_status status;

    *out = NULL;
    if (strlen(path) >= AD_PATH_SIZE / 2)
        return ad_fail(ctx, ADROP_EIO, "cannot open '%s': the path is too long", AD_SHOWN(path));
    if ((status = source_kind_of(ctx, path, &folder)))
        return status;
    return open_source(ctx, path, folder, NULL, limit, out);
}

adrop_status ad_source_unpack(adrop_ctx *ctx, const ad_memory_file *file, uint64_t limit,
                              ad_source **out)
{
    *out = NULL;
    return open_source(ctx, file->name, false, file, limit, out);
}

void ad_source_free(ad_source *source)
{
    if (!source)
        return;
    ad_bytes_release(source->ctx, &source->names);
    ad_bytes_release(source->ctx, &source->records);
    ad_free(source->ctx, source->entries);
    ad_free(source->ctx, source->touched);
    ad_libarchive_free(source->ctx, source->archive);
    ad_free(source->ctx, (void *)source->path);
    ad_free(source->ctx, source);
}

size_t ad_source_find(const ad_source *source, const char *name)
{
    const ad_entry key = { .name = name };
    const ad_entry *found = source->n_entries ? bsearch(&key, source->entries, source->n_entries,
                                                        sizeof key, source_by_name)
                                              : NULL;

    return found ? (size_t)(found - source->entries) : source->n_entries;
}

const char *ad_base_name(const char *name)
{
    const char *slash = strrchr(name, '/');

    return slash ? slash + 1 : name;
}

size_t ad_source_find_base(const ad_source *source, const char *name)
{
    size_t i = 0;

    while (i < source->n_entries && strcmp(ad_base_name(source->entries[i].name), name))
        i++;
    return i;
}

/* Both parts were bounded when the source was opened; the precision bounds them again. */
char *ad_source_where(const ad_source *source, size_t entry, char text[AD_PATH_SIZE])
{
    enum { HALF = AD_PATH_SIZE / 2 - 2 };
    const char *disk = source->entries[entry].disk;

    if (source->kind == AD_FOLDER)
        snprintf(text, AD_PATH_SIZE, "%.*s/%.*s", HALF, source->path, HALF, disk);
    else if (source->kind == AD_ARCHIVE)
        snprintf(text, AD_PATH_SIZE, "%.*s: %s", HALF, source->path, AD_SHOWN(disk));
    else
        snprintf(text, AD_PATH_SIZE, "%s", source->path);
    return text;
}

/* Visit a folder's files, each opened by its first read; or files in memory. */
static adrop_status walk_folder(ad_source *source, const bool *wanted, ad_visit_fn *visit,
                                void *arg)
{
    uint64_t used = 0;
    adrop_status status = ADROP_OK;

    for (size_t i = 0; !status && i < source->n_entries; i++) {
        if (wanted && !wanted[i])
            continue;
        ad_stream s = { .source = source, .entry = i, .used = &used };
        status = visit(arg, i, &s);
        source->touched[i] |= s.archive != NULL;
        ad_archive_close(&s);
    }
    return status;
}

adrop_status ad_source_walk(ad_source *source, const bool *wanted, ad_visit_fn *visit, void *arg)
{
    size_t n_wanted = 0;

    for (size_t i = 0; i < source->n_entries; i++)
        n_wanted += !wanted || wanted[i];
    if (source->kind == AD_FOLDER || source->files)
        return walk_folder(source, wanted, visit, arg);
    return ad_archive_walk(source, wanted, n_wanted, visit, arg);
}
