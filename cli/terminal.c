/* Queries the width of a terminal (terminal.h). */
#include "terminal.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LEAST = 20, MOST = 400, USUAL = 80, PROSE = 100 };

static size_t terminal_within(unsigned long columns)
{
    return columns < LEAST ? LEAST : columns > MOST ? MOST : (size_t)columns;
}

size_t terminal_columns(FILE *file)
{
    struct winsize size = { 0 };
    const char *text = getenv("COLUMNS");
    char *end;

    if (isatty(fileno(file)) && !ioctl(fileno(file), TIOCGWINSZ, &size) && size.ws_col)
        return terminal_within(size.ws_col);
    if (!text || *text < '1' || *text > '9')
        return USUAL;
    const unsigned long columns = strtoul(text, &end, 10);
    return *end ? USUAL : terminal_within(columns);
}

size_t terminal_limit(FILE *file)
{
    return isatty(fileno(file)) ? terminal_columns(file) : SIZE_MAX;
}

size_t terminal_table(FILE *file)
{
    return isatty(fileno(file)) ? terminal_columns(file) : 0;
}

size_t terminal_prose(FILE *file)
{
    const size_t columns = terminal_columns(file);

    return columns < PROSE ? columns : PROSE;
}
