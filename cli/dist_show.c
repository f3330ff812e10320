/* The numbers of a distribution as a document, with a drawing for people (dist_show.h). */
#include "dist_show.h"

#include <math.h>
#include <stdio.h>

#include "document_out.h"
#include "out.h"
#include "plot.h"

enum { DIGITS = 7 };

static void dist_show_add(adrop_document *d, const char *key, const char *label, double x)
{
    adrop_document_number(d, key, label, x, "", DIGITS);
}

static void add_item(adrop_document *d, double x)
{
    adrop_document_cell_number(d, x);
    adrop_document_differs(d, NULL, "", DIGITS);
}

static void add_atoms(adrop_document *d, const adrop_dist *dist)
{
    adrop_atom atoms[2];
    const size_t n = adrop_dist_atoms(dist, atoms);

    adrop_document_list(d, "atoms", NULL);
    for (size_t i = 0; i < n; i++) {
        adrop_document_list(d, NULL, NULL);
        adrop_document_cell_number(d, atoms[i].value);
        adrop_document_cell_number(d, atoms[i].mass);
        adrop_document_end(d);
    }
    adrop_document_end(d);
    for (size_t i = 0; i < n; i++) {
        char label[64];
        snprintf(label, sizeof label, "atom at %s", OUT_NUMBER(atoms[i].value, DIGITS));
        dist_show_add(d, NULL, label, atoms[i].mass);
    }
    if (!n)
        adrop_document_text(d, NULL, "atoms", "none");
}

static void add_moments(adrop_document *d, const dist_member *m)
{
    const adrop_dist *dist = m->dist;
    const double mean = adrop_dist_mean(dist), variance = adrop_dist_variance(dist),
                 approx = adrop_dist_mean_approx(dist);

    dist_show_add(d, "mean", "mean", mean);
    if (!isnan(approx))
        dist_show_add(d, "mean_approx", "approximate mean", approx);
    dist_show_add(d, "variance", "variance", variance);
    dist_show_add(d, NULL, "standard deviation", sqrt(variance));
    dist_show_add(d, NULL, "dropout rate", 1 - mean);
    dist_show_add(d, NULL, "noise level", variance / (mean * mean));
    adrop_document_list(d, NULL, "quartiles");
    for (int i = 1; i < 4; i++)
        add_item(d, adrop_dist_quantile(dist, i / 4.0));
    adrop_document_end(d);
    add_atoms(d, dist);
}

static void add_points(adrop_document *d, const dist_view *view)
{
    const adrop_dist *dist = view->member.dist;

    adrop_document_table(d, NULL, "", ADROP_TABLE_BY_COLUMN);
    adrop_document_column(d, "at", "m", 'r', "", DIGITS);
    adrop_document_column(d, "pdf", "density", 'r', "", DIGITS);
    adrop_document_column(d, "cdf", "P(mask <= m)", 'r', "", DIGITS);
    for (size_t i = 0; i < view->n_at; i++) {
        adrop_document_cell_number(d, view->at[i]);
        adrop_document_cell_number(d, adrop_dist_pdf(dist, view->at[i]));
        adrop_document_cell_number(d, adrop_dist_cdf(dist, view->at[i]));
    }
    adrop_document_end(d);
}

static void add_quantiles(adrop_document *d, const dist_view *view)
{
    adrop_document_table(d, NULL, "", ADROP_TABLE_BY_COLUMN);
    adrop_document_column(d, NULL, "p", 'r', "", DIGITS);
    adrop_document_column(d, "quantiles", "quantile", 'r', "", DIGITS);
    for (size_t i = 0; i < view->quantile->n; i++) {
        const double p = view->quantile->value[i];
        adrop_document_cell_number(d, p);
        adrop_document_cell_number(d, adrop_dist_quantile(view->member.dist, p));
    }
    adrop_document_end(d);
}

static void add_divergence(adrop_document *d, const dist_view *view)
{
    const dist_member *other = &view->other;
    char to[512];

    dist_show_add(d, "kl", "divergence", adrop_dist_kl(view->member.dist, other->dist));
    snprintf(to, sizeof to, " nats to %s x %s, mu %s, sigma %s", other->seed, other->map,
             OUT_NUMBER(other->mu, DIGITS), OUT_NUMBER(other->sigma, DIGITS));
    adrop_document_around(d, "", to);
}

static void add_nearest(adrop_document *d, const adrop_dist *dist)
{
    adrop_near_dists near;

    adrop_dist_nearest(dist, &near);
    adrop_document_group(d, "nearest", NULL);
    adrop_document_group(d, "bernoulli", "Nearest Bernoulli distribution");
    dist_show_add(d, "p", "p", near.p);
    dist_show_add(d, "distance", "distance", near.bernoulli_distance);
    adrop_document_end(d);
    adrop_document_group(d, "beta", "Nearest beta distribution");
    dist_show_add(d, "a", "a", near.a);
    dist_show_add(d, "b", "b", near.b);
    dist_show_add(d, "distance", "distance", near.beta_distance);
    adrop_document_truth(d, "at_limit", "only in a limit", near.at_limit);
    adrop_document_end(d);
    adrop_document_end(d);
}

static void add_drawing(adrop_document *d, const dist_view *view)
{
    document_lines lines;

    document_lines_start(&lines);
    plot_density(lines.file, view->member.dist, view->width, view->height, out_utf8());
    document_lines_end(&lines, d);
}

/* One per line, for people and for other programs. */
static void add_samples(adrop_document *d, const dist_view *view)
{
    document_lines lines;

    adrop_document_vector(d, "samples", NULL, view->n_samples, view->samples);
    document_lines_start(&lines);
    fprintf(lines.file, "%ssamples%s\n", out_bold(stdout), out_plain(stdout));
    for (size_t i = 0; i < view->n_samples; i++)
        fprintf(lines.file, "%s\n", OUT_NUMBER((double)view->samples[i], DIGITS));
    document_lines_end(&lines, d);
}

int dist_print(const command_call *call, const dist_view *view)
{
    const dist_member *m = &view->member;
    char title[512];

    snprintf(title, sizeof title, "%s x %s, mu %s, sigma %s", m->seed, m->map,
             OUT_NUMBER(m->mu, DIGITS), OUT_NUMBER(m->sigma, DIGITS));
    adrop_document *d = document_start(call->ctx, title);
    adrop_document_text(d, "seed", NULL, m->seed);
    adrop_document_text(d, "map", NULL, m->map);
    dist_show_add(d, "mu", NULL, m->mu);
    dist_show_add(d, "sigma", NULL, m->sigma);
    add_moments(d, m);
    add_points(d, view);
    if (view->quantile->n)
        add_quantiles(d, view);
    if (view->other.dist)
        add_divergence(d, view);
    if (view->nearest)
        add_nearest(d, m->dist);
    add_drawing(d, view);
    if (view->n_samples)
        add_samples(d, view);
    return document_print(call, d);
}
