/* Detects the MPI library that started this process, and loads its plug-in (adrop/comm.h).
 *
 * Open MPI's mpirun sets OMPI_COMM_WORLD_SIZE, that of MPICH and its relatives PMI_SIZE. Slurm's
 * srun sets one or the other, depending on --mpi, or PMIX_RANK and SLURM_NTASKS. Plug-ins are in
 * the folder adrop-comm beside the library, and in its installation folder. */
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/option_check.h"
#include "base/text.h"
#include "comm/comm.h"

#ifndef ADROP_COMM_DIR
#  define ADROP_COMM_DIR "/usr/local/lib/adrop-comm"
#endif

enum { PATH = 4096 };

void adrop_comm_opts_init_sized(adrop_comm_opts *opts, size_t size)
{
    const adrop_comm_opts mine = { .comm = "auto", .timeout = 60 };

    ad_struct_init(opts, size, &mine, sizeof mine);
}

static const adrop_option rows[] = {
    { .name = "comm",
      .group = ADROP_GROUP_ADVANCED,
      .kind = ADROP_OPT_TEXT,
      .offset = offsetof(adrop_comm_opts, comm),
      .text = "auto",
      .value = "NAME",
      .help =
          "what carries messages between the ranks of a job: auto (the MPI library whose mpirun "
          "has started the program), none, openmpi, mpich, or the path of a plug-in" },
    { .name = "comm-timeout",
      .group = ADROP_GROUP_ADVANCED,
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(adrop_comm_opts, timeout),
      .fallback = 60,
      .min = 1,
      .max = 86400,
      .help = "seconds without an answer after which a rank is given up and the job ends" },
    { 0 },
};

const adrop_option *adrop_comm_options(void)
{
    return rows;
}

static int counts(const char *variable)
{
    const char *text = getenv(variable);

    return text && atoi(text) > 1;
}

/* The name of the plug-in that the environment implies; NULL: the process is alone. */
static const char *started_by(void)
{
    if (counts("OMPI_COMM_WORLD_SIZE") || (getenv("PMIX_RANK") && counts("SLURM_NTASKS")))
        return "openmpi";
    return counts("PMI_SIZE") ? "mpich" : NULL;
}

/* The folder of this library. */
static void own_folder(char folder[PATH])
{
    Dl_info info;
    char *end;

    folder[0] = 0;
    if (!dladdr((const void *)rows, &info) || !info.dli_fname ||
        snprintf(folder, PATH, "%s", info.dli_fname) >= PATH || !(end = strrchr(folder, '/'))) {
        folder[0] = 0;
        return;
    }
    *end = 0;
}

/* The path of a plug-in. */
static void find_plugin(const char *name, char path[PATH])
{
    char folder[PATH / 2];

    own_folder(path);
    snprintf(folder, sizeof folder, "%s", path);
    snprintf(path, PATH, "%s/adrop-comm/%s.so", folder, name);
    if (!*folder || access(path, R_OK))
        snprintf(path, PATH, "%s/%s.so", ADROP_COMM_DIR, name);
}

static adrop_status open_load(adrop_ctx *ctx, const char *path, void **plugin,
                              const ad_transport **transport)
{
    ad_transport_fn *get;
    /* Open MPI loads its own components, which need its symbols: hence RTLD_GLOBAL. */
    void *handle = dlopen(path, RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
    void *symbol = handle ? dlsym(handle, AD_TRANSPORT_SYMBOL) : NULL;

    *plugin = NULL;
    if (!symbol) {
        const char *why = dlerror();
        const adrop_status status = ad_fail(
            ctx, ADROP_ENETWORK,
            "'%s' cannot be loaded (%s): install the library of MPI and build adrop with "
            "it, or give `comm` none",
            path, why ? why : "it has no transport");
        if (handle)
            dlclose(handle);
        return status;
    }
    memcpy(&get, &symbol, sizeof get); /* C has no cast from data to function */
    *transport = get();
    if ((*transport)->version != AD_TRANSPORT_VERSION) {
        dlclose(handle);
        return ad_fail(ctx, ADROP_ENETWORK,
                       "'%s' was built for another version of adrop: build it again", path);
    }
    *plugin = handle;
    return ADROP_OK;
}

adrop_status adrop_comm_open(adrop_ctx *ctx, const adrop_comm_opts *given, adrop_comm **out)
{
    if (ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    adrop_comm_opts opts;
    const ad_transport *transport = NULL;
    const char *name;
    char path[PATH];
    void *plugin;
    adrop_status status;

    *out = NULL;
    adrop_comm_opts_init(&opts);
    if (given && (status = AD_SETTINGS_READ(ctx, adrop_comm_opts, rows, &opts, given)))
        return status;
    if (ctx->comm)
        return ad_fail(ctx, ADROP_EINVAL, "the context has joined a job already");
    name = strcmp(opts.comm, "auto") ? opts.comm : started_by();
    if (!name || !strcmp(name, "none"))
        return ADROP_OK;
    if (strchr(name, '/'))
        snprintf(path, sizeof path, "%s", name);
    else if (!strcmp(name, "openmpi") || !strcmp(name, "mpich"))
        find_plugin(name, path);
    else
        return ad_fail(ctx, ADROP_EINVAL,
                       "there is no `comm` '%s': give auto, none, openmpi, mpich or the path of a "
                       "plug-in",
                       AD_SHOWN(name));
    if ((status = open_load(ctx, path, &plugin, &transport)) ||
        (status = ad_comm_start(ctx, transport, plugin, &opts, out)))
        return status;
    ctx->comm = *out;
    return ADROP_OK;
}
