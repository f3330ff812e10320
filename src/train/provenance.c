/* Date, host, versions, typed values and the result of a run (provenance.h). */
#include "train/provenance.h"

#include <math.h>
#include <stdio.h>
#include <sys/utsname.h>
#include <time.h>

#include "adrop/version.h"
#include "commit.h" /* made by the build: ADROP_COMMIT, "" outside a repository */

/* ISO 8601, in UTC. */
static json_t *now(void)
{
    const time_t t = time(NULL);
    struct tm parts;
    char text[32] = "";

    if (gmtime_r(&t, &parts))
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return json_string(text);
}

json_t *ad_provenance_value(ad_json *b, const adrop_option *row, const void *from)
{
    const void *field = (const char *)from + row->offset;
    char text[4096];
    json_t *list;

    switch (row->kind) {
    case ADROP_OPT_REAL:
        return ad_json_real(*(const double *)field);
    case ADROP_OPT_COUNT:
        return json_integer((json_int_t) * (const size_t *)field);
    case ADROP_OPT_INT:
        return json_integer(*(const int *)field);
    case ADROP_OPT_FLAG:
        return json_boolean(*(const int *)field);
    case ADROP_OPT_LIST:
        list = json_array();
        for (size_t i = 0; i < ((const adrop_list *)field)->n; i++)
            ad_json_append(b, list, ad_json_real(((const adrop_list *)field)->value[i]));
        return list;
    default:
        return ad_json_string(adrop_option_show(row, from, text, sizeof text));
    }
}

void ad_provenance_begin(ad_json *b, json_t *record, const adrop_train_opts *train)
{
    struct utsname machine = { 0 };
    char system[2 * sizeof machine.sysname + 8] = "";
    json_t *versions = json_object(), *values = json_object();

    if (!uname(&machine))
        snprintf(system, sizeof system, "%s %s", machine.sysname, machine.release);
    ad_json_put(b, record, "started", now());
    ad_json_put(b, record, "host", ad_json_string(machine.nodename));
    if (train->command)
        ad_json_put(b, record, "command", ad_json_string(train->command));
    ad_json_put(b, versions, "adrop", json_string(adrop_version()));
    ad_json_put(b, versions, "commit", json_string(ADROP_COMMIT));
    ad_json_put(b, versions, "compiler", json_string(__VERSION__));
    ad_json_put(b, versions, "system", ad_json_string(system));
    ad_json_put(b, record, "versions", versions);
    for (const adrop_option *row = adrop_train_options(); row->name; row++)
        ad_json_put(b, values, row->name, ad_provenance_value(b, row, train));
    ad_json_put(b, record, "values", values);
}

static void put(ad_json *b, json_t *to, const char *key, double x)
{
    if (!isnan(x))
        ad_json_put(b, to, key, ad_json_real(x));
}

void ad_provenance_end(ad_json *b, json_t *record, const adrop_train_result *r)
{
    json_t *d = json_object();

    ad_json_put(b, d, "epochs", json_integer((json_int_t)r->epochs));
    put(b, d, "test_acc", r->test_acc);
    put(b, d, "test_rmse", r->test_rmse);
    put(b, d, "test_micro_f1", r->test_micro_f1);
    put(b, d, "test_macro_f1", r->test_macro_f1);
    put(b, d, "train_acc_mean", r->train_acc_mean);
    put(b, d, "train_rmse_mean", r->train_rmse_mean);
    if (r->best_epoch) {
        ad_json_put(b, d, "best_epoch", json_integer((json_int_t)r->best_epoch));
        ad_json_put(b, d, "stopped_early", json_boolean(r->stopped_early));
        put(b, d, "val_acc", r->val_acc);
        put(b, d, "val_rmse", r->val_rmse);
        put(b, d, "last_test_acc", r->last_acc);
        put(b, d, "last_test_rmse", r->last_rmse);
    }
    put(b, d, "seconds", r->seconds);
    ad_json_put(b, record, "result", d);
    ad_json_put(b, record, "ended", now());
}
