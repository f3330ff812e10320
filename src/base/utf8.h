/* UTF-8: characters of a text, and the columns of a terminal they take. */
#ifndef AD_BASE_UTF8_H
#define AD_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

#include "base/lab.h"

enum { AD_NO_CHARACTER = 0xFFFD };

/* The character at *at, which moves behind it; AD_NO_CHARACTER for a byte that begins none
 * (RFC 3629); 0, and *at stays, at the end. */
AD_LAB uint32_t ad_utf8_next(const char **at);

/* The character as bytes, ended by a zero. Returns bytes. */
AD_LAB char *ad_utf8_write(uint32_t c, char bytes[5]);

/* 0 for marks that stand on the character before, 2 for the wide ones of East Asia and
 * pictographs, otherwise 1. */
AD_LAB size_t ad_utf8_columns(uint32_t c);

#endif
