/* adrop work: train the runs that another adrop process hands out (adrop/launch.h). */
#include <stdio.h>
#include <sys/stat.h>

#include "command.h"
#include "launch_choice.h"
#include "out.h"

enum { PATH = 4096 };

typedef struct {
    command_common common;
    size_t worker;
    const char *session;
} settings;

static const adrop_option options[] = {
    { ROW("worker", ADROP_OPT_COUNT, worker), .max = 255, .value = "K",
      .help = "the number of this worker, from 0 on" },
    { ROW("session", ADROP_OPT_TEXT, session), .value = "S",
      .help = "the call that is served; default: whoever hands out work in the folder" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop work runs/compare-digits --worker 3",
      "be worker 3 of a comparison that '--launch slurm' or '--launch mpi' has begun" },
    { 0 },
};

static const char *const usage[] = { "adrop work DIR --worker K [--session S]", NULL };

static const command_note arguments[] = {
    { "DIR", "the folder of a comparison, a search or a reproduction" },
    { 0 },
};

/* Refuse a mistyped folder, which would wait forever. */
static int is_begun(const char *folder)
{
    char path[PATH];
    struct stat about;
    const int n = snprintf(path, sizeof path, "%s/launch", folder);

    return n > 0 && n < PATH && !stat(path, &about) && S_ISDIR(about.st_mode);
}

static int work_run(const command_call *call)
{
    const settings *s = call->settings;

    if (!call->n_arguments) {
        out_complain("work", "whose runs? give the folder of a comparison or a search");
        return OUT_USAGE;
    }
    if (!is_begun(call->arguments[0])) {
        out_complain("work",
                     "nobody has handed out work in '%s': give a folder that '--launch slurm' or "
                     "'--launch mpi' has begun",
                     OUT_CLEAN(call->arguments[0]));
        return OUT_INPUT;
    }
    return launch_work(call, call->arguments[0], s->worker, *s->session ? s->session : NULL);
}

const command command_work = {
    .name = "work",
    .summary = "train runs that another adrop hands out (Slurm starts it)",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 1,
    .options = options,
    .settings_size = sizeof(settings),
    .run = work_run,
};
