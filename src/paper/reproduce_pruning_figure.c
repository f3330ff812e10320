/* The figure of a pruning (reproduce_impl.h): test accuracy against the share kept, one panel for
 * nodes and one for weights, one line per criterion: the mean of its runs +- one standard
 * deviation. Each round keeps a fixed share of the last, hence the logarithmic axis. */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "paper/reproduce_impl.h"

/* The runs of one criterion as a series: values (runs, n), NaN where a run lacks the round. */
static adrop_status add_criterion(const adrop_reproduction *r, adrop_figure *f, size_t part,
                                  const char *criterion, int style)
{
    size_t runs = 0, n = 0;
    double *x, *values;

    for (size_t i = 0; i < r->n_swept; i++)
        if (r->swept[i].part == part && !strcmp(r->swept[i].criterion, criterion)) {
            runs++;
            n = r->swept[i].n > n ? r->swept[i].n : n;
        }
    if (!runs || !n)
        return ADROP_OK;
    adrop_status status = AD_NEW(r->ctx, n, "what is kept", &x);
    if (status)
        return status;
    if ((status = AD_NEW(r->ctx, runs * n, "results of rounds", &values))) {
        ad_free(r->ctx, x);
        return status;
    }
    for (size_t k = 0; k < runs * n; k++)
        values[k] = NAN;
    for (size_t i = 0, run = 0; i < r->n_swept; i++) {
        const ad_reproduce_swept *s = &r->swept[i];
        if (s->part != part || strcmp(s->criterion, criterion) != 0)
            continue;
        for (size_t k = 0; k < s->n; k++) {
            x[k] = 100 * s->rounds[k].kept; /* equal in all runs: a share of the count */
            values[run * n + k] = s->rounds[k].test;
        }
        run++;
    }
    adrop_figure_runs(f, criterion, style, runs, n, x, values);
    ad_free(r->ctx, values);
    ad_free(r->ctx, x);
    return ADROP_OK;
}

static size_t done_in(const adrop_reproduction *r, size_t part)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n_swept; i++)
        n += r->swept[i].part == part && r->swept[i].n > 0;
    return n;
}

adrop_status ad_reproduce_pruning_figure(const adrop_reproduction *r, adrop_document *d)
{
    adrop_figure *f;
    adrop_status status;

    if (!r->n_swept)
        return ADROP_OK;
    if ((status = adrop_figure_create(r->ctx, "Test accuracy by what pruning keeps", &f)))
        return status;
    for (size_t i = 0; i < r->n_parts && !status; i++) {
        const ad_doc_texts *criteria = &r->parts[i].plan.dropout;
        if (!done_in(r, i))
            continue;
        adrop_figure_panel(f, "band", r->parts[i].plan.part->name);
        adrop_figure_axis(f, ADROP_AXIS_X, "kept (%)", ADROP_AXIS_LOG);
        adrop_figure_axis(f, ADROP_AXIS_Y, "test accuracy (%)", ADROP_AXIS_PERCENT);
        for (size_t c = 0; c < criteria->n && !status; c++)
            status = add_criterion(r, f, i, criteria->text[c], (int)c);
    }
    adrop_figure_note(f,
                      "Lines are means over runs of the same seeds, areas one standard deviation "
                      "to both sides. The paper draws this figure and prints no numbers.");
    adrop_document_figure(d, NULL, f);
    return status;
}
