/* Figures as PNG and PDF, converted by librsvg's rsvg-convert. */
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "figure/figure.h"

extern char **environ;

/* An output format. */
typedef struct {
    const char *format, *ending; /* name for rsvg-convert; file extension */
    const char *zoom;            /* output pixels per SVG pixel */
} shape;

/* Run rsvg-convert from one file to another. */
static adrop_status convert(adrop_ctx *ctx, const char *from, const char *to, const shape *as)
{
    const char *const words[] = { "rsvg-convert", "--format", as->format, "--zoom", as->zoom,
                                  "--output",     to,         "--",       from,     NULL };
    pid_t child;
    int state = 0;

    const int bad = posix_spawnp(&child, words[0], NULL, NULL, (char *const *)(size_t)words,
                                 environ);
    if (bad == ENOENT)
        return ad_fail(ctx, ADROP_ENOENT,
                       "PNG and PDF files need the program rsvg-convert (Debian: librsvg2-bin), "
                       "which is not installed; SVG files do not");
    if (bad)
        return ad_fail(ctx, ADROP_EIO, "rsvg-convert cannot be started");
    while (waitpid(child, &state, 0) < 0 && errno == EINTR)
        ;
    if (!WIFEXITED(state) || WEXITSTATUS(state))
        return ad_fail(ctx,
                       WIFEXITED(state) && WEXITSTATUS(state) == 127 ? ADROP_ENOENT : ADROP_EIO,
                       "rsvg-convert could not make '%s'", to);
    return ADROP_OK;
}

/* Both files are temporary, so a failure leaves nothing behind and keeps an old file. */
static adrop_status through(adrop_figure *f, const char *path, const adrop_figure_look *look,
                            const shape *as)
{
    char svg[AD_PATH_SIZE], made[AD_PATH_SIZE], *text = NULL, *bytes = NULL;
    size_t size = 0;
    adrop_status status = ad_file_temporary(f->ctx, path, svg);

    if (status)
        return status;
    if (!(status = ad_file_temporary(f->ctx, path, made))) {
        status = adrop_figure_write(f, ADROP_FIGURE_SVG, look, &text);
        if (!status)
            status = ad_file_replace(f->ctx, svg, text, strlen(text));
        if (!status)
            status = convert(f->ctx, svg, made, as);
        if (!status)
            status = ad_file_read(f->ctx, made, (size_t)256 << 20, &bytes, &size);
        if (!status)
            status = ad_file_replace(f->ctx, path, bytes, size);
        ad_free(f->ctx, bytes);
        ad_free(f->ctx, text);
        unlink(made);
    }
    unlink(svg);
    return status;
}

static adrop_status figure_convert_save(adrop_figure *f, const char *folder, const char *name,
                                        const adrop_figure_look *look, const shape *as)
{
    char path[AD_PATH_SIZE];
    const adrop_status status = ad_figure_place(f, folder, name, as->ending, path);

    return status ? status : through(f, path, look, as);
}

adrop_status adrop_figure_save_png(adrop_figure *f, const char *folder, const char *name,
                                   const adrop_figure_look *look, double scale)
{
    char zoom[32];

    if (!(scale >= 0.1 && scale <= 10))
        return ad_fail(f->ctx, ADROP_EINVAL, "the scale of a picture is %g: give 0.1 to 10", scale);
    snprintf(zoom, sizeof zoom, "%d.%02d", (int)scale, (int)(100 * scale) % 100);
    return figure_convert_save(f, folder, name, look, &(const shape){ "png", ".png", zoom });
}

adrop_status adrop_figure_save_pdf(adrop_figure *f, const char *folder, const char *name,
                                   const adrop_figure_look *look)
{
    return figure_convert_save(f, folder, name, look, &(const shape){ "pdf", ".pdf", "1" });
}
