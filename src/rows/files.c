/* The files that rows were read from (files.h). */
#include "rows/files.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"

adrop_status ad_files_add(adrop_ctx *ctx, ad_files *files, const ad_file_sum *file)
{
    ad_file_sum own = *file;
    char *path;
    adrop_status status = ad_copy_text(ctx, file->path, &path);

    if (status)
        return status;
    own.path = path;
    if ((status = ad_bytes_append(ctx, files, &own, sizeof own, "checksums")))
        ad_free(ctx, path);
    return status;
}

adrop_status ad_files_append(adrop_ctx *ctx, ad_files *files, const ad_files *from)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < ad_files_count(from) && !status; i++)
        status = ad_files_add(ctx, files, ad_files_at(from, i));
    return status;
}

void ad_files_release(adrop_ctx *ctx, ad_files *files)
{
    for (size_t i = 0; i < ad_files_count(files); i++)
        ad_free(ctx, (void *)ad_files_at(files, i)->path);
    ad_bytes_release(ctx, files);
}
