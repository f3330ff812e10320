/* adrop tell: a number, and its double. */
#include "command.h"
#include "document_out.h"

typedef struct {
    command_common common;
    size_t number;
} settings;

static const adrop_option options[] = {
    { ROW("number", ADROP_OPT_COUNT, number), .group = ADROP_GROUP_OWN,
      .traits = ADROP_TRAIT_COMMON, .fallback = 21, .max = 1e6, .help = "what is doubled" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop tell --number 4", "the double of 4" },
    { 0 },
};

static const char *const usage[] = { "adrop tell [--number N]", NULL };

static int run(const command_call *call)
{
    const settings *s = call->settings;
    adrop_document *d = document_start(call->ctx, "");

    adrop_document_count(d, "number", "number", s->number);
    adrop_document_count(d, "double", "its double", 2 * s->number);
    return document_print(call, d);
}

const command command_tell = {
    .name = "tell",
    .summary = "tell the double of a number",
    .examples = examples,
    .usage = usage,
    .options = options,
    .settings_size = sizeof(settings),
    .run = run,
};
