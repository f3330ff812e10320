/* One table in every dialect gives the same rows, to the bit.
 *
 * A case fixes decimal mark, separator, line end, encoding, quoting, header or none, and number of
 * threads. The length of the first line and all other variations (blank lines, blanks around
 * fields, a last line without an end) are random. The short form samples the combinations; the long
 * one (ADROP_CASES=N) takes N of them, and all from 10,080 on. */
#include <math.h>

#include "adrop/context.h"
#include "adrop/number.h"
#include "asked.h"
#include "data/scene.h"

enum { SHORT = 600, SEED = 20240607 };

typedef enum { LF, CRLF, CR, MIXED, N_ENDS } line_end;
typedef enum { UTF_8, UTF_8_MARK, LE, BE, LE_BARE, CP1252, LATIN_1, N_ENCODINGS } encoding;
typedef enum { NONE, FRACTIONS, ALL, N_QUOTES } quoting;
typedef enum { NO_HEADER, PLAIN, ODD, N_HEADERS } header;

typedef struct {
    char mark, separator;
    line_end end;
    encoding code;
    quoting quotes;
    header head;
    int threads;
    size_t first; /* bytes that the first line has at least; 0: any */
    bool words;   /* the target is one of three words, not a number */
    bool blanks, no_end;
} dialect;

static uint64_t state;

static size_t draw(size_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(state >> 33) % n;
}

/* -- The table ----------------------------------------------------------------------- */

typedef struct {
    size_t rows, columns; /* inputs */
    char (*cells)[24];    /* (rows, columns + 1), with points */
} numbers;

static const char *const words[] = { "Z\xc3\xbcrich", "a \"b\"\nc, d;e|f", "x" };

static void make_number(char text[24], bool plain)
{
    static const char *const forms[] = { "%d", "%d.5", "-%d.25", "%d.125", "0.%03d1", "%d.5e-3" };

    snprintf(text, 24, forms[plain ? 1 : draw(6)], (int)draw(1000)); /* each is a float's text */
}

static numbers make_numbers(size_t rows, size_t columns)
{
    numbers t = { rows, columns, calloc(rows * (columns + 1), 24) };

    for (size_t i = 0; i < rows * (columns + 1); i++)
        make_number(t.cells[i], i == 0);
    return t;
}

/* -- Writing it ---------------------------------------------------------------------- */

typedef struct {
    char *at;
    size_t size, room;
} buffer;

static void put(buffer *b, const char *text, size_t n)
{
    if (!n)
        return;
    if (b->size + n > b->room) {
        b->room = 2 * (b->size + n) + 4096;
        b->at = realloc(b->at, b->room);
        CHECK(b->at != NULL);
    }
    memcpy(b->at + b->size, text, n);
    b->size += n;
}

static void put_text(buffer *b, const char *text)
{
    put(b, text, strlen(text));
}

static void end_line(buffer *b, const dialect *d)
{
    static const char *const ends[] = { "\n", "\r\n", "\r" };

    put_text(b, ends[d->end == MIXED ? draw(3) : (size_t)d->end]);
}

static void put_quoted(buffer *b, const char *text)
{
    put_text(b, "\"");
    for (; *text; text++)
        put(b, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    put_text(b, "\"");
}

static void put_field(buffer *b, const dialect *d, const char *text, bool is_number)
{
    char copy[64];
    const char *blanks = d->blanks && d->separator != '\t' && draw(3) == 0 ? "  " : "";

    snprintf(copy, sizeof copy, "%s", text);
    if (is_number && strchr(copy, '.'))
        *strchr(copy, '.') = d->mark;
    const bool must = strpbrk(copy, " \"\n,;|\t") && (!is_number || strchr(copy, d->separator));
    put_text(b, blanks);
    if (must || d->quotes == ALL || (d->quotes == FRACTIONS && strchr(copy, d->mark)))
        put_quoted(b, copy);
    else
        put_text(b, copy);
    put_text(b, d->separator == ' ' ? "" : blanks);
}

/* Blanks up to the length that the first line is to have. */
static void pad(buffer *b, const dialect *d, size_t start, size_t more)
{
    while (b->size - start + more < d->first)
        put_text(b, " ");
}

static void put_header(buffer *b, const dialect *d, const numbers *t)
{
    char name[64];

    for (size_t c = 0; c <= t->columns; c++) {
        snprintf(name, sizeof name,
                 d->head == ODD && c == 1 ? "gr\xc3\xb6\xc3\x9f"
                                            "e\n\"%zu\""
                                          : "c%zu",
                 c);
        put_field(b, d, name, false);
        if (!c && d->first)
            pad(b, d, 0, t->columns * 2);
        if (c < t->columns)
            put(b, &d->separator, 1);
    }
    end_line(b, d);
}

static buffer write_table(const dialect *d, const numbers *t)
{
    buffer b = { 0 };

    if (d->code == CP1252 || d->code == LATIN_1 || d->head == ODD) {
        put_text(&b, "# caf\xc3\xa9");
        end_line(&b, d);
    }
    const size_t start = b.size;
    if (d->head)
        put_header(&b, d, t);
    for (size_t r = 0; r < t->rows; r++) {
        for (size_t c = 0; c <= t->columns; c++) {
            if (c == t->columns && d->words)
                put_field(&b, d, words[r % 3], false);
            else
                put_field(&b, d, t->cells[r * (t->columns + 1) + c], true);
            if (!r && !c && !d->head && d->first)
                pad(&b, d, start, t->columns * 4);
            if (c < t->columns)
                put(&b, &d->separator, 1);
        }
        if (r + 1 < t->rows || !d->no_end)
            end_line(&b, d);
        if (d->blanks && draw(4) == 0)
            end_line(&b, d);
    }
    return b;
}

/* UTF-8 of two bytes at most, to the encoding. */
static buffer encode(const buffer *from, encoding code)
{
    static const char *const marks[] = { "", "\xef\xbb\xbf", "\xff\xfe", "\xfe\xff", "", "", "" };
    buffer b = { 0 };

    put_text(&b, marks[code]);
    for (size_t i = 0; i < from->size; i++) {
        const unsigned char c = (unsigned char)from->at[i];
        if (code <= UTF_8_MARK) {
            put(&b, &from->at[i], 1);
            continue;
        }
        const unsigned unit = c < 0x80 ? c : (c & 31u) << 6 | ((unsigned char)from->at[++i] & 63u);
        const char two[2] = { (char)(code == BE ? unit >> 8 : unit & 255),
                              (char)(code == BE ? unit & 255 : unit >> 8) };
        put(&b, two, code >= CP1252 ? 1 : 2);
    }
    return b;
}

/* -- Reading it ---------------------------------------------------------------------- */

static adrop_ctx *contexts[5];

/* In any locale. */
static float value_of(const numbers *t, size_t row, size_t column)
{
    double x = NAN;

    CHECK_EQ(adrop_number_read(t->cells[row * (t->columns + 1) + column], &x), ADROP_OK);
    return (float)x;
}

static bool check_rows(const dialect *d, const numbers *t, adrop_data *data)
{
    float *x = malloc((t->columns + 1) * sizeof *x);
    bool same = asked_data(data).rows == t->rows && asked_data(data).columns == t->columns;

    for (size_t r = 0; same && r < t->rows; r++) {
        same = adrop_data_row(ctx, data, r, x) == ADROP_OK;
        for (size_t c = 0; same && c < t->columns; c++)
            same = x[c] == value_of(t, r, c);
        if (same && d->words)
            same = !strcmp(adrop_data_class_name(data, (size_t)adrop_data_label(data, r)),
                           words[r % 3]);
        else if (same)
            same = adrop_data_target(data, r) == value_of(t, r, t->columns);
    }
    free(x);
    if (same && d->head == ODD)
        same = t->columns < 2 || !strcmp(adrop_data_column_name(data, 1), "gr\xc3\xb6\xc3\x9f"
                                                                          "e\n\"1\"");
    return same;
}

static void try_case(const dialect *d, const numbers *t)
{
    buffer plain = write_table(d, t), bytes = encode(&plain, d->code);
    adrop_data_opts opts = scene_opts(scene_file("t.csv", bytes.at, bytes.size));
    adrop_data *data;

    CHECK_WHERE("mark '%c' separator '%c' end %d encoding %d quotes %d header %d threads %d first "
                "%zu words %d blanks %d no end %d, %zu x %zu",
                d->mark, d->separator, d->end, d->code, d->quotes, d->head, d->threads, d->first,
                d->words, d->blanks, d->no_end, t->rows, t->columns);
    ctx = contexts[d->threads];
    opts.task = d->words ? ADROP_CLASSIFICATION : ADROP_REGRESSION;
    opts.input_scale = ADROP_SCALE_NONE;
    if (d->code == LATIN_1)
        opts.encoding = ADROP_ENCODING_LATIN_1;
    CHECK_EQ(adrop_data_open(ctx, &opts, &data), ADROP_OK);
    CHECK(data && check_rows(d, t, data));
    if (!data)
        printf("%s\n", adrop_ctx_message(ctx));
    adrop_data_free(data);
    free(plain.at);
    free(bytes.at);
    check_where[0] = 0;
}

/* Does the combination make sense? Where commas separate, a decimal comma stands in quotes. */
static bool makes_sense(const dialect *d)
{
    return d->mark != d->separator || d->quotes != NONE;
}

/* The length of the first line, and of the others with it. */
static void draw_length(dialect *d, size_t *rows, size_t *columns)
{
    static const size_t first[] = { 4094, 4095, 4096, 4097, 4098, 8192, 70000 };
    const size_t kind = draw(200);

    d->first = 0;
    *rows = 3 + draw(12);
    *columns = 1 + draw(6);
    if (kind < 60)
        d->first = first[draw(7)];
    else if (kind < 80)
        *columns = 600 + draw(300);
    else if (kind < 84)
        *rows = 20000; /* several blocks */
    else if (kind == 84) {
        *columns = 65000; /* half a megabyte in a line */
        *rows = 4;
    } else if (kind == 85)
        d->first = 1 << 20;
}

static void every_dialect(void)
{
    static const char marks[] = ".,", separators[] = ",;\t| ";
    const char *asked = getenv("ADROP_CASES");
    const size_t wanted = asked ? strtoul(asked, NULL, 10) : SHORT;
    const size_t all = 2 * 5 * N_ENDS * N_ENCODINGS * N_QUOTES * N_HEADERS * 4;
    size_t done = 0, senseless = 0;
    adrop_ctx *own = ctx;

    for (int i = 1; i < 5; i++) {
        adrop_ctx_opts opts;
        adrop_ctx_opts_init(&opts);
        opts.threads = i;
        CHECK_EQ(adrop_ctx_create(&opts, &contexts[i]), ADROP_OK);
    }
    state = SEED;
    for (size_t i = 0; i < all || (done < wanted && wanted >= all); i++) {
        size_t n = i % all, rows, columns;
        if (wanted < all && draw(all) >= wanted)
            continue;
        dialect d = { .mark = marks[n % 2], .separator = separators[n / 2 % 5] };
        d.end = (line_end)((n /= 10) % N_ENDS);
        d.code = (encoding)((n /= N_ENDS) % N_ENCODINGS);
        d.quotes = (quoting)((n /= N_ENCODINGS) % N_QUOTES);
        d.head = (header)((n /= N_QUOTES) % N_HEADERS);
        d.threads = 1 + (int)(n / N_HEADERS % 4);
        if (!makes_sense(&d)) {
            senseless++;
            continue;
        }
        d.words = draw(2);
        d.blanks = draw(2);
        d.no_end = draw(2);
        draw_length(&d, &rows, &columns);
        numbers t = make_numbers(rows, columns);
        try_case(&d, &t);
        free(t.cells);
        done++;
    }
    ctx = own;
    for (int i = 1; i < 5; i++)
        adrop_ctx_free(contexts[i]);
    printf("%zu tables of %zu combinations; %zu more make no sense\n", done, all, senseless);
}

CHECK_MAIN(scene_begin, every_dialect, scene_end)
