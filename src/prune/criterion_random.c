/* Random: a number for each unit, at the address (seed, round, unit). */
#include "base/memory.h"
#include "prune/criterion.h"
#include "random/noise.h"

static adrop_status criterion_random_draw(const ad_ranking *r, uint16_t of, size_t n, double *worth)
{
    const ad_address at = {
        .seed = r->opts.seed, .step = (uint32_t)r->opts.round, .layer = of, .purpose = AD_FOR_PRUNE
    };
    uint32_t words[256];

    for (size_t first = 0; first < n; first += 256) {
        const size_t some = n - first < 256 ? n - first : 256;
        ad_noise_words_f64(&at, first, some, words);
        for (size_t i = 0; i < some; i++)
            worth[first + i] = words[i];
    }
    return ADROP_OK;
}

static adrop_status criterion_random_nodes(const ad_ranking *r, double *worth)
{
    return criterion_random_draw(r, 0, r->units->n, worth);
}

static adrop_status criterion_random_weights(const ad_ranking *r, double *worth)
{
    for (size_t w = 0; w < r->n_weights; w++)
        criterion_random_draw(r, (uint16_t)(w + 1), r->weight[w].param->n,
                              worth + r->weight[w].first);
    return ADROP_OK;
}

const ad_criterion ad_criterion_random = {
    .name = "random",
    .summary = "units drawn by lot: the baseline",
    .reference = "",
    .technique = { "none", "none" },
    .nodes = criterion_random_nodes,
    .weights = criterion_random_weights,
};
