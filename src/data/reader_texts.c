/* Documents in class folders (class_files.h), one per .txt file or file without an extension. In a
 * folder to be predicted they may be in no class folder. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "base/ascii.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/class_files.h"
#include "data/documents.h"
#include "data/reader.h"

enum { GROUP = 1024 }; /* files read at once */

static bool is_text(const char *name)
{
    const char *base = ad_base_name(name), *dot = strrchr(base, '.');

    return *base != '.' && (!dot || ad_alike(dot, ".txt") || ad_alike(dot, ".text"));
}

static const ad_class_kind texts = {
    is_text, "documents",
    "there are no .txt files in class folders: give each class a folder of its name"
};

/* Are there two or more class folders with documents? */
static adrop_status reader_texts_probe(ad_source *source, bool *mine)
{
    ad_class_file first = { 0 }, item;

    if (source->kind == AD_FILE)
        return ADROP_OK;
    for (size_t i = 0; i < source->n_entries && !*mine; i++) {
        if (!ad_class_file_parse(source, i, &texts, &item) || !item.class_length)
            continue;
        if (!first.class_length)
            first = item;
        *mine = item.class_length != first.class_length ||
                memcmp(item.class_name, first.class_name, item.class_length) != 0;
    }
    return ADROP_OK;
}

/* Where documents are asked for, any .txt file in a folder will do. */
static adrop_status probe_text(ad_source *source, const adrop_data_opts *opts, bool *mine)
{
    (void)opts;
    for (size_t i = 0; source->kind != AD_FILE && i < source->n_entries && !*mine; i++) {
        ad_class_file item;
        *mine = ad_class_file_parse(source, i, &texts, &item) &&
                (item.class_length || strrchr(source->entries[i].name, '.')) &&
                strncmp(ad_base_name(source->entries[i].name), "train.", 6) != 0;
    }
    return ADROP_OK;
}

/* Is it a folder without files, hidden ones aside? */
static bool is_empty(const char *path)
{
    DIR *dir = opendir(path);
    struct dirent *file = NULL;

    while (dir && (file = readdir(dir)) && *file->d_name == '.')
        ;
    if (dir)
        closedir(dir);
    return dir && !file;
}

/* Refuse an empty folder beside the class folders: a class without documents. `above` is (length)
 * of a name in the source, "" or ended by a '/'. */
static adrop_status find_empty(const ad_source *source, const char *above, size_t length)
{
    char path[AD_PATH_SIZE];
    const size_t used = (size_t)snprintf(path, sizeof path, "%s/%.*s", source->path, (int)length,
                                         above);
    adrop_status status = ADROP_OK;
    struct dirent *one;
    DIR *dir = used < sizeof path ? opendir(path) : NULL;

    while (dir && !status && (one = readdir(dir))) {
        const size_t room = sizeof path - used;
        if (*one->d_name != '.' && (size_t)snprintf(path + used, room, "%s", one->d_name) < room &&
            is_empty(path))
            status = ad_fail(source->ctx, ADROP_EFORMAT,
                             "the class '%s' of '%.300s' is empty: remove its folder, or give it "
                             "documents",
                             AD_SHOWN(one->d_name), source->path);
    }
    if (dir)
        closedir(dir);
    return status;
}

/* The same for all folders that hold class folders. */
static adrop_status check_empty(const ad_source *source, const ad_class_file *items, size_t n)
{
    const char *last = NULL;
    size_t last_length = 0;
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < n && !status && source->kind == AD_FOLDER && !source->files; i++) {
        const char *name = source->entries[items[i].entry].name;
        const size_t length = (size_t)(items[i].class_name - name);
        if (last && length == last_length && !memcmp(name, last, length))
            continue;
        last = name;
        last_length = length;
        status = find_empty(source, name, length);
    }
    return status;
}

typedef struct {
    ad_source *source;
    const ad_class_file *items;
    size_t n;
    ad_document_list *docs;
    XXH3_state_t *hash; /* of names, lengths and bytes */
} work;

static adrop_status reader_texts_add(const work *w, size_t i, const ad_bytes *bytes)
{
    const ad_class_file *item = &w->items[i];
    const char *disk = w->source->entries[item->entry].disk;
    const uint64_t sum[] = { bytes->size, XXH3_64bits(bytes->data, bytes->size) };
    char where[AD_PATH_SIZE];
    adrop_status status;

    XXH3_64bits_update(w->hash, disk, strlen(disk) + 1);
    XXH3_64bits_update(w->hash, sum, sizeof sum);
    ad_source_where(w->source, item->entry, where);
    if ((status = ad_document_add(w->docs, where, 1, bytes->data ? bytes->data : "", bytes->size,
                                  item->part)))
        return status;
    if (item->class_length &&
        (status = ad_document_tag(w->docs, item->class_name, item->class_length)))
        return status;
    return w->docs->raw->inputs_only
               ? ad_document_name(w->docs, w->source->entries[item->entry].name)
               : ADROP_OK;
}

/* Read the files in the order of the list, one group at a time. */
static adrop_status read_all(const work *w)
{
    ad_bytes *bytes = NULL;
    size_t *entries = NULL;
    adrop_status status;

    if ((status = AD_NEW(w->source->ctx, GROUP, "documents", &bytes)) ||
        (status = AD_NEW(w->source->ctx, GROUP, "documents", &entries)))
        goto done;
    for (size_t first = 0; first < w->n && !status; first += GROUP) {
        const size_t n = w->n - first < GROUP ? w->n - first : GROUP;
        for (size_t i = 0; i < n; i++)
            entries[i] = w->items[first + i].entry;
        status = ad_source_read_many(w->source, entries, n, bytes);
        for (size_t i = 0; i < n; i++) {
            if (!status)
                status = reader_texts_add(w, first + i, &bytes[i]);
            ad_bytes_release(w->source->ctx, &bytes[i]);
        }
    }
done:
    ad_free(w->source->ctx, bytes);
    ad_free(w->source->ctx, entries);
    return status;
}

static adrop_status reader_texts_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw)
{
    ad_document_list docs = { .ctx = source->ctx, .opts = opts, .raw = raw };
    ad_class_file *items = NULL;
    work w = { .source = source, .docs = &docs, .hash = XXH3_createState() };
    adrop_status status = w.hash
                              ? ad_class_files_list(source, &texts, raw->inputs_only, &items, &w.n)
                              : ad_fail(source->ctx, ADROP_ENOMEM, "no memory for a checksum");

    w.items = items;
    if (!status && !raw->inputs_only)
        status = check_empty(source, items, w.n);
    if (!status) {
        XXH3_64bits_reset(w.hash);
        status = read_all(&w);
    }
    if (!status)
        status = ad_document_end(&docs, source->path, AD_COUNT_DOCUMENTS, false);
    if (!status) {
        raw->whole_folder = 1;
        raw->contents = XXH3_64bits_digest(w.hash);
    }
    XXH3_freeState(w.hash);
    ad_free(source->ctx, items);
    ad_document_release(&docs);
    return status;
}

const ad_data_reader ad_data_reader_texts = {
    .name = "texts",
    .summary = "class folders of .txt files",
    .kinds = ADROP_FOR_DOCUMENTS,
    .probe = reader_texts_probe,
    .probe_text = probe_text,
    .read = reader_texts_read,
};
