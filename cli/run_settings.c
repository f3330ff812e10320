/* Settings that differ between runs (run_row.h): each run's record is compared with that of the
 * first run with the same data and network. */
#include "run_row.h"

#include <stdio.h>
#include <string.h>

#include "adrop/data.h"
#include "adrop/train.h"

/* In the table already, or without effect on results. */
static int is_free(const char *key)
{
    static const char *const shown[] = { "data", "model", "dropout", "seed" };
    const adrop_option *row = adrop_option_find(adrop_train_options(), key);

    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        if (!strcmp(shown[i], key))
            return 1;
    if (!row)
        row = adrop_option_find(adrop_data_options(), key);
    return row && row->traits & ADROP_TRAIT_FREE;
}

static int is_among(const char *names, const char *key)
{
    const size_t n = strlen(key);

    for (const char *at = names; (at = strstr(at, key)); at += n)
        if ((at == names || at[-1] == ' ') && (!at[n] || at[n] == ','))
            return 1;
    return 0;
}

/* Settings of b that differ in a. Settings unknown to a's version are ignored. */
static void run_settings_compare(const adrop_record *a, const adrop_record *b, char *names,
                                 size_t size)
{
    const char *key, *value;
    char name[128]; /* a key is a row's name */

    for (size_t i = 0; adrop_record_setting(b, i, &key, &value); i++) {
        snprintf(name, sizeof name, "settings.%s", key);
        const char *other = adrop_record_text(a, name);
        if (!other || !strcmp(other, value) || is_free(key) || is_among(names, key))
            continue;
        const size_t used = strlen(names);
        snprintf(names + used, size - used, "%s%s", used ? ", " : "", key);
    }
}

adrop_status run_settings_differing(adrop_ctx *ctx, const run_row *rows, size_t n, char *names,
                                    size_t size)
{
    adrop_record *first, *other;
    adrop_status status = ADROP_OK;

    *names = 0;
    for (size_t i = 1; i < n && !status; i++) {
        size_t k = 0;
        while (k < i && !run_groups_same_block(&rows[k], &rows[i]))
            k++;
        if (k == i)
            continue;
        status = adrop_record_open(ctx, rows[k].path, &first);
        if (!status)
            status = adrop_record_open(ctx, rows[i].path, &other);
        else
            other = NULL;
        if (!status)
            run_settings_compare(first, other, names, size);
        adrop_record_free(first);
        adrop_record_free(other);
    }
    return status;
}
