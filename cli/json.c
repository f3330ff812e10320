/* The JSON writer (json.h). */
#include "json.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "adrop/number.h"

/* What stands before a key, or a value in an array. */
static void separate(json *j)
{
    if (j->comma)
        fputc(',', j->file);
    j->comma = 1;
}

void json_open(json *j, char bracket)
{
    assert(j->depth < JSON_DEEPEST);
    separate(j);
    fputc(bracket, j->file);
    j->closing[j->depth++] = bracket == '{' ? '}' : ']';
    j->comma = 0;
}

void json_close(json *j)
{
    assert(j->depth > 0);
    fputc(j->closing[--j->depth], j->file);
    j->comma = 1;
    if (j->depth == 0) {
        fputc('\n', j->file);
        j->comma = 0;
    }
}

/* Bytes of the UTF-8 character at s, 0 if it is not one: RFC 3629, so neither
 * overlong forms nor surrogates nor anything above U+10FFFF. */
static size_t character(const unsigned char *s)
{
    size_t more = s[0] < 0x80 ? 0 : s[0] < 0xC2 ? 4 : s[0] < 0xE0 ? 1 : s[0] < 0xF0 ? 2 : 3;
    unsigned low = 0x80, high = 0xBF;

    if (more == 4 || s[0] > 0xF4)
        return 0;
    if (s[0] == 0xE0)
        low = 0xA0;
    else if (s[0] == 0xED)
        high = 0x9F;
    else if (s[0] == 0xF0)
        low = 0x90;
    else if (s[0] == 0xF4)
        high = 0x8F;
    for (size_t i = 1; i <= more; i++) { /* a final zero ends the loop, being below low */
        if (s[i] < low || s[i] > high)
            return 0;
        low = 0x80;
        high = 0xBF;
    }
    return more + 1;
}

static void quoted(FILE *file, const char *text)
{
    fputc('"', file);
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        size_t n = character(s);
        if (n == 0)
            fputs("\xEF\xBF\xBD", file);
        else if (*s == '"' || *s == '\\')
            fprintf(file, "\\%c", *s);
        else if (*s == '\n')
            fputs("\\n", file);
        else if (*s == '\t')
            fputs("\\t", file);
        else if (*s < ' ' || *s == 127)
            fprintf(file, "\\u%04x", *s);
        else
            fwrite(s, 1, n, file);
        s += n ? n : 1;
    }
    fputc('"', file);
}

void json_key(json *j, const char *key)
{
    separate(j);
    quoted(j->file, key);
    fputc(':', j->file);
    j->comma = 0;
}

void json_text(json *j, const char *text)
{
    separate(j);
    if (text)
        quoted(j->file, text);
    else
        fputs("null", j->file);
}

void json_number(json *j, double x)
{
    char text[ADROP_NUMBER_SIZE];

    separate(j);
    fputs(isfinite(x) ? adrop_number_text(text, x) : "null", j->file);
}

void json_float(json *j, float x)
{
    char text[ADROP_NUMBER_SIZE];

    separate(j);
    fputs(isfinite(x) ? adrop_number_round(text, (double)x, 9) : "null", j->file);
}

void json_count(json *j, size_t n)
{
    separate(j);
    fprintf(j->file, "%zu", n);
}

void json_truth(json *j, int truth)
{
    separate(j);
    fputs(truth ? "true" : "false", j->file);
}

void json_key_text(json *j, const char *key, const char *text)
{
    json_key(j, key);
    json_text(j, text);
}

void json_key_number(json *j, const char *key, double x)
{
    json_key(j, key);
    json_number(j, x);
}
