/* The pairs of the model-free family ranked by their distance from a target (dist_fit.h), and in
 * words: is it reached, only in a limit, or missed, and by how much? */
#include "dist_fit.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "adrop/dist.h"
#include "json.h"
#include "out.h"

enum { DIGITS = 5, SHORT = 3, MOST_OBSTACLES = 8, NAMED = 3 };

/* Nearer than this the pair is the target, up to the search for mu and sigma. */
static const double exact = 1e-6;

#define NUMBER(x) OUT_NUMBER(x, DIGITS)
#define ROUGH(x)  OUT_NUMBER(x, SHORT)

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

/* In per cent of the target's standard deviation, in the units of the distance. */
static double share(const adrop_ranking_info *info, double distance)
{
    return 100 * distance / sqrt(info->variance) * (info->unit_mean ? info->mean : 1);
}

static size_t count(const adrop_ranking *r, int at_limit)
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
    const size_t n = count(r, 0), limits = count(r, 1);
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

/* ---- as text ---- */

/* Why divergences are infinite, each once, in order of appearance; letters name them. */
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

static void add_pair(out_table *table, size_t rank, const adrop_ranked *p, int unit_mean,
                     obstacles *o)
{
    out_cell(table, 0, "%zu", rank);
    out_cell(table, 0, "%s x %s", p->seed, p->map);
    out_cell(table, 0, "%s", NUMBER(p->mu));
    out_cell(table, 0, "%s", NUMBER(p->sigma));
    out_cell(table, 0, "%s%s", p->at_limit ? "limit " : "", NUMBER(p->distance));
    if (unit_mean)
        return;
    if (p->kl_obstacle)
        out_cell(table, 0, "infinite (%c)", letter_of(o, p->kl_obstacle));
    else
        out_cell(table, 0, "%s", NUMBER(p->kl));
}

static void print(const adrop_ranking *r, const adrop_ranking_info *info, const char *words)
{
    out_table table = { .align = info->unit_mean ? "rlrrr" : "rlrrrr" };
    obstacles o = { .n = 0 };
    adrop_ranked p;

    printf("%s%s%s%s: mean %s, standard deviation %s\n\n", out_bold(stdout), info->target,
           out_plain(stdout), info->unit_mean ? ", divided by its mean" : "", NUMBER(info->mean),
           NUMBER(sqrt(info->variance)));
    out_cell(&table, 1, " ");
    out_cell(&table, 1, "pair");
    out_cell(&table, 1, "mu");
    out_cell(&table, 1, "sigma");
    out_cell(&table, 1, "distance");
    if (!info->unit_mean)
        out_cell(&table, 1, "KL");
    for (size_t i = 0; adrop_ranking_at(r, i, &p); i++)
        add_pair(&table, i + 1, &p, info->unit_mean, &o);
    out_table_print(&table, stdout, 0);

    puts("");
    out_wrap(stdout,
             "distance: Wasserstein's of order 1, the mean distance that mass must be moved; "
             "limit: it still falls at the end of the range of mu or sigma",
             0, 0);
    if (!info->unit_mean)
        puts("KL: KL(target || pair) in nats");
    for (size_t i = 0; i < o.n; i++)
        printf("(%c): %s\n", (char)('a' + i), o.text[i]);
    puts("");
    out_wrap(stdout, words, 0, 0);
}

/* ---- as JSON ---- */

static void json_pair(json *j, const adrop_ranked *p)
{
    json_open(j, '{');
    json_key_text(j, "seed", p->seed);
    json_key_text(j, "map", p->map);
    json_key_number(j, "mu", p->mu);
    json_key_number(j, "sigma", p->sigma);
    json_key_number(j, "distance", p->distance);
    json_key(j, "at_limit");
    json_truth(j, p->at_limit);
    json_key_number(j, "kl", p->kl);
    json_key_text(j, "kl_obstacle", p->kl_obstacle);
    json_close(j);
}

static void print_json(const adrop_ranking *r, const adrop_ranking_info *info, const char *words)
{
    json j = { .file = stdout };
    adrop_ranked p;

    json_open(&j, '{');
    json_key_text(&j, "target", info->target);
    json_key(&j, "unit_mean");
    json_truth(&j, info->unit_mean);
    json_key_number(&j, "mean", info->mean);
    json_key_number(&j, "variance", info->variance);
    json_key_number(&j, "floor", info->floor);
    json_key(&j, "pairs");
    json_open(&j, '[');
    for (size_t i = 0; adrop_ranking_at(r, i, &p); i++)
        json_pair(&j, &p);
    json_close(&j);
    json_key_text(&j, "verdict", words);
    json_close(&j);
}

int dist_fit(const command_call *call, const char *target, const adrop_ranking_opts *opts,
             int as_json)
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
    if (as_json)
        print_json(r, &info, v.text);
    else
        print(r, &info, v.text);
    adrop_ranking_free(r);
    return OUT_OK;
}
