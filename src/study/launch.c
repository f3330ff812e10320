/* The head: announces work, gives it to workers, and waits for results (adrop/launch.h). */
#include "study/launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/clock.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/text.h"
#include "technique/plugin.h"
#include "train/plugin.h"

static const char *const launch_words[] = { "local", "mpi", "slurm", "script", NULL };

static const adrop_option rows[] = {
    { .name = "launch",
      .group = ADROP_GROUP_OWN,
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(adrop_launch_opts, launch),
      .words = launch_words,
      .help =
          "who trains the runs: local, this program; mpi, the processes that mpirun or srun has "
          "started; slurm, jobs that are submitted, as many as --jobs says; script prints a script "
          "for "
          "sbatch and trains nothing (docs/scaling.md)" },
    { .name = "slurm",
      .group = ADROP_GROUP_OWN,
      .kind = ADROP_OPT_TEXT,
      .offset = offsetof(adrop_launch_opts, slurm),
      .value = "KEY=VALUE,..",
      .help =
          "options of sbatch, as in partition=long,time=60; signal=N: save and requeue N seconds "
          "before the time limit (90)" },
    { 0 },
};

const adrop_option *adrop_launch_options(void)
{
    return rows;
}

void adrop_launch_opts_init_sized(adrop_launch_opts *opts, size_t size)
{
    const adrop_launch_opts mine = { .size = sizeof mine, .jobs = 1, .threads = 1 };

    ad_struct_init(opts, size, &mine, sizeof mine);
}

/* 1 if the environment variable holds a number. */
static int launch_number_of(const char *name, size_t *n)
{
    const char *text = name ? getenv(name) : NULL;
    char *end;

    if (!text || *text < '0' || *text > '9')
        return 0;
    *n = strtoul(text, &end, 10);
    return *end == '\0';
}

size_t adrop_launch_rank(size_t *ranks)
{
    static const char *const names[][3] = {
        { "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", NULL },
        { "PMI_RANK", "PMI_SIZE", NULL },
        { "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN" },
        { "SLURM_PROCID", "SLURM_NTASKS", NULL },
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t rank, n, least;
        if (!launch_number_of(names[i][0], &rank) || !launch_number_of(names[i][1], &n) || n < 2)
            continue;
        if (ranks)
            *ranks = n;
        return rank - (launch_number_of(names[i][2], &least) ? least : 0);
    }
    if (ranks)
        *ranks = 1;
    return 0;
}

/* -- head.json ------------------------------------------------------------------------ */

/* Write the current head.json. */
static adrop_status launch_tell(adrop_launch *l, adrop_ctx *ctx)
{
    char path[AD_PATH_SIZE];
    json_t *file = json_pack("{s:s, s:s, s:I, s:I, s:b, s:s}", "session", l->session, "launch",
                             launch_words[l->opts.launch], "workers", (json_int_t)l->workers,
                             "beat", (json_int_t)l->beats++, "ended", (int)l->is_ended, "job",
                             l->slurm.job);
    const ad_json b = { 0 };
    adrop_status status = ad_json_end(&b, ctx, "head.json", &file);

    if (!status)
        status = ad_json_replace(ctx, ad_launch_path(l->folder, SIZE_MAX, "head.json", path), file,
                                 JSON_INDENT(1));
    json_decref(file);
    return status;
}

static void *beat(void *arg)
{
    adrop_launch *l = arg;

    pthread_mutex_lock(&l->guard);
    while (!l->is_ended) {
        struct timespec until;
        launch_tell(l, l->own); /* a full disk may have room later */
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += (time_t)AD_LAUNCH_BEAT;
        pthread_cond_timedwait(&l->news, &l->guard, &until);
    }
    pthread_mutex_unlock(&l->guard);
    return NULL;
}

/* -- Begin ---------------------------------------------------------------------------- */

/* Ask the jobs of a killed head to save their work and end. */
static adrop_status end_old_jobs(adrop_launch *l)
{
    json_t *old = ad_launch_read(l->ctx, l->folder, SIZE_MAX, "head.json");
    const char *given = json_string_value(json_object_get(old, "job"));
    char job[32];
    const double start = ad_clock();

    snprintf(job, sizeof job, "%s", given ? given : "");
    json_decref(old);
    if (!*job || !ad_slurm_is_there(job))
        return ADROP_OK;
    ad_slurm_cancel(job, 1);
    while (ad_slurm_is_there(job)) {
        if (ad_clock() - start > 120)
            return ad_fail(l->ctx, ADROP_EEXIST,
                           "Slurm's job %s, of an earlier call, still works in '%s': end it with "
                           "'scancel %s'",
                           job, l->folder, job);
        nanosleep(&(struct timespec){ .tv_sec = 1 }, NULL);
    }
    return ADROP_OK;
}

static adrop_status make_folders(adrop_launch *l)
{
    char path[AD_PATH_SIZE];
    adrop_status status = ad_file_make_folders(l->ctx, l->folder);

    for (size_t i = 0; i < l->workers && !status; i++) {
        snprintf(path, sizeof path, "%.4000s/%zu", l->folder, i);
        status = ad_file_make_folders(l->ctx, path);
    }
    return status;
}

/* The folder is written to an option line for sbatch, which has no quoting; a line break would
 * begin a command. */
static adrop_status check_name(adrop_ctx *ctx, const char *folder)
{
    for (const char *at = folder; *at; at++)
        if (ad_is_control(*at) || *at == '"' || *at == '\\')
            return ad_fail(ctx, ADROP_EINVAL,
                           "the name of the folder '%s' has %s, which a script for sbatch cannot "
                           "hold: give `out` another name",
                           AD_SHOWN(folder),
                           *at == '"'    ? "a double quote"
                           : *at == '\\' ? "a backslash"
                                         : "a control character");
    return ADROP_OK;
}

static adrop_status launch_check(adrop_ctx *ctx, const adrop_launch_opts *o, size_t ranks)
{
    char *script;
    adrop_status status = ADROP_OK;

    if (o->launch == ADROP_LAUNCH_MPI && ranks < 2)
        return ad_fail(ctx, ADROP_EINVAL,
                       "`launch` mpi is for a program that mpirun, srun or an array of jobs has "
                       "started several times, as in 'mpirun -np 4 adrop compare ..'");
    if (ranks > AD_LAUNCH_MOST)
        return ad_fail(ctx, ADROP_EINVAL, "there can be %d workers at most", AD_LAUNCH_MOST);
    if (o->launch == ADROP_LAUNCH_SLURM && !(status = check_name(ctx, o->folder)) &&
        !(status = ad_slurm_script(ctx, o, o->jobs, "", "true", &script)))
        ad_free(ctx, script);
    return status;
}

static void launch_release(adrop_launch *l)
{
    if (l->lock >= 0)
        close(l->lock);
    adrop_ctx_free(l->own);
    pthread_cond_destroy(&l->news);
    pthread_mutex_destroy(&l->guard);
    ad_free(l->ctx, l);
}

static adrop_status launch_start(adrop_launch *l)
{
    char path[AD_PATH_SIZE];
    adrop_status status;

    if ((status = ad_file_make_folders(l->ctx, l->folder)) ||
        (status = ad_file_lock(l->ctx, ad_launch_path(l->folder, SIZE_MAX, "lock", path),
                               &l->lock)) ||
        (status = end_old_jobs(l)) || (status = make_folders(l)) ||
        (status = ad_plugin_context(l->ctx, 1, NULL, NULL, &l->own)) ||
        (status = launch_tell(l, l->ctx)))
        return status;
    if (pthread_create(&l->beat, NULL, beat, l))
        return ad_fail(l->ctx, ADROP_ENOMEM, "there is no thread to be had for the workers");
    l->has_beat = true;
    return ADROP_OK;
}

/* Override the defaults with the given options, checking every member. */
static adrop_status read_opts(adrop_ctx *ctx, const adrop_launch_opts *given, adrop_launch_opts *o)
{
    adrop_launch_opts_init(o);
    const adrop_status status = AD_SETTINGS_READ(ctx, adrop_launch_opts, rows, o, given);

    if (status)
        return status;
    if (!o->jobs || o->jobs > AD_LAUNCH_MOST)
        return ad_fail(ctx, ADROP_EINVAL, "adrop_launch_opts: %zu jobs: give 1 to %d", o->jobs,
                       AD_LAUNCH_MOST);
    if (o->threads < 1 || o->threads > AD_MOST_THREADS)
        return ad_fail(ctx, ADROP_EINVAL, "adrop_launch_opts: %d threads: give 1 to %d", o->threads,
                       AD_MOST_THREADS);
    return ADROP_OK;
}

adrop_status adrop_launch_open(adrop_ctx *ctx, const adrop_launch_opts *given, adrop_launch **out)
{
    if (ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    adrop_launch_opts o;
    adrop_launch *l;
    struct timespec now;
    size_t ranks;
    adrop_status status;

    *out = NULL;
    if ((status = read_opts(ctx, given, &o)))
        return status;
    if (o.launch == ADROP_LAUNCH_LOCAL || o.launch == ADROP_LAUNCH_SCRIPT)
        return ADROP_OK;
    adrop_launch_rank(&ranks);
    if (!o.folder || strlen(o.folder) > AD_LAUNCH_PATH - 64 ||
        (o.program && strlen(o.program) >= AD_LAUNCH_PATH))
        return ad_fail(ctx, ADROP_EINVAL,
                       "the folder of an experiment with workers, and the "
                       "program, have at most %d characters",
                       AD_LAUNCH_PATH - 64);
    if ((status = launch_check(ctx, &o, ranks)) || (status = AD_NEW(ctx, 1, "the workers", &l)))
        return status;
    l->ctx = ctx;
    l->lock = -1;
    l->opts = o;
    l->workers = o.launch == ADROP_LAUNCH_MPI ? ranks : o.jobs;
    snprintf(l->folder, sizeof l->folder, "%.1000s/launch", o.folder);
    snprintf(l->program, sizeof l->program, "%s", o.program ? o.program : "adrop");
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(l->session, sizeof l->session, "%llx-%lx-%lx", (unsigned long long)now.tv_sec,
             (unsigned long)now.tv_nsec, (unsigned long)getpid());
    pthread_mutex_init(&l->guard, NULL);
    pthread_cond_init(&l->news, NULL);
    if ((status = launch_start(l))) {
        launch_release(l);
        return status;
    }
    *out = l;
    return ADROP_OK;
}

/* FOLDER/%a/log. sbatch replaces %a by the job number and %% by %. */
static void name_log(const char *folder, char *out, size_t size)
{
    size_t used = 0;

    for (const char *at = folder; *at && used + 2 < size; at++) {
        if (*at == '%')
            out[used++] = '%';
        out[used++] = *at;
    }
    snprintf(out + used, size - used, "/%%a/log");
}

/* Append a word to a command, in quotes. */
static void add_word(FILE *to, const char *before, const char *word, int *fits)
{
    char quoted[2 * AD_LAUNCH_PATH];

    *fits &= ad_slurm_quote(word, quoted, sizeof quoted);
    fprintf(to, "%s%s", before, quoted);
}

/* The command of a job. A worker loads only the plugins that its command line names. */
static adrop_status write_command(adrop_launch *l, adrop_ctx *ctx, char **command)
{
    size_t size;
    int fits = 1;
    FILE *to = open_memstream(command, &size);
    const char *file;

    if (!to)
        return ad_fail(ctx, ADROP_ENOMEM, "not enough memory for a script");
    add_word(to, "", l->program, &fits);
    fprintf(to, " work --worker \"$SLURM_ARRAY_TASK_ID\" --session %s", l->session);
    for (size_t i = 0; (file = ad_plugins_file(ctx, i)); i++)
        add_word(to, " --plugin ", file, &fits);
    add_word(to, " -- ", l->opts.folder, &fits);
    if (ferror(to) | fclose(to))
        return ad_fail(ctx, ADROP_ENOMEM, "not enough memory for a script");
    return fits ? ADROP_OK
                : ad_fail(ctx, ADROP_EINVAL,
                          "the name of '%s' has too many quotes for a script: give `out` another",
                          AD_SHOWN(l->folder));
}

/* Submit the array of jobs, once. */
static adrop_status submit(adrop_launch *l, adrop_ctx *ctx)
{
    char output[2 * AD_LAUNCH_PATH + 16], *command = NULL, *script;
    adrop_status status = write_command(l, ctx, &command);

    name_log(l->folder, output, sizeof output);
    if (!status &&
        !(status = ad_slurm_script(ctx, &l->opts, l->workers, output, command, &script))) {
        status = ad_slurm_submit(ctx, script, &l->slurm);
        ad_free(ctx, script);
    }
    free(command);
    return status ? status : launch_tell(l, ctx);
}

adrop_status ad_launch_begin(adrop_launch *l, adrop_ctx *ctx)
{
    adrop_status status = ADROP_OK;

    pthread_mutex_lock(&l->guard);
    if (l->opts.launch == ADROP_LAUNCH_SLURM && !*l->slurm.job)
        status = submit(l, ctx);
    pthread_mutex_unlock(&l->guard);
    return status;
}

/* -- End ------------------------------------------------------------------------------ */

/* Running jobs end when they read that all is done; cancel those that still wait. */
static void end_jobs(const char *job)
{
    enum { PATIENCE = 60 };

    ad_slurm_cancel(job, 0);
    for (int i = 0; i < 2 * PATIENCE && ad_slurm_is_there(job); i++) {
        if (i == PATIENCE)
            ad_slurm_cancel(job, 1);
        nanosleep(&(struct timespec){ .tv_nsec = 500000000 }, NULL);
    }
}

/* A rank that starts after the end would take it for the end of an earlier call and wait for a head
 * forever. So the end is announced only after all ranks have reported. */
static void await_ranks(adrop_launch *l)
{
    enum { PATIENCE = 30 }; /* seconds */
    const double start = ad_clock();
    char why[AD_SLURM_TEXT];

    for (size_t i = 0; i < l->workers; i++)
        while (!ad_launch_ready(l, l->ctx, i, why) && ad_clock() - start < PATIENCE)
            nanosleep(&(struct timespec){ .tv_nsec = (long)(AD_LAUNCH_POLL * 1e9) }, NULL);
}

void adrop_launch_close(adrop_launch *l)
{
    if (!l)
        return;
    if (l->opts.launch == ADROP_LAUNCH_MPI)
        await_ranks(l);
    pthread_mutex_lock(&l->guard);
    l->is_ended = true;
    launch_tell(l, l->ctx);
    pthread_cond_signal(&l->news);
    pthread_mutex_unlock(&l->guard);
    if (l->has_beat)
        pthread_join(l->beat, NULL);
    if (*l->slurm.job)
        end_jobs(l->slurm.job);
    launch_release(l);
}

/* -- Started by hand ------------------------------------------------------------------ */

adrop_status adrop_launch_script(adrop_ctx *ctx, const adrop_launch_opts *given,
                                 const char *command, char **text)
{
    if (ad_check_given(ctx, "text", text))
        return ADROP_EINVAL;

    adrop_launch_opts o;
    adrop_status status;

    *text = NULL;
    if ((status = read_opts(ctx, given, &o)))
        return status;
    if (!command)
        return ad_fail(ctx, ADROP_EINVAL, "a script is for a command: give it");
    if (o.jobs < 2)
        return ad_fail(
            ctx, ADROP_EINVAL,
            "a script is for 2 to %d jobs, of which the first hands out work: give `jobs`",
            AD_LAUNCH_MOST);
    return ad_slurm_script(ctx, &o, o.jobs, "adrop-%A_%a.log", command, text);
}
