/* Parses the texts of `vary` (adrop/tune.h):
 *
 *     KEY=VALUE,VALUE,..                 a value with a comma in double quotes
 *     KEY=LOW..HIGH[:log][:POINTS]
 *
 * Values of training and data settings are checked here; options of techniques and networks are
 * checked once their owners are known (tune_trials.c). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "base/keep.h"
#include "study/tune_impl.h"

/* -- Values ---------------------------------------------------------------------- */

/* Does the row accept the text? */
static adrop_status check_value(adrop_ctx *ctx, const ad_vary *v, const char *text)
{
    adrop_train_opts train;
    adrop_data_opts data;

    if (v->owner == AD_VARY_TRAIN) {
        adrop_train_opts_init(&train);
        return adrop_option_set(ctx, adrop_train_options(), &train, v->key, text);
    }
    if (v->owner != AD_VARY_DATA)
        return ADROP_OK;
    adrop_data_opts_init(&data);
    return adrop_option_set(ctx, adrop_data_options(), &data, v->key, text);
}

/* The next value of a list, unquoted; *at moves past its comma, or becomes NULL. */
static adrop_status next_value(adrop_ctx *ctx, const char *key, const char **at, const char **value)
{
    const int is_quoted = **at == '"';
    const char *start = *at + is_quoted, *end = strchr(start, is_quoted ? '"' : ',');

    if (is_quoted && !end)
        return ad_fail(ctx, ADROP_EINVAL, "`vary` %s: a double quote is not closed", key);
    const size_t n = end ? (size_t)(end - start) : strlen(start);
    if (!n && !is_quoted)
        return ad_fail(ctx, ADROP_EINVAL,
                       "`vary` %s has an empty value: give values with a comma between", key);
    const adrop_status status = ad_keep_part(ctx, start, n, value);
    if (status)
        return status;
    *at = end ? end + is_quoted : NULL;
    if (*at && !**at)
        *at = NULL;
    else if (*at && **at != ',')
        return ad_fail(ctx, ADROP_EINVAL,
                       "`vary` %s: a comma must follow the value in quotes, not '%.300s'", key,
                       *at);
    else if (*at)
        ++*at;
    return ADROP_OK;
}

static adrop_status read_list(adrop_ctx *ctx, const char *text, ad_vary *v)
{
    const char *value = "";
    adrop_status status = ADROP_OK;

    for (const char *at = text; at && !status;) {
        if ((status = next_value(ctx, v->key, &at, &value)) ||
            (status = check_value(ctx, v, value)))
            break;
        for (size_t i = 0; i < v->values.n; i++)
            if (!strcmp(adrop_texts_at(&v->values, i), value))
                return ad_fail(ctx, ADROP_EINVAL, "`vary` %s has the value '%.300s' twice", v->key,
                               value);
        status = adrop_texts_add(ctx, &v->values, value);
    }
    return status;
}

/* ":log", ":N", ":log:N" after a range. */
static adrop_status read_suffix(adrop_ctx *ctx, const char *suffix, ad_vary *v)
{
    double points;

    if (!strncmp(suffix, ":log", 4) && (!suffix[4] || suffix[4] == ':')) {
        v->is_log = 1;
        suffix += 4;
    }
    if (!*suffix)
        return ADROP_OK;
    if (adrop_number_read(suffix + 1, &points) || points != floor(points) || points < 2 ||
        points > AD_MOST_TRIALS)
        return ad_fail(ctx, ADROP_EINVAL,
                       "`vary` %s: behind a range stands :log, or the number of its points, 2 to "
                       "%d, or both, not '%s'",
                       v->key, AD_MOST_TRIALS, suffix);
    v->points = (size_t)points;
    return ADROP_OK;
}

static adrop_status check_range(adrop_ctx *ctx, const ad_vary *v)
{
    if (!(v->low < v->high))
        return ad_fail(ctx, ADROP_EINVAL,
                       "`vary` %s: the range from %s to %s is empty: give the smaller end first",
                       v->key, AD_NUM(v->low), AD_NUM(v->high));
    if (v->is_log && !(v->low > 0))
        return ad_fail(ctx, ADROP_EINVAL,
                       "`vary` %s: a range with equal ratios (:log) cannot begin at %s: give a "
                       "positive number, or leave :log out",
                       v->key, AD_NUM(v->low));
    if (v->is_whole && (v->low != floor(v->low) || v->high != floor(v->high)))
        return ad_fail(ctx, ADROP_EINVAL, "`vary` %s is a count: give whole numbers", v->key);
    return ADROP_OK;
}

/* Find the two dots between two numbers; NULL if it is not a range. */
static const char *dots_of(const char *text)
{
    const char *dots = strstr(text, "..");
    const size_t n = dots ? (size_t)(dots - text) : 0;

    return n && strspn(text, "+-.0123456789eE") >= n ? dots : NULL;
}

static adrop_status read_range(adrop_ctx *ctx, const char *text, const char *dots,
                               const adrop_option *row, ad_vary *v)
{
    char low[64], high[64];
    const size_t length = strcspn(dots + 2, ":");
    adrop_status status;

    if (row->kind != ADROP_OPT_REAL && row->kind != ADROP_OPT_COUNT)
        return ad_fail(ctx, ADROP_EINVAL,
                       "`vary` %s: a range is for numbers: give values with a comma between",
                       v->key);
    const int fits = (size_t)(dots - text) < sizeof low && length < sizeof high;
    snprintf(low, sizeof low, "%.*s", (int)(dots - text), text);
    snprintf(high, sizeof high, "%.*s", (int)length, dots + 2);
    if (!fits || adrop_number_read(low, &v->low) || adrop_number_read(high, &v->high))
        return ad_fail(
            ctx, ADROP_EINVAL,
            "`vary` %s: '%.300s' is no range: write two numbers with two dots between, as "
            "in 0.001..0.1:log",
            v->key, text);
    v->is_range = 1;
    v->is_whole = row->kind == ADROP_OPT_COUNT;
    if ((status = read_suffix(ctx, dots + 2 + length, v)) || (status = check_range(ctx, v)) ||
        (status = check_value(ctx, v, low)))
        return status;
    return check_value(ctx, v, high);
}

adrop_status ad_vary_read(adrop_ctx *ctx, const char *text, ad_vary *v)
{
    const size_t n = strcspn(text, "=");
    const adrop_option *row = NULL;
    adrop_status status;

    memset(v, 0, sizeof *v);
    if (!n || n >= AD_KEY_SIZE || !text[n])
        return ad_fail(ctx, ADROP_EINVAL,
                       "`vary` is '%.80s': write a setting, an equals sign and values, as in "
                       "lr=0.001..0.1:log or dropout=none,bernoulli",
                       text);
    memcpy(v->key, text, n);
    if ((status = ad_vary_find(ctx, v, &row)))
        return status;
    text += n + 1;
    const char *dots = dots_of(text);
    if (dots)
        return read_range(ctx, text, dots, row, v);
    if (row->kind == ADROP_OPT_TEXTS)
        return ad_fail(ctx, ADROP_EINVAL, "'%s' cannot be varied: it is a list of texts", v->key);
    return read_list(ctx, text, v);
}
