/* adrop check-technique: is a technique what it says it is? The checks are the library's own
 * conformance suite (adrop_technique_conform); the first thing to do with one from a plugin. */
#include <math.h>
#include <stdio.h>

#include "adrop/technique.h"
#include "command.h"
#include "json.h"
#include "out.h"

typedef struct {
    command_common common;
} settings;

static const adrop_option options[] = { { 0 } };

static const command_note examples[] = {
    { "adrop check-technique bernoulli:rate=0.2", "a built-in technique" },
    { "adrop check-technique power --plugin ./power.so", "one from a shared object" },
    { 0 },
};

static const char *const usage[] = {
    "adrop check-technique NAME[:KEY=VALUE,..] [--plugin FILE.so] [--json]", NULL
};

static const command_note arguments[] = {
    { "NAME", "the technique, with its settings" },
    { 0 },
};

static void print(const char *text, const adrop_conformance *found, size_t n)
{
    out_table t = { .align = "llrr" };
    static const char *const heads[] = { "check", "passed", "found", "at most" };

    out_say(stdout, "%s:", text);
    for (size_t i = 0; i < 4; i++)
        out_cell(&t, 1, "%s", heads[i]);
    for (size_t i = 0; i < n; i++) {
        out_cell(&t, 0, "%s", found[i].check);
        out_cell(&t, 0, "%s", found[i].passed ? "yes" : "NO");
        out_cell(&t, 0, "%s", OUT_NUMBER(found[i].found, 3));
        out_cell(&t, 0, "%s", OUT_NUMBER(found[i].most, 3));
    }
    out_table_print(&t, stdout, 2);
}

static void print_json(const char *text, const adrop_conformance *found, size_t n, int passed)
{
    json j = { .file = stdout };

    json_open(&j, '{');
    json_key_text(&j, "technique", text);
    json_key(&j, "passed");
    json_truth(&j, passed);
    json_key(&j, "checks");
    json_open(&j, '[');
    for (size_t i = 0; i < n; i++) {
        json_open(&j, '{');
        json_key_text(&j, "check", found[i].check);
        json_key(&j, "passed");
        json_truth(&j, found[i].passed);
        json_key_number(&j, "found", found[i].found);
        json_key_number(&j, "most", found[i].most);
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
}

static int run(const command_call *call)
{
    const settings *s = call->settings;
    adrop_conformance found[ADROP_CONFORMANCE_CHECKS];
    size_t n;
    int passed = 1;

    if (!call->n_arguments) {
        out_complain("check-technique", "name a technique: see 'adrop list techniques'");
        return OUT_USAGE;
    }
    const char *text = call->arguments[0];
    const adrop_status status = adrop_technique_conform(call->ctx, text, found, &n);
    if (status)
        return command_fail(call, status);
    for (size_t i = 0; i < n; i++)
        passed = passed && found[i].passed;
    if (s->common.json)
        print_json(text, found, n, passed);
    else
        print(text, found, n);
    return passed ? OUT_OK : OUT_FAILED;
}

const command command_check_technique = {
    .name = "check-technique",
    .summary = "check that a technique's masks and gradients are what it says",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 1,
    .options = options,
    .settings_size = sizeof(settings),
    .run = run,
};
