/* Ranks the pairs of the model-free family by their distance from a target (dist_show.h), and
 * states whether the target is reached, reached only in a limit, or missed, and by how much. */
#include "dist_show.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "adrop/dist.h"
#include "document_out.h"
#include "out.h"

enum { DIGITS = 5, SHORT = 3, MOST_OBSTACLES = 8, NAMED = 3 };

/* Below this distance the pair equals the target, up to the search for mu and sigma. */
static const double exact = 1e-6;

#define ROUGH(x) OUT_NUMBER(x, SHORT)

/* ---- the verdict ---- */

typedef struct verdict {
    char text[1024];
    size_t used;
} verdict;

__attribute__((format(printf, 2, 3))) static void say(verdict *v, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const int n = vsnprintf(v->text + v->used, sizeof v->text - v->used, format, args);
    va_end(args);
    if (n > 0)
        v->used += (size_t)n < sizeof v->text - v->used ? (size_t)n : sizeof v->text - v->used - 1;
}

/* A distance in per cent of the target's standard deviation. */
static double share(const adrop_ranking_info *info, double distance)
{
    return 100 * distance / sqrt(info->variance) * (info->unit_mean ? info->mean : 1);
}

static size_t dist_fit_count(const adrop_ranking *r, int at_limit)
{
    adrop_ranked p;
    size_t n = 0;

    for (size_t i = 0; adrop_ranking_at(r, i, &p); i++)
        n += (at_limit ? p.at_limit : p.distance < exact && !p.at_limit) ? 1 : 0;
    return n;
}

static void say_reached(verdict *v, const adrop_ranking *r, size_t n)
{
    adrop_ranked p;
    size_t named = 0;

    say(v, "reached: ");
    for (size_t i = 0; named < n && named < NAMED && adrop_ranking_at(r, i, &p); i++) {
        if (p.distance >= exact || p.at_limit)
            continue;
        named++;
        const char *before = named == 1 ? "" : named == n ? " and " : ", ";
        say(v, "%s%s x %s", before, p.seed, p.map);
    }
    if (named < n)
        say(v, " and %zu more", n - named);
    say(v, " %s at a distance below 1e-6", n == 1 ? "is" : "are");
}

static void say_best(verdict *v, const adrop_ranking *r, const adrop_ranking_info *info)
{
    const size_t n = dist_fit_count(r, 0), limits = dist_fit_count(r, 1);
    adrop_ranked best;

    adrop_ranking_at(r, 0, &best);
    if (n)
        say_reached(v, r, n);
    else if (best.at_limit)
        say(v,
            "reached only in a limit, by %zu of %zu pairs: the distance falls as mu and sigma "
            "grow, "
            "and is %s for the nearest, %s x %s, at sigma %s",
            limits, info->n_pairs, ROUGH(best.distance), best.seed, best.map, ROUGH(best.sigma));
    else if (info->floor > exact)
        say(v,
            "not reached: the target has masks above 1, and nothing on [0, 1] is nearer than %s; "
            "the "
            "nearest pair is %s x %s at %s",
            ROUGH(info->floor), best.seed, best.map, ROUGH(best.distance));
    else
        say(v,
            "not reached: the nearest pair, %s x %s, is at %s, %s %% of the target's standard "
            "deviation",
            best.seed, best.map, ROUGH(best.distance), ROUGH(share(info, best.distance)));
}

static void say_advanced(verdict *v, const adrop_ranking *r, const adrop_ranking_info *info)
{
    adrop_ranked p;

    for (size_t i = 0; adrop_ranking_at(r, i, &p); i++)
        if (!strcmp(p.seed, "gaussian") && !strcmp(p.map, "sigmoid"))
            say(v,
                "; gaussian x sigmoid, the pair of advanced dropout, is number %zu of %zu at %s, "
                "%s %% "
                "of the target's standard deviation",
                i + 1, info->n_pairs, ROUGH(p.distance), ROUGH(share(info, p.distance)));
}

/* ---- the document ---- */

/* The reasons for infinite divergences, each once, in order of appearance, labelled by letters. */
typedef struct obstacles {
    const char *text[MOST_OBSTACLES];
    size_t n;
} obstacles;

static char letter_of(obstacles *o, const char *text)
{
    size_t i = 0;

    while (i < o->n && strcmp(o->text[i], text) != 0)
        i++;
    if (i == o->n && o->n < MOST_OBSTACLES)
        o->text[o->n++] = text;
    return (char)('a' + i);
}

static void dist_fit_add_columns(adrop_document *d, int unit_mean)
{
    adrop_document_table(d, "pairs", "", 0);
    adrop_document_column(d, NULL, "", 'r', "", 0);
    adrop_document_column(d, "seed", "seed", 'l', "", 0);
    adrop_document_column(d, "map", "map", 'l', "", 0);
    adrop_document_column(d, "mu", "mu", 'r', "", DIGITS);
    adrop_document_column(d, "sigma", "sigma", 'r', "", DIGITS);
    adrop_document_column(d, "distance", "distance", 'r', "", DIGITS);
    adrop_document_column(d, "at_limit", NULL, 'l', "", 0);
    adrop_document_column(d, "kl", unit_mean ? NULL : "KL", 'r', "", DIGITS);
    adrop_document_column(d, "kl_obstacle", NULL, 'l', "", 0);
}

static void add_pair(adrop_document *d, size_t rank, const adrop_ranked *p, obstacles *o)
{
    char reason[8] = "";

    adrop_document_cell_count(d, rank);
    adrop_document_cell_text(d, p->seed);
    adrop_document_cell_text(d, p->map);
    adrop_document_cell_number(d, p->mu);
    adrop_document_cell_number(d, p->sigma);
    adrop_document_cell_number(d, p->distance);
    adrop_document_around(d, p->at_limit ? "limit " : "", "");
    adrop_document_cell_truth(d, p->at_limit);
    adrop_document_cell_number(d, p->kl);
    if (p->kl_obstacle)
        snprintf(reason, sizeof reason, " (%c)", letter_of(o, p->kl_obstacle));
    adrop_document_around(d, "", reason);
    adrop_document_cell_text(d, p->kl_obstacle);
}

static void add_ranking(adrop_document *d, const adrop_ranking *r, int unit_mean)
{
    obstacles o = { .n = 0 };
    adrop_ranked p;

    dist_fit_add_columns(d, unit_mean);
    for (size_t i = 0; adrop_ranking_at(r, i, &p); i++)
        add_pair(d, i + 1, &p, &o);
    adrop_document_end(d);
    adrop_document_sentence(
        d, NULL,
        "distance: Wasserstein's of order 1, the mean distance that mass must be moved; limit: it "
        "still falls at the end of the range of mu or sigma");
    if (!unit_mean)
        adrop_document_sentence(d, NULL, "KL: KL(target || pair) in nats");
    for (size_t i = 0; i < o.n && !unit_mean; i++)
        adrop_document_say(d, "(%c): %s", (char)('a' + i), o.text[i]);
}

static int print_ranking(const command_call *call, const adrop_ranking *r,
                         const adrop_ranking_info *info, const char *words)
{
    adrop_document *d = document_start(call->ctx, "");

    adrop_document_text(d, "target", "target", info->target);
    adrop_document_truth(d, "unit_mean", info->unit_mean ? "divided by its mean" : NULL,
                         info->unit_mean);
    adrop_document_number(d, "mean", "mean", info->mean, "", DIGITS);
    adrop_document_number(d, "variance", NULL, info->variance, "", DIGITS);
    adrop_document_number(d, NULL, "standard deviation", sqrt(info->variance), "", DIGITS);
    adrop_document_number(d, "floor", NULL, info->floor, "", DIGITS);
    add_ranking(d, r, info->unit_mean);
    adrop_document_sentence(d, "verdict", words);
    return document_print(call, d);
}

int dist_fit(const command_call *call, const char *target, const adrop_ranking_opts *opts)
{
    adrop_ranking_info info;
    adrop_ranking *r;
    verdict v = { .used = 0 };

    const adrop_status status = adrop_ranking_create(call->ctx, target, opts, &r);
    if (status)
        return command_fail(call, status);
    adrop_ranking_describe(r, &info);
    say_best(&v, r, &info);
    say_advanced(&v, r, &info);
    const int code = print_ranking(call, r, &info, v.text);
    adrop_ranking_free(r);
    return code;
}
