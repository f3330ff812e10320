/* The settings of a trial: those of the search with the trial's values. Options of techniques and
 * networks are appended to the technique and network texts that have them ("bernoulli" becomes
 * "bernoulli:rate=0.3"). */
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "adrop/technique.h"
#include "base/keep.h"
#include "study/tune_impl.h"
#include "train/settings.h"

/* -- Options behind a name ------------------------------------------------------- */

/* The options of the technique or network that a text begins with; NULL if unknown, which training
 * will report. */
static const adrop_option *options_of(ad_vary_owner owner, const char *text)
{
    const size_t n = strcspn(text, ":");
    adrop_technique_info technique;
    adrop_architecture_info network;

    if (owner == AD_VARY_DROPOUT) {
        for (size_t i = 0; adrop_technique_at(i, &technique); i++)
            if (!strncmp(technique.name, text, n) && !technique.name[n])
                return technique.options;
        return NULL;
    }
    for (size_t i = 0; adrop_architecture_at(i, &network); i++)
        if (!strncmp(network.name, text, n) && !network.name[n])
            return network.options;
    return NULL;
}

/* Does "name:key=value,.." set the key? */
static int sets_itself(const char *text, const char *key)
{
    const size_t n = strlen(key);

    for (const char *at = strchr(text, ':'); at; at = strchr(at, ',')) {
        at++;
        if (!strncmp(at, key, n) && at[n] == '=')
            return 1;
    }
    return 0;
}

static adrop_status append(adrop_ctx *ctx, const ad_vary *v, const char *value, const char **text)
{
    const adrop_option *options = options_of(v->owner, *text);

    if (!options || !adrop_option_find(options, v->name))
        return ADROP_OK;
    if (sets_itself(*text, v->name))
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%.300s' sets %s by itself, and `vary` %s does too: leave one of them out",
                       *text, v->name, v->key);
    return ad_keep_format(ctx, text, "%s%c%s=%s", *text, strchr(*text, ':') ? ',' : ':', v->name,
                          value);
}

/* -- Settings -------------------------------------------------------------------- */

static adrop_status set(adrop_ctx *ctx, const ad_vary *v, const char *value, adrop_data_opts *data,
                        adrop_train_opts *train)
{
    switch (v->owner) {
    case AD_VARY_TRAIN:
        return adrop_option_set(ctx, adrop_train_options(), train, v->key, value);
    case AD_VARY_DATA:
        return adrop_option_set(ctx, adrop_data_options(), data, v->key, value);
    case AD_VARY_DROPOUT:
        return append(ctx, v, value, &train->dropout);
    default:
        return append(ctx, v, value, &train->model);
    }
}

adrop_status ad_tune_settings(const adrop_tune *t, adrop_ctx *ctx, size_t trial,
                              adrop_data_opts *data, adrop_train_opts *train)
{
    char number[ADROP_NUMBER_SIZE];
    adrop_status status = ADROP_OK;

    *data = t->study.data;
    *train = t->study.train;
    if (trial == SIZE_MAX)
        return ADROP_OK;
    for (int dotted = 0; dotted < 2; dotted++) { /* names first, then their options */
        for (size_t k = 0; k < t->n_vary && !status; k++) {
            const ad_vary *v = &t->vary[k];
            if ((v->owner >= AD_VARY_DROPOUT) == dotted)
                status = set(ctx, v, ad_vary_text(v, t->trials[trial].x[k], number), data, train);
        }
        if (!dotted && !*train->model) { /* resolve the default network, so options have a name */
            adrop_train_opts resolved = *train;
            ad_train_resolve(&t->info, &resolved);
            train->model = resolved.model;
        }
    }
    return status;
}

int ad_tune_applies(const adrop_tune *t, size_t trial, size_t k)
{
    const ad_vary *v = &t->vary[k];
    const char *base = v->owner == AD_VARY_DROPOUT ? "dropout" : "model";
    char number[ADROP_NUMBER_SIZE];

    if (v->owner < AD_VARY_DROPOUT)
        return 1;
    const char *text = v->owner == AD_VARY_DROPOUT ? t->study.train.dropout : t->study.train.model;
    if (!*text) {
        adrop_train_opts resolved = t->study.train;
        ad_train_resolve(&t->info, &resolved);
        text = resolved.model;
    }
    for (size_t i = 0; i < t->n_vary; i++)
        if (!strcmp(t->vary[i].key, base))
            text = ad_vary_text(&t->vary[i], t->trials[trial].x[i], number);
    const adrop_option *options = options_of(v->owner, text);
    return options && adrop_option_find(options, v->name) != NULL;
}

/* -- Equality -------------------------------------------------------------------- */

static int tune_settings_add(XXH3_state_t *state, adrop_ctx *ctx, const adrop_option *rows,
                             const void *from)
{
    int failed = 0;

    for (const adrop_option *row = rows; row->name; row++)
        if (!(row->traits & ADROP_TRAIT_FREE)) {
            const char *text = adrop_option_show(ctx, row, from);
            failed |= !text ||
                      XXH3_128bits_update(state, row->name, strlen(row->name) + 1) == XXH_ERROR ||
                      XXH3_128bits_update(state, text, strlen(text) + 1) == XXH_ERROR;
        }
    return failed;
}

adrop_status ad_tune_sum(adrop_tune *t, size_t trial, uint64_t sum[2])
{
    adrop_data_opts data;
    adrop_train_opts train;
    adrop_technique_info technique;
    const char *technique_text = "";
    size_t index;
    adrop_status status = ad_tune_settings(t, t->ctx, trial, &data, &train);

    if (status || (status = adrop_technique_check(t->ctx, train.dropout, &index, &technique_text)))
        return status;
    ad_train_resolve(&t->info, &train);
    train.dropout = ""; /* the other text has all its settings */
    adrop_technique_known(t->ctx, index, &technique);
    if (!technique.by_optimizer)
        train.dropout_lr = train.dropout_decay = 0; /* no technique uses them */
    if (!technique.by_response)
        train.dropout_every = train.dropout_rows = 0, train.dropout_judge = 0,
        train.dropout_horizon = train.dropout_step = train.dropout_wait = 0;
    if (!train.dropout_judge)
        train.dropout_held_out = 0;
    XXH3_state_t *state = XXH3_createState();
    if (!state || XXH3_128bits_reset(state) == XXH_ERROR ||
        XXH3_128bits_update(state, technique_text, strlen(technique_text) + 1) == XXH_ERROR ||
        tune_settings_add(state, t->ctx, adrop_train_options(), &train) ||
        tune_settings_add(state, t->ctx, adrop_data_options(), &data))
        status = ad_fail(t->ctx, ADROP_ENOMEM, "not enough memory for a checksum");
    if (!status) {
        const XXH128_hash_t hash = XXH3_128bits_digest(state);
        sum[0] = hash.low64;
        sum[1] = hash.high64;
    }
    XXH3_freeState(state);
    return status;
}
