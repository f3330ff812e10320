/* Schedules of dropout's strength (strength.h). */
#include "trainer/strength.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "base/context.h"

static adrop_status strength_refuse(adrop_ctx *ctx, const char *text)
{
    return ad_fail(ctx, ADROP_EINVAL,
                   "`dropout-schedule` is '%.60s': give early:N or late:N with a number of epochs, "
                   "or linear:A..B with strengths from 0 to 1",
                   text);
}

static int read_epochs(const char *text, double *n)
{
    return !adrop_number_read(text, n) && *n >= 1 && *n == floor(*n);
}

/* "A..B" */
static int read_range(const char *text, double *a, double *b)
{
    const char *dots = strstr(text, "..");
    char first[ADROP_NUMBER_SIZE];

    if (!dots || (size_t)(dots - text) >= sizeof first)
        return 0;
    snprintf(first, sizeof first, "%.*s", (int)(dots - text), text);
    return !adrop_number_read(first, a) && !adrop_number_read(dots + 2, b) && *a >= 0 && *a <= 1 &&
           *b >= 0 && *b <= 1;
}

adrop_status ad_strength_read(adrop_ctx *ctx, const char *text, size_t epochs, ad_strength *s)
{
    static const char early[] = "early:", late[] = "late:", linear[] = "linear:";
    int good = 1;

    *s = (ad_strength){ .kind = AD_STRENGTH_CONSTANT };
    if (!*text)
        return ADROP_OK;
    if (!strncmp(text, early, sizeof early - 1)) {
        s->kind = AD_STRENGTH_EARLY;
        good = read_epochs(text + sizeof early - 1, &s->a);
    } else if (!strncmp(text, late, sizeof late - 1)) {
        s->kind = AD_STRENGTH_LATE;
        good = read_epochs(text + sizeof late - 1, &s->a);
    } else if (!strncmp(text, linear, sizeof linear - 1)) {
        s->kind = AD_STRENGTH_LINEAR;
        good = read_range(text + sizeof linear - 1, &s->a, &s->b);
    } else {
        good = 0;
    }
    if (!good)
        return strength_refuse(ctx, text);
    if (s->kind == AD_STRENGTH_LATE && s->a >= (double)epochs)
        return ad_fail(ctx, ADROP_EINVAL,
                       "`dropout-schedule` late:%s never has dropout in a run of %zu epochs: give "
                       "fewer",
                       AD_NUM(s->a), epochs);
    return ADROP_OK;
}

double ad_strength_at(const ad_strength *s, size_t step, size_t steps_per_epoch, size_t epochs)
{
    const double e = (double)step / (double)steps_per_epoch;
    const double last = (double)epochs * (double)steps_per_epoch - 1;

    switch (s->kind) {
    case AD_STRENGTH_CONSTANT:
        break;
    case AD_STRENGTH_EARLY:
        return e < s->a ? 1 - e / s->a : 0;
    case AD_STRENGTH_LATE:
        return e < s->a ? 0 : 1;
    case AD_STRENGTH_LINEAR:
        return last > 0 && (double)step < last ? s->a + (s->b - s->a) * ((double)step / last)
                                               : (last > 0 ? s->b : s->a);
    }
    return 1;
}
