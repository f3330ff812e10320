/* The paper's tests, recomputed from its means and standard deviations (paper_pvalue.h). */
#include <stdio.h>
#include <string.h>

#include "paper/paper_pvalue.h"
#include "paper/reproduce_impl.h"

/* Conventions that fit some table of the paper. */
static const size_t shown[] = { 0, 3, 7 };

enum { N_SHOWN = sizeof shown / sizeof *shown };

static size_t count_bits(unsigned bits)
{
    size_t n = 0;

    for (; bits; bits &= bits - 1)
        n++;
    return n;
}

static void add_tally(adrop_document *d, const ad_pvalue *v)
{
    static const adrop_column columns[] = { { "", "table", 'l', NULL, 0, 0 },
                                            { "", "p", 'r', NULL, 0, 0 },
                                            { "", "best convention", 'l', NULL, 0, 0 },
                                            { "", "fits", 'r', NULL, 0, 0 },
                                            { "", "ties", 'r', NULL, 0, 0 },
                                            { "", "fit none", 'r', NULL, 0, 0 },
                                            { 0 } };

    ad_reproduce_sheet(d, "which test gives the paper's p, table by table", columns);
    for (size_t i = 0; ad_pvalue_table_at(i); i++) {
        const ad_pvalue_count c = ad_pvalue_tally(v, ad_pvalue_table_at(i), NULL, NULL, NULL);
        adrop_document_cell_text(d, ad_pvalue_table_at(i));
        adrop_document_cell_count(d, c.cells);
        adrop_document_cell_text(d, ad_conventions[c.best].name);
        adrop_document_cell_count(d, c.fits[c.best]);
        adrop_document_cell_count(d, c.tied - 1);
        adrop_document_cell_count(d, c.cells - c.any);
    }
    ad_reproduce_note(
        d, "A convention fits a p if it lies in the range that rounding of means and "
           "standard deviations allows; \"n\" and \"n - 1\" say what standard deviations "
           "are divided by.");
    adrop_document_end(d);
}

static const char *remark(const ad_pvalue_cell *c)
{
    return c->fits           ? ""
           : c->fits_rounded ? "fits only if p is taken as rounded too"
                             : "no convention gives it";
}

static void add_cell(adrop_document *d, const ad_pvalue_cell *c)
{
    char text[1024];

    adrop_document_cell_text(d, c->table);
    adrop_document_cell_text(d, c->cell->dataset);
    adrop_document_cell_text(d, c->cell->model);
    adrop_document_cell_text(d, c->cell->metric);
    adrop_document_cell_text(d, c->cell->method);
    ad_reproduce_number(d, c->cell->p);
    for (size_t k = 0; k < N_SHOWN; k++)
        ad_reproduce_number(d, c->p[shown[k]]);
    adrop_document_cell_count(d, count_bits(c->fits));
    snprintf(text, sizeof text, "%s%s%s", remark(c), *c->cell->note && !c->fits ? "; " : "",
             c->cell->note);
    adrop_document_cell_text(d, text);
}

/* All cells of the recipe's own table; of the other tables, the cells that no convention fits. */
static void add_cells(const adrop_reproduction *r, adrop_document *d, const ad_pvalue *v, int own)
{
    static const adrop_column columns[] = { { "", "table", 'l', NULL, 0, 0 },
                                            { "", "data", 'l', NULL, 0, 0 },
                                            { "", "model", 'l', NULL, 0, 0 },
                                            { "", "metric", 'l', NULL, 0, 0 },
                                            { "", "technique", 'l', NULL, 0, 0 },
                                            { "", "printed p", 'r', NULL, 3, 0 },
                                            { 0 } };
    const char *table = r->recipe->table;
    char text[256];

    snprintf(text, sizeof text, own ? "p of table %s" : "p of the tables but %s that nothing fits",
             table);
    ad_reproduce_sheet(d, text, columns);
    for (size_t k = 0; k < N_SHOWN; k++)
        adrop_document_column(d, "", ad_conventions[shown[k]].name, 'r', "", 3);
    snprintf(text, sizeof text, "fits of %d", AD_N_CONVENTIONS);
    adrop_document_column(d, "", text, 'r', "", 0);
    adrop_document_column(d, "", "remark", 'l', "", 0);
    for (size_t i = 0; i < v->n; i++) {
        const int is_own = !strcmp(v->cells[i].table, table);
        if (own ? is_own : !is_own && !v->cells[i].fits)
            add_cell(d, &v->cells[i]);
    }
    adrop_document_end(d);
}

adrop_status ad_reproduce_pvalue(const adrop_reproduction *r, adrop_document *d)
{
    ad_pvalue *v;
    adrop_status status = ad_pvalue_create(r->ctx, r->paper, &v);

    if (status)
        return status;
    add_tally(d, v);
    add_cells(r, d, v, 1);
    add_cells(r, d, v, 0);
    ad_pvalue_free(v);
    return ADROP_OK;
}
