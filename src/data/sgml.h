/* The SGML of Reuters-21578: the documents of one file.
 *
 *     <REUTERS TOPICS="YES" LEWISSPLIT="TRAIN" .. NEWID="1">
 *     <TOPICS><D>cocoa</D></TOPICS> .. <TEXT> <TITLE>..</TITLE> <BODY>..</BODY></TEXT>
 *     </REUTERS>
 *
 * Attributes may be in any order, and there may be others. */
#ifndef AD_DATA_SGML_H
#define AD_DATA_SGML_H

#include <stddef.h>

#include "adrop/context.h"
#include "base/bytes.h"
#include "data/source.h"

typedef struct ad_span {
    const char *text;
    size_t length;
} ad_span;

typedef enum ad_lewis_part { AD_LEWIS_UNUSED, AD_LEWIS_TRAIN, AD_LEWIS_TEST } ad_lewis_part;

/* Spans point into the file's bytes. */
typedef struct ad_story {
    ad_lewis_part part; /* by ModApte: LEWISSPLIT, and TOPICS is YES */
    size_t number;      /* NEWID */
    ad_span topics;     /* between <TOPICS> and </TOPICS> */
    ad_span title;      /* empty if there is none */
    ad_span body;       /* without <BODY>, the rest of the text */
} ad_story;

/* Append the stories (ad_story) of a file, bytes (size). ADROP_EFORMAT if it is malformed, with
 * `where`, the number of the document in the file and the reason. */
adrop_status ad_sgml_read(adrop_ctx *ctx, const char *where, const char *bytes, size_t size,
                          ad_bytes *stories);

/* The same for the wanted files of a source; files and wanted (n_entries). */
adrop_status ad_sgml_read_files(const ad_source *source, const ad_bytes *files, const bool *wanted,
                                ad_bytes *stories);

/* The next <D>..</D> of topics; topics then begins after it. 0: there is none. */
int ad_sgml_topic(ad_span *topics, ad_span *one);

/* Append the text of a span to out: entities are decoded, tags and control characters become
 * blanks. */
adrop_status ad_sgml_text(adrop_ctx *ctx, ad_span span, ad_bytes *out);

#endif
