/* Slurm through its programs (slurm.h).
 *
 * The script of a job waits for the program it starts. Slurm signals the script some seconds before
 * the time limit (--signal=B:USR1@N). The script passes SIGTERM on, the program saves a checkpoint
 * and ends, and the script requeues its job. It also passes on SIGTERM from scancel or preemption,
 * without requeueing: on preemption Slurm does that itself. */
#define _GNU_SOURCE /* pipe2 */
#include "study/slurm.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/clock.h"
#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

#define LOOK_SECONDS 2.0

extern char **environ;

/* -- Programs ------------------------------------------------------------------------- */

/* Collect the output, errors included, cut to size. */
static void slurm_collect(int from, char *out, size_t size)
{
    size_t used = 0;
    char rest[512];

    for (;;) {
        const size_t left = size - 1 - used;
        const ssize_t n = left ? read(from, out + used, left) : read(from, rest, sizeof rest);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        used += left ? (size_t)n : 0;
    }
    out[used] = 0;
}

static void feed(int to, const char *text)
{
    for (size_t at = 0, n = strlen(text); at < n;) {
        const ssize_t done = write(to, text + at, n - at);
        if (done < 0 && errno != EINTR)
            return;
        at += done > 0 ? (size_t)done : 0;
    }
}

/* Run a program with a text as its input. Returns its exit status, or -1 if it cannot start. */
static int slurm_run(char *const words[], const char *input, char *out, size_t size)
{
    posix_spawn_file_actions_t files;
    int in[2], from[2], status = -1, bad;
    pid_t child;

    *out = 0;
    if (pipe2(in, O_CLOEXEC))
        return -1;
    if (pipe2(from, O_CLOEXEC)) {
        close(in[0]);
        close(in[1]);
        return -1;
    }
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, from[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, from[1], STDERR_FILENO);
    bad = posix_spawnp(&child, words[0], &files, NULL, words, environ);
    posix_spawn_file_actions_destroy(&files);
    close(in[0]);
    close(from[1]);
    if (!bad)
        feed(in[1], input);
    close(in[1]);
    if (!bad) {
        slurm_collect(from[0], out, size);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
    }
    close(from[0]);
    return bad || !WIFEXITED(status) ? -1 : WEXITSTATUS(status);
}

/* -- The script ----------------------------------------------------------------------- */

int ad_slurm_quote(const char *word, char *out, size_t size)
{
    size_t used = 0;

    for (const char *at = word;; at++) {
        const char *piece = at == word ? "'" : "";
        char one[8];
        if (!*at)
            snprintf(one, sizeof one, "%s'", piece);
        else if (*at == '\'')
            snprintf(one, sizeof one, "%s'\\''", piece);
        else
            snprintf(one, sizeof one, "%s%c", piece, *at);
        if (used + strlen(one) >= size)
            return 0;
        memcpy(out + used, one, strlen(one) + 1);
        used += strlen(one);
        if (!*at)
            return 1;
    }
}

/* Options that the script sets itself. */
static int is_ours(const char *key)
{
    static const char *const names[] = { "array",     "output",     "error", "requeue",
                                         "open-mode", "no-requeue", "wrap" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], key))
            return 1;
    return 0;
}

static adrop_status add_option(adrop_ctx *ctx, FILE *to, const char *key, const char *value,
                               size_t *seconds)
{
    char *end;

    for (const char *at = key; *at || at == key; at++)
        if (!ad_is_lower(*at) && (at == key || *at != '-'))
            return ad_fail(
                ctx, ADROP_EINVAL,
                "`slurm` has '%s', which is no option of sbatch: give KEY=VALUE,.. as in "
                "partition=long,time=60",
                AD_SHOWN(key));
    for (const char *at = value; *at; at++)
        if (ad_is_control(*at) || *at == '"')
            return ad_fail(ctx, ADROP_EINVAL,
                           "the value of '%s' in `slurm` has a quote or a "
                           "control character",
                           AD_SHOWN(key));
    if (is_ours(key))
        return ad_fail(ctx, ADROP_EINVAL, "'%s' is not for `slurm`: the script sets it itself",
                       AD_SHOWN(key));
    if (strcmp(key, "signal")) {
        fprintf(to, *value ? "#SBATCH --%s=\"%s\"\n" : "#SBATCH --%s\n", key, value);
        return ADROP_OK;
    }
    *seconds = strtoul(value, &end, 10);
    if (!ad_is_digit(*value) || *end || *seconds < 1 || *seconds > 65535)
        return ad_fail(ctx, ADROP_EINVAL,
                       "signal in `slurm` is the number of seconds before the time limit, 1 to "
                       "65535, not '%s'",
                       AD_SHOWN(value));
    return ADROP_OK;
}

/* "partition=a,nodelist=n1,n2,time=60": a piece without '=' belongs to the value before it. */
static adrop_status add_options(adrop_ctx *ctx, FILE *to, const char *text, size_t *seconds)
{
    char *copy;
    adrop_status status = ad_copy_text(ctx, text, &copy);

    for (char *at = copy, *next; !status && *at; at = next) {
        char *end = at + strcspn(at, ",");
        while (*end && !memchr(end + 1, '=', strcspn(end + 1, ",")))
            end += 1 + strcspn(end + 1, ",");
        next = end + (*end == ',');
        *end = 0;
        char *equals = strchr(at, '=');
        if (equals)
            *equals = 0;
        status = add_option(ctx, to, at, equals ? equals + 1 : "", seconds);
    }
    ad_free(ctx, copy);
    return status;
}

static const char body[] =
    "pass() { [ -n \"$program\" ] && kill -TERM \"$program\" 2>/dev/null; }\n"
    "trap 'again=yes; pass' USR1 # the time limit is near\n"
    "trap pass TERM INT\n"
    "%s &\n"
    "program=$!\n"
    "[ -n \"${again:-}\" ] && pass\n"
    "while wait \"$program\"; kill -0 \"$program\" 2>/dev/null; do :; done\n"
    "wait \"$program\"\n"
    "code=$?\n"
    "if [ -n \"${again:-}\" ] && [ $code -ne 0 ]; then # a checkpoint is saved: back into the "
    "queue\n"
    "    echo \"time limit: requeued\"\n"
    "    scontrol requeue \"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\" && sleep 120\n"
    "fi\n"
    "exit $code\n";

adrop_status ad_slurm_script(adrop_ctx *ctx, const adrop_launch_opts *opts, size_t n,
                             const char *output, const char *command, char **script)
{
    char *text = NULL;
    size_t size = 0, seconds = 90;
    FILE *to = open_memstream(&text, &size);
    adrop_status status;

    *script = NULL;
    if (!to)
        return ad_fail(ctx, ADROP_ENOMEM, "not enough memory for a script");
    fprintf(to,
            "#!/bin/bash\n#SBATCH --job-name=adrop\n#SBATCH --array=0-%zu\n"
            "#SBATCH --ntasks=1\n#SBATCH --cpus-per-task=%d\n#SBATCH --requeue\n"
            "#SBATCH --open-mode=append\n#SBATCH --output=\"%s\"\n",
            n - 1, opts->threads, output);
    status = add_options(ctx, to, opts->slurm, &seconds);
    fprintf(to, "#SBATCH --signal=B:USR1@%zu\n", seconds);
    fprintf(to, body, command);
    if ((ferror(to) | fclose(to)) && !status)
        status = ad_fail(ctx, ADROP_ENOMEM, "not enough memory for a script");
    if (!status)
        status = ad_copy_text(ctx, text, script);
    free(text);
    return status;
}

/* -- Jobs ----------------------------------------------------------------------------- */

adrop_status ad_slurm_submit(adrop_ctx *ctx, const char *script, ad_slurm *s)
{
    char *words[] = { "sbatch", "--parsable", NULL }, out[512];
    const int code = slurm_run(words, script, out, sizeof out);

    if (code < 0)
        return ad_fail(ctx, ADROP_ENETWORK,
                       "sbatch cannot be started: `launch` slurm needs Slurm's programs (Debian: "
                       "slurm-client)");
    if (code || !ad_is_digit(*out)) {
        out[strcspn(out, "\n")] = 0;
        return ad_fail(ctx, ADROP_ENETWORK, "sbatch has refused the job: %.300s", out);
    }
    snprintf(s->job, sizeof s->job, "%.*s", (int)strspn(out, "0123456789"), out);
    s->asked = ad_clock();
    return ADROP_OK;
}

static int ask(const char *job, char *out, size_t size)
{
    char *words[] = { "squeue", "-h", "-r", "-t", "all", "-o", "%K %T", "-j", (char *)job, NULL };

    return slurm_run(words, "", out, size);
}

void ad_slurm_look(ad_slurm *s)
{
    enum { LINE = 32 };
    char out[AD_SLURM_JOBS * LINE];
    const double now = ad_clock();

    if (!*s->job || now - s->asked < LOOK_SECONDS)
        return;
    s->asked = now;
    if (!ask(s->job, out, sizeof out)) /* the controller may be down for a while */
        for (const char *line = out; *line;) {
            char *rest;
            const size_t i = strtoul(line, &rest, 10);
            rest += rest != line ? strspn(rest, " ") : 0;
            const int n = (int)strcspn(rest, " \n");
            if (rest != line && n && i < AD_SLURM_JOBS)
                snprintf(s->state[i], sizeof s->state[i], "%.*s", n, rest);
            line += strcspn(line, "\n");
            line += *line == '\n';
        }
}

int ad_slurm_is_over(const ad_slurm *s, size_t i)
{
    static const char *const ends[] = { "BOOT_FAIL", "CANCELLED",     "COMPLETED", "DEADLINE",
                                        "FAILED",    "OUT_OF_MEMORY", "TIMEOUT",   "NODE_FAIL" };

    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
        if (!strcmp(s->state[i], ends[k]))
            return 1;
    return 0;
}

void ad_slurm_cancel(const char *job, int all)
{
    char *words[] = { "scancel", "-Q", all ? (char *)job : "--state=PENDING",
                      all ? NULL : (char *)job, NULL };
    char out[256];

    slurm_run(words, "", out, sizeof out);
}

int ad_slurm_is_there(const char *job)
{
    char *words[] = { "squeue", "-h", "-o", "%T", "-j", (char *)job, NULL }, out[256];

    return !slurm_run(words, "", out, sizeof out) && *out;
}
