/* The paper's claim and our outcome, in words: for every data set, network and column, the rank of
 * advanced dropout there and here, and whether here it differs significantly from the best of the
 * others (p after Holm's correction, from the comparison). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "paper/reproduce_impl.h"

/* The rows of one data set, network and column, which a comparison lists together. */
typedef struct {
    const ad_reproduce_row *rows;
    size_t n;
} block;

size_t ad_reproduce_block(const adrop_reproduction *r, size_t first)
{
    const adrop_reproduced *a = &r->rows[first].shown;
    size_t i = first + 1;

    for (; i < r->n_rows; i++) {
        const adrop_reproduced *b = &r->rows[i].shown;
        if (strcmp(a->part, b->part) || strcmp(a->column, b->column) ||
            strcmp(a->ours->data, b->ours->data) || strcmp(a->ours->model, b->ours->model))
            break;
    }
    return i;
}

/* The row of the paper's own technique; NULL if it is missing. */
static const adrop_reproduced *subject(const block *b)
{
    for (size_t i = 0; i < b->n; i++)
        if (!strcmp(b->rows[i].ours.asked, "advanced"))
            return &b->rows[i].shown;
    for (size_t i = 0; i < b->n; i++)
        if (b->rows[i].ours.is_baseline)
            return &b->rows[i].shown;
    return NULL;
}

/* The best row other than `but`; NULL if none has a mean. */
static const adrop_reproduced *best_but(const block *b, const adrop_reproduced *but)
{
    const adrop_reproduced *best = NULL;

    for (size_t i = 0; i < b->n; i++) {
        const adrop_reproduced *a = &b->rows[i].shown;
        if (a != but && !isnan(a->ours->mean) && a->ours->rank > 0 &&
            (!best || a->ours->rank < best->ours->rank))
            best = a;
    }
    return best;
}

static size_t measured(const block *b)
{
    size_t n = 0;

    for (size_t i = 0; i < b->n; i++)
        if (!isnan(b->rows[i].ours.mean))
            n++;
    return n;
}

static void say_paper(const adrop_reproduced *s, char *text, size_t size)
{
    if (isnan(s->paper_mean))
        ad_phrase(text, size, "the paper has no number for this");
    else if (s->paper_rank == 1)
        ad_phrase(text, size, "the paper: %s is best of %d (%.*f)", s->ours->asked, s->paper_rows,
                  ad_column_decimals(s->column, s->paper_mean), s->paper_mean);
    else if (s->paper_rank)
        ad_phrase(text, size, "the paper: %s is number %d of %d (%.*f)", s->ours->asked,
                  s->paper_rank, s->paper_rows, ad_column_decimals(s->column, s->paper_mean),
                  s->paper_mean);
    else
        ad_phrase(text, size, "the paper: %s has %.*f", s->ours->asked,
                  ad_column_decimals(s->column, s->paper_mean), s->paper_mean);
}

static void say_here(const block *b, const adrop_reproduced *s, char *text, size_t size)
{
    const int digits = ad_column_decimals(s->column, s->ours->mean);
    const adrop_reproduced *other = best_but(b, s);
    char place[64], apart[96];

    if (isnan(s->ours->mean)) {
        ad_phrase(text, size, "here: nothing yet");
        return;
    }
    if (s->ours->rank == 1)
        snprintf(place, sizeof place, "best of %zu", measured(b));
    else
        snprintf(place, sizeof place, "number %d of %zu", s->ours->rank, measured(b));
    if (!other) {
        ad_phrase(text, size, "here: %.*f, and nothing beside it", digits, s->ours->mean);
        return;
    }
    const double away = s->ours->mean - other->ours->mean, p = other->ours->p_holm;
    if (!strcmp(s->column, "seconds_per_epoch"))
        *apart = 0;
    else if (!s->ours->is_baseline || isnan(p))
        snprintf(apart, sizeof apart, ", untested: too few runs");
    else
        snprintf(apart, sizeof apart, ", %sstatistically significant (p = %s after Holm)",
                 p < 0.05 ? "" : "not ", adrop_number_round((char[ADROP_NUMBER_SIZE]){ 0 }, p, 2));
    ad_phrase(text, size, "here: %s (%.*f), %.*f %s %s%s", place, digits, s->ours->mean, digits,
              fabs(away), away < 0 ? "below" : "above", other->ours->asked, apart);
    if (s->ours->n && s->ours->n < s->ours->planned)
        ad_phrase(text, size, "%zu of %zu runs", s->ours->n, s->ours->planned);
}

static void reproduce_verdict_judge(const block *b, char *text, size_t size)
{
    const adrop_reproduced *s = subject(b), *first = &b->rows[0].shown;
    char words[400] = "";

    if (s) {
        say_paper(s, words, sizeof words);
        say_here(b, s, words, sizeof words);
    } else {
        ad_phrase(words, sizeof words, "advanced is not among the techniques");
    }
    snprintf(text, size, "%s, %s, %s: %s", first->ours->data, first->ours->model, first->column,
             words);
}

adrop_status ad_reproduce_judge(adrop_reproduction *r)
{
    adrop_status status = AD_NEW(r->ctx, r->n_rows + 1, "the sentences", &r->verdicts);

    if (status)
        return status;
    for (size_t i = 0; i < r->n_rows;) {
        const size_t end = ad_reproduce_block(r, i);
        const block b = { r->rows + i, end - i };
        reproduce_verdict_judge(&b, r->verdicts[r->n_verdicts++], sizeof r->verdicts[0]);
        i = end;
    }
    return ADROP_OK;
}
