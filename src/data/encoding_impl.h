/* Guessing an encoding, and converting it to UTF-8: the internals of encoding.c. */
#ifndef AD_DATA_ENCODING_IMPL_H
#define AD_DATA_ENCODING_IMPL_H

#include <stdbool.h>
#include <stddef.h>

#include "data/encoding.h"

typedef enum ad_decode_fault {
    AD_DECODED_WELL,
    AD_DECODED_NONE,      /* an invalid byte */
    AD_DECODED_MIXED,     /* UTF-8 in a text taken for another encoding */
    AD_DECODED_CUT,       /* the file ends within a character */
    AD_DECODED_SURROGATE, /* one half of a pair */
    AD_DECODED_ZERO,
} ad_decode_fault;

typedef struct ad_decoded {
    bool last;             /* nothing follows */
    bool guessed;          /* single-byte encodings: guessed, not given by the user */
    bool has_utf8;         /* single-byte encodings: some bytes look like UTF-8, .. */
    bool has_others;       /* .. and some do not; both carry over between pieces */
    char *to;              /* output, with room for three times the bytes */
    size_t used;           /* bytes consumed; fewer than four are left, part of a character */
    ad_decode_fault fault; /* at byte `used` */
    unsigned byte;         /* the faulty byte, or UTF-16 unit */
} ad_decoded;

/* Decode any encoding but UTF-8. */
void ad_decode(int encoding, const unsigned char *bytes, size_t n, ad_decoded *d);

/* How many bytes are whole UTF-8 characters; sets *others if one is beyond ASCII. The rest begins a
 * character, or d->fault is set. */
size_t ad_utf8_check(const unsigned char *bytes, size_t n, bool *others, ad_decoded *d);

/* encoding_guess.c: is it a variant of UTF-16? */
bool ad_encoding_is_pairs(int encoding);

/* Log which encoding the file is read in, and why. */
void ad_decoder_say(const ad_decoder *d, const char *why);

/* Set d->taken from the first *got bytes and remove a byte order mark. */
adrop_status ad_decoder_decide(ad_decoder *d, unsigned char *p, size_t *got);

#endif
