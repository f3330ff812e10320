/* adrop check-technique: does a technique behave as declared? Runs the library's own conformance
 * suite (adrop_technique_conform). Use it first on a technique from a plugin. */
#include "adrop/technique.h"
#include "command.h"
#include "document_out.h"
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

static adrop_document *document_of(adrop_ctx *ctx, const char *text, const adrop_conformance *found,
                                   size_t n, int passed)
{
    static const adrop_column columns[] = {
        { "check", "check", 'l', NULL, 0, 0 },
        { "passed", "passed", 'l', NULL, 0, 0 },
        { "found", "found", 'r', NULL, 3, 0 },
        { "most", "at most", 'r', NULL, 3, 0 },
        { 0 },
    };
    adrop_document *d = document_start(ctx, "");

    adrop_document_text(d, "technique", NULL, text);
    adrop_document_truth(d, "passed", NULL, passed);
    adrop_document_table(d, "checks", text, 0);
    adrop_document_columns(d, columns);
    for (size_t i = 0; i < n; i++) {
        adrop_document_cell_text(d, found[i].check);
        adrop_document_cell_truth(d, found[i].passed);
        adrop_document_mark(d, found[i].passed ? ADROP_MARK_PLAIN : ADROP_MARK_BEST);
        adrop_document_cell_number(d, found[i].found);
        adrop_document_cell_number(d, found[i].most);
    }
    adrop_document_end(d);
    return d;
}

static int check_technique_run(const command_call *call)
{
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
    const int code = document_print(call, document_of(call->ctx, text, found, n, passed));
    return code ? code : passed ? OUT_OK : OUT_FAILED;
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
    .run = check_technique_run,
};
