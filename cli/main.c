/* adrop: the program. Finds the command, runs it, and checks that its output was written. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "adrop/context.h"
#include "adrop/version.h"
#include "command.h"
#include "help.h"
#include "job.h"
#include "out.h"

static int show_version(void)
{
    adrop_ctx *ctx;

    if (adrop_ctx_create(NULL, &ctx)) {
        out_complain(NULL, "out of memory");
        return OUT_FULL;
    }
    printf("adrop %s (%s kernels)\n", adrop_version(), adrop_ctx_isa_name(ctx));
    adrop_ctx_free(ctx);
    return OUT_OK;
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        help_program(stderr);
        return OUT_USAGE;
    }
    if (!strcmp(argv[1], "--version"))
        return show_version();
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        help_program(stdout);
        return OUT_OK;
    }
    if (argv[1][0] == '-') {
        out_complain(NULL, "'%s' stands where a command is expected: see 'adrop --help'", argv[1]);
        return OUT_USAGE;
    }
    const command *c = command_find(argv[1]);
    return c ? command_main(c, argc - 2, argv + 2) : command_unknown(NULL, argv[1]);
}

int main(int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN); /* treat a file size limit like a full disk */
    command_line_keep(argc, argv);
    int code = keeper_start(argc > 1 && command_find(argv[1]) ? argv[1] : NULL);
    if (code >= 0)
        return code;
    code = dispatch(argc, argv);

    /* a full disk often shows only at the last flush */
    errno = 0;
    if (!fflush(stdout) && !ferror(stdout))
        return code;
    if (errno == EPIPE) /* the reader has gone: there is nobody to tell */
        return code ? code : 128 + SIGPIPE;
    int why = errno; /* 0 if an earlier write failed, but not this one */
    out_complain(argc > 1 && command_find(argv[1]) ? argv[1] : NULL, "cannot write the output%s%s",
                 why ? ": " : "", why ? strerror(why) : "");
    return OUT_FULL;
}
