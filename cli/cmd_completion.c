/* adrop completion: a script with which a shell completes this program's commands and options. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "completion.h"
#include "out.h"

typedef struct {
    command_common common;
} settings;

static const adrop_option options[] = { { 0 } };

static const command_note examples[] = {
    { "source <(adrop completion bash)", "complete in this bash; `make install` does it for all" },
    { "adrop completion fish > ~/.config/fish/completions/adrop.fish", "for fish" },
    { 0 },
};

static const char *const usage[] = { "adrop completion bash|zsh|fish", NULL };

static const command_note arguments[] = {
    { "SHELL", "bash, zsh or fish" },
    { 0 },
};

static const struct {
    const char *name;
    void (*write)(FILE *file);
} shells[] = {
    { "bash", completion_bash },
    { "zsh", completion_zsh },
    { "fish", completion_fish },
};

static const char *shell_at(size_t i)
{
    return i < sizeof shells / sizeof shells[0] ? shells[i].name : NULL;
}

static int run(const command_call *call)
{
    const char *name = call->n_arguments ? call->arguments[0] : "";

    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++)
        if (!strcmp(shells[i].name, name)) {
            shells[i].write(stdout);
            return OUT_OK;
        }
    if (*name)
        out_complain("completion", "there is no script for '%s': give bash, zsh or fish", name);
    else
        out_complain("completion", "which shell? give bash, zsh or fish");
    return OUT_USAGE;
}

const command command_completion = {
    .name = "completion",
    .summary = "write a completion script for bash, zsh or fish",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 1,
    .word = shell_at,
    .options = options,
    .settings_size = sizeof(settings),
    .run = run,
};
