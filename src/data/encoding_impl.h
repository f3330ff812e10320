/* Which encoding bytes have, and bytes of one to UTF-8: what encoding.c is made of. */
#ifndef AD_DATA_ENCODING_IMPL_H
#define AD_DATA_ENCODING_IMPL_H

#include <stdbool.h>
#include <stddef.h>

#include "data/encoding.h"

typedef enum ad_decode_fault {
    AD_DECODED_WELL,
    AD_DECODED_NONE,      /* a byte that is no character */
    AD_DECODED_MIXED,     /* UTF-8 among bytes that were taken for something else */
    AD_DECODED_CUT,       /* the file ends within a character */
    AD_DECODED_SURROGATE, /* one half of a pair */
    AD_DECODED_ZERO,
} ad_decode_fault;

typedef struct ad_decoded {
    bool last;             /* nothing follows */
    bool guessed;          /* one byte, one character: nobody said that it is */
    bool has_utf8;         /* one byte, one character: some of it looks like UTF-8, .. */
    bool has_others;       /* .. and some does not; both are kept from piece to piece */
    char *to;              /* where the text goes, with room for three times the bytes */
    size_t used;           /* bytes; those left begin a character, fewer than four */
    ad_decode_fault fault; /* at byte `used` */
    unsigned byte;         /* that one, or the unit of UTF-16 */
} ad_decoded;

/* Any but UTF-8. */
void ad_decode(int encoding, const unsigned char *bytes, size_t n, ad_decoded *d);

/* How many bytes are whole characters of UTF-8; *others is set if one is beyond ASCII. What is left
 * is the beginning of one, or d->fault says what. */
size_t ad_utf8_check(const unsigned char *bytes, size_t n, bool *others, ad_decoded *d);

/* encoding_guess.c: is it one of UTF-16? */
bool ad_encoding_is_pairs(int encoding);

/* Log what the file is taken for, and why. */
void ad_decoder_say(const ad_decoder *d, const char *why);

/* d->taken, by the first *got bytes; those of a byte order mark are taken away. */
adrop_status ad_decoder_decide(ad_decoder *d, unsigned char *p, size_t *got);

#endif
