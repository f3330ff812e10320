/* The paper's tests, done again from its means and deviations (paper_pvalue.h). */
#include <stdio.h>
#include <string.h>

#include "paper/paper_pvalue.h"
#include "paper/reproduce_impl.h"

/* Conventions that some table of the paper fits. */
static const size_t shown[] = { 0, 3, 7 };

enum { N_SHOWN = sizeof shown / sizeof *shown };

static size_t count_bits(unsigned bits)
{
    size_t n = 0;

    for (; bits; bits &= bits - 1)
        n++;
    return n;
}

static void add_tally(ad_sheet *s, const ad_pvalue *v)
{
    static const char *const headers[] = { "table", "p",    "best convention",
                                           "fits",  "ties", "fit none" };

    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        ad_sheet_header(s, "%s", headers[i]);
    for (size_t i = 0; ad_pvalue_table_at(i); i++) {
        const ad_pvalue_count c = ad_pvalue_tally(v, ad_pvalue_table_at(i), NULL, NULL, NULL);
        ad_sheet_text(s, "%s", ad_pvalue_table_at(i));
        ad_sheet_number(s, (double)c.cells, 0);
        ad_sheet_text(s, "%s", ad_conventions[c.best].name);
        ad_sheet_number(s, (double)c.fits[c.best], 0);
        ad_sheet_number(s, (double)(c.tied - 1), 0);
        ad_sheet_number(s, (double)(c.cells - c.any), 0);
    }
    ad_sheet_note(s, "A convention fits a p if it lies in the range that rounding of means and "
                     "standard deviations allows; \"n\" and \"n - 1\" say what standard deviations "
                     "are divided by.");
}

static const char *remark(const ad_pvalue_cell *c)
{
    return c->fits           ? ""
           : c->fits_rounded ? "fits only if p is taken as rounded too"
                             : "no convention gives it";
}

static void add_cell(ad_sheet *s, const ad_pvalue_cell *c)
{
    ad_sheet_text(s, "%s", c->table);
    ad_sheet_text(s, "%s", c->cell->dataset);
    ad_sheet_text(s, "%s", c->cell->model);
    ad_sheet_text(s, "%s", c->cell->metric);
    ad_sheet_text(s, "%s", c->cell->method);
    ad_sheet_number(s, c->cell->p, -3);
    for (size_t k = 0; k < N_SHOWN; k++)
        ad_sheet_number(s, c->p[shown[k]], -3);
    ad_sheet_number(s, (double)count_bits(c->fits), 0);
    ad_sheet_text(s, "%s%s%s", remark(c), *c->cell->note && !c->fits ? "; " : "", c->cell->note);
}

static void add_headers(ad_sheet *s)
{
    static const char *const headers[] = { "table",  "data",      "model",
                                           "metric", "technique", "printed p" };

    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        ad_sheet_header(s, "%s", headers[i]);
    for (size_t k = 0; k < N_SHOWN; k++)
        ad_sheet_header(s, "%s", ad_conventions[shown[k]].name);
    ad_sheet_header(s, "fits of %d", AD_N_CONVENTIONS);
    ad_sheet_header(s, "remark");
}

/* The recipe's own table whole, of the others the cells that nothing fits. */
static adrop_status add_cells(adrop_reproduction *r, const ad_pvalue *v, int own)
{
    const char *table = r->recipe->table;
    char title[256];
    ad_sheet *s;

    snprintf(title, sizeof title,
             own ? "p of table %s" : "p of the tables but %s that nothing fits", table);
    adrop_status status = ad_reproduce_sheet(r, title, &s);
    if (status)
        return status;
    add_headers(s);
    for (size_t i = 0; i < v->n; i++) {
        const int is_own = !strcmp(v->cells[i].table, table);
        if (own ? is_own : !is_own && !v->cells[i].fits)
            add_cell(s, &v->cells[i]);
    }
    return ADROP_OK;
}

adrop_status ad_reproduce_pvalue(adrop_reproduction *r)
{
    ad_pvalue *v;
    ad_sheet *s;
    adrop_status status = ad_pvalue_create(r->ctx, r->paper, &v);

    if (status)
        return status;
    status = ad_reproduce_sheet(r, "which test gives the paper's p, table by table", &s);
    if (!status)
        add_tally(s, v);
    if (!status)
        status = add_cells(r, v, 1);
    if (!status)
        status = add_cells(r, v, 0);
    ad_pvalue_free(v);
    return status;
}
