/* Chooses who trains the runs (launch_choice.h). */
#include "launch_choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interrupt.h"
#include "out.h"

enum { PATH = 4096 };

/* The path of this program, which workers on other machines start. */
static const char *own_program(char path[PATH])
{
    const ssize_t n = readlink("/proc/self/exe", path, PATH - 1);

    if (n <= 0)
        return "adrop";
    path[n] = 0;
    return path;
}

static int threads_of(const command_call *call)
{
    const command_common *common = call->settings;

    return common->threads ? (int)common->threads : 1;
}

static int print_script(const command_call *call, const adrop_launch_opts *opts)
{
    enum { LINE = 1 << 16 };
    char path[PATH], *line = out_memory(2 * LINE, 1), *words = command_line(), *text;

    const int is_cut = strlen(words) + 8 > LINE;
    const size_t n = shell_word(own_program(path), line, LINE);
    snprintf(line + n, 2 * LINE - n, "%s --launch mpi", words + strlen("adrop"));
    const adrop_status status = is_cut ? ADROP_OK
                                       : adrop_launch_script(call->ctx, opts, line, &text);
    free(words);
    free(line);
    if (is_cut) {
        out_complain(call->command->name,
                     "the command is longer than %d bytes, too long for a script: put settings "
                     "into a file for '--config'",
                     LINE - 8);
        return OUT_USAGE;
    }
    if (status)
        return command_fail(call, status);
    fputs(text, stdout);
    adrop_free(call->ctx, text);
    return OUT_OK;
}

static void launch_choice_fill(const command_call *call, adrop_launch_opts *opts,
                               const char *folder, size_t jobs)
{
    opts->size = sizeof *opts;
    opts->folder = folder;
    opts->jobs = jobs ? jobs : 1;
    opts->threads = threads_of(call);
}

int launch_is_other(const command_call *call, adrop_launch_opts *opts, const char *folder,
                    size_t jobs, int *code)
{
    size_t ranks;
    const size_t rank = adrop_launch_rank(&ranks);

    launch_choice_fill(call, opts, folder, jobs);
    if (*opts->slurm && opts->launch != ADROP_LAUNCH_SLURM && opts->launch != ADROP_LAUNCH_SCRIPT &&
        ranks < 2) {
        out_complain(call->command->name,
                     "'--slurm' is for '--launch slurm' and '--launch script'");
        *code = OUT_USAGE;
        return 1;
    }
    if (opts->launch == ADROP_LAUNCH_SCRIPT)
        *code = print_script(call, opts);
    else if (opts->launch == ADROP_LAUNCH_MPI && rank > 0)
        *code = launch_work(call, folder, rank, NULL);
    else
        return 0;
    return 1;
}

int launch_begin(const command_call *call, adrop_launch_opts *opts, const char *folder, size_t jobs,
                 adrop_launch **launch)
{
    char path[PATH];

    launch_choice_fill(call, opts, folder, jobs);
    opts->program = own_program(path);
    const adrop_status status = adrop_launch_open(call->ctx, opts, launch);
    if (!status && *launch)
        interrupt_ready();
    return status ? command_fail(call, status) : OUT_OK;
}

static int stop(void *user)
{
    (void)user;
    return interrupt_signal() != 0;
}

int launch_work(const command_call *call, const char *folder, size_t number, const char *session)
{
    interrupt_watch();
    interrupt_ready();
    const adrop_status status = adrop_worker_run(call->ctx, folder, number, session, stop, NULL);
    if (status == ADROP_EINTR) {
        out_complain(call->command->name,
                     "interrupted; worker %zu has saved its run, and resumes it when it is started "
                     "again",
                     number);
        return 128 + interrupt_signal();
    }
    return status ? command_fail(call, status) : OUT_OK;
}

void launch_show(FILE *file, adrop_ctx *ctx, const char *folder)
{
    adrop_worker_info w;

    for (size_t i = 0; adrop_worker_at(ctx, folder, i, &w); i++) {
        fprintf(file, "worker %zu", i);
        if (!*w.host) {
            fprintf(file, ": not started yet\n");
            continue;
        }
        fprintf(file, " on %s", OUT_CLEAN(w.host));
        if (*w.job)
            fprintf(file, " (%s)", OUT_CLEAN(w.job));
        if (!*w.run || w.is_idle)
            fprintf(file, ": waits\n");
        else if (w.epochs)
            fprintf(file, ": %s, epoch %zu of %zu\n", OUT_CLEAN(w.run), w.epoch, w.epochs);
        else
            fprintf(file, ": %s\n", OUT_CLEAN(w.run));
    }
}
