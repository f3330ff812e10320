/* Schedules of the learning rates (schedule.h). */
#include "optim/schedule.h"

#include <math.h>

#include "base/context.h"

static const double pi = 3.14159265358979323846;

const char *const ad_schedule_words[] = { "constant", "step", "cosine", "one-cycle", NULL };

/* Settings that a schedule takes. */
enum { DROPS = 1, WARMUP = 2 };
static const unsigned takes[] = {
    [AD_SCHEDULE_CONSTANT] = WARMUP,
    [AD_SCHEDULE_STEP] = DROPS | WARMUP,
    [AD_SCHEDULE_COSINE] = WARMUP,
    [AD_SCHEDULE_ONE_CYCLE] = 0, /* has its own warm-up */
};

static adrop_status check_drops(adrop_ctx *ctx, const ad_schedule *s)
{
    double last = 0;

    if (s->drops.n && !(takes[s->kind] & DROPS))
        return ad_fail(ctx, ADROP_EINVAL,
                       "'lr-drop' is for the schedule 'step', not for '%s': leave one of them out",
                       ad_schedule_words[s->kind]);
    for (size_t i = 0; i < s->drops.n; i++) {
        const double at = s->drops.value[i];
        if (!(at >= 1) || at != floor(at))
            return ad_fail(ctx, ADROP_EINVAL,
                           "'lr-drop' has a drop at epoch %s: give whole epochs from 1 on",
                           AD_NUM(at));
        if (at <= last)
            return ad_fail(ctx, ADROP_EINVAL,
                           "'lr-drop' has epoch %s after %s: give them in increasing order",
                           AD_NUM(at), AD_NUM(last));
        if (at >= (double)s->epochs)
            return ad_fail(ctx, ADROP_EINVAL,
                           "'lr-drop' at epoch %s never acts in a run of %zu: give earlier epochs",
                           AD_NUM(at), s->epochs);
        last = at;
    }
    return ADROP_OK;
}

adrop_status ad_schedule_check(adrop_ctx *ctx, const ad_schedule *s)
{
    if (!s->epochs || !s->steps_per_epoch)
        return ad_fail(ctx, ADROP_EINVAL,
                       "a schedule over %zu epochs of %zu steps: both must be at least 1",
                       s->epochs, s->steps_per_epoch);
    if (!(s->warmup >= 0))
        return ad_fail(ctx, ADROP_EINVAL, "'warmup' is %s: give 0 or more epochs",
                       AD_NUM(s->warmup));
    if (s->warmup > (double)s->epochs)
        return ad_fail(ctx, ADROP_EINVAL,
                       "'warmup' of %s epochs is longer than the run of %zu: give fewer",
                       AD_NUM(s->warmup), s->epochs);
    if (s->warmup > 0 && !(takes[s->kind] & WARMUP))
        return ad_fail(ctx, ADROP_EINVAL,
                       "'warmup' has no effect: the schedule '%s' rises by itself; leave one of "
                       "them out",
                       ad_schedule_words[s->kind]);
    if (s->kind == AD_SCHEDULE_STEP && !s->drops.n)
        return ad_fail(ctx, ADROP_EINVAL,
                       "the schedule 'step' has no effect without `lr-drop`: give the epochs at "
                       "which rates fall, or leave `schedule` out");
    return check_drops(ctx, s);
}

static double between_epochs(const ad_schedule *s, double epoch)
{
    double factor = 1;

    switch (s->kind) {
    case AD_SCHEDULE_CONSTANT:
        break;
    case AD_SCHEDULE_STEP:
        for (size_t i = 0; i < s->drops.n && epoch >= s->drops.value[i]; i++)
            factor *= 0.1;
        break;
    case AD_SCHEDULE_ONE_CYCLE: /* see one_cycle */
        break;
    case AD_SCHEDULE_COSINE:
        factor = epoch < (double)s->epochs ? (1 + cos(pi * epoch / (double)s->epochs)) / 2 : 0;
        break;
    }
    return factor;
}

/* From a to b along half a cosine wave; part is in [0, 1]. */
static double wave(double a, double b, double part)
{
    return b + (a - b) / 2 * (1 + cos(pi * (part < 1 ? part : 1)));
}

static double one_cycle(const ad_schedule *s, double step)
{
    static const double start = 1.0 / 25, end = 1.0 / 25 / 1e4, rising = 0.3;
    const double steps = (double)s->epochs * (double)s->steps_per_epoch;
    const double top = rising * steps - 1, last = steps - 1;

    if (step <= top)
        return wave(start, 1, step / top);
    return last > top ? wave(1, end, (step - top) / (last - top)) : 1;
}

double ad_schedule_factor(const ad_schedule *s, double epoch_position)
{
    const double steps = (double)s->steps_per_epoch;
    if (s->kind == AD_SCHEDULE_ONE_CYCLE)
        return one_cycle(s, round(epoch_position * steps));
    const double factor = between_epochs(s, floor(epoch_position));
    const double ramp = (epoch_position * steps + 1) / (s->warmup * steps);

    return s->warmup > 0 && ramp < 1 ? ramp * factor : factor;
}
