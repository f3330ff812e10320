/* The list of readers, and choosing one for a source. */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/registry.h"
#include "base/struct.h"
#include "base/text.h"
#include "data/encoding.h"
#include "data/reader.h"
#include "data/seen.h"

#define READER(id) extern const ad_data_reader ad_data_reader_##id;
#include "data/reader_list.h"
#undef READER

static const ad_data_reader *const all[] = {
#define READER(id) &ad_data_reader_##id,
#include "data/reader_list.h"
#undef READER
};

enum { N_READERS = sizeof all / sizeof all[0], HEAD = 4096 };

const ad_data_reader *ad_data_reader_at(size_t i)
{
    return i < N_READERS ? all[i] : NULL;
}

int adrop_data_format_at_sized(size_t i, adrop_data_format *format, size_t size)
{
    adrop_data_format mine = { 0 };

    if (i < N_READERS)
        mine = (adrop_data_format){ all[i]->name, all[i]->summary };
    ad_struct_write(format, size, &mine, sizeof mine);
    return i < N_READERS;
}

static const char *readers_name_at(const void *list, size_t i)
{
    (void)list;
    return i < N_READERS ? all[i]->name : NULL;
}

bool ad_wants_documents(const adrop_data_opts *opts, const ad_raw *raw)
{
    return raw->expected ? raw->expected->text != NULL
                         : opts->task == ADROP_TASK_TEXT || *opts->text;
}

/* The reader for documents to be predicted that are in no other format. */
static const ad_data_reader *lines_of(const ad_raw *raw, bool text)
{
    extern const ad_data_reader ad_data_reader_lines;

    return text && raw->inputs_only ? &ad_data_reader_lines : NULL;
}

/* A text to be read as the table that a run was trained on goes to the table reader: the columns
 * are known, so first rows without numbers and standard input without a name are no obstacle. */
static adrop_status find_table(ad_source *source, const ad_raw *raw, const ad_data_reader **reader)
{
    extern const ad_data_reader ad_data_reader_table;
    ad_text_head head = { 0 };

    if (!raw->expected || !raw->expected->layout.n || source->n_entries != 1)
        return ADROP_OK;
    const adrop_status status = ad_text_head_read(source, 0, HEAD, &head);
    if (!status && head.is_text && head.text.size && *(char *)head.text.data != '{')
        *reader = &ad_data_reader_table;
    ad_text_head_release(source->ctx, &head);
    return status;
}

static adrop_status readers_refuse(ad_source *source, const adrop_data_opts *opts, bool text)
{
    const ad_registry registry = { "format", readers_name_at, NULL };
    char names[256], seen[AD_SEEN_SIZE];

    if (text && *opts->text)
        return ad_fail(
            source->ctx, ADROP_EFORMAT,
            "'%s' has no column '%s' of documents: give `text` a name of its first line, "
            "or a number, and say `format` table or jsonl",
            source->path, AD_SHOWN(opts->text));
    if (text)
        return ad_fail(source->ctx, ADROP_EFORMAT,
                       "'%s' holds no documents that can be read: give class folders of .txt "
                       "files, lines of __label__CLASS and words, or a table or JSON lines with "
                       "the column of the documents as `text`",
                       source->path);
    const adrop_status status = ad_source_seen(source, seen);
    if (status)
        return status;
    return ad_fail(source->ctx, ADROP_EFORMAT,
                   "'%s' is in no format that can be read: %s; the formats are %s", source->path,
                   seen, ad_registry_names(&registry, names, sizeof names));
}

adrop_status ad_data_reader_choose(ad_source *source, const adrop_data_opts *opts,
                                   const ad_raw *raw, const ad_data_reader **reader)
{
    const bool text = ad_wants_documents(opts, raw);

    *reader = NULL;
    if (opts->format) {
        *reader = all[opts->format - 1];
        return ADROP_OK;
    }
    for (size_t i = 0; i < N_READERS; i++) {
        bool mine = false;
        adrop_status status = ADROP_OK;
        if (text && all[i]->probe_text)
            status = all[i]->probe_text(source, opts, &mine);
        else if (!text)
            status = all[i]->probe(source, &mine);
        if (status)
            return status;
        if (mine && all[i]->certain) {
            *reader = all[i];
            return ADROP_OK;
        }
        if (mine && *reader)
            return ad_fail(source->ctx, ADROP_EFORMAT,
                           "'%s' could be read as '%s' or as '%s': say which with format",
                           source->path, (*reader)->name, all[i]->name);
        if (mine)
            *reader = all[i];
    }
    if (!*reader)
        *reader = lines_of(raw, text);
    if (!*reader && !text) {
        const adrop_status status = find_table(source, raw, reader);
        if (status)
            return status;
    }
    return *reader ? ADROP_OK : readers_refuse(source, opts, text);
}
