/* Texts of files as UTF-8 with "\n" at the end of lines, whatever they are written in: a stage
 * between a stream and what reads rows or documents.
 *
 *     auto           by the byte order mark; UTF-16 without one if every other byte of the start
 *                    tells; UTF-8; or Windows-1252 from the first byte on that is not UTF-8, if
 *                    nothing before it was beyond ASCII, all bytes are characters of it, and none
 *                    of them look like UTF-8 after all
 *     others         what they say; a byte order mark that says otherwise is refused, and so is
 *                    one byte for each character where all look like UTF-8
 *
 * "\r\n" and "\r" become "\n", in quotes too, so that a table means the same wherever it was
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
    int otherwise;     /* given auto: what it is if it is not UTF-8 */
    size_t lines;      /* of the file before the text that bytes are added to, for messages */
    bool has_utf8;     /* UTF-8: there was a character beyond ASCII; others: what looks like it */
    bool has_others;   /* one byte for each character: what does not */
    bool after_return; /* the last was "\r" */
    bool has_zero;     /* it was refused for a zero byte */
    bool for_run;      /* rows for a run, whose encoding cannot be said anew */
    bool keeps_bad;    /* bytes that are not UTF-8 are left as they are */
    ad_bytes raw;      /* owned: bytes while they are converted */
    unsigned char left[4];
    size_t n_left; /* bytes of a character that the next piece ends */
} ad_decoder;

void ad_decoder_open(ad_decoder *d, adrop_ctx *ctx, const char *where, int encoding);

/* For a file of a source, in its encoding. One that is read for a run may be UTF-8 whatever the
 * run's own data were. */
void ad_decoder_open_source(ad_decoder *d, const ad_source *source, const char *where);
void ad_decoder_release(ad_decoder *d);

/* `got` bytes of the file stand behind those of text: they become UTF-8 there, and text->size grows
 * by what they are. `last`: the file ends behind them. ADROP_EFORMAT, with file and line, for bytes
 * that are none; text ends before them then. */
adrop_status ad_decoder_take(ad_decoder *d, ad_bytes *text, size_t got, bool last);

/* The whole of a file, with a zero behind it that is not counted. With `keep` bytes that are not
 * UTF-8 stay in it. The decoder is released. */
adrop_status ad_text_decode(ad_decoder *d, bool keep, ad_bytes *text);

/* The beginning of a file, for recognising it. */
typedef struct ad_text_head {
    ad_bytes text; /* owned; a zero behind it that is not counted */
    bool is_text;  /* no zero bytes */
    bool is_odd;   /* bytes that are no characters follow what is in text */
    bool is_whole; /* the file ends here */
} ad_text_head;

/* At most `size` bytes of it, in the source's encoding. head is released also after a failure. */
adrop_status ad_text_head_read(ad_source *source, size_t entry, size_t size, ad_text_head *head);
void ad_text_head_release(adrop_ctx *ctx, ad_text_head *head);

#endif
