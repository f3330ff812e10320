/* What a search shows: trials, rungs, the result. */
#include <math.h>

#include "base/keep.h"
#include "base/struct.h"
#include "study/tune_impl.h"

const char *const ad_tune_states[] = { "waits", "stopped", "done", "failed", "equal", "left out" };

static adrop_trial_state state_of(const adrop_tune *t, size_t i)
{
    const ad_trial *of = &t->trials[i];

    if (of->same_as != i)
        return ADROP_TRIAL_EQUAL;
    if (of->is_left_out || of->is_failed)
        return of->is_failed ? ADROP_TRIAL_FAILED : ADROP_TRIAL_LEFT_OUT;
    if (!of->rung)
        return ADROP_TRIAL_WAITS;
    return of->epochs >= of->own_epochs ? ADROP_TRIAL_DONE : ADROP_TRIAL_STOPPED;
}

adrop_trial ad_tune_shown(const adrop_tune *t, size_t i)
{
    const ad_trial *own = &t->trials[i], *of = &t->trials[own->same_as];

    return (adrop_trial){ .trial = i + 1,
                          .settings = own->settings,
                          .state = state_of(t, i),
                          .same_as = of == own ? 0 : own->same_as + 1,
                          .bracket = of->bracket,
                          .rung = of->rung,
                          .epochs = of->epochs,
                          .val = of->val,
                          .run = of->run,
                          .message = of->message ? of->message : "" };
}

int adrop_tune_trial_at_sized(const adrop_tune *t, size_t i, adrop_trial *trial, size_t size)
{
    const int there = i < t->n_trials;
    const adrop_trial mine = there ? ad_tune_shown(t, i) : (adrop_trial){ 0 };

    ad_struct_write(trial, size, &mine, sizeof mine);
    return there;
}

int adrop_tune_setting_at(const adrop_tune *t, size_t i, size_t k, const char **key,
                          const char **text)
{
    char number[ADROP_NUMBER_SIZE];
    const char *unused[2];

    key = key ? key : &unused[0];
    text = text ? text : &unused[1];
    *key = NULL;
    *text = "";
    for (size_t at = 0; i < t->n_trials && at < t->n_vary; at++)
        if (ad_tune_applies(t, i, at) && !k--) {
            *key = t->vary[at].key;
            return !ad_keep(t->ctx, ad_vary_text(&t->vary[at], t->trials[i].x[at], number), text);
        }
    return 0;
}

int adrop_tune_rung_at_sized(const adrop_tune *t, size_t i, adrop_rung *rung, size_t size)
{
    adrop_rung mine = { 0 };
    size_t b = 0;

    while (b < t->n_brackets && i >= t->brackets[b].rungs)
        i -= t->brackets[b++].rungs;
    if (b < t->n_brackets)
        mine = (adrop_rung){ .bracket = b + 1,
                             .rung = i + 1,
                             .trials = ad_rung_trials(t, &t->brackets[b], i),
                             .epochs = ad_rung_epochs(t, &t->brackets[b], i) };
    ad_struct_write(rung, size, &mine, sizeof mine);
    return b < t->n_brackets;
}

void adrop_tune_describe_sized(const adrop_tune *t, adrop_tune_result *result, size_t size)
{
    adrop_tune_result s = t->shown;
    const int is_known = t->best != SIZE_MAX, has_second = t->second != SIZE_MAX;

    s.trials = t->n_trials;
    s.distinct = t->n_distinct;
    s.left_out = t->n_left_out;
    for (size_t i = 0; i < t->n_trials; i++)
        s.failed += t->trials[i].is_failed != 0;
    s.epochs = t->study.train.epochs;
    s.best = is_known ? t->best + 1 : 0;
    s.best_val = is_known ? t->trials[t->best].val : NAN;
    s.best_settings = is_known ? t->trials[t->best].settings : "";
    s.second = has_second ? t->second + 1 : 0;
    s.second_val = has_second ? t->trials[t->second].val : NAN;
    s.baseline_is_best = t->baseline_is_best;
    ad_struct_write(result, size, &s, sizeof s);
}
