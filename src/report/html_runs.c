/* Runs on a page: a table, the gap between training and test results, times; then their curves, by
 * data set and network. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/stats.h"
#include "base/memory.h"
#include "report/html.h"

enum { LISTED = 200 };

static void page_run_table(adrop_page *p, const ad_shown_runs *runs)
{
    const int digits = ADROP_DECIMALS(runs->runs[0].is_regression ? 4 : 2);
    const struct {
        const char *label;
        char align;
        int digits;
    } columns[] = { { "technique", 'l', 0 },
                    { "test", 'r', digits },
                    { "training", 'r', digits },
                    { "epochs", 'r', 0 },
                    { "seconds", 'r', ADROP_DECIMALS(1) },
                    { "state", 'l', 0 },
                    { "run", 'l', 0 } };
    char text[64];

    snprintf(text, sizeof text, "The %zu run%s", runs->n, runs->n == 1 ? "" : "s");
    adrop_document_table(p->d, NULL, text, runs->n > 12 ? ADROP_TABLE_FOLDED : 0);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        adrop_document_column(p->d, NULL, columns[i].label, columns[i].align, "",
                              columns[i].digits);
    for (size_t i = 0; i < runs->n && i < LISTED; i++) {
        const ad_shown_run *r = &runs->runs[i];
        adrop_document_cell_text(p->d, r->dropout);
        ad_page_cell(p, r->test);
        ad_page_cell(p, r->train);
        ad_page_cell(p, r->n ? r->epochs[r->n - 1].epoch : 0);
        ad_page_cell(p, r->seconds);
        adrop_document_cell_text(p->d, r->state);
        adrop_document_cell_text(p->d, ad_page_path(p, r->path));
    }
    snprintf(text, sizeof text, "%zu runs; the first %d are listed.", runs->n, LISTED);
    if (runs->n > LISTED)
        adrop_document_note(p->d, text);
    adrop_document_end(p->d);
}

/* Mean and standard deviation of a figure of the runs [from, end). */
static void summarize(const ad_shown_runs *runs, size_t from, size_t end,
                      double (*of)(const ad_shown_run *), adrop_summary *s)
{
    double sum = 0, square = 0;
    size_t n = 0;

    for (size_t i = from; i < end; i++)
        if (isfinite(of(&runs->runs[i]))) {
            sum += of(&runs->runs[i]);
            n++;
        }
    const double mean = n ? sum / (double)n : NAN;
    for (size_t i = from; i < end; i++)
        if (isfinite(of(&runs->runs[i])))
            square += pow(of(&runs->runs[i]) - mean, 2);
    *s = (adrop_summary){ .n = n,
                          .mean = mean,
                          .std = n > 1 ? sqrt(square / (double)(n - 1)) : NAN };
}

static double test_of(const ad_shown_run *r)
{
    return r->test;
}

static double train_of(const ad_shown_run *r)
{
    return r->train;
}

static double epoch_seconds(const ad_shown_run *r)
{
    double sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < r->n; i++)
        if (isfinite(r->epochs[i].curve[AD_CURVE_SECONDS])) {
            sum += r->epochs[i].curve[AD_CURVE_SECONDS];
            n++;
        }
    return n ? sum / (double)n : NAN;
}

static void add_bars(adrop_page *p, adrop_figure *f, const ad_shown_runs *runs, const char *name,
                     int style, double (*of)(const ad_shown_run *))
{
    (void)p;
    adrop_figure_series(f, name, style);
    for (size_t i = 0, end; i < runs->n; i = end) {
        adrop_summary s;
        end = ad_shown_runs_group(runs, i, runs->n);
        summarize(runs, i, end, of, &s);
        adrop_figure_named(f, runs->runs[i].dropout, NAN, s.mean, s.mean - s.std, s.mean + s.std);
    }
}

/* Training result without noise minus test result: how far a technique overfits. */
static void gap(adrop_page *p, const ad_shown_runs *runs)
{
    adrop_figure *f = ad_page_new_figure(p, "Training and test rows after the last epoch: %s, %s",
                                         runs->runs[0].data, runs->runs[0].model);
    double least = INFINITY;
    char best[AD_RUN_NAME] = "";
    size_t groups = 0;

    if (!f)
        return;
    adrop_figure_panel(f, "bar", "");
    adrop_figure_axis(f, ADROP_AXIS_Y, runs->runs[0].is_regression ? "rmse" : "accuracy (%)",
                      runs->runs[0].is_regression ? 0 : ADROP_AXIS_PERCENT);
    add_bars(p, f, runs, "training, without noise", 0, train_of);
    add_bars(p, f, runs, "test", 1, test_of);
    adrop_figure_note(f, "The distance between the two is the gap that regularisation is to close. "
                         "Error bars: one standard deviation, where there are several runs.");
    for (size_t i = 0, end; i < runs->n; i = end) {
        adrop_summary a, b;
        end = ad_shown_runs_group(runs, i, runs->n);
        summarize(runs, i, end, train_of, &a);
        summarize(runs, i, end, test_of, &b);
        if (isfinite(a.mean) && isfinite(b.mean)) {
            groups++;
            if (fabs(a.mean - b.mean) < least) {
                least = fabs(a.mean - b.mean);
                snprintf(best, sizeof best, "%s", runs->runs[i].dropout);
            }
        }
    }
    ad_page_figure(p, f);
    if (groups > 1)
        ad_page_say(p, "The gap between training and test rows is smallest with %s: %.*f%s.", best,
                    runs->runs[0].is_regression ? 4 : 2, least,
                    runs->runs[0].is_regression ? "" : " points");
}

static void page_times(adrop_page *p, const ad_shown_runs *runs)
{
    adrop_figure *f = ad_page_new_figure(p, "Seconds of an epoch: %s, %s", runs->runs[0].data,
                                         runs->runs[0].model);

    if (!f)
        return;
    adrop_figure_panel(f, "bar", "");
    adrop_figure_axis(f, ADROP_AXIS_Y, "seconds", ADROP_AXIS_FROM_ZERO);
    add_bars(p, f, runs, "training", 0, epoch_seconds);
    adrop_figure_note(f,
                      "Of training alone, as the runs met it: other programs on the machine count "
                      "too. 'adrop compare --timing' measures techniques in turn.");
    ad_page_figure(p, f);
}

/* Report missing lines and files of the runs. */
static void tell_missing(adrop_page *p, const ad_shown_runs *runs)
{
    for (size_t i = 0; i < runs->n; i++) {
        const ad_shown_run *r = &runs->runs[i];
        if (!r->n)
            ad_page_lack(p, "%s has no epochs: its metrics.jsonl is missing or empty.",
                         ad_page_path(p, r->path));
        else if (r->broken)
            ad_page_lack(p,
                         "%s: %zu of %zu lines of metrics.jsonl are no epochs, and are left out.",
                         ad_page_path(p, r->path), r->broken, r->lines);
        if (strcmp(r->state, "done"))
            ad_page_lack(p, "%s is not done: its record says '%s'.", ad_page_path(p, r->path),
                         r->state);
    }
}

static void html_runs_block(adrop_page *p, const ad_shown_runs *runs)
{
    tell_missing(p, runs);
    ad_page_curves(p, runs);
    gap(p, runs);
    ad_page_dropout(p, runs);
    ad_page_trust(p, runs);
    page_times(p, runs);
    page_run_table(p, runs);
    ad_page_settings(p, runs->runs[0].record, runs->runs[0].path);
}

void ad_page_runs(adrop_page *p, ad_shown_runs *runs)
{
    ad_shown_runs_sort(runs);
    for (size_t i = 0, end; i < runs->n && !p->status; i = end) {
        end = ad_shown_runs_block(runs, i);
        const ad_shown_runs some = {
            .ctx = runs->ctx,
            .runs = runs->runs + i,
            .n = end - i,
            .room = end - i,
        };
        if (end - i < runs->n)
            ad_page_head(p, 3, "%s, %s", runs->runs[i].data, runs->runs[i].model);
        html_runs_block(p, &some);
    }
}
