/* The rounds of a pruning as a document (adrop/pruning.h): a table, and the result against the
 * share kept. */
#include <math.h>

#include "base/context.h"
#include "base/format.h"
#include "base/keep.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "study/prune_impl.h"

static int is_error(const adrop_pruning *p)
{
    return p->info.task == ADROP_REGRESSION;
}

/* Columns without a key are for people only, those without a label for programs only. The last two
 * give the run relative to the folder (CSV) and with its path. */
static void prune_document_add_columns(adrop_document *d, const adrop_pruning *p)
{
    const struct {
        const char *key, *label, *unit;
        int digits;
    } columns[] = {
        { "round", "round", "", 0 },
        { NULL, NULL, "", 0 }, /* unit */
        { NULL, NULL, "", 0 }, /* criterion */
        { "units", p->opts.unit ? "weights" : "nodes", "", 0 },
        { "kept", NULL, "", 0 },
        { NULL, "kept %", "", 3 },
        { "params", "params", "", ADROP_DECIMALS(0) },
        { "macs", "macs", "", ADROP_DECIMALS(0) },
        { "bytes", "bytes", "", ADROP_DECIMALS(0) },
        { "test_before", "before", "", 0 },
        { "test", "after", "", 0 },
        { "ms_per_batch", "ms/batch", "", 3 },
        { "ms_per_input", "ms/input", "", 3 },
        { NULL, NULL, "", 0 }, /* whole_ms_per_batch */
        { NULL, NULL, "", 0 }, /* whole_ms_per_input */
        { "faster_batch", "faster b", "", 3 },
        { "faster_input", "faster i", "", 3 },
        { "run", NULL, "", 0 },
        { NULL, NULL, "", 0 }, /* run */
    };

    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        adrop_document_column(d, columns[i].key, columns[i].label, 'r', columns[i].unit,
                              columns[i].digits);
}

static void prune_document_add_text(adrop_document *d, const char *key, const char *text)
{
    adrop_document_cell_text(d, text);
    adrop_document_differs(d, key, "", 0);
}

static void add_number(adrop_document *d, double x)
{
    if (isnan(x))
        adrop_document_cell_null(d);
    else
        adrop_document_cell_number(d, x);
}

static void add_keyed(adrop_document *d, const char *key, double x, int digits)
{
    add_number(d, x);
    adrop_document_differs(d, key, "", digits);
}

static adrop_status add_round(adrop_document *d, const adrop_pruning *p, const adrop_prune_round *r)
{
    const int digits = is_error(p) ? 5 : ADROP_DECIMALS(2);
    const char *run;
    const adrop_status status = ad_keep_format(p->ctx, &run, "%s/%s", p->opts.out, r->run);

    adrop_document_cell_count(d, r->round);
    prune_document_add_text(d, "unit", ad_prune_units[p->opts.unit]);
    prune_document_add_text(d, "criterion", p->criterion->name);
    adrop_document_cell_count(d, r->units);
    add_number(d, r->kept);
    add_number(d, 100 * r->kept);
    add_number(d, r->params);
    add_number(d, r->macs);
    add_number(d, r->bytes);
    add_keyed(d, is_error(p) ? "test_rmse_before" : "test_acc_before", r->test_before, digits);
    if (!is_error(p)) /* accuracies are shares */
        adrop_document_also(d, "test_acc_before_percent");
    add_keyed(d, is_error(p) ? "test_rmse" : "test_acc", r->test, digits);
    if (!is_error(p))
        adrop_document_also(d, "test_acc_percent");
    add_number(d, r->ms_per_batch);
    add_number(d, r->ms_per_input);
    add_keyed(d, "whole_ms_per_batch", r->whole_ms_per_batch, 0);
    add_keyed(d, "whole_ms_per_input", r->whole_ms_per_input, 0);
    add_number(d, r->whole_ms_per_batch / r->ms_per_batch);
    add_number(d, r->whole_ms_per_input / r->ms_per_input);
    prune_document_add_text(d, NULL, r->run);
    prune_document_add_text(d, "run", run);
    return status;
}

/* The result against the share kept, which falls by a factor per round: hence the log axis. */
static adrop_status add_figure(adrop_document *d, const adrop_pruning *p)
{
    const char *name = is_error(p) ? "test RMSE" : "test accuracy (%)";
    adrop_figure *f;
    adrop_prune_round r;
    adrop_status status = adrop_figure_create(p->ctx, "Result by the share that is kept", &f);

    if (status)
        return status;
    adrop_figure_panel(f, "line", "");
    adrop_figure_axis(f, ADROP_AXIS_X, "kept (%)", ADROP_AXIS_LOG);
    adrop_figure_axis(f, ADROP_AXIS_Y, name, 0);
    for (int k = 0; k < 2; k++) {
        adrop_figure_series(f, k ? "before training again" : "after training again", k);
        for (size_t i = 0; adrop_prune_round_at(p, i, &r); i++)
            adrop_figure_point(f, 100 * r.kept, k ? r.test_before : r.test);
    }
    adrop_document_figure(d, NULL, f);
    return ADROP_OK;
}

static void add_note(adrop_document *d, const adrop_pruning *p)
{
    char note[256];

    ad_print(note, sizeof note,
             "before, after: test %s without and with training of what is left; faster: than round "
             "0, by batches of %zu rows (b) and by single inputs (i), measured by turns.",
             is_error(p) ? "RMSE" : "accuracy in per cent", p->study.train.batch);
    adrop_document_note(d, note);
}

static size_t count_done(const adrop_pruning *p)
{
    adrop_prune_info info;

    adrop_prune_describe(p, &info);
    return info.done;
}

adrop_status adrop_prune_document(const adrop_pruning *p, size_t round, adrop_document **out)
{
    if (ad_check_given(p->ctx, "out", out))
        return ADROP_EINVAL;

    const int is_one = round != SIZE_MAX;
    adrop_prune_round r;
    adrop_status status = adrop_document_create(p->ctx, "", out);

    if (status)
        return status;
    adrop_document_table(*out, is_one ? NULL : "rounds", "", is_one ? ADROP_TABLE_MEMBERS : 0);
    prune_document_add_columns(*out, p);
    for (size_t i = is_one ? round : 0;
         !status && (!is_one || i == round) && adrop_prune_round_at(p, i, &r); i++)
        status = add_round(*out, p, &r);
    add_note(*out, p);
    adrop_document_end(*out);
    if (!status && !is_one && count_done(p)) {
        status = add_figure(*out, p);
        adrop_document_say(*out, "The pruning is in %s; each of its rounds is a run.", p->opts.out);
    }
    if (status) {
        adrop_document_free(*out);
        *out = NULL;
    }
    return status;
}
