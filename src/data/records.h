/* Records of a table of texts, separated by commas, semicolons or tabs, one per line unless a
 * quoted field has line breaks in it (RFC 4180).
 *
 * A field may be in double quotes, where "" is one quote. Between tabs, quotes count only if they
 * close before a tab or at the end of the line; otherwise they are part of the text. Blank lines
 * are skipped; '#' does not begin a comment. */
#ifndef AD_DATA_RECORDS_H
#define AD_DATA_RECORDS_H

#include "base/bytes.h"
#include "data/dialect.h"

typedef struct ad_records {
    adrop_ctx *ctx;
    const char *where; /* for messages */
    char *p, *end;     /* the rest of the text, modified in place; a zero stands at end */
    char separator;
    size_t line, next_line; /* first lines of the record and of the next */
    ad_bytes list;          /* ad_field (n), owned */
    size_t n;               /* fields per record, as in the first */
} ad_records;

/* text (size, and a zero after it) is borrowed. Releasing twice is fine. */
void ad_records_open(ad_records *r, adrop_ctx *ctx, const char *where, char *text, size_t size,
                     char separator);
void ad_records_release(ad_records *r);

/* The fields of the next record, in the text; *more is false at the end. ADROP_EFORMAT, with the
 * line, for an open quote, and if the number of fields differs from the first record's. */
adrop_status ad_records_next(ad_records *r, bool *more);

static inline const ad_field *ad_records_field(const ad_records *r, size_t i)
{
    return (const ad_field *)r->list.data + i;
}

#endif
