/* A search on a page: its result, its trials as parallel coordinates and as a table. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "report/html.h"

enum { KEYS = 12, MOST_TRIALS = 500 };

typedef struct {
    const char *key[KEYS];
    size_t n;
} axes;

static void find_axes(const json_t *trials, axes *a)
{
    const json_t *trial;
    size_t i;

    a->n = 0;
    json_array_foreach(trials, i, trial)
    {
        const char *key;
        json_t *value;
        json_object_foreach(json_object_get(trial, "settings"), key, value)
        {
            size_t k = 0;
            while (k < a->n && strcmp(a->key[k], key) != 0)
                k++;
            if (k == a->n && a->n < KEYS)
                a->key[a->n++] = key;
        }
    }
}

/* A number as it is; a word as its index in order of appearance. */
static double place_of(const json_t *trials, const char *key, const json_t *value)
{
    const json_t *trial;
    const char *words[32];
    size_t n = 0, i;

    if (json_is_number(value))
        return json_number_value(value);
    if (!json_is_string(value))
        return NAN;
    json_array_foreach(trials, i, trial)
    {
        const char *word = json_string_value(
            json_object_get(json_object_get(trial, "settings"), key));
        size_t k = 0;
        while (word && k < n && strcmp(words[k], word) != 0)
            k++;
        if (word && k == n && n < 32)
            words[n++] = word;
        if (word && k < 32 && !strcmp(word, json_string_value(value)))
            return (double)k + 1;
    }
    return NAN;
}

/* A note that explains the numbers on an axis of words. */
static void note_words(adrop_figure *f, const json_t *trials, const char *key)
{
    char text[600] = "";
    const json_t *trial;
    size_t i;
    double last = 0;

    json_array_foreach(trials, i, trial)
    {
        const json_t *value = json_object_get(json_object_get(trial, "settings"), key);
        const double at = json_is_string(value) ? place_of(trials, key, value) : NAN;
        const size_t used = strlen(text);
        if (at > last && used + 80 < sizeof text) {
            snprintf(text + used, sizeof text - used, "%s%.0f %.60s", used ? ", " : "", at,
                     json_string_value(value));
            last = at;
        }
    }
    if (*text)
        adrop_figure_note(f, "On the axis %s: %s.", key, text);
}

static void parallel(adrop_page *p, const json_t *trials, const axes *a, const char *by)
{
    adrop_figure *f = ad_page_new_figure(p, "Trials of the search: settings, and %s", by);
    const json_t *trial;
    char name[64];
    size_t i;

    if (!f)
        return;
    adrop_figure_panel(f, "parallel", "");
    json_array_foreach(trials, i, trial)
    {
        if (!isfinite(ad_page_number(trial, "val")) || i >= MOST_TRIALS)
            continue;
        snprintf(name, sizeof name, "trial %.0f", ad_page_number(trial, "trial"));
        adrop_figure_series(f, name, 0);
        for (size_t k = 0; k < a->n; k++)
            adrop_figure_named(
                f, a->key[k], NAN,
                place_of(trials, a->key[k],
                         json_object_get(json_object_get(trial, "settings"), a->key[k])),
                NAN, NAN);
        adrop_figure_named(f, by, NAN, ad_page_number(trial, "val"), NAN, NAN);
    }
    adrop_figure_note(
        f,
        "A line is a trial; the best three tenths are strong%s. An axis whose values "
        "span a factor of 30 is logarithmic.",
        strstr(by, "rmse") ? " (here less is better, so the strong ones are the worst)" : "");
    for (size_t k = 0; k < a->n; k++)
        note_words(f, trials, a->key[k]);
    ad_page_figure(p, f);
}

static void trial_table(adrop_page *p, const json_t *trials, const axes *a, const char *by)
{
    const json_t *trial;
    size_t i;

    adrop_document_table(p->d, NULL, "All trials", ADROP_TABLE_FOLDED);
    adrop_document_column(p->d, NULL, "trial", 'r', "", 0);
    for (i = 0; i < a->n; i++)
        adrop_document_column(p->d, NULL, a->key[i], 'r', "", 4);
    adrop_document_column(p->d, NULL, "epochs", 'r', "", 0);
    adrop_document_column(p->d, NULL, by, 'r', "", 4);
    adrop_document_column(p->d, NULL, "state", 'l', "", 0);
    json_array_foreach(trials, i, trial)
    {
        if (i >= MOST_TRIALS)
            break;
        ad_page_cell(p, ad_page_number(trial, "trial"));
        for (size_t k = 0; k < a->n; k++) {
            const json_t *v = json_object_get(json_object_get(trial, "settings"), a->key[k]);
            if (json_is_number(v))
                ad_page_cell(p, json_number_value(v));
            else
                adrop_document_cell_text(p->d, json_string_value(v));
        }
        ad_page_cell(p, ad_page_number(trial, "epochs"));
        ad_page_cell(p, ad_page_number(trial, "val"));
        adrop_document_cell_text(p->d, ad_page_text(trial, "state"));
    }
    adrop_document_end(p->d);
}

static void result(adrop_page *p, const json_t *record, const char *folder)
{
    const json_t *best = json_object_get(record, "best"), *final = json_object_get(record, "final"),
                 *base = json_object_get(record, "baseline"), *ci = json_object_get(final, "ci");
    char settings[512] = "", text[1024];
    const char *key;
    json_t *value;

    json_object_foreach((json_t *)(size_t)best, key, value)
    {
        const size_t used = strlen(settings);
        if (json_is_number(value))
            ad_print(settings + used, sizeof settings - used, "%s%s = %.4g", used ? ", " : "", key,
                     json_number_value(value));
        else if (json_is_string(value))
            snprintf(settings + used, sizeof settings - used, "%s%s = %s", used ? ", " : "", key,
                     json_string_value(value));
    }
    if (!*settings) {
        ad_page_lack(p, "%s has no best trial yet.", ad_page_path(p, folder));
        return;
    }
    snprintf(text, sizeof text, "The best of %zu trials by %s has %s",
             json_array_size(json_object_get(record, "trials")), ad_page_text(record, "by"),
             settings);
    if (isfinite(ad_page_number(final, "mean")) && json_array_size(ci) == 2)
        ad_print(text + strlen(text), sizeof text - strlen(text),
                 "; trained anew it gives %s %.4g (interval %.4g to %.4g)",
                 ad_page_text(final, "metric"), ad_page_number(final, "mean"),
                 json_number_value(json_array_get(ci, 0)),
                 json_number_value(json_array_get(ci, 1)));
    if (isfinite(ad_page_number(base, "difference")))
        ad_print(text + strlen(text), sizeof text - strlen(text),
                 ", %+.3g from the settings that were not searched (p = %.3g)",
                 ad_page_number(base, "difference"), ad_page_number(base, "p"));
    ad_page_tell(p, "%s.", text);
    ad_page_say_again(p, "%s.", text);
}

void ad_page_search(adrop_page *p, const char *folder)
{
    json_t *record = ad_page_read(p, folder, "tune.json", 0);
    const json_t *trials = json_object_get(record, "trials");
    const char *by = *ad_page_text(record, "by") ? ad_page_text(record, "by") : "val";
    axes a;

    ad_page_head(p, 2, "Search: %s", ad_page_path(p, folder));
    if (!record)
        return;
    result(p, record, folder);
    find_axes(trials, &a);
    parallel(p, trials, &a, by);
    if (json_array_size(trials))
        trial_table(p, trials, &a, by);
    ad_page_settings(p, record, ad_page_path(p, folder));
    json_decref(record);
}
