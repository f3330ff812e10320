/* Records of a table of texts: what commas, semicolons or tabs separate, one line each unless a
 * quoted field has line breaks in it (RFC 4180).
 *
 * A field may stand in double quotes, where "" is one quote. Between tabs quotes are so read only
 * if they close before a tab or at the end of the line, and are part of the text otherwise. Blank
 * lines are passed over; '#' is no comment. */
#ifndef AD_DATA_RECORDS_H
#define AD_DATA_RECORDS_H

#include "base/bytes.h"
#include "data/dialect.h"

typedef struct ad_records {
    adrop_ctx *ctx;
    const char *where; /* for messages */
    char *p, *end;     /* the text that is left, which is written to; a zero stands at end */
    char separator;
    size_t line, next_line; /* where the record begins, and what follows it */
    ad_bytes list;          /* ad_field (n), owned */
    size_t n;               /* fields of a record: of the first, and so of all */
} ad_records;

/* text (size, a zero behind it) is borrowed. Releasing twice is fine. */
void ad_records_open(ad_records *r, adrop_ctx *ctx, const char *where, char *text, size_t size,
                     char separator);
void ad_records_release(ad_records *r);

/* The fields of the next record, in the text; *more is false at the end. ADROP_EFORMAT, with the
 * line, for a quote that is not closed and for another number of fields than the first has. */
adrop_status ad_records_next(ad_records *r, bool *more);

static inline const ad_field *ad_records_field(const ad_records *r, size_t i)
{
    return (const ad_field *)r->list.data + i;
}

#endif
