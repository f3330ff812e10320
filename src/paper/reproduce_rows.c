/* Rows with our results and the paper's (reproduce_impl.h). */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "paper/reproduce_impl.h"

static int is_seconds(const char *column)
{
    return !strcmp(column, "seconds_per_epoch");
}

/* Is a smaller value better in this column? */
static int column_less(const char *column)
{
    return is_seconds(column) || !strcmp(column, "rmse");
}

int ad_column_decimals(const char *column, double x)
{
    return !strcmp(column, "rmse") || (is_seconds(column) && x < 1) ? 4 : 2;
}

/* The paper's name of the row's network: both lists of the plan have the same order. */
static const char *paper_model(const ad_reproduce_part *part, const char *model)
{
    for (size_t i = 0; i < part->plan.model.n; i++)
        if (!strcmp(part->plan.model.text[i], model))
            return part->plan.models.text[i];
    return model;
}

/* The paper's cell for a row, or NULL. */
static const ad_paper_cell *reproduce_cell(const adrop_reproduction *r,
                                           const ad_reproduce_part *part,
                                           const adrop_compare_row *row, const char *column)
{
    const ad_paper_table *t = r->recipe->table ? ad_paper_table_named(r->paper, r->recipe->table)
                                               : NULL;
    char method[64];

    if (!t || r->other_data || r->other_model)
        return NULL;
    if (t->n && !isnan(t->cells[0].mu)) /* rows are initial values of mu and sigma */
        return ad_paper_find_start(t, row->asked);
    if (strchr(row->asked, ':'))
        return NULL; /* not the technique with the paper's settings */
    return ad_paper_find(t, ad_recipe_method(r->recipe, row->asked, method, sizeof method),
                         row->data, paper_model(part, row->model), column,
                         part->plan.part->per_class);
}

/* Rank by printed mean among the cells of the same data set, network and column. */
static void rank_paper(const adrop_reproduction *r, const ad_paper_cell *cell,
                       adrop_reproduced *shown)
{
    const ad_paper_table *t = ad_paper_table_named(r->paper, r->recipe->table);
    const int less = column_less(cell->metric);

    shown->paper_rank = 1;
    for (size_t i = 0; i < t->n; i++) {
        const ad_paper_cell *c = &t->cells[i];
        if (strcmp(c->dataset, cell->dataset) || strcmp(c->model, cell->model) ||
            strcmp(c->metric, cell->metric) || c->per_class != cell->per_class)
            continue;
        shown->paper_rows++;
        shown->paper_rank += less ? c->mean < cell->mean : c->mean > cell->mean;
    }
}

static char *reproduce_rows_keep(char **at, const char **text)
{
    const size_t size = strlen(*text) + 1;
    char *kept = memcpy(*at, *text, size);

    *at += size;
    *text = kept;
    return kept;
}

/* Copy a row of a comparison with its texts and arrays. */
static adrop_status copy_row(adrop_reproduction *r, const adrop_compare_row *row,
                             ad_reproduce_row *out)
{
    const size_t texts = strlen(row->data) + strlen(row->model) + strlen(row->dropout) +
                         strlen(row->asked) + strlen(row->chosen) + 5;
    const size_t arrays = row->n * (sizeof *row->values + sizeof *row->seeds);
    adrop_status status = AD_NEW(r->ctx, arrays + texts, "a row", &out->memory);

    if (status)
        return status;
    adrop_compare_row *ours = &out->ours;
    char *at = out->memory + arrays;
    *ours = *row;
    double *values = (double *)(void *)out->memory;
    uint64_t *seeds = (uint64_t *)(void *)(values + row->n);
    for (size_t i = 0; i < row->n; i++) {
        values[i] = row->values[i];
        seeds[i] = row->seeds[i];
    }
    ours->values = values;
    ours->seeds = seeds;
    reproduce_rows_keep(&at, &ours->data);
    reproduce_rows_keep(&at, &ours->model);
    reproduce_rows_keep(&at, &ours->dropout);
    reproduce_rows_keep(&at, &ours->asked);
    reproduce_rows_keep(&at, &ours->chosen);
    return ADROP_OK;
}

static adrop_status reproduce_rows_grow(adrop_reproduction *r)
{
    ad_reproduce_row *rows;

    if (r->n_rows < r->room_rows)
        return ADROP_OK;
    const size_t room = r->room_rows ? 2 * r->room_rows : 64;
    adrop_status status = AD_NEW(r->ctx, room, "the rows", &rows);
    if (status)
        return status;
    if (r->n_rows)
        memcpy(rows, r->rows, r->n_rows * sizeof *rows);
    ad_free(r->ctx, r->rows);
    r->rows = rows;
    r->room_rows = room;
    return ADROP_OK;
}

static adrop_status reproduce_rows_add_row(adrop_reproduction *r, const ad_reproduce_part *part,
                                           const adrop_compare_row *row, const char *column)
{
    adrop_status status = reproduce_rows_grow(r);

    if (!status)
        status = copy_row(r, row, &r->rows[r->n_rows]);
    if (status)
        return status;
    adrop_compare_row *ours = &r->rows[r->n_rows].ours;
    adrop_reproduced *shown = &r->rows[r->n_rows++].shown;
    const ad_paper_cell *cell = reproduce_cell(r, part, row, column);
    shown->part = part->plan.part->name;
    shown->column = column;
    shown->paper_mean = cell ? cell->mean : NAN;
    shown->paper_std = cell ? cell->std : NAN;
    shown->paper_p = cell ? cell->p : NAN;
    if (cell && isnan(cell->mu)) /* initial values have no rank */
        rank_paper(r, cell, shown);
    shown->note = cell ? cell->note : "";
    if (is_seconds(column)) {
        ours->mean = row->seconds_per_epoch;
        ours->std = ours->std_population = NAN;
    }
    return ADROP_OK;
}

/* Rank times, which a comparison does not. */
static void rank_seconds(adrop_reproduction *r, size_t first)
{
    for (size_t i = first; i < r->n_rows; i++) {
        adrop_compare_row *a = &r->rows[i].ours;
        a->rank = isnan(a->mean) ? 0 : 1;
        for (size_t k = first; a->rank && k < r->n_rows; k++) {
            const adrop_compare_row *b = &r->rows[k].ours;
            a->rank += !strcmp(a->data, b->data) && !strcmp(a->model, b->model) &&
                       b->mean < a->mean;
        }
    }
}

adrop_status ad_reproduce_rows(adrop_reproduction *r, const ad_reproduce_part *part,
                               const char *column)
{
    const size_t first = r->n_rows;
    adrop_compare_row row;
    adrop_status status = adrop_compare_table(
        part->compare, !strcmp(column, "top5") ? ADROP_METRIC_TOP5 : ADROP_METRIC_LAST);

    for (size_t i = 0; !status && adrop_compare_row_at(part->compare, i, &row); i++)
        status = reproduce_rows_add_row(r, part, &row, column);
    if (!status && is_seconds(column))
        rank_seconds(r, first);
    return status;
}

void ad_reproduce_forget(adrop_reproduction *r)
{
    for (size_t i = 0; i < r->n_rows; i++)
        ad_free(r->ctx, r->rows[i].memory);
    ad_free(r->ctx, r->verdicts);
    ad_reproduce_forget_examples(r);
    r->verdicts = NULL;
    r->n_rows = r->n_verdicts = 0;
}
