/* The paper's tables (paper.h): the built-in texts paper/<label>.csv, with the notes of
 * paper/notes.csv attached to the cells. */
#include "paper/paper.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "base/context.h"
#include "base/memory.h"
#include "config/builtin.h"
#include "paper/paper_sheet.h"

enum { NAME_SIZE = 32 };

static const char folder[] = "paper/", ending[] = ".csv", notes_name[] = "paper/notes.csv";

struct ad_paper {
    adrop_ctx *ctx;
    ad_paper_table *tables; /* (n), owned */
    ad_paper_sheet *sheets; /* (n), owned */
    char (*names)[NAME_SIZE];
    size_t n;
    ad_paper_sheet notes;
    char *texts; /* owned: the notes of the cells */
};

static bool is_table(const ad_builtin_file *file)
{
    const size_t length = strlen(file->name), rest = sizeof folder - 1 + sizeof ending - 1;

    return length > rest && length - rest < NAME_SIZE &&
           !strncmp(file->name, folder, sizeof folder - 1) &&
           !strcmp(file->name + length - (sizeof ending - 1), ending) &&
           strcmp(file->name, notes_name) != 0;
}

static adrop_status read_table(ad_paper *p, const ad_builtin_file *file)
{
    const size_t i = p->n;
    const adrop_status status = ad_paper_cells_read(p->ctx, file->name, file->text, file->size,
                                                    &p->sheets[i]);

    if (status)
        return status;
    memcpy(p->names[i], file->name + sizeof folder - 1,
           strlen(file->name) - (sizeof folder - 1) - (sizeof ending - 1));
    p->tables[i] = (ad_paper_table){ .name = p->names[i],
                                     .n = ad_paper_sheet_cells(&p->sheets[i]),
                                     .cells = p->sheets[i].rows.data };
    p->n++;
    return ADROP_OK;
}

/* Write "number: reason; number: reason" and a terminating zero to `to`, or only count the bytes if
 * `to` is NULL. Returns the size, 0 if there is no note. */
static size_t write_notes(const ad_paper *p, const char *table, const ad_paper_cell *cell, char *to)
{
    const ad_paper_note *notes = p->notes.rows.data;
    size_t n = 0;

    for (size_t i = 0; i < ad_paper_sheet_notes(&p->notes); i++) {
        if (!ad_paper_note_holds(&notes[i], table, cell))
            continue;
        const char *parts[] = { n ? "; " : "", notes[i].number, ": ", notes[i].reason };
        for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
            if (to)
                strcpy(to + n, parts[k]);
            n += strlen(parts[k]);
        }
    }
    return n ? n + 1 : 0;
}

static adrop_status spread_notes(ad_paper *p)
{
    size_t total = 0;

    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->tables[i].n; k++)
            total += write_notes(p, p->tables[i].name, &p->tables[i].cells[k], NULL);
    const adrop_status status = AD_NEW(p->ctx, total, "notes", &p->texts);
    if (status)
        return status;
    char *to = p->texts;
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->tables[i].n; k++) {
            ad_paper_cell *cell = (ad_paper_cell *)p->sheets[i].rows.data + k;
            const size_t size = write_notes(p, p->tables[i].name, cell, to);
            if (size)
                cell->note = to;
            to += size;
        }
    return ADROP_OK;
}

static adrop_status paper_fill(ad_paper *p)
{
    const ad_builtin_file *file = ad_builtin_find(notes_name);
    size_t n = 0;
    adrop_status status;

    for (size_t i = 0; ad_builtin_at(i); i++)
        n += is_table(ad_builtin_at(i));
    if (!n || !file)
        return ad_fail(p->ctx, ADROP_ENOENT, "the paper's tables were not built in");
    if ((status = AD_NEW(p->ctx, n, "tables", &p->tables)) ||
        (status = AD_NEW(p->ctx, n, "tables", &p->sheets)) ||
        (status = AD_NEW(p->ctx, n, "names", &p->names)) ||
        (status = ad_paper_notes_read(p->ctx, file->name, file->text, file->size, &p->notes)))
        return status;
    for (size_t i = 0; !status && ad_builtin_at(i); i++)
        if (is_table(ad_builtin_at(i)))
            status = read_table(p, ad_builtin_at(i));
    return status ? status : spread_notes(p);
}

adrop_status ad_paper_open(adrop_ctx *ctx, ad_paper **out)
{
    ad_paper *p;
    adrop_status status = AD_NEW(ctx, 1, "the paper's tables", &p);

    *out = NULL;
    if (status)
        return status;
    p->ctx = ctx;
    status = paper_fill(p);
    if (status)
        ad_paper_free(p);
    else
        *out = p;
    return status;
}

void ad_paper_free(ad_paper *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < p->n; i++)
        ad_paper_sheet_release(p->ctx, &p->sheets[i]);
    ad_paper_sheet_release(p->ctx, &p->notes);
    ad_free(p->ctx, p->tables);
    ad_free(p->ctx, p->sheets);
    ad_free(p->ctx, p->names);
    ad_free(p->ctx, p->texts);
    ad_free(p->ctx, p);
}

const ad_paper_table *ad_paper_table_at(const ad_paper *p, size_t i)
{
    return i < p->n ? &p->tables[i] : NULL;
}

const ad_paper_table *ad_paper_table_named(const ad_paper *p, const char *name)
{
    for (size_t i = 0; i < p->n; i++)
        if (!strcmp(p->tables[i].name, name))
            return &p->tables[i];
    return NULL;
}

static bool is(const char *wanted, const char *word)
{
    return !wanted || !strcmp(wanted, word);
}

const ad_paper_cell *ad_paper_find(const ad_paper_table *t, const char *method, const char *dataset,
                                   const char *model, const char *metric, size_t per_class)
{
    for (size_t i = 0; i < t->n; i++) {
        const ad_paper_cell *c = &t->cells[i];
        if (is(method, c->method) && is(dataset, c->dataset) && is(model, c->model) &&
            is(metric, c->metric) && (!per_class || per_class == c->per_class))
            return c;
    }
    return NULL;
}

ad_paper_remark ad_paper_remark_at(const ad_paper *p, const char *label, size_t i)
{
    const ad_paper_note *notes = p->notes.rows.data;

    for (size_t k = 0; k < ad_paper_sheet_notes(&p->notes); k++)
        if (!*notes[k].column && ad_paper_selects(notes[k].table, label) && !i--)
            return (ad_paper_remark){ notes[k].number, notes[k].reason };
    return (ad_paper_remark){ 0 };
}

/* -- Initial mu and sigma (parammnist, paramcifar) ------------------------------------------- */

/* Read the number after "key=" at the start of a setting of n characters. */
static int reads(const char *at, size_t n, const char *key, double *out)
{
    const size_t k = strlen(key);
    char value[64];

    if (n <= k || strncmp(at, key, k) != 0)
        return 0;
    snprintf(value, sizeof value, "%.*s", (int)(n - k), at + k);
    return adrop_number_read(value, out) == 0;
}

/* The paper has no cell for a technique with other settings, such as a KL term. */
const ad_paper_cell *ad_paper_find_start(const ad_paper_table *t, const char *technique)
{
    const size_t name = strcspn(technique, ":");
    double mu = NAN, sigma = NAN;

    for (const char *at = technique + name + (technique[name] == ':'); *at;) {
        const size_t n = strcspn(at, ",");
        if (!reads(at, n, "mu=", &mu) && !reads(at, n, "sigma=", &sigma))
            return NULL;
        at += n + (at[n] == ',');
    }
    for (size_t i = 0; i < t->n; i++) {
        const ad_paper_cell *c = &t->cells[i];
        if (strlen(c->method) == name && !strncmp(c->method, technique, name) && c->mu == mu &&
            c->sigma == sigma)
            return c;
    }
    return NULL;
}
