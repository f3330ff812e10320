/* The outer structure of an untrusted safetensors file: the length of the header, its first and
 * last bytes, its number of values, its JSON.
 *
 * Jansson allocates the tree of the header from the C library, not from the context. It takes up to
 * 250 bytes per value, however short, and a header of 16 MiB can hold millions of values, so they
 * are counted before they are parsed. If malloc fails, Jansson 2.14 may blame the JSON, or even
 * silently lose part of a long text; the checksums, if present, detect that. */
#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/context.h"
#include "base/format.h"
#include "base/json.h"
#include "base/tensorfile_impl.h"
#include "base/text.h"

enum {
    DEEPEST = 3, /* header, tensor, shape */
    MOST_OPENED = 3 * AD_MAX_ENTRIES + 2,
    MOST_COMMAS = 9 * AD_MAX_ENTRIES + 2, /* 7 per tensor, 1 per checksum, 1 per text */
};

adrop_status ad_reader_refuse(const ad_reader *r, const char *format, ...)
{
    char reason[512];
    va_list args;

    va_start(args, format);
    ad_print_list(reason, sizeof reason, format, args);
    va_end(args);
    if (r->tensor)
        return ad_fail(r->ctx, ADROP_EFORMAT, "'%s': tensor '%s': %s", r->path, AD_SHOWN(r->tensor),
                       reason);
    return ad_fail(r->ctx, ADROP_EFORMAT, "'%s': %s", r->path, reason);
}

static adrop_status split(ad_reader *r)
{
    const unsigned char *bytes = r->file->memory;
    uint64_t length = 0;

    if (r->size < 8)
        return ad_reader_refuse(r, "%zu bytes are too few for the length of a header", r->size);
    for (size_t i = 0; i < 8; i++)
        length |= (uint64_t)bytes[i] << 8 * i;
    if (length > AD_MAX_HEADER)
        return ad_reader_refuse(r, "the header's length %llu is over %d",
                                (unsigned long long)length, AD_MAX_HEADER);
    if (length > r->size - 8)
        return ad_reader_refuse(r, "the header's length %llu goes past the end of the file",
                                (unsigned long long)length);
    r->header = (const char *)bytes + 8;
    r->header_size = (size_t)length;
    r->data = (char *)r->file->memory + 8 + r->header_size;
    r->data_size = r->size - 8 - r->header_size;
    return ADROP_OK;
}

/* Check the ends of the header, and drop its padding. */
static adrop_status trim(ad_reader *r)
{
    if (!r->header_size || r->header[0] != '{')
        return ad_reader_refuse(r, "the header does not start with '{'");
    while (r->header[r->header_size - 1] == ' ')
        r->header_size--;
    if (r->header[r->header_size - 1] != '}')
        return ad_reader_refuse(r, "the header does not end with '}' and spaces");
    return ADROP_OK;
}

static adrop_status check_bulk(const ad_reader *r)
{
    size_t depth = 0, opened = 0, commas = 0;
    bool quoted = false;

    for (size_t i = 0; i < r->header_size; i++) {
        const char c = r->header[i];
        if (c == '"')
            quoted = !quoted;
        else if (quoted)
            i += c == '\\';
        else if (c == ',')
            commas++;
        else if (c == '}' || c == ']')
            depth -= depth > 0;
        else if (c == '{' || c == '[') {
            opened++;
            if (++depth > DEEPEST)
                return ad_reader_refuse(r, "the header is nested deeper than %d at byte %zu",
                                        DEEPEST, i);
        }
    }
    if (opened > MOST_OPENED || commas > MOST_COMMAS)
        return ad_reader_refuse(r, "the header holds more than %d tensors or texts",
                                AD_MAX_ENTRIES);
    return ADROP_OK;
}

adrop_status ad_reader_parse(ad_reader *r)
{
    json_error_t error;
    adrop_status status;

    if ((status = split(r)) || (status = trim(r)) || (status = check_bulk(r)))
        return status;
    r->file->header = ad_json_load(r->header, r->header_size, JSON_REJECT_DUPLICATES, &error);
    if (r->file->header)
        return ADROP_OK;
    if (errno == ENOMEM || !*error.text) /* not an error in the JSON */
        return ad_fail(r->ctx, ADROP_ENOMEM, "'%s': no memory for its header", r->path);
    return ad_reader_refuse(r, "the header is not valid JSON at byte %d: %s", error.position,
                            AD_SHOWN(error.text));
}
