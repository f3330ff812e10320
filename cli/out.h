/* What the commands print with: bold on a terminal, wrapped text, numbers
 * for people, and memory that is there or ends the program. */
#ifndef ADROP_CLI_OUT_H
#define ADROP_CLI_OUT_H

#include <stddef.h>
#include <stdio.h>

#include "adrop/number.h"

/* How the program ends. */
enum {
    OUT_OK = 0,
    OUT_FAILED = 1, /* the run failed */
    OUT_USAGE = 2,  /* the command line is wrong */
    OUT_INPUT = 3,  /* an input file is wrong or cannot be read */
    OUT_FULL = 4,   /* out of memory or disk, or a file cannot be written */
};

/* Make a text that comes from a file harmless, in place: control characters (C0, C1, DEL, those
 * that change the direction of writing) and bytes that are not UTF-8 become '?'. Returns text.
 * Cells of tables, wrapped text and complaints are cleaned by themselves. */
char *out_clean(char *text);

/* The same as a copy, cut to size. NULL is "". Returns buffer. */
char *out_copy(char *buffer, size_t size, const char *text);

/* A clean copy that lives until the end of the enclosing block. */
#define OUT_CLEAN(text) out_copy((char[1024]){ 0 }, 1024, (text))

/* 1: complaints are dropped from now on, for another process of the job makes them. */
void out_mute(int on);

/* A field of CSV (RFC 4180), quoted if it has to be and clean, of a text with another before it. */
void out_csv(FILE *file, const char *before, const char *text);

/* "adrop NAME: sentence" on stderr; name may be NULL. */
__attribute__((format(printf, 2, 3))) void out_complain(const char *name, const char *format, ...);

/* n * size zero bytes; ends the program with OUT_FULL when there are none. The
 * caller frees. */
void *out_memory(size_t n, size_t size);

/* The terminal codes that begin and end bold, "" unless file is a terminal that
 * wants them (NO_COLOR). */
const char *out_bold(FILE *file);
const char *out_plain(FILE *file);

/* Whether the locale's character set is UTF-8. */
int out_utf8(void);

/* A number for people: `digits` significant digits, "infinite", "undefined". */
char *out_number(char buffer[ADROP_NUMBER_SIZE], double x, int digits);

/* The same as a text that lives until the end of the enclosing block. */
#define OUT_NUMBER(x, digits) out_number((char[ADROP_NUMBER_SIZE]){ 0 }, (x), (digits))

/* A sentence and the end of its line: wrapped at words on a terminal, else one line. */
__attribute__((format(printf, 2, 3))) void out_say(FILE *file, const char *format, ...);

/* Columns the first n bytes of a text take: continuation bytes of UTF-8 take none. */
size_t out_columns(const char *text, size_t n);

/* Print words from the given column on, further lines from `indent`, and end the
 * line. */
void out_wrap(FILE *file, const char *text, size_t column, size_t indent);

/* -- A word as a shell reads it. */

enum { SHELL_WORD_MOST = 4 }; /* bytes that one byte of a word becomes; 4 more for its quotes */

/* Write the word so that bash reads it back byte by byte, on one line: as it is, in quotes, or with
 * control characters as $'a\012b'. Cut to size, a zero at the end; returns the length written. */
size_t shell_word(const char *word, char *out, size_t size);

#endif
