/* A small streaming JSON writer. Commas and closing brackets take care of
 * themselves; the text is one line, ended when the outermost bracket closes.
 *
 *     json j = { .file = stdout };
 *     json_open(&j, '{');
 *     json_key(&j, "mean");
 *     json_number(&j, 0.5);
 *     json_close(&j);                      // {"mean":0.5}
 *
 * A number that is not finite is written as null. */
#ifndef ADROP_CLI_JSON_H
#define ADROP_CLI_JSON_H

#include <stddef.h>
#include <stdio.h>

enum { JSON_DEEPEST = 16 };

typedef struct json {
    FILE *file;
    int comma; /* a value stands before the next one */
    int depth;
    char closing[JSON_DEEPEST]; /* (depth) */
} json;

/* bracket is '{' or '['. */
void json_open(json *j, char bracket);
void json_close(json *j);

void json_key(json *j, const char *key);

/* UTF-8; bytes that are not become U+FFFD. NULL becomes null. */
void json_text(json *j, const char *text);

/* The shortest text that reads back as the same double, or float. */
void json_number(json *j, double x);
void json_float(json *j, float x);

void json_count(json *j, size_t n);
void json_truth(json *j, int truth);

/* A key with its value. */
void json_key_text(json *j, const char *key, const char *text);
void json_key_number(json *j, const char *key, double x);

#endif
