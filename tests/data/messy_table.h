/* Tables as users keep them, generated from a seed: numeric columns in many forms, dates, words,
 * ids, a counter; equal, empty or numeric names, and names with commas; gaps; columns whose role is
 * set by name or number. Each table is written twice: as it is, and in plain numbers. */
#ifndef TESTS_DATA_MESSY_TABLE_H
#define TESTS_DATA_MESSY_TABLE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "adrop/data.h"
#include "check.h"
#include "texts.h"

enum { MESSY_COLUMNS = 9, MESSY_ROWS = 60, MESSY_CELL = 40, MESSY_TEXT = 1 << 16 };

typedef enum {
    MESSY_WHOLE, /* the first kind has no gap: a row of a table without a header shows a number */
    MESSY_PLAIN,
    MESSY_FORM, /* a number in one of many forms */
    MESSY_DATE,
    MESSY_WORD,
    MESSY_ID,      /* every row has a word of its own: left out */
    MESSY_KEPT,    /* the same, with `keep` */
    MESSY_COUNTER, /* without a name: left out */
    MESSY_EMPTY,   /* no value at all: left out */
    MESSY_N_KINDS
} messy_kind;

typedef enum {
    MESSY_INPUT,
    MESSY_TARGET,
    MESSY_DROP,
    MESSY_NAME, /* `id` */
    MESSY_WEIGHT,
    MESSY_GROUP
} messy_role;

typedef struct {
    messy_kind kind;
    messy_role role;
    bool by_dates; /* of dates: `dates` names it */
    char name[16];
    char cells[MESSY_ROWS][MESSY_CELL], plain[MESSY_ROWS][MESSY_CELL];
} messy_column;

typedef struct {
    uint64_t state;
    size_t rows, n;
    bool has_header, regression;
    bool is_short; /* the first column, a counter, is not in the header, as R writes it */
    bool is_open;  /* each row ends with a separator */
    char separator;
    messy_column at[MESSY_COLUMNS];
    adrop_data_opts opts; /* as it is to be read; without data */
} messy;

static inline uint32_t messy_draw(messy *m, uint32_t n)
{
    m->state = m->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((m->state >> 33) % n);
}

/* -- Cells --------------------------------------------------------------------------- */

/* A number with two decimals: what is between thousands, and the decimal mark. */
static inline void messy_group(char *to, long hundredths, const char *thousands, char mark)
{
    char digits[24];
    const int n = snprintf(digits, sizeof digits, "%ld", labs(hundredths) / 100);

    *to = 0;
    for (int i = 0; i < n; i++)
        sprintf(to + strlen(to), "%c%s", digits[i], (n - i - 1) % 3 || i + 1 == n ? "" : thousands);
    sprintf(to + strlen(to), "%c%02ld", mark, labs(hundredths) % 100);
}

static inline void messy_form(messy *m, messy_column *c)
{
    static const char *const between[] = { "", ",", ".", " ", "'", "\xc2\xa0", "\xe2\x80\x99" };
    static const char *const before[] = { "",    "$",   "",          "",     "EUR ", "\xe2\x82\xac",
                                          "CHF", "US$", "z\xc5\x82", "Fr. ", "",     "",
                                          "Rs. " };
    static const char *const after[] = { "", "", "%", " \xe2\x82\xac", "",   "", "",
                                         "", "", "",  " kr",           "A$", "" };
    /* two marks in a table are told apart for sure where commas separate */
    const char mark = m->opts.decimal == ADROP_DECIMAL_POINT   ? '.'
                      : m->opts.decimal == ADROP_DECIMAL_COMMA ? ','
                      : m->separator == ','                    ? ".,"[messy_draw(m, 2)]
                                                               : '.';
    const uint32_t unit = messy_draw(m, sizeof before / sizeof *before);
    const uint32_t how = messy_draw(m, 4);
    uint32_t k = messy_draw(m, 7);

    if (*between[k] == mark)
        k = 0;
    for (size_t i = 0; i < m->rows; i++) {
        const long x = (long)messy_draw(m, 99999999) - (messy_draw(m, 2) ? 50000000 : 0);
        char digits[32];
        messy_group(digits, x, between[k], mark);
        snprintf(c->cells[i], MESSY_CELL,
                 x >= 0     ? "%s%s%s"
                 : how == 0 ? "(%s%s%s)" /* as in accounts */
                 : how == 1 ? "%s%s-%s"  /* as SAP has it */
                            : "-%s%s%s",
                 before[unit], digits, after[unit]);
        messy_group(digits, x, "", '.');
        snprintf(c->plain[i], MESSY_CELL, "%s%s", x < 0 ? "-" : "", digits);
    }
}

/* A date whose month is a name, which strftime would write in the language of the locale. */
static inline void messy_named_date(char *cell, uint32_t kind, const struct tm *t)
{
    static const char *const months[] = { "January",   "February", "March",    "April",
                                          "May",       "June",     "July",     "August",
                                          "September", "October",  "November", "December" };
    const char *month = months[t->tm_mon];
    const int year = 1900 + t->tm_year;

    if (kind == 0)
        snprintf(cell, MESSY_CELL, "%02d-%.3s-%d", t->tm_mday, month, year);
    else if (kind == 1)
        snprintf(cell, MESSY_CELL, "%s %02d, %d", month, t->tm_mday, year);
    else
        snprintf(cell, MESSY_CELL, "%02d %.3s %d", t->tm_mday, month, year);
}

static inline void messy_date(messy *m, messy_column *c)
{
    static const char *const formats[] = { "%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y",         "%d/%m/%Y",
                                           "%m/%d/%Y", "%d-%m-%Y", "%Y-%m-%d %H:%M:%S" };
    enum { NAMED = sizeof formats / sizeof formats[0] };
    const uint32_t order = (uint32_t)m->opts.date_order;
    const uint32_t k = order == ADROP_DATES_DMY   ? 3
                       : order == ADROP_DATES_MDY ? 4
                                                  : messy_draw(m, NAMED + 3);

    for (size_t i = 0; i < m->rows; i++) {
        /* the 25th of January is no month */
        const time_t day = i == 0 && !order ? 24 : (time_t)messy_draw(m, 20000) - 2000;
        const time_t t = day * 86400 + (k == 6 ? messy_draw(m, 4) * 21600 : 0);
        struct tm parts;
        gmtime_r(&t, &parts);
        if (k < NAMED)
            strftime(c->cells[i], MESSY_CELL, formats[k], &parts);
        else
            messy_named_date(c->cells[i], k - NAMED, &parts);
        snprintf(c->plain[i], MESSY_CELL, "%.2f", (double)t / 86400);
    }
}

static inline void messy_fill(messy *m, messy_column *c)
{
    static const char *const words[] = { "red", "dark blue", "sky, grey", "\"quoted\"" };
    const uint32_t base = m->is_short || messy_draw(m, 2);

    if (c->kind == MESSY_FORM)
        messy_form(m, c);
    else if (c->kind == MESSY_DATE)
        messy_date(m, c);
    for (size_t i = 0; i < m->rows && c->kind != MESSY_FORM && c->kind != MESSY_DATE; i++) {
        if (c->kind == MESSY_WHOLE)
            sprintf(c->cells[i], "%u", messy_draw(m, 900) + 2);
        else if (c->kind == MESSY_PLAIN)
            messy_group(c->cells[i], (long)messy_draw(m, 9999), "", '.');
        else if (c->kind == MESSY_COUNTER)
            sprintf(c->cells[i], "%zu", i + base);
        else if (c->kind == MESSY_EMPTY)
            strcpy(c->cells[i], m->is_short || messy_draw(m, 2) ? "NA" : "");
        else if (c->kind == MESSY_WORD)
            strcpy(c->cells[i], words[messy_draw(m, 4)]);
        else
            sprintf(c->cells[i], "u%03zu", i);
        strcpy(c->plain[i], c->cells[i]);
        if (c->kind == MESSY_PLAIN && m->opts.decimal == ADROP_DECIMAL_COMMA)
            *strchr(c->cells[i], '.') = ',';
    }
}

/* -- Columns ------------------------------------------------------------------------- */

static inline bool messy_is_out(const messy_column *c)
{
    return c->kind == MESSY_ID || c->kind == MESSY_COUNTER || c->kind == MESSY_EMPTY ||
           c->role == MESSY_DROP;
}

/* The column in a list of settings: by its name where that is its own, else by its number. */
static inline void messy_point(messy *m, size_t i, const char **text)
{
    const char *name = m->at[i].name;
    char number[8], item[24];
    bool own = m->has_header && *name && !strchr(name, ','), taken = false;

    snprintf(number, sizeof number, "%zu", i + 1);
    for (size_t k = 0; k < m->n; k++) {
        own &= k == i || strcmp(m->at[k].name, name) != 0;
        taken |= m->has_header && !strcmp(m->at[k].name, number);
    }
    snprintf(item, sizeof item, "%s%s", **text ? "," : "",
             own && (taken || messy_draw(m, 2)) ? name : number);
    CHECK(own || !taken);
    *text = text_of("%s%s", *text, item);
}

static inline void messy_name(messy *m, size_t i)
{
    static const char *const names[] = { "a", "a", "b", "a.1", "x,y", "q\"q", "column 2", "" };
    messy_column *c = &m->at[i];

    if (c->kind == MESSY_COUNTER)
        return;
    if (messy_draw(m, 2) || i == m->is_short)
        snprintf(c->name, sizeof c->name, "c%zu", i);
    else
        strcpy(c->name, names[messy_draw(m, 8)]);
}

static inline void messy_point_all(messy *m)
{
    adrop_data_opts *o = &m->opts;

    for (size_t i = 0; i < m->n; i++) {
        const messy_column *c = &m->at[i];
        const char **const to[] = { [MESSY_TARGET] = &o->target,
                                    [MESSY_DROP] = &o->drop,
                                    [MESSY_NAME] = &o->id,
                                    [MESSY_WEIGHT] = &o->weight,
                                    [MESSY_GROUP] = &o->group };
        if (c->role != MESSY_INPUT)
            messy_point(m, i, to[c->role]);
        else if (c->kind == MESSY_KEPT)
            messy_point(m, i, &o->keep);
        else if (c->by_dates)
            messy_point(m, i, &o->dates);
    }
}

/* Classes or values, a weight above 0, a group; gaps elsewhere. */
static inline void messy_finish(messy *m)
{
    for (size_t i = 0; i < m->n; i++) {
        messy_column *c = &m->at[i];
        const bool gaps = m->opts.missing && c->role == MESSY_INPUT && c->kind != MESSY_WHOLE &&
                          !messy_is_out(c);
        for (size_t row = 0; row < m->rows; row++) {
            if (gaps && messy_draw(m, 8) == 0 && row)
                strcpy(c->plain[row], strcpy(c->cells[row], messy_draw(m, 2) ? "" : "NA"));
            if (c->role == MESSY_TARGET && !m->regression)
                strcpy(c->plain[row], strcpy(c->cells[row], row % 3 ? "yes" : "no, never"));
        }
    }
    if (m->has_header && messy_draw(m, 6) == 0 && m->at[0].kind == MESSY_WHOLE &&
        m->at[1].kind == MESSY_PLAIN && m->at[2].kind == MESSY_PLAIN && !m->opts.decimal &&
        (m->regression || (m->at[1].role != MESSY_TARGET && m->at[2].role != MESSY_TARGET))) {
        strcpy(m->at[0].name, "12"); /* two names stand above numbers */
        strcpy(m->at[1].name, "first");
        strcpy(m->at[2].name, "second");
    }
}

static inline void messy_make(messy *m, uint64_t seed)
{
    static const messy_role roles[] = { MESSY_DROP, MESSY_NAME, MESSY_WEIGHT, MESSY_GROUP };

    *m = (messy){ .state = seed * 2654435761u + 12345 };
    adrop_data_opts_init(&m->opts);
    m->opts.task = (m->regression = messy_draw(m, 2)) ? ADROP_REGRESSION : ADROP_CLASSIFICATION;
    m->opts.missing = messy_draw(m, 2) ? (int)messy_draw(m, 4) : 0;
    m->opts.decimal = messy_draw(m, 3) ? 0 : (int)messy_draw(m, 3);
    m->opts.date_order = messy_draw(m, 3) ? 0 : (int)messy_draw(m, 3);
    m->rows = 25 + messy_draw(m, MESSY_ROWS - 25);
    m->n = 4 + messy_draw(m, MESSY_COLUMNS - 3);
    m->has_header = messy_draw(m, 4) != 0;
    m->separator = ",,;\t|"[messy_draw(m, 5)];
    m->is_short = m->has_header && messy_draw(m, 8) == 0;
    m->is_open = messy_draw(m, 8) == 0 && !m->is_short;
    const size_t target = messy_draw(m, 3) ? m->n - 1
                                           : messy_draw(m, (uint32_t)m->n - 2) + 1 + m->is_short;
    for (size_t i = 0; i < m->n; i++) {
        messy_column *c = &m->at[i];
        c->kind = i > m->is_short   ? (messy_kind)messy_draw(m, MESSY_N_KINDS)
                  : i < m->is_short ? MESSY_COUNTER
                                    : MESSY_WHOLE;
        if (i == target) {
            c->role = MESSY_TARGET;
            c->kind = (messy_kind)messy_draw(m, 3);
        } else if (c->kind == MESSY_COUNTER && !m->has_header) {
            c->kind = MESSY_WORD;
        } else if (i > m->is_short && c->kind <= MESSY_PLAIN && messy_draw(m, 4) == 0) {
            c->role = roles[messy_draw(m, 4)];
            for (size_t k = 0; k < i; k++) /* drop alone may be there twice */
                if (m->at[k].role == c->role && c->role != MESSY_DROP)
                    c->role = MESSY_INPUT;
        }
        c->by_dates = c->kind == MESSY_DATE && messy_draw(m, 2);
        messy_fill(m, c);
        messy_name(m, i);
    }
    messy_finish(m);
    messy_point_all(m);
}

/* -- As texts ------------------------------------------------------------------------ */

static inline void messy_put(char **p, const char *cell, char separator, bool quote)
{
    if (strchr(cell, separator) || strpbrk(cell, "\"\n") || (quote && *cell)) {
        *(*p)++ = '"';
        for (; *cell; cell++) {
            if (*cell == '"')
                *(*p)++ = '"';
            *(*p)++ = *cell;
        }
        *(*p)++ = '"';
    } else {
        *p += sprintf(*p, "%s", cell);
    }
    *(*p)++ = separator;
}

/* Rows from, from + step, ..; the columns backwards if asked for, without the target if so. */
static inline void messy_write(messy *m, char text[MESSY_TEXT], size_t from, size_t step,
                               bool backwards, bool no_target)
{
    char *p = text;

    for (size_t line = m->has_header ? 0 : from + 1; line <= m->rows;
         line = line ? line + step : from + 1) {
        for (size_t k = 0; k < m->n; k++) {
            const messy_column *c = &m->at[backwards ? m->n - 1 - k : k];
            const bool no_name = !line && !k && m->is_short && !backwards;
            if (!(no_target && c->role == MESSY_TARGET) && !no_name)
                messy_put(&p, line ? c->cells[line - 1] : c->name, m->separator,
                          messy_draw(m, 9) == 0);
        }
        p -= !(m->is_open && line && !backwards); /* a separator stays, but in a header */
        *p++ = '\n';
    }
    *p = 0;
}

/* What is left of it, in plain numbers with commas between them. */
static inline void messy_write_plain(messy *m, char text[MESSY_TEXT])
{
    char *p = text, name[16];

    for (size_t line = 0; line <= m->rows; line++) {
        for (size_t k = 0; k < m->n; k++) {
            snprintf(name, sizeof name, "v%zu", k);
            if (!messy_is_out(&m->at[k]))
                messy_put(&p, line ? m->at[k].plain[line - 1] : name, ',', false);
        }
        p[-1] = '\n';
    }
    *p = 0;
}

/* How the plain one is to be read. */
static inline adrop_data_opts messy_plain_opts(const messy *m)
{
    adrop_data_opts o = m->opts;

    o.target = o.id = o.weight = o.group = o.drop = o.dates = o.keep = "";
    o.decimal = o.date_order = 0;
    for (size_t k = 0; k < m->n; k++) {
        const char **const to[] = { [MESSY_TARGET] = &o.target,
                                    [MESSY_NAME] = &o.id,
                                    [MESSY_WEIGHT] = &o.weight,
                                    [MESSY_GROUP] = &o.group };
        if (m->at[k].role != MESSY_INPUT && m->at[k].role != MESSY_DROP)
            *to[m->at[k].role] = text_of("v%zu", k);
        else if (m->at[k].kind == MESSY_KEPT)
            o.keep = text_of("%s%sv%zu", o.keep, *o.keep ? "," : "", k);
    }
    return o;
}

#endif
