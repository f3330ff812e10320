/* Learning rates of dropout parameters as candidates of a choice. One rate for all techniques is
 * unfair to some: at 1e-4 the rates of concrete dropout hardly move, at 1e-2 those of advanced
 * dropout reach their limits. A candidate "dropout-lr=0.001" is a training setting; other
 * candidates are settings of the technique. */
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "study/compare_impl.h"

static const char key[] = "dropout-lr=";

void ad_compare_rates(adrop_compare *c)
{
    const adrop_list *list = &c->opts.choose_dropout_lr;
    size_t n = 0;

    for (; n < list->n && n < ADROP_LIST_MAX; n++) {
        snprintf(c->rate_texts[n], AD_RATE_SIZE, "%s%s", key, AD_NUM(list->value[n]));
        c->rates[n] = c->rate_texts[n];
    }
    c->rates[n] = NULL;
}

double ad_compare_rate(const char *candidate)
{
    double rate;

    if (strncmp(candidate, key, sizeof key - 1) ||
        adrop_number_read(candidate + sizeof key - 1, &rate))
        return 0;
    return rate;
}
