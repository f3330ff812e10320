/* The trials of a search as a table (tune_show.h): those that were trained longest first, and of
 * these the best. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/table.h"
#include "out.h"
#include "table_format.h"
#include "tune_show.h"

enum { MOST_KEYS = 16 };

/* Keys of all trials, in the order in which they come. */
static size_t list_keys(const adrop_tune *t, const char *keys[MOST_KEYS])
{
    char text[ADROP_TEXT_SIZE];
    adrop_trial trial;
    const char *key;
    size_t n = 0;

    for (size_t i = 0; adrop_tune_trial_at(t, i, &trial); i++)
        for (size_t k = 0; adrop_tune_setting_at(t, i, k, &key, text); k++) {
            size_t at = 0;
            while (at < n && strcmp(keys[at], key) != 0)
                at++;
            if (at == n && n < MOST_KEYS)
                keys[n++] = key;
        }
    return n;
}

static int comes_before(const adrop_trial *a, const adrop_trial *b, int less)
{
    const double x = isnan(a->val) ? (less ? INFINITY : -INFINITY) : a->val;
    const double y = isnan(b->val) ? (less ? INFINITY : -INFINITY) : b->val;

    if (!a->same_as != !b->same_as)
        return !a->same_as;
    if (a->epochs != b->epochs)
        return a->epochs > b->epochs;
    return x != y ? (less ? x < y : x > y) : a->trial < b->trial;
}

/* All trials, sorted; the caller frees. */
static adrop_trial *sorted(const adrop_tune *t, size_t *n)
{
    adrop_tune_result r;

    adrop_tune_describe(t, &r);
    adrop_trial *all = out_memory(r.trials ? r.trials : 1, sizeof *all);
    for (*n = 0; *n < r.trials; ++*n) {
        adrop_trial trial;
        size_t k = *n;
        adrop_tune_trial_at(t, *n, &trial);
        for (; k && comes_before(&trial, &all[k - 1], r.by_less); k--)
            all[k] = all[k - 1];
        all[k] = trial;
    }
    return all;
}

static void setting(const adrop_tune *t, const adrop_trial *trial, const char *key,
                    char text[ADROP_TEXT_SIZE])
{
    const char *name;

    for (size_t k = 0; adrop_tune_setting_at(t, trial->trial - 1, k, &name, text); k++)
        if (!strcmp(name, key))
            return;
    *text = 0;
}

static void add_row(adrop_table *table, const adrop_tune *t, const adrop_trial *trial,
                    const char *const *keys, size_t n)
{
    static const char *const states[] = {
        "waits", "stopped", "done", "failed", "equal", "left out"
    };
    adrop_tune_result r;
    char text[ADROP_TEXT_SIZE];

    adrop_tune_describe(t, &r);
    const adrop_mark mark = trial->trial == r.best ? ADROP_MARK_BEST : ADROP_MARK_PLAIN;
    adrop_table_cell(table, mark, "%zu", trial->trial);
    for (size_t k = 0; k < n; k++) {
        setting(t, trial, keys[k], text);
        adrop_table_cell(table, mark, "%s", text);
    }
    adrop_table_cell(table, mark, "%zu", trial->epochs);
    if (isnan(trial->val))
        adrop_table_cell(table, mark, "%s", "");
    else if (strstr(r.by, "acc"))
        adrop_table_cell(table, mark, "%.2f", trial->val);
    else
        adrop_table_cell(table, mark, "%s", OUT_NUMBER(trial->val, 5));
    if (trial->same_as)
        adrop_table_cell(table, mark, "as %zu", trial->same_as);
    else
        adrop_table_cell(table, mark, "%s", states[trial->state]);
}

adrop_status tune_show_table(adrop_ctx *ctx, const adrop_tune *t, int format, size_t most)
{
    const char *keys[MOST_KEYS];
    const size_t n_keys = list_keys(t, keys);
    adrop_tune_result r;
    adrop_table *table;
    size_t n;
    adrop_status status = adrop_table_create(ctx, "", &table);

    if (status)
        return status;
    adrop_tune_describe(t, &r);
    adrop_table_column(table, 'r', "trial");
    for (size_t k = 0; k < n_keys; k++)
        adrop_table_column(table, 'l', keys[k]);
    adrop_table_column(table, 'r', "epochs");
    adrop_table_column(table, 'r', r.by);
    adrop_table_column(table, 'l', "state");
    adrop_table_rank(table, 1);
    adrop_trial *all = sorted(t, &n);
    for (size_t i = 0; i < n && (!most || i < most); i++)
        add_row(table, t, &all[i], keys, n_keys);
    if (most && n > most)
        adrop_table_note(table, "%zu of %zu trials; --top 0 shows all.", most, n);
    free(all);
    status = table_format_print(ctx, table, format);
    adrop_table_free(table);
    return status;
}
