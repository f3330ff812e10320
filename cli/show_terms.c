/* The strongest terms of each class (show_terms.h). */
#include "show_terms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/predict.h"
#include "out.h"

enum { TERMS = 10 }; /* of a class */

typedef struct {
    adrop_predictor *p;
    adrop_predictor_info info;
    const char **term; /* (outputs, TERMS) */
    double *weight;
    adrop_status status;
} view;

/* 1: there is something to say. */
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

void show_terms(adrop_ctx *ctx, const char *run)
{
    out_table t = { .align = "ll" };
    view v;

    if (open_view(ctx, run, &v)) {
        out_heading("Strongest terms");
        for (size_t c = 0; c < v.info.outputs && !v.status; c++) {
            char line[1024] = "";
            for (size_t i = 0; i < TERMS && v.term[c * TERMS + i]; i++) {
                const size_t used = strlen(line);
                snprintf(line + used, sizeof line - used, "%s%s", i ? ", " : "",
                         OUT_CLEAN(v.term[c * TERMS + i]));
            }
            out_cell(&t, 0, "%s", OUT_CLEAN(class_of(&v, c)));
            out_cell(&t, 0, "%s", line);
        }
        if (v.status)
            out_say(stdout, "  none can be named: %s", adrop_ctx_message(ctx));
        else
            out_table_print(&t, stdout, 2);
    }
    close_view(&v);
}

void show_terms_json(adrop_ctx *ctx, json *j, const char *run)
{
    view v;

    if (open_view(ctx, run, &v)) {
        json_key(j, "terms");
        json_open(j, '[');
        for (size_t c = 0; c < v.info.outputs && !v.status; c++) {
            json_open(j, '{');
            json_key_text(j, "class", class_of(&v, c));
            json_key(j, "terms");
            json_open(j, '[');
            for (size_t i = 0; i < TERMS && v.term[c * TERMS + i]; i++)
                json_text(j, v.term[c * TERMS + i]);
            json_close(j);
            json_key(j, "weights");
            json_open(j, '[');
            for (size_t i = 0; i < TERMS && v.term[c * TERMS + i]; i++)
                json_number(j, v.weight[c * TERMS + i]);
            json_close(j);
            json_close(j);
        }
        json_close(j);
        if (v.status)
            json_key_text(j, "no_terms", adrop_ctx_message(ctx));
    }
    close_view(&v);
}
