/* Fuzz: the command line. The first line is a command, each further line an argument. Nothing is
 * executed: settings are read from arguments, --config files and --set texts. Run it with
 * -close_fd_mask=2, because errors go to standard error. */
#include "command.h"
#include "out.h"
#include "parse.h"
#include "scene.h"

enum { MOST_ARGUMENTS = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = calloc(1, size + 1), *arguments[MOST_ARGUMENTS + 1] = { 0 }, *rest = NULL;
    command_call call = { 0 };
    int n = 0;

    if (!text)
        abort();
    if (size)
        memcpy(text, data, size);
    const char *name = strtok_r(text, "\n", &rest);
    call.command = name ? command_find(name) : NULL;
    for (char *one; n < MOST_ARGUMENTS && (one = strtok_r(NULL, "\n", &rest));)
        arguments[n++] = one;
    if (call.command && !parse_wants_help(n, arguments)) {
        if (adrop_ctx_create(NULL, &call.ctx))
            abort();
        const int code = parse(&call, n, arguments);
        if (code != OUT_OK && code != OUT_USAGE && code != OUT_INPUT && code != OUT_FULL)
            abort();
        free(call.arguments);
        free(call.settings);
        adrop_ctx_free(call.ctx);
    }
    free(text);
    return 0;
}
