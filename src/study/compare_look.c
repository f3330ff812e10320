/* The run directories of a comparison, looked at: which runs are begun, which done. */
#include "study/compare_impl.h"
#include "study/shared.h"

/* May a run that is done count? While its technique is still to be chosen there is nothing to
 * compare its settings with: it has those of the folder. */
static adrop_status check_done(const adrop_compare *c, const ad_comparison_run *r, json_t *record)
{
    const ad_cell *cell = &c->cells[r->cell];
    const ad_group *g = &c->groups[cell->group];
    adrop_data_opts data;
    adrop_train_opts train;

    ad_compare_settings(c, r, &data, &train);
    const ad_wanted_run wanted = { .path = r->path,
                                   .data = &data,
                                   .train = r->number && !*cell->dropout ? NULL : &train,
                                   .info = &g->info,
                                   .identity = g->identity,
                                   .allow_changed_data = c->train.allow_changed_data };
    return ad_run_check_done(c->ctx, &wanted, record);
}

/* What a run directory says of itself. A record that cannot be read is left to the run. */
static adrop_status look(const adrop_compare *c, ad_comparison_run *r)
{
    json_t *record;
    int exists;
    adrop_status status = ad_run_record(c->ctx, r->path, &exists, &record);

    r->state = exists ? ADROP_RUN_BEGUN : ADROP_RUN_WAITS;
    if (!status && ad_run_is_done(record)) {
        r->state = ADROP_RUN_DONE;
        status = check_done(c, r, record);
    }
    json_decref(record);
    return status;
}

adrop_status ad_compare_look(adrop_compare *c)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < c->n_runs && !status; i++)
        status = look(c, &c->runs[i]);
    return status;
}
