/* Dropout rates of single units, if they have their own (show.h). */
#include "show.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

adrop_status show_units_open(adrop_ctx *ctx, const char *folder, adrop_model **m)
{
    static const char *const names[] = { "model", "checkpoint" };
    adrop_status status = ADROP_EIO;
    char path[4096];

    *m = NULL;
    for (size_t i = 0; i < 2 && status && status != ADROP_ENOMEM; i++) {
        snprintf(path, sizeof path, "%s/%s.safetensors", folder, names[i]);
        status = adrop_model_open_file(ctx, path, NULL, m);
    }
    return status == ADROP_ENOMEM ? status : ADROP_OK;
}

/* Do the units of a layer have rates of their own? */
static int has_units(const adrop_model *m, size_t layer)
{
    adrop_moments first, other;

    if (!adrop_model_dropout_moments(m, layer, 0, &first))
        return 0;
    for (size_t u = 1; adrop_model_dropout_moments(m, layer, u, &other); u++)
        if (other.rate != first.rate)
            return 1;
    return 0;
}

/* A histogram of the rates of a layer's units, in tenths. */
static void add_spread(adrop_document *d, const adrop_model *m, size_t layer)
{
    double least = INFINITY, most = -INFINITY, tenth[10] = { 0 };
    adrop_moments x;
    size_t n = 0;

    for (; adrop_model_dropout_moments(m, layer, n, &x); n++) {
        least = fmin(least, x.rate);
        most = fmax(most, x.rate);
        tenth[x.rate >= 1 ? 9 : x.rate <= 0 ? 0 : (int)(10 * x.rate)]++;
    }
    char text[256] = "";
    for (size_t i = 0; i < 10; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), " %.0f", tenth[i]);
    adrop_document_cell_text(d, adrop_model_dropout_name(m, layer));
    adrop_document_cell_count(d, n);
    adrop_document_cell_number(d, least);
    adrop_document_cell_number(d, most);
    adrop_document_cell_text(d, text + 1);
}

static void add_rates(adrop_document *d, const adrop_model *m, size_t layer)
{
    adrop_moments x;

    adrop_document_list(d, NULL, NULL);
    for (size_t u = 0; adrop_model_dropout_moments(m, layer, u, &x); u++) {
        adrop_document_cell_number(d, x.rate);
        adrop_document_differs(d, NULL, "", ADROP_DECIMALS(4));
    }
    adrop_document_end(d);
}

void show_units(adrop_document *d, const adrop_model *m, int every)
{
    int found = 0;

    adrop_document_table(d, every ? "units" : NULL,
                         "Rates of units, weights of the model that is kept", 0);
    adrop_document_column(d, "layer", "layer", 'l', "", 0);
    adrop_document_column(d, NULL, "units", 'r', "", 0);
    adrop_document_column(d, NULL, "least", 'r', "", ADROP_DECIMALS(3));
    adrop_document_column(d, NULL, "most", 'r', "", ADROP_DECIMALS(3));
    adrop_document_column(d, NULL, "units by tenths of the rate", 'l', "", 0);
    if (every)
        adrop_document_column(d, "rate", "rate of each unit", 'l', "", 0);
    for (size_t i = 0; m && adrop_model_dropout_name(m, i); i++) {
        if (!has_units(m, i))
            continue;
        add_spread(d, m, i);
        if (every)
            add_rates(d, m, i);
        found = 1;
    }
    adrop_document_end(d);
    if (every && !found)
        adrop_document_sentence(d, NULL,
                                "no layer has units with rates of their own (unit=node has)");
}
