/* UTF-8: characters of a text, and their width in terminal columns. */
#ifndef AD_BASE_UTF8_H
#define AD_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

#include "base/lab.h"

enum { AD_NO_CHARACTER = 0xFFFD };

/* The character at *at, which is advanced past it; AD_NO_CHARACTER for an invalid byte (RFC 3629);
 * 0 at the end, where *at does not move. */
AD_LAB uint32_t ad_utf8_next(const char **at);

/* The character as bytes, zero-terminated. Returns bytes. */
AD_LAB char *ad_utf8_write(uint32_t c, char bytes[5]);

/* 0 for combining marks, 2 for wide East Asian characters and pictographs, otherwise 1. */
AD_LAB size_t ad_utf8_columns(uint32_t c);

#endif
