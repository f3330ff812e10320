/* Printing for people (out.h). */
#include "out.h"

#include <langinfo.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The library names a setting `like-this`, the program --like-this. */
static void show_settings(char *text)
{
    static const char *const letters = "abcdefghijklmnopqrstuvwxyz0123456789-";

    for (char *open = text; (open = strchr(open, '`')); open++) {
        const size_t length = strspn(open + 1, letters);
        if (!length || open[1 + length] != '`')
            continue;
        memmove(open + 2, open + 1, length); /* two quotes make room for two dashes */
        open[0] = open[1] = '-';
        open += 1 + length;
    }
}

void out_complain(const char *name, const char *format, ...)
{
    char text[2048];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    show_settings(text);
    out_clean(text);
    fprintf(stderr, "adrop%s%s: %s\n", name ? " " : "", name ? name : "", text);
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
    /* LC_CTYPE alone: the decimal mark stays a point */
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

/* Columns the first n bytes take: continuation bytes of UTF-8 take none. */
static size_t columns(const char *text, size_t n)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

void out_wrap(FILE *file, const char *text, size_t column, size_t indent)
{
    int first = 1; /* of its line */

    while (*text) {
        size_t length = strcspn(text, " "), wide = columns(text, length);
        if (!first && column + 1 + wide > OUT_WIDTH) {
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

void out_cell(out_table *table, int bold, const char *format, ...)
{
    va_list args, again;

    if (table->n == table->room) {
        size_t room = table->room ? 2 * table->room : 64;
        char **cells = out_memory(room, sizeof *cells), *bolds = out_memory(room, 1);
        if (table->n) {
            memcpy(cells, table->cells, table->n * sizeof *cells);
            memcpy(bolds, table->bold, table->n);
        }
        free(table->cells);
        free(table->bold);
        table->cells = cells;
        table->bold = bolds;
        table->room = room;
    }
    va_start(args, format);
    va_copy(again, args);
    size_t size = (size_t)vsnprintf(NULL, 0, format, args) + 1;
    va_end(args);
    table->cells[table->n] = out_memory(size, 1);
    vsnprintf(table->cells[table->n], size, format, again);
    out_clean(table->cells[table->n]);
    va_end(again);
    table->bold[table->n++] = (char)bold;
}

static void print_cell(FILE *file, const char *text, int bold, size_t before, size_t after)
{
    fprintf(file, "%*s%s%s%s%*s", (int)before, "", bold ? out_bold(file) : "", text,
            bold ? out_plain(file) : "", (int)after, "");
}

static void print_row(const out_table *table, size_t row, const size_t *width, FILE *file,
                      size_t indent)
{
    size_t n = strlen(table->align), column = indent;

    fprintf(file, "%*s", (int)indent, "");
    for (size_t i = 0; i < n; i++) {
        const char *text = table->cells[row * n + i];
        size_t pad = width[i] - columns(text, strlen(text));
        int bold = table->bold[row * n + i], right = table->align[i] == 'r';
        if (i + 1 == n && !right && !bold) {
            out_wrap(file, text, column, column);
            return;
        }
        print_cell(file, text, bold, right ? pad : 0, right || i + 1 == n ? 0 : pad);
        fputs(i + 1 == n ? "\n" : "  ", file);
        column += width[i] + 2;
    }
}

void out_table_print(out_table *table, FILE *file, size_t indent)
{
    size_t n = strlen(table->align), width[16] = { 0 };

    for (size_t i = 0; i < table->n; i++) {
        size_t wide = columns(table->cells[i], strlen(table->cells[i]));
        if (wide > width[i % n])
            width[i % n] = wide;
    }
    for (size_t row = 0; row < table->n / n; row++)
        print_row(table, row, width, file, indent);
    for (size_t i = 0; i < table->n; i++)
        free(table->cells[i]);
    free(table->cells);
    free(table->bold);
    *table = (out_table){ .align = table->align };
}
