/* Figures as files: SVG with the CSV of its data beside it; PNG by librsvg's program. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/struct.h"
#include "figure/figure.h"

extern char **environ;

static adrop_status path_of(adrop_figure *f, const char *folder, const char *name,
                            const char *ending, char path[AD_PATH_SIZE])
{
    if (snprintf(path, AD_PATH_SIZE, "%s/%s%s", folder, name, ending) >= AD_PATH_SIZE)
        return ad_fail(f->ctx, ADROP_EINVAL, "the path '%.60s...' is too long", folder);
    return ADROP_OK;
}

/* The folder is there, without what killed programs left. */
static adrop_status ready(adrop_ctx *ctx, const char *folder)
{
    const adrop_status status = ad_file_make_folders(ctx, folder);

    if (!status)
        ad_file_sweep_left(folder);
    return status;
}

static adrop_status save(adrop_figure *f, const char *folder, const char *name, const char *ending,
                         adrop_figure_form form, const adrop_figure_look *look)
{
    char path[AD_PATH_SIZE], *text = NULL;
    adrop_status status = path_of(f, folder, name, ending, path);

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
    adrop_status status = ready(f->ctx, folder);

    if (!status)
        status = save(f, folder, name, ".svg", ADROP_FIGURE_SVG, look);
    if (!status)
        status = save(f, folder, name, ".csv", ADROP_FIGURE_CSV, look);
    return status;
}

/* Run rsvg-convert from one file to another. */
static adrop_status convert(adrop_ctx *ctx, const char *svg, const char *png, double scale)
{
    char zoom[32], *const words[] = {
        "rsvg-convert",      "--zoom", zoom, "--output", (char *)(size_t)png, "--",
        (char *)(size_t)svg, NULL
    };
    pid_t child;
    int state = 0;

    snprintf(zoom, sizeof zoom, "%d.%02d", (int)scale, (int)(100 * scale) % 100);
    const int bad = posix_spawnp(&child, words[0], NULL, NULL, words, environ);
    if (bad)
        return ad_fail(ctx, bad == ENOENT ? ADROP_ENOENT : ADROP_EIO,
                       bad == ENOENT ? "PNG files need the program rsvg-convert (Debian: "
                                       "librsvg2-bin), which is not installed; SVG files do not"
                                     : "rsvg-convert cannot be started");
    while (waitpid(child, &state, 0) < 0 && errno == EINTR)
        ;
    if (!WIFEXITED(state) || WEXITSTATUS(state))
        return ad_fail(ctx,
                       WIFEXITED(state) && WEXITSTATUS(state) == 127 ? ADROP_ENOENT : ADROP_EIO,
                       "rsvg-convert could not make '%s'", png);
    return ADROP_OK;
}

/* Temporary files hold both, so that what fails leaves nothing behind, and an old file is kept
 * until the new one is whole. */
static adrop_status through(adrop_figure *f, const char *path, const adrop_figure_look *look,
                            double scale)
{
    char svg[AD_PATH_SIZE], png[AD_PATH_SIZE], *text = NULL, *bytes = NULL;
    size_t size = 0;
    adrop_status status = ad_file_temporary(f->ctx, path, svg);

    if (status)
        return status;
    if (!(status = ad_file_temporary(f->ctx, path, png))) {
        status = adrop_figure_write(f, ADROP_FIGURE_SVG, look, &text);
        if (!status)
            status = ad_file_replace(f->ctx, svg, text, strlen(text));
        if (!status)
            status = convert(f->ctx, svg, png, scale);
        if (!status)
            status = ad_file_read(f->ctx, png, (size_t)256 << 20, &bytes, &size);
        if (!status)
            status = ad_file_replace(f->ctx, path, bytes, size);
        ad_free(f->ctx, bytes);
        ad_free(f->ctx, text);
        unlink(png);
    }
    unlink(svg);
    return status;
}

adrop_status adrop_figure_save_png(adrop_figure *f, const char *folder, const char *name,
                                   const adrop_figure_look *look, double scale)
{
    char path[AD_PATH_SIZE];
    adrop_status status = path_of(f, folder, name, ".png", path);

    if (!(scale >= 0.1 && scale <= 10))
        return ad_fail(f->ctx, ADROP_EINVAL, "the scale of a picture is %g: give 0.1 to 10", scale);
    if (!status)
        status = ready(f->ctx, folder);
    return status ? status : through(f, path, look, scale);
}
