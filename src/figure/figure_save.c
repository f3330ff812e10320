/* Figures as files: SVG with the CSV of its data beside it. */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "figure/figure.h"

adrop_status ad_figure_place(adrop_figure *f, const char *folder, const char *name,
                             const char *ending, char *path)
{
    if (snprintf(path, AD_PATH_SIZE, "%s/%s%s", folder, name, ending) >= AD_PATH_SIZE)
        return ad_fail(f->ctx, ADROP_EINVAL, "the path '%.60s...' is too long", folder);
    const adrop_status status = ad_file_make_folders(f->ctx, folder);
    if (!status)
        ad_file_sweep_left(folder);
    return status;
}

static adrop_status save(adrop_figure *f, const char *folder, const char *name, const char *ending,
                         adrop_figure_form form, const adrop_figure_look *look)
{
    char path[AD_PATH_SIZE], *text = NULL;
    adrop_status status = ad_figure_place(f, folder, name, ending, path);

    if (!status)
        status = adrop_figure_write(f, form, look, &text);
    if (!status)
        status = ad_file_replace(f->ctx, path, text, strlen(text));
    ad_free(f->ctx, text);
    return status;
}

adrop_status adrop_figure_save(adrop_figure *f, const char *folder, const char *name,
                               const adrop_figure_look *look)
{
    const adrop_status status = save(f, folder, name, ".svg", ADROP_FIGURE_SVG, look);

    return status ? status : save(f, folder, name, ".csv", ADROP_FIGURE_CSV, look);
}
