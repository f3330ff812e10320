/* A source with files in memory, for tests that feed readers many small inputs. Nothing is
 * expanded; the caller owns the bytes. */
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/source_impl.h"

adrop_status ad_source_memory(adrop_ctx *ctx, const char *path, ad_source_kind kind,
                              const ad_memory_file *files, size_t n, uint64_t limit,
                              ad_source **out)
{
    ad_source *source;
    char *copy;
    adrop_status status;

    *out = NULL;
    if ((status = AD_NEW(ctx, 1, "a source", &source)))
        return status;
    *source = (ad_source){ .ctx = ctx, .kind = kind, .limit = limit, .files = files };
    if (!(status = ad_copy_text(ctx, path, &copy)))
        source->path = copy;
    for (size_t i = 0; !status && i < n; i++)
        status = ad_source_add(source, files[i].name, strlen(files[i].name), files[i].size);
    if (!status)
        status = ad_source_finish(source);
    if (status)
        ad_source_free(source);
    else
        *out = source;
    return status;
}

const ad_memory_file *ad_memory_at(const ad_source *source, size_t entry)
{
    const ad_memory_file *file = source->files;

    while (strcmp(file->name, source->entries[entry].disk) != 0)
        file++;
    return file;
}

adrop_status ad_memory_read(ad_stream *s, void *data, size_t n, size_t *got)
{
    const ad_memory_file *file = ad_memory_at(s->source, s->entry);

    s->source->touched[s->entry] = true;
    *got = n < file->size - s->at ? n : file->size - s->at;
    if (*got)
        memcpy(data, (const char *)file->bytes + s->at, *got);
    s->at += *got;
    *s->used += *got;
    if (*s->used > s->source->limit)
        return ad_fail(s->source->ctx, ADROP_EFORMAT,
                       "'%s' holds more than %llu bytes, the limit on what is read from it",
                       s->source->path, (unsigned long long)s->source->limit);
    return ADROP_OK;
}
