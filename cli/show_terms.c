/* The strongest terms of each class (show.h). */
#include "show.h"

#include <stdlib.h>
#include <string.h>

#include "adrop/predict.h"
#include "out.h"

enum { TERMS = 10 }; /* per class */

typedef struct {
    adrop_predictor *p;
    adrop_predictor_info info;
    const char **term; /* (outputs, TERMS) */
    double *weight;
    adrop_status status;
} view;

/* Returns 1 if there is something to show. */
static int open_view(adrop_ctx *ctx, const char *run, view *v)
{
    *v = (view){ 0 };
    if (adrop_predictor_open(ctx, run, NULL, &v->p))
        return 0;
    adrop_predictor_describe(v->p, &v->info);
    if (!v->info.is_text)
        return 0;
    v->term = out_memory(v->info.outputs * TERMS, sizeof *v->term);
    v->weight = out_memory(v->info.outputs * TERMS, sizeof *v->weight);
    v->status = adrop_predictor_terms(v->p, TERMS, v->term, v->weight);
    return 1;
}

static void close_view(view *v)
{
    free(v->term);
    free(v->weight);
    adrop_predictor_free(v->p);
}

static const char *class_of(const view *v, size_t i)
{
    const char *name = adrop_predictor_class_name(v->p, i);

    return name ? name : "";
}

static void add_class(adrop_document *d, const view *v, size_t c)
{
    const char **term = v->term + c * TERMS;

    adrop_document_cell_text(d, class_of(v, c));
    adrop_document_list(d, NULL, NULL);
    for (size_t i = 0; i < TERMS && term[i]; i++)
        adrop_document_cell_text(d, term[i]);
    adrop_document_end(d);
    adrop_document_list(d, NULL, NULL);
    for (size_t i = 0; i < TERMS && term[i]; i++)
        adrop_document_cell_number(d, v->weight[c * TERMS + i]);
    adrop_document_end(d);
}

void show_terms(adrop_document *d, adrop_ctx *ctx, const char *run)
{
    view v;

    if (open_view(ctx, run, &v)) {
        adrop_document_table(d, "terms", "Strongest terms", 0);
        adrop_document_column(d, "class", "class", 'l', "", 0);
        adrop_document_column(d, "terms", "terms", 'l', "", 0);
        adrop_document_column(d, "weights", NULL, 'l', "", 0);
        for (size_t c = 0; c < v.info.outputs && !v.status; c++)
            add_class(d, &v, c);
        adrop_document_end(d);
        if (v.status)
            adrop_document_text(d, "no_terms", "no terms can be named", adrop_ctx_message(ctx));
    }
    close_view(&v);
}
