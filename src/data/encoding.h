/* Texts of files as UTF-8 with "\n" at the end of lines, whatever their encoding: a stage between a
 * stream and the readers of rows or documents.
 *
 *     auto           the byte order mark; without one, UTF-16 if every other byte of the start is
 *                    zero; UTF-8; or Windows-1252 from the first byte on that is not UTF-8, if all
 *                    bytes before it are ASCII, all bytes are characters of Windows-1252 and none
 *                    look like UTF-8
 *     others         as named; an error if a byte order mark disagrees, or if a single-byte
 *                    encoding is named and all bytes beyond ASCII look like UTF-8
 *
 * "\r\n" and "\r" become "\n", also in quotes, so that a table means the same wherever it was
 * saved. Pieces may be cut anywhere. */
#ifndef AD_DATA_ENCODING_H
#define AD_DATA_ENCODING_H

#include <stdbool.h>

#include "adrop/data.h"
#include "base/bytes.h"
#include "data/source.h"

#define AD_ENCODING_WORDS                                                                          \
  {                                                                                                \
    "auto", "utf-8", "utf-16", "utf-16le", "utf-16be", "windows-1252", "latin-1", "latin-9", NULL  \
  }

typedef struct ad_decoder {
    adrop_ctx *ctx;
    const char *where; /* for messages; NULL: nothing is logged */
    int given, taken;  /* adrop_encoding; taken is auto before the first bytes */
    int otherwise;     /* if given is auto: the encoding of a text that is not UTF-8 */
    size_t lines;      /* lines of the file before the current text, for messages */
    bool has_utf8;   /* a character beyond ASCII was found; in other encodings, UTF-8 look-alikes */
    bool has_others; /* single-byte encodings: a byte beyond ASCII does not look like UTF-8 */
    bool after_return; /* the last byte was "\r" */
    bool has_zero;     /* refused for a zero byte */
    bool for_run;      /* rows for a run, whose encoding setting is fixed */
    bool keeps_bad;    /* leave bytes that are not UTF-8 unchanged */
    ad_bytes raw;      /* owned: input of the conversion */
    unsigned char left[4];
    size_t n_left; /* bytes of a character that the next piece completes */
} ad_decoder;

void ad_decoder_open(ad_decoder *d, adrop_ctx *ctx, const char *where, int encoding);

/* Open for a file of a source, in the source's encoding. A file read for a run may be UTF-8 even if
 * the run's own data were not. */
void ad_decoder_open_source(ad_decoder *d, const ad_source *source, const char *where);
void ad_decoder_release(ad_decoder *d);

/* Convert the `got` bytes after text->size to UTF-8 in place and add the result to text->size.
 * `last`: the file ends after them. ADROP_EFORMAT, with file and line, for invalid bytes; text then
 * ends before them. */
adrop_status ad_decoder_take(ad_decoder *d, ad_bytes *text, size_t got, bool last);

/* Convert a whole file; the zero after it is not counted. With `keep`, bytes that are not UTF-8
 * stay. Releases the decoder. */
adrop_status ad_text_decode(ad_decoder *d, bool keep, ad_bytes *text);

/* The beginning of a file, for recognising it. */
typedef struct ad_text_head {
    ad_bytes text; /* owned; a zero follows, not counted */
    bool is_text;  /* no zero bytes */
    bool is_odd;   /* invalid bytes follow text */
    bool is_whole; /* the file ends here */
} ad_text_head;

/* Read at most `size` bytes, in the source's encoding. Release head also after a failure. */
adrop_status ad_text_head_read(ad_source *source, size_t entry, size_t size, ad_text_head *head);
void ad_text_head_release(adrop_ctx *ctx, ad_text_head *head);

#endif
