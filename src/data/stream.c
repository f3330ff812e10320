/* Reading one file of a source (source.h). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/format.h"
#include "base/memory.h"
#include "data/source_impl.h"

enum { PIECE = 1 << 16, LARGEST_PIECE = 16 << 20 };

/* How much to ask for after `done` bytes arrived: as much again, so that few copies are
 * made and a false length costs little. */
static size_t next_piece(size_t done)
{
    return done < PIECE ? PIECE : done < LARGEST_PIECE ? done : LARGEST_PIECE;
}

static adrop_status stream_refuse(const ad_source *source, size_t entry, const char *format,
                                  va_list args)
{
    char where[AD_PATH_SIZE], reason[512];

    ad_print_list(reason, sizeof reason, format, args);
    return ad_fail(source->ctx, ADROP_EFORMAT, "'%s': %s", ad_source_where(source, entry, where),
                   reason);
}

adrop_status ad_stream_refuse(const ad_stream *s, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const adrop_status status = stream_refuse(s->source, s->entry, format, args);
    va_end(args);
    return status;
}

adrop_status ad_source_refuse(const ad_source *source, size_t entry, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const adrop_status status = stream_refuse(source, entry, format, args);
    va_end(args);
    return status;
}

adrop_status ad_stream_read(ad_stream *s, void *data, size_t n, size_t *got)
{
    *got = 0;
    if (s->source->files)
        return ad_memory_read(s, data, n, got);
    const adrop_status status = s->archive ? ADROP_OK : ad_archive_open_file(s);
    return status ? status : ad_archive_read(s, data, n, got);
}

adrop_status ad_stream_exactly(ad_stream *s, void *data, size_t n, const char *what)
{
    size_t got;
    const adrop_status status = ad_stream_read(s, data, n, &got);

    if (!status && got < n)
        return ad_stream_refuse(s, "%s: the file ends after %zu of %zu bytes", what, got, n);
    return status;
}

adrop_status ad_stream_append(ad_stream *s, size_t n, ad_bytes *bytes, const char *what)
{
    size_t done = 0;
    adrop_status status = ADROP_OK;

    while (!status && done < n) {
        const size_t most = next_piece(done), piece = n - done < most ? n - done : most;
        size_t got = 0;
        if ((status = ad_bytes_reserve(s->source->ctx, bytes, piece, what)) ||
            (status = ad_stream_read(s, (char *)bytes->data + bytes->size, piece, &got)))
            break;
        bytes->size += got;
        done += got;
        if (got < piece)
            return ad_stream_refuse(s, "%s: the file ends after %zu of %zu bytes", what, done, n);
    }
    return status;
}

adrop_status ad_stream_rest(ad_stream *s, size_t limit, ad_bytes *bytes)
{
    size_t done = 0, got = 0, piece = 0;
    adrop_status status = ADROP_OK;

    while (!status && got == piece) {
        piece = next_piece(done);
        if ((status = ad_bytes_reserve(s->source->ctx, bytes, piece, "a file")) ||
            (status = ad_stream_read(s, (char *)bytes->data + bytes->size, piece, &got)))
            break;
        bytes->size += got;
        done += got;
        if (done > limit)
            return ad_stream_refuse(s, "more than %zu bytes, the limit for such a file", limit);
    }
    return status;
}

adrop_status ad_stream_end(ad_stream *s)
{
    char byte;
    size_t got;
    const adrop_status status = ad_stream_read(s, &byte, 1, &got);

    if (!status && got)
        return ad_stream_refuse(s, "more bytes follow than the header announces");
    return status;
}

typedef struct {
    ad_bytes *bytes;
    size_t limit;
} whole;

static adrop_status read_whole(void *arg, size_t entry, ad_stream *s)
{
    const whole *w = arg;

    (void)entry;
    return ad_stream_rest(s, w->limit, w->bytes);
}

typedef struct {
    void *data;
    size_t size, *got;
} head;

static adrop_status read_head(void *arg, size_t entry, ad_stream *s)
{
    const head *h = arg;

    (void)entry;
    return ad_stream_read(s, h->data, h->size, h->got);
}

adrop_status ad_source_visit(ad_source *source, size_t entry, ad_visit_fn *visit, void *arg)
{
    bool *wanted;
    adrop_status status = AD_NEW(source->ctx, source->n_entries, "a list of files", &wanted);

    if (status)
        return status;
    wanted[entry] = true;
    status = ad_source_walk(source, wanted, visit, arg);
    ad_free(source->ctx, wanted);
    return status;
}

adrop_status ad_source_read(ad_source *source, size_t entry, size_t limit, ad_bytes *bytes)
{
    whole w = { bytes, limit };
    adrop_status status = ad_source_visit(source, entry, read_whole, &w);

    if (!status && !(status = ad_bytes_append(source->ctx, bytes, "", 1, "a file")))
        bytes->size--;
    return status;
}

adrop_status ad_source_head(ad_source *source, size_t entry, void *data, size_t size, size_t *got)
{
    head h = { data, size, got };

    *got = 0;
    return ad_source_visit(source, entry, read_head, &h);
}
