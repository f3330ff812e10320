/* Printing for people (out.h). */
#include "out.h"

#include <langinfo.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "terminal.h"

/* Replace the library's `like-this` by the program's --like-this. */
static void show_settings(char *text)
{
    static const char *const letters = "abcdefghijklmnopqrstuvwxyz0123456789-";

    for (char *open = text; (open = strchr(open, '`')); open++) {
        const size_t length = strspn(open + 1, letters);
        if (!length || open[1 + length] != '`')
            continue;
        memmove(open + 2, open + 1, length); /* the two quotes make room for two dashes */
        open[0] = open[1] = '-';
        open += 1 + length;
    }
}

static int muted;

void out_mute(int on)
{
    muted = on;
}

void out_complain(const char *name, const char *format, ...)
{
    char text[2048];
    va_list args;

    if (muted)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    show_settings(text);
    out_clean(text);
    const int n = fprintf(stderr, "adrop%s%s: ", name ? " " : "", name ? name : "");
    if (isatty(STDERR_FILENO))
        out_wrap(stderr, text, n > 0 ? (size_t)n : 0, 2);
    else
        fprintf(stderr, "%s\n", text); /* one line, for programs that search it */
}

void *out_memory(size_t n, size_t size)
{
    void *memory = calloc(n ? n : 1, size);

    if (!memory) {
        out_complain(NULL, "out of memory");
        exit(OUT_FULL);
    }
    return memory;
}

static int styled(FILE *file)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

    if (no_color && *no_color)
        return 0;
    if (!term || !strcmp(term, "dumb"))
        return 0;
    return isatty(fileno(file));
}

const char *out_bold(FILE *file)
{
    return styled(file) ? "\033[1m" : "";
}

const char *out_plain(FILE *file)
{
    return styled(file) ? "\033[0m" : "";
}

int out_utf8(void)
{
    /* only LC_CTYPE: the decimal point stays */
    return setlocale(LC_CTYPE, "") && !strcmp(nl_langinfo(CODESET), "UTF-8");
}

char *out_number(char buffer[ADROP_NUMBER_SIZE], double x, int digits)
{
    if (isnan(x))
        return strcpy(buffer, "undefined");
    if (isinf(x))
        return strcpy(buffer, x > 0 ? "infinite" : "-infinite");
    return adrop_number_round(buffer, x, digits);
}

void out_say(FILE *file, const char *format, ...)
{
    char text[2048];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    out_clean(text);
    if (isatty(fileno(file)))
        out_wrap(file, text, 0, 0);
    else
        fprintf(file, "%s\n", text);
}

size_t out_columns(const char *text, size_t n)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

void out_wrap(FILE *file, const char *text, size_t column, size_t indent)
{
    const size_t wide_enough = terminal_prose(file);
    int first = 1; /* first word of its line */

    while (*text) {
        size_t length = strcspn(text, " "), wide = out_columns(text, length);
        if (!first && column + 1 + wide > wide_enough) {
            fprintf(file, "\n%*s", (int)indent, "");
            column = indent;
            first = 1;
        }
        fprintf(file, "%s%.*s", first ? "" : " ", (int)length, text);
        column += wide + (size_t)!first;
        first = 0;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', file);
}
