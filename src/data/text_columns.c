/* Documents in a column of a table (text_files.h).
 *
 * If the column is given by name, the first line is a header, and the separator is the one that
 * isolates that name: comma, tab, semicolon or '|'. If it is given by number, there is no header,
 * and the separator is a tab if the first line has one, else a comma, and so on. The class is in
 * the target's column, by default in the last column that is neither documents nor id; a table to
 * be predicted may lack it. Other columns are ignored. */
#include <string.h>

#include "adrop/number.h"
#include "base/context.h"
#include "base/keep.h"
#include "base/text.h"
#include "data/encoding.h"
#include "data/records.h"
#include "data/text_files.h"

enum { HEAD = 1 << 20 };

#define NONE SIZE_MAX

/* Which column is what. */
typedef struct {
    size_t text, target, id;
    bool has_header;
} columns;

static size_t find_name(const ad_records *r, const char *name)
{
    for (size_t i = 0; i < r->n; i++) {
        const ad_field *f = ad_records_field(r, i);
        if (f->length == strlen(name) && !memcmp(f->text, name, f->length))
            return i;
    }
    return NONE;
}

/* Find a column by its name in the header, or by its number. */
static size_t text_columns_find(const ad_records *r, const char *name, bool has_header)
{
    const size_t found = has_header && *name ? find_name(r, name) : NONE;
    double number;

    if (found != NONE || adrop_number_read(name, &number))
        return found;
    return number >= 1 && number <= (double)r->n && number == (double)(size_t)number
               ? (size_t)number - 1
               : NONE;
}

/* Cut the first record with this separator from a copy of the text. Is there one? */
static bool try_separator(adrop_ctx *ctx, const char *text, size_t size, char separator,
                          ad_bytes *copy, ad_records *r, adrop_status *status)
{
    bool more = false;

    copy->size = 0;
    if ((*status = ad_bytes_append(ctx, copy, text, size, "a line")) ||
        (*status = ad_bytes_append(ctx, copy, "", 1, "a line")))
        return false;
    ad_records_open(r, ctx, "", copy->data, copy->size - 1, separator);
    const adrop_status cut = ad_records_next(r, &more);
    *status = cut == ADROP_ENOMEM ? cut : ADROP_OK;
    return !cut && more;
}

/* Find the separator from the first record, 0 if there is none, and whether there is a header with
 * the column of documents. */
static adrop_status find_separator(adrop_ctx *ctx, const adrop_data_opts *opts, const char *text,
                                   size_t size, char *separator, bool *has_header)
{
    static const char all[] = ",\t;|";
    const char *name = ad_text_column(opts);
    ad_bytes copy = { 0 };
    ad_records r = { .ctx = ctx };
    double number;
    adrop_status status = ADROP_OK;

    *separator = 0;
    for (size_t i = 0; all[i] && !*separator && !status; i++) {
        const char *stop = size ? ad_row_end(text, text + size, all[i], &(size_t){ 0 }) : NULL;
        const size_t head = stop ? (size_t)(stop - text) : size < HEAD ? size : HEAD;
        if (try_separator(ctx, text, head, all[i], &copy, &r, &status) &&
            find_name(&r, name) != NONE)
            *separator = all[i];
        ad_records_release(&r);
    }
    *has_header = *separator != 0;
    if (!status && !*separator && !adrop_number_read(name, &number)) {
        const char *stop = memchr(text, '\n', size);
        const size_t line = stop ? (size_t)(stop - text) : size;
        *separator = memchr(text, '\t', line)  ? '\t'
                     : memchr(text, ',', line) ? ','
                     : memchr(text, ';', line) ? ';'
                     : memchr(text, '|', line) ? '|'
                                               : ';';
    }
    ad_bytes_release(ctx, &copy);
    return status;
}

static bool is_table(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot && (!strcmp(dot, ".csv") || !strcmp(dot, ".tsv") || !strcmp(dot, ".psv"));
}

/* If the column is given by number, commas and semicolons may belong to a text, so the file's name
 * decides. */
adrop_status ad_text_columns_probe(ad_source *source, const adrop_data_opts *opts, bool *mine)
{
    const size_t entry = ad_text_files_first(source);
    char separator;
    bool has_header;
    ad_text_head head;
    adrop_status status;

    if (entry >= source->n_entries)
        return ADROP_OK;
    status = ad_text_head_read(source, entry, HEAD, &head);
    const char *text = head.text.data;
    const size_t size = head.text.size;
    if (!status && head.is_text && size && *text != '{' && *text != '<') {
        status = find_separator(source->ctx, opts, text, size, &separator, &has_header);
        *mine = !status && separator &&
                (has_header || separator == '\t' ||
                 (is_table(source->entries[entry].name) && memchr(text, separator, size)));
    }
    ad_text_head_release(source->ctx, &head);
    return status;
}

/* The last column that is neither documents nor id. */
static size_t last_other(const ad_records *r, const columns *c)
{
    for (size_t i = r->n; i-- > 0;)
        if (i != c->text && i != c->id)
            return i;
    return NONE;
}

static adrop_status refuse_column(const ad_records *r, const char *name, const char *setting)
{
    return ad_fail(r->ctx, ADROP_EINVAL,
                   "'%.300s' has no column '%s' to be the %s: give a name of its header, or a "
                   "number from 1 to %zu",
                   r->where, AD_SHOWN(name), setting, r->n);
}

/* Find the columns from the first record. A table to be predicted may lack the class. */
static adrop_status text_columns_plan(const ad_records *r, const ad_document_list *docs, columns *c)
{
    const adrop_data_opts *o = docs->opts;
    const ad_schema *expected = docs->raw->expected;
    const char *target = *o->target                        ? o->target
                         : expected && expected->answers.n ? expected->answers.at[0]
                                                           : "";

    c->text = text_columns_find(r, ad_text_column(o), c->has_header);
    if (c->text == NONE && expected && r->n == 1)
        c->text = 0;
    c->id = text_columns_find(r, o->id, c->has_header);
    if (c->text == NONE)
        return refuse_column(r, ad_text_column(o), "text");
    if (*o->id && c->id == NONE && !expected)
        return refuse_column(r, o->id, "id");
    c->target = *target    ? text_columns_find(r, target, c->has_header)
                : expected ? NONE
                           : last_other(r, c);
    if (c->target == NONE && !expected)
        return *target ? refuse_column(r, target, "target")
                       : ad_fail(r->ctx, ADROP_EFORMAT,
                                 "'%.300s' has one column only: documents need a class", r->where);
    if (c->target == c->text)
        return ad_fail(r->ctx, ADROP_EINVAL,
                       "the column '%s' of '%.300s' cannot be both: documents and target",
                       AD_SHOWN(ad_text_column(o)), r->where);
    return ADROP_OK;
}

/* Keep the name of the class column, to find it in a table to be predicted. */
static adrop_status keep_name(const ad_records *r, const columns *c, ad_raw *raw)
{
    if (!c->has_header || c->target == NONE || raw->answers.n)
        return ADROP_OK;
    const ad_field *f = ad_records_field(r, c->target);
    const char *name;
    const adrop_status status = ad_keep_part(r->ctx, f->text, f->length, &name);
    return status ? status : ad_names_copy(r->ctx, &name, 1, &raw->answers);
}

static adrop_status add_record(const ad_records *r, const columns *c, ad_document_list *docs,
                               int part)
{
    const ad_field *text = ad_records_field(r, c->text);
    const ad_field *target = c->target == NONE ? NULL : ad_records_field(r, c->target);
    adrop_status status = ad_document_add(docs, r->where, r->line, text->text, text->length, part);

    if (!status && target)
        status = ad_text_tag_cell(docs, target->text, target->length);
    if (!status && c->id != NONE) {
        const ad_field *f = ad_records_field(r, c->id);
        char name[256];
        snprintf(name, sizeof name, "%.*s", (int)(f->length < sizeof name ? f->length : 255),
                 f->text);
        status = ad_document_name(docs, name);
    }
    return status;
}

static adrop_status take_file(void *arg, ad_document_list *docs, const ad_text_file *file)
{
    adrop_ctx *ctx = docs->ctx;
    columns c = { 0 };
    ad_records r;
    char separator;
    bool more, planned = false;
    adrop_status status = find_separator(ctx, docs->opts, file->text, file->size, &separator,
                                         &c.has_header);

    (void)arg;
    if (status)
        return status;
    if (!separator)
        return ad_fail(ctx, ADROP_EFORMAT,
                       "'%.300s' has no column '%s' in its first line: name that of the documents "
                       "as `text`",
                       file->where, AD_SHOWN(ad_text_column(docs->opts)));
    ad_records_open(&r, ctx, file->where, file->text, file->size, separator);
    while (!(status = ad_records_next(&r, &more)) && more) {
        const bool first = !planned;
        if (first &&
            ((status = text_columns_plan(&r, docs, &c)) || (status = keep_name(&r, &c, docs->raw))))
            break;
        planned = true;
        if (!(first && c.has_header) && (status = add_record(&r, &c, docs, file->part)))
            break;
    }
    ad_records_release(&r);
    return status;
}

adrop_status ad_text_columns_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw)
{
    return ad_text_files_read(source, opts, raw, take_file, NULL);
}
