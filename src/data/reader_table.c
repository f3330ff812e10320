/* Tables as text: one row per line, the target in one of the columns.
 *
 * The first line is a header if none of its fields is a number. The target is a
 * column's name, or its number from 1 on; by default the last. Words in it are
 * classes, sorted; numbers may be classes or quantities, so the task must be given. */
#include <string.h>

#include "adrop/number.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/answers.h"
#include "data/reader.h"
#include "data/text_table.h"

enum { HEAD = 4096, N_FILES = 2 };

typedef struct {
    const adrop_data_opts *opts;
    ad_raw *raw;
    ad_bytes text[N_FILES];          /* the targets' words point into them */
    ad_bytes values, answers, parts; /* floats; char * ; bytes */
    size_t target;                   /* column */
    bool has_header;
} state;

static bool is_number(const char *field)
{
    double x;

    return !adrop_number_read(field, &x);
}

static bool has_ending(const char *name)
{
    static const char *const endings[] = { ".csv", ".tsv", ".txt", ".data", ".dat" };
    const char *dot = strrchr(name, '.');

    for (size_t i = 0; dot && i < sizeof endings / sizeof endings[0]; i++)
        if (!strcmp(dot, endings[i]))
            return true;
    return false;
}

/* The entry of the training or test file of a folder, or n_entries. */
static size_t find_part(const ad_source *source, const char *part)
{
    size_t i = 0;

    for (; i < source->n_entries; i++) {
        const char *name = source->entries[i].name;
        if (!strncmp(name, part, strlen(part)) && name[strlen(part)] == '.' && has_ending(name))
            break;
    }
    return i;
}

/* Text whose first line has two columns or more, one line of two with a number. What
 * is no table for any other reason than want of memory is merely not a table. */
static adrop_status look(adrop_ctx *ctx, char *head, size_t got, bool *mine)
{
    ad_bytes text = { head, got, got };
    ad_text_table t;
    bool more = true, number = false;
    size_t columns = 0;

    for (size_t i = 0; i < got; i++)
        if ((unsigned char)head[i] < ' ' && !strchr("\t\r\n", head[i]))
            return ADROP_OK;
    head[got] = 0;
    adrop_status status = ad_text_table_open(ctx, "", &text, &t);
    for (int line = 0; line < 2 && !status && more; line++)
        if (!(status = ad_text_table_next(&t, &more)) && more) {
            columns = t.n_fields;
            for (size_t i = 0; i < t.n_fields; i++)
                number |= is_number(t.fields[i]);
        }
    ad_text_table_release(&t);
    *mine = columns > 1 && number;
    return status == ADROP_ENOMEM ? status : ADROP_OK;
}

static adrop_status probe(ad_source *source, bool *mine)
{
    char head[HEAD + 1];
    size_t got;
    const size_t entry = source->kind == AD_FILE ? 0 : find_part(source, "train");

    if (entry == source->n_entries)
        return ADROP_OK;
    const adrop_status status = ad_source_head(source, entry, head, HEAD, &got);
    return status || memchr(head, 0, got) ? status : look(source->ctx, head, got, mine);
}

/* The column that opts->target means. */
static adrop_status find_target(state *st, const ad_text_table *t)
{
    const char *target = st->opts->target;
    double number;

    st->target = t->n_fields - 1;
    if (!*target)
        return ADROP_OK;
    for (size_t i = 0; st->has_header && i < t->n_fields; i++)
        if (!strcmp(t->fields[i], target)) {
            st->target = i;
            return ADROP_OK;
        }
    if (!adrop_number_read(target, &number) && number >= 1 && number <= (double)t->n_fields &&
        number == (double)(size_t)number) {
        st->target = (size_t)number - 1;
        return ADROP_OK;
    }
    return ad_fail(t->ctx, ADROP_EINVAL,
                   "'%s' has no column '%s' to be the target: give a name of its header, or a "
                   "number from 1 to %zu",
                   t->where, AD_SHOWN(target), t->n_fields);
}

static adrop_status name_columns(state *st, const ad_text_table *t)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; !status && i < t->n_fields; i++)
        if (i != st->target)
            status = ad_bytes_append(t->ctx, &st->raw->columns, t->fields[i],
                                     strlen(t->fields[i]) + 1, "column names");
    return status;
}

/* The first line: header or not, which column is the target. */
static adrop_status begin(state *st, const ad_text_table *t, bool again)
{
    bool header = true;
    adrop_status status;

    for (size_t i = 0; i < t->n_fields; i++)
        header &= !is_number(t->fields[i]);
    if (t->n_fields < 2)
        return ad_text_table_refuse(t, "one column only: a table needs inputs and a target");
    if (again && (t->n_fields != st->raw->channels + 1 || header != st->has_header))
        return ad_text_table_refuse(t, "the columns or the header differ from the training file's");
    st->has_header = header;
    st->raw->channels = t->n_fields - 1;
    if (again)
        return ADROP_OK;
    if ((status = find_target(st, t)))
        return status;
    return header ? name_columns(st, t) : ADROP_OK;
}

static adrop_status add_row(state *st, const ad_text_table *t)
{
    adrop_ctx *ctx = t->ctx;
    char *answer = t->fields[st->target];
    adrop_status status;

    if (st->raw->rows >= AD_MAX_ROWS)
        return ad_text_table_refuse(t, "more than %d rows", AD_MAX_ROWS);
    if ((status = ad_bytes_reserve(ctx, &st->values, st->raw->channels * sizeof(float), "a table")))
        return status;
    for (size_t i = 0; i < t->n_fields; i++) {
        double x;
        if (i == st->target)
            continue;
        if ((status = ad_text_table_number(t, i, &x)))
            return status;
        const float value = (float)x;
        memcpy((char *)st->values.data + st->values.size, &value, sizeof value);
        st->values.size += sizeof value;
    }
    if (ad_is_missing(answer))
        return ad_text_table_refuse(t, "column %zu, the target: the value is missing",
                                    st->target + 1);
    st->raw->rows++;
    return ad_bytes_append(ctx, &st->answers, &answer, sizeof answer, "targets");
}

static adrop_status read_file(ad_source *source, size_t entry, int file, int part, state *st)
{
    char where[AD_PATH_SIZE];
    const size_t before = st->raw->rows;
    ad_text_table t = { 0 };
    bool more = true;
    adrop_status status = ad_source_read(source, entry, SIZE_MAX, &st->text[file]);

    if (status || (status = ad_text_table_open(source->ctx, ad_source_where(source, entry, where),
                                               &st->text[file], &t)))
        return status;
    if (!(status = ad_text_table_next(&t, &more)) && more) {
        status = begin(st, &t, file > 0);
        if (!status && !st->has_header)
            status = add_row(st, &t);
        while (!status && !(status = ad_text_table_next(&t, &more)) && more)
            status = add_row(st, &t);
    }
    ad_text_table_release(&t);
    if (!status && st->raw->rows == before)
        return ad_fail(source->ctx, ADROP_EFORMAT, "'%s' has no rows", where);
    return status ? status : ad_raw_set_parts(st->raw, &st->parts, before, st->raw->rows, part);
}

static adrop_status take_answers(state *st, ad_source *source)
{
    char **answers = st->answers.data;
    bool words = false;

    for (size_t i = 0; !words && i < st->raw->rows; i++)
        words = !is_number(answers[i]);
    if (st->opts->task == ADROP_REGRESSION)
        return ad_answers_to_targets(st->raw, answers, source->path);
    if (st->opts->task == ADROP_TASK_AUTO && !words)
        return ad_fail(source->ctx, ADROP_EINVAL,
                       "'%s': the target column holds numbers: say task=classification or "
                       "task=regression",
                       source->path);
    return ad_answers_to_labels(st->raw, answers);
}

static adrop_status read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw)
{
    state st = { .opts = opts, .raw = raw };
    const size_t train = find_part(source, "train"), test = find_part(source, "test");
    const bool pair = source->kind != AD_FILE;
    adrop_status status;

    raw->height = raw->width = 1;
    if (pair && train == source->n_entries)
        return ad_fail(source->ctx, ADROP_EFORMAT,
                       "'%s': there is no train.csv (.tsv, .txt, .data); name the file itself",
                       source->path);
    status = read_file(source, pair ? train : 0, 0, pair ? ADROP_ROW_TRAIN : ADROP_ROW_FREE, &st);
    if (!status && pair && test < source->n_entries)
        status = read_file(source, test, 1, ADROP_ROW_TEST, &st);
    if (!status)
        status = take_answers(&st, source);
    raw->values = ad_bytes_take(&st.values);
    raw->parts = ad_bytes_take(&st.parts);
    ad_bytes_release(source->ctx, &st.answers);
    for (int i = 0; i < N_FILES; i++)
        ad_bytes_release(source->ctx, &st.text[i]);
    return status;
}

const ad_data_reader ad_data_reader_table = {
    .name = "table",
    .summary = "text in columns: commas, semicolons or blanks",
    .probe = probe,
    .read = read,
};
