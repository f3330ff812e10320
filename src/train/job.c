/* A run by the ranks of a job (job.h). */
#include "train/job.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "adrop/version.h"
#include "base/bytes.h"
#include "base/context.h"
#include "base/memory.h"
#include "comm/comm.h"

enum { LINE = 512 };

static const char what[] = "the settings of the job";

int ad_job_is_first(const adrop_ctx *ctx)
{
    return adrop_comm_rank(ctx->comm) == 0;
}

int ad_job_stops(const adrop_ctx *ctx, int wish)
{
    if (!ctx->comm)
        return wish;
    if (wish)
        ad_comm_wish_stop(ctx->comm);
    return ad_comm_stops(ctx->comm);
}

adrop_status ad_job_fail(adrop_ctx *ctx, adrop_status status)
{
    return ctx->comm && status && status != ADROP_EINTR ? ad_comm_fail(ctx->comm, ctx, status)
                                                        : status;
}

/* One line per setting that ranks must agree on, in memory that the caller frees. Settings that
 * may differ are omitted, and so is init, the path of a file. */
static adrop_status settings_text(adrop_ctx *ctx, const adrop_train_opts *opts, char **out)
{
    char line[LINE];
    ad_bytes text = { 0 };

    const int n = snprintf(line, sizeof line, "version %s\nkernels %s\nthreads %d\n",
                           adrop_version(), adrop_ctx_isa_name(ctx), ctx->threads);
    adrop_status status = ad_bytes_append(ctx, &text, line, (size_t)n, what);
    for (const adrop_option *row = adrop_train_options(); row->name && !status; row++) {
        if (row->traits & ADROP_TRAIT_FREE || !strcmp(row->name, "init"))
            continue;
        const char *value = adrop_option_show(ctx, row, opts);
        if (!value || ad_bytes_append(ctx, &text, row->name, strlen(row->name), what) ||
            ad_bytes_append(ctx, &text, " ", 1, what) ||
            ad_bytes_append(ctx, &text, value, strlen(value), what) ||
            ad_bytes_append(ctx, &text, "\n", 1, what))
            status = ADROP_ENOMEM;
    }
    if (!status)
        status = ad_bytes_append(ctx, &text, "", 1, what);
    *out = ad_bytes_take(&text);
    return status;
}

/* One line per file: its name without folders, its size and its sum; the caller frees it. */
static adrop_status data_text(adrop_ctx *ctx, const adrop_data *data, char **out)
{
    adrop_data_info info;
    adrop_data_file file;
    size_t n = 0, used;

    while (adrop_data_file_at(data, n, &file))
        n++;
    const adrop_status status = AD_NEW(ctx, (n + 1) * LINE, "the files of the job", out);
    if (status)
        return status;
    adrop_data_describe(data, &info);
    used = (size_t)snprintf(*out, LINE, "rows %zu %zu %zu\n", info.n_train, info.n_val,
                            info.n_test);
    for (size_t i = 0; i < n && adrop_data_file_at(data, i, &file); i++) {
        const char *slash = strrchr(file.path, '/');
        used += (size_t)snprintf(*out + used, LINE, "%.256s %" PRIu64 " %016" PRIx64 "\n",
                                 slash ? slash + 1 : file.path, (uint64_t)file.bytes, file.xxh3);
    }
    return ADROP_OK;
}

adrop_status ad_job_check(adrop_ctx *ctx, const adrop_train_opts *opts, const adrop_data *data)
{
    char *settings = NULL, *files = NULL;
    adrop_status status;

    if (!ctx->comm)
        return ADROP_OK;
    if (!(status = settings_text(ctx, opts, &settings)) &&
        !(status = data_text(ctx, data, &files)) &&
        !(status = ad_comm_same(ctx->comm, ctx, "settings", settings)))
        status = ad_comm_same(ctx->comm, ctx, "data", files);
    ad_free(ctx, settings);
    ad_free(ctx, files);
    return status;
}

void ad_job_put(ad_json *b, json_t *record, const adrop_ctx *ctx)
{
    if (!ctx->comm)
        return;
    ad_json_put(b, record, "ranks", json_integer(adrop_comm_ranks(ctx->comm)));
    ad_json_put(b, record, "comm", ad_json_string(adrop_comm_library(ctx->comm)));
}
