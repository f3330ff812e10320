/* Which file of a run directory holds its model (newest.h): model.safetensors if the run is
 * done, otherwise the valid checkpoint with the most steps. */
#include "predict/newest.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "base/tensorfile.h"

#define LIMIT ((size_t)1 << 36) /* bytes of a file */

/* The number of steps of a checkpoint, if it verifies, as sixteen digits, so that texts compare
 * like numbers. */
static adrop_status read_steps(adrop_ctx *ctx, const char *path, char steps[17])
{
    ad_tensorfile file;
    adrop_status status = ad_tensorfile_read(ctx, path, LIMIT, &file);

    if (status)
        return status;
    const char *text = ad_tensorfile_text(&file, "step");
    if (text && strlen(text) == 16)
        strcpy(steps, text);
    else
        status = ad_fail(ctx, ADROP_EFORMAT, "'%s' is no checkpoint", path);
    ad_tensorfile_release(&file);
    return status;
}

adrop_status ad_newest_file(adrop_ctx *ctx, const char *folder, char path[AD_PATH_SIZE])
{
    static const char *const names[] = { "checkpoint.next.safetensors", "checkpoint.safetensors",
                                         "checkpoint.prev.safetensors" };
    char best[17] = "", steps[17];
    adrop_status bad = ADROP_OK;
    size_t found = 0;

    if (snprintf(path, AD_PATH_SIZE, "%s/model.safetensors", folder) >= AD_PATH_SIZE)
        return ad_fail(ctx, ADROP_EIO, "the path of the run is too long");
    if (access(path, F_OK) == 0)
        return ADROP_OK;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, AD_PATH_SIZE, "%.*s/%s", AD_PATH_SIZE - 64, folder, names[i]);
        if (access(path, F_OK))
            continue;
        const adrop_status status = read_steps(ctx, path, steps);
        if (status) {
            ad_log(ctx, ADROP_LOG_WARNING, "%s", adrop_ctx_message(ctx));
            bad = status;
        } else if (strcmp(steps, best) > 0) {
            strcpy(best, steps);
            found = i + 1;
        }
    }
    if (!found)
        return bad ? bad
                   : ad_fail(ctx, ADROP_EIO,
                             "the run in '%s' has neither a model nor a checkpoint yet", folder);
    snprintf(path, AD_PATH_SIZE, "%.*s/%s", AD_PATH_SIZE - 64, folder, names[found - 1]);
    return ADROP_OK;
}
