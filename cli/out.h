/* Printing for commands: bold on a terminal, wrapped text, numbers for people; and memory that ends
 * the program if it is short. */
#ifndef ADROP_CLI_OUT_H
#define ADROP_CLI_OUT_H

#include <stddef.h>
#include <stdio.h>

#include "adrop/number.h"

/* Exit statuses. */
enum {
    OUT_OK = 0,
    OUT_FAILED = 1, /* the run failed */
    OUT_USAGE = 2,  /* the command line is wrong */
    OUT_INPUT = 3,  /* an input file is wrong or cannot be read */
    OUT_FULL = 4,   /* out of memory or disk, or a file cannot be written */
};

/* Make text from a file harmless, in place: control characters (C0, C1, DEL, direction controls)
 * and bytes that are not UTF-8 become '?'. Returns text. Table cells, wrapped text and complaints
 * are cleaned automatically. */
char *out_clean(char *text);

/* A clean copy, cut to size. NULL becomes "". Returns buffer. */
char *out_copy(char *buffer, size_t size, const char *text);

/* A clean copy that lives until the end of the enclosing block. */
#define OUT_CLEAN(text) out_copy((char[1024]){ 0 }, 1024, (text))

/* 1: drop complaints from now on, because another process of the job reports them. */
void out_mute(int on);

/* Write `before`, then text as a clean CSV field, quoted if necessary (RFC 4180). */
void out_csv(FILE *file, const char *before, const char *text);

/* "adrop NAME: sentence" on stderr; name may be NULL. */
__attribute__((format(printf, 2, 3))) void out_complain(const char *name, const char *format, ...);

/* n * size zero bytes. Ends the program with OUT_FULL if memory is short. The caller frees. */
void *out_memory(size_t n, size_t size);

/* The terminal codes that begin and end bold; "" unless file is a terminal that accepts them
 * (NO_COLOR). */
const char *out_bold(FILE *file);
const char *out_plain(FILE *file);

/* Is the locale's character set UTF-8? */
int out_utf8(void);

/* A number for people: `digits` significant digits, "infinite", "undefined". */
char *out_number(char buffer[ADROP_NUMBER_SIZE], double x, int digits);

/* The same, in a buffer that lives until the end of the enclosing block. */
#define OUT_NUMBER(x, digits) out_number((char[ADROP_NUMBER_SIZE]){ 0 }, (x), (digits))

/* A line of text, wrapped at words on a terminal. */
__attribute__((format(printf, 2, 3))) void out_say(FILE *file, const char *format, ...);

/* Columns of the first n bytes of a text: continuation bytes of UTF-8 take none. */
size_t out_columns(const char *text, size_t n);

/* Print words from the given column on, indent further lines by `indent`, and end the line. */
void out_wrap(FILE *file, const char *text, size_t column, size_t indent);

/* -- Quoting words for a shell. */

enum { SHELL_WORD_MOST = 4 }; /* maximal growth per byte; 4 more for quotes */

/* Write the word so that bash reads it back exactly, on one line: plain, in quotes, or with control
 * characters as $'a\012b'. Cut to size, zero-terminated; returns the length written. */
size_t shell_word(const char *word, char *out, size_t size);

#endif
