/* The rounds of a pruning as tables, lines and a curve (prune_show.h). */
#include "prune_show.h"

#include <math.h>
#include <string.h>

#include "adrop/table.h"
#include "json.h"
#include "out.h"
#include "table_format.h"

void prune_show_plan(FILE *file, const adrop_pruning *p)
{
    adrop_prune_info info;
    adrop_prune_round first, last;

    adrop_prune_describe(p, &info);
    adrop_prune_round_at(p, 0, &first);
    adrop_prune_round_at(p, info.rounds - 1, &last);
    out_say(file,
            "%zu rounds of %zu epochs remove %zu of %zu %ss by the criterion '%s' and leave %s %%; "
            "the network is '%s' with '%s'%s",
            info.rounds - 1, info.epochs, first.units - last.units, first.units, info.unit,
            info.criterion, OUT_NUMBER(100 * last.kept, 3), OUT_CLEAN(info.model),
            OUT_CLEAN(info.dropout), info.done ? "; what is done already is not done again" : "");
}

void prune_show_progress(progress *bar, const adrop_prune_progress *p)
{
    char label[64], detail[64];

    snprintf(label, sizeof label, "round %zu of %zu", p->round, p->rounds);
    snprintf(detail, sizeof detail, "epoch %zu of %zu", p->at->epoch, p->at->epochs);
    progress_draw(bar, label, p->done, detail, p->seconds_left);
}

/* "98.61 %" or "0.0123", or a dash. */
static char *shown(char buffer[64], const adrop_prune_info *info, double x, const char *percent)
{
    if (isnan(x))
        snprintf(buffer, 64, "-");
    else if (info->task == ADROP_REGRESSION)
        snprintf(buffer, 64, "%s", OUT_NUMBER(x, 5));
    else
        snprintf(buffer, 64, "%.2f%s", x, percent);
    return buffer;
}

#define SHOWN(info, x, percent) shown((char[64]){ 0 }, (info), (x), (percent))

void prune_show_round(FILE *file, const adrop_pruning *p, const adrop_prune_round *r)
{
    adrop_prune_info info;

    adrop_prune_describe(p, &info);
    fprintf(file, "round %zu: %zu %ss (%s %%), test %s %s", r->round, r->units, info.unit,
            OUT_NUMBER(100 * r->kept, 3), info.task == ADROP_REGRESSION ? "rmse" : "accuracy",
            SHOWN(&info, r->test, " %"));
    if (!isnan(r->test_before))
        fprintf(file, " (%s before training)", SHOWN(&info, r->test_before, " %"));
    fputc('\n', file);
}

/* -- The table ------------------------------------------------------------------------------- */

/* For people short, for programs whole. */
static void number(adrop_table *t, int format, double x, int digits)
{
    if (isnan(x))
        adrop_table_cell(t, ADROP_MARK_PLAIN, "%s", format == TABLE_CSV ? "" : "-");
    else if (format == TABLE_CSV)
        adrop_table_cell(t, ADROP_MARK_PLAIN, "%s", OUT_NUMBER(x, 17));
    else
        adrop_table_cell(t, ADROP_MARK_PLAIN, "%s", OUT_NUMBER(x, digits));
}

static void count(adrop_table *t, int format, double x)
{
    if (isnan(x))
        number(t, format, x, 0);
    else
        adrop_table_cell(t, ADROP_MARK_PLAIN, "%.0f", x);
}

static void result(adrop_table *t, int format, const adrop_prune_info *info, double x)
{
    if (format == TABLE_CSV)
        number(t, format, x, 17);
    else
        adrop_table_cell(t, ADROP_MARK_PLAIN, "%s", SHOWN(info, x, ""));
}

static void add_row(adrop_table *t, int format, const adrop_prune_info *info,
                    const adrop_prune_round *r)
{
    adrop_table_cell(t, ADROP_MARK_PLAIN, "%zu", r->round);
    adrop_table_cell(t, ADROP_MARK_PLAIN, "%zu", r->units);
    number(t, format, format == TABLE_CSV ? r->kept : 100 * r->kept, 3);
    count(t, format, r->params);
    count(t, format, r->macs);
    count(t, format, r->bytes);
    result(t, format, info, r->test_before);
    result(t, format, info, r->test);
    number(t, format, r->ms_per_batch, 3);
    number(t, format, r->ms_per_input, 3);
    number(t, format, r->whole_ms_per_batch / r->ms_per_batch, 3);
    number(t, format, r->whole_ms_per_input / r->ms_per_input, 3);
    if (format == TABLE_CSV)
        adrop_table_cell(t, ADROP_MARK_PLAIN, "%s", r->run);
}

static void add_heads(adrop_table *t, int format, const adrop_prune_info *info)
{
    static const char *const for_people[] = { "round",    "",         "kept %",   "params",
                                              "macs",     "bytes",    "before",   "after",
                                              "ms/batch", "ms/input", "faster b", "faster i" };
    static const char *const for_programs[] = { "round",        "units",        "kept",
                                                "params",       "macs",         "bytes",
                                                "test_before",  "test",         "ms_per_batch",
                                                "ms_per_input", "faster_batch", "faster_input" };

    for (size_t i = 0; i < sizeof for_people / sizeof *for_people; i++)
        adrop_table_column(t, 'r',
                           format == TABLE_CSV ? for_programs[i]
                           : i == 1            ? strcmp(info->unit, "node") ? "weights" : "nodes"
                                               : for_people[i]);
    if (format == TABLE_CSV)
        adrop_table_column(t, 'l', "run");
}

adrop_status prune_show_table(adrop_ctx *ctx, const adrop_pruning *p, int format)
{
    adrop_prune_info info;
    adrop_prune_round r;
    adrop_table *t;
    adrop_status status = adrop_table_create(ctx, "", &t);

    if (status)
        return status;
    adrop_prune_describe(p, &info);
    add_heads(t, format, &info);
    for (size_t i = 0; adrop_prune_round_at(p, i, &r); i++)
        add_row(t, format, &info, &r);
    if (format != TABLE_CSV)
        adrop_table_note(
            t,
            "before, after: test %s without and with training of what is left; faster: "
            "than round 0, by batches of %zu rows (b) and by single inputs (i), "
            "measured by turns.",
            info.task == ADROP_REGRESSION ? "RMSE" : "accuracy in per cent", info.batch);
    status = table_format_print(ctx, t, format);
    adrop_table_free(t);
    return status;
}

/* -- JSON ------------------------------------------------------------------------------------- */

void prune_show_json(const adrop_pruning *p, const char *folder)
{
    adrop_prune_info info;
    adrop_prune_round r;
    char run[512];

    adrop_prune_describe(p, &info);
    for (size_t i = 0; adrop_prune_round_at(p, i, &r); i++) {
        const int is_error = info.task == ADROP_REGRESSION;
        json j = { .file = stdout };
        json_open(&j, '{');
        json_key(&j, "round");
        json_count(&j, r.round);
        json_key_text(&j, "unit", info.unit);
        json_key_text(&j, "criterion", info.criterion);
        json_key(&j, "units");
        json_count(&j, r.units);
        json_key_number(&j, "kept", r.kept);
        json_key_number(&j, "params", r.params);
        json_key_number(&j, "macs", r.macs);
        json_key_number(&j, "bytes", r.bytes);
        json_key_number(&j, is_error ? "test_rmse" : "test_acc", r.test);
        json_key_number(&j, is_error ? "test_rmse_before" : "test_acc_before", r.test_before);
        json_key_number(&j, "ms_per_batch", r.ms_per_batch);
        json_key_number(&j, "ms_per_input", r.ms_per_input);
        json_key_number(&j, "whole_ms_per_batch", r.whole_ms_per_batch);
        json_key_number(&j, "whole_ms_per_input", r.whole_ms_per_input);
        snprintf(run, sizeof run, "%s/%s", folder, r.run);
        json_key_text(&j, "run", run);
        json_close(&j);
    }
}

/* -- The curve --------------------------------------------------------------------------------- */

enum { AXIS = 40 };

/* A dot between the ends of an axis that goes from the least result to the largest. */
static void dot(double part, int utf8)
{
    printf("%*s%s", (int)lround((AXIS - 1) * part), "", utf8 ? "\xe2\x97\x8f" : "*");
}

void prune_show_curve(const adrop_pruning *p)
{
    const int utf8 = out_utf8();
    double low = INFINITY, high = -INFINITY;
    adrop_prune_info info;
    adrop_prune_round r;

    adrop_prune_describe(p, &info);
    for (size_t i = 0; adrop_prune_round_at(p, i, &r); i++) {
        low = fmin(low, r.test);
        high = fmax(high, r.test);
    }
    const char *least = SHOWN(&info, low, ""), *most = high > low ? SHOWN(&info, high, "") : "";
    printf("\n kept %%  test %s\n", info.task == ADROP_REGRESSION ? "RMSE" : "accuracy");
    if (high >= low)
        printf("%18s%-*s%s\n", "", AXIS - (int)strlen(most), least, most);
    for (size_t i = 0; adrop_prune_round_at(p, i, &r); i++) {
        if (isnan(r.test))
            continue;
        printf("%7s %8s  ", OUT_NUMBER(100 * r.kept, 3), SHOWN(&info, r.test, ""));
        dot(high > low ? (r.test - low) / (high - low) : 0, utf8);
        putchar('\n');
    }
    putchar('\n');
}
