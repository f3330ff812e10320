/* Dropout rates of single units, where they have rates of their own (show_units.h). */
#include "show_units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "out.h"

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

/* Do units of a layer have rates of their own? */
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

/* How the rates of a layer's units are spread: as many units as fall into each tenth. */
static void show_spread(const adrop_model *m, size_t layer)
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
    out_say(stdout, "%s: rates of %zu units from %.3f to %.3f; units by tenths of the rate:%s",
            adrop_model_dropout_name(m, layer), n, least, most, text);
}

void show_units(const adrop_model *m, int every)
{
    adrop_moments x;
    int headed = 0;

    for (size_t i = 0; m && adrop_model_dropout_name(m, i); i++) {
        if (!has_units(m, i))
            continue;
        if (!headed++)
            out_heading("Rates of units, weights of the model that is kept");
        show_spread(m, i);
        for (size_t u = 0; every && adrop_model_dropout_moments(m, i, u, &x); u++)
            printf("    unit %zu  %.4f  (mu %.3f, sigma %.3f)\n", u, x.rate, x.mu, x.sigma);
    }
    if (every && !headed)
        out_say(stdout, "no layer has units with rates of their own (unit=node has)");
}

void show_units_json(json *j, const adrop_model *m)
{
    adrop_moments x;

    json_key(j, "units");
    json_open(j, '[');
    for (size_t i = 0; m && adrop_model_dropout_name(m, i); i++) {
        if (!has_units(m, i))
            continue;
        json_open(j, '{');
        json_key_text(j, "layer", adrop_model_dropout_name(m, i));
        json_key(j, "rate");
        json_open(j, '[');
        for (size_t u = 0; adrop_model_dropout_moments(m, i, u, &x); u++)
            json_number(j, x.rate);
        json_close(j);
        json_close(j);
    }
    json_close(j);
}
