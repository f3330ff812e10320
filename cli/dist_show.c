/* The numbers of a member as text with a drawing, and as JSON (dist_show.h). */
#include "dist_show.h"

#include <math.h>

#include "json.h"
#include "out.h"
#include "plot.h"

enum { DIGITS = 7 };

#define NUMBER(x) OUT_NUMBER(x, DIGITS)

static void add(out_table *table, const char *name, double x)
{
    out_cell(table, 0, "%s", name);
    out_cell(table, 0, "%s", NUMBER(x));
}

static void add_quartiles(out_table *table, const adrop_dist *d)
{
    out_cell(table, 0, "quartiles");
    out_cell(table, 0, "%s, %s, %s", NUMBER(adrop_dist_quantile(d, 0.25)),
             NUMBER(adrop_dist_quantile(d, 0.5)), NUMBER(adrop_dist_quantile(d, 0.75)));
}

static void add_atoms(out_table *table, const adrop_dist *d)
{
    adrop_atom atoms[2];
    size_t n = adrop_dist_atoms(d, atoms);

    for (size_t i = 0; i < n; i++) {
        out_cell(table, 0, "atom at %s", NUMBER(atoms[i].value));
        out_cell(table, 0, "%s", NUMBER(atoms[i].mass));
    }
    if (n == 0) {
        out_cell(table, 0, "atoms");
        out_cell(table, 0, "none");
    }
}

static void add_divergence(out_table *table, const dist_view *view)
{
    const dist_member *other = &view->other;

    out_cell(table, 0, "divergence");
    out_cell(table, 0, "%s nats to %s x %s, mu %s, sigma %s",
             NUMBER(adrop_dist_kl(view->member.dist, other->dist)), other->seed, other->map,
             NUMBER(other->mu), NUMBER(other->sigma));
}

static void add_nearest(out_table *table, const adrop_dist *d)
{
    adrop_near_dists near;

    adrop_dist_nearest(d, &near);
    out_cell(table, 0, "nearest Bernoulli");
    out_cell(table, 0, "p %s, distance %s", NUMBER(near.p), NUMBER(near.bernoulli_distance));
    out_cell(table, 0, "nearest beta");
    out_cell(table, 0, "a %s, b %s, distance %s%s", NUMBER(near.a), NUMBER(near.b),
             NUMBER(near.beta_distance), near.at_limit ? " (only in a limit)" : "");
}

static void print_numbers(FILE *file, const dist_view *view)
{
    const adrop_dist *d = view->member.dist;
    double mean = adrop_dist_mean(d), approx = adrop_dist_mean_approx(d);
    double variance = adrop_dist_variance(d);
    out_table table = { .align = "ll" };

    add(&table, "mean", mean);
    if (!isnan(approx))
        add(&table, "approximate mean", approx);
    add(&table, "variance", variance);
    add(&table, "deviation", sqrt(variance));
    add(&table, "dropout rate", 1 - mean);
    add(&table, "noise level", variance / (mean * mean));
    add_quartiles(&table, d);
    add_atoms(&table, d);
    if (view->other.dist)
        add_divergence(&table, view);
    if (view->nearest)
        add_nearest(&table, d);
    out_table_print(&table, file, 0);
}

static void print_points(FILE *file, const dist_view *view)
{
    out_table table = { .align = "rrr" };

    fputc('\n', file);
    out_cell(&table, 1, "m");
    out_cell(&table, 1, "density");
    out_cell(&table, 1, "P(mask <= m)");
    for (size_t i = 0; i < view->n_at; i++) {
        out_cell(&table, 0, "%s", NUMBER(view->at[i]));
        out_cell(&table, 0, "%s", NUMBER(adrop_dist_pdf(view->member.dist, view->at[i])));
        out_cell(&table, 0, "%s", NUMBER(adrop_dist_cdf(view->member.dist, view->at[i])));
    }
    out_table_print(&table, file, 0);
}

static void print_quantiles(FILE *file, const dist_view *view)
{
    out_table table = { .align = "rr" };

    fputc('\n', file);
    out_cell(&table, 1, "p");
    out_cell(&table, 1, "quantile");
    for (size_t i = 0; i < view->quantile->n; i++) {
        double p = view->quantile->value[i];
        out_cell(&table, 0, "%s", NUMBER(p));
        out_cell(&table, 0, "%s", NUMBER(adrop_dist_quantile(view->member.dist, p)));
    }
    out_table_print(&table, file, 0);
}

/* One to a line, for other programs to read. */
static void print_samples(FILE *file, const dist_view *view)
{
    fprintf(file, "\n%ssamples%s\n", out_bold(file), out_plain(file));
    for (size_t i = 0; i < view->n_samples; i++)
        fprintf(file, "%s\n", NUMBER((double)view->samples[i]));
}

void dist_print(FILE *file, const dist_view *view)
{
    const dist_member *m = &view->member;

    fprintf(file, "%s%s x %s%s, mu %s, sigma %s\n\n", out_bold(file), m->seed, m->map,
            out_plain(file), NUMBER(m->mu), NUMBER(m->sigma));
    print_numbers(file, view);
    if (view->n_at)
        print_points(file, view);
    if (view->quantile->n)
        print_quantiles(file, view);
    fputc('\n', file);
    plot_density(file, m->dist, view->width, view->height, out_utf8());
    if (view->n_samples)
        print_samples(file, view);
}

static void json_atoms(json *j, const adrop_dist *d)
{
    adrop_atom atoms[2];
    size_t n = adrop_dist_atoms(d, atoms);

    json_key(j, "atoms");
    json_open(j, '[');
    for (size_t i = 0; i < n; i++) {
        json_open(j, '[');
        json_number(j, atoms[i].value);
        json_number(j, atoms[i].mass);
        json_close(j);
    }
    json_close(j);
}

/* "key":[f(d, x[0]),..]; the x themselves if f is NULL. */
static void json_values(json *j, const char *key, double (*f)(const adrop_dist *d, double x),
                        const adrop_dist *d, const double *x, size_t n)
{
    json_key(j, key);
    json_open(j, '[');
    for (size_t i = 0; i < n; i++)
        json_number(j, f ? f(d, x[i]) : x[i]);
    json_close(j);
}

static void json_nearest(json *j, const adrop_dist *d)
{
    adrop_near_dists near;

    adrop_dist_nearest(d, &near);
    json_key(j, "nearest");
    json_open(j, '{');
    json_key(j, "bernoulli");
    json_open(j, '{');
    json_key_number(j, "p", near.p);
    json_key_number(j, "distance", near.bernoulli_distance);
    json_close(j);
    json_key(j, "beta");
    json_open(j, '{');
    json_key_number(j, "a", near.a);
    json_key_number(j, "b", near.b);
    json_key_number(j, "distance", near.beta_distance);
    json_key(j, "at_limit");
    json_truth(j, near.at_limit);
    json_close(j);
    json_close(j);
}

void dist_json(FILE *file, const dist_view *view)
{
    json j = { .file = file };
    const dist_member *m = &view->member;
    double approx = adrop_dist_mean_approx(m->dist);

    json_open(&j, '{');
    json_key_text(&j, "seed", m->seed);
    json_key_text(&j, "map", m->map);
    json_key_number(&j, "mu", m->mu);
    json_key_number(&j, "sigma", m->sigma);
    json_key_number(&j, "mean", adrop_dist_mean(m->dist));
    if (!isnan(approx))
        json_key_number(&j, "mean_approx", approx);
    json_key_number(&j, "variance", adrop_dist_variance(m->dist));
    json_atoms(&j, m->dist);
    json_values(&j, "at", NULL, m->dist, view->at, view->n_at);
    json_values(&j, "pdf", adrop_dist_pdf, m->dist, view->at, view->n_at);
    json_values(&j, "cdf", adrop_dist_cdf, m->dist, view->at, view->n_at);
    if (view->quantile->n)
        json_values(&j, "quantiles", adrop_dist_quantile, m->dist, view->quantile->value,
                    view->quantile->n);
    if (view->other.dist)
        json_key_number(&j, "kl", adrop_dist_kl(m->dist, view->other.dist));
    if (view->nearest)
        json_nearest(&j, m->dist);
    if (view->n_samples) {
        json_key(&j, "samples");
        json_open(&j, '[');
        for (size_t i = 0; i < view->n_samples; i++)
            json_float(&j, view->samples[i]);
        json_close(&j);
    }
    json_close(&j);
}
