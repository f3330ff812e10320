/* Figures as files: SVG, and CSV of the data. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "figure/figure.h"

adrop_status ad_figure_place(adrop_figure *f, const char *folder, const char *name,
                             const char *ending, char *path)
{
    if (ad_check_given(f->ctx, "folder", folder) || ad_check_given(f->ctx, "name", name))
        return ADROP_EINVAL;

    if (snprintf(path, AD_PATH_SIZE, "%s/%s%s", folder, name, ending) >= AD_PATH_SIZE)
        return ad_fail(f->ctx, ADROP_EINVAL, "the path '%.60s...' is too long", folder);
    const adrop_status status = ad_file_make_folders(f->ctx, folder);
    if (!status)
        ad_file_sweep_left(folder);
    return status;
}

static adrop_status figure_save(adrop_figure *f, const char *folder, const char *name,
                                const char *ending, adrop_figure_form form,
                                const adrop_figure_look *look)
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

/* Is the file at path one of our figures? Also 1 if there is no file. */
static int is_ours(const char *path, int *exists)
{
    static const char begin[] = "<svg class=\"adfig";
    char bytes[sizeof begin - 1];
    const int fd = ad_file_open(path, O_RDONLY);

    *exists = fd >= 0 || errno != ENOENT;
    const int ours = fd >= 0 && read(fd, bytes, sizeof bytes) == (ssize_t)sizeof bytes &&
                     !memcmp(bytes, begin, sizeof bytes);
    if (fd >= 0)
        close(fd);
    return ours || !*exists;
}

/* Only replace files of adrop: a figure that begins like ours, and the CSV beside one. */
static adrop_status figure_save_check(adrop_figure *f, const char *folder, const char *name)
{
    char path[AD_PATH_SIZE];
    struct stat info;
    int has_figure;
    adrop_status status = ad_figure_place(f, folder, name, ".svg", path);

    if (status)
        return status;
    int free = is_ours(path, &has_figure);
    if (free && !has_figure && !(status = ad_figure_place(f, folder, name, ".csv", path)))
        free = lstat(path, &info) != 0;
    return status || free
               ? status
               : ad_fail(f->ctx, ADROP_EEXIST,
                         "'%s' is there and is no figure of adrop: move it away, or name "
                         "another folder",
                         path);
}

adrop_status adrop_figure_save(adrop_figure *f, const char *folder, const char *name,
                               const adrop_figure_look *look)
{
    adrop_status status = figure_save_check(f, folder, name);

    if (!status)
        status = figure_save(f, folder, name, ".svg", ADROP_FIGURE_SVG, look);
    return status ? status : figure_save(f, folder, name, ".csv", ADROP_FIGURE_CSV, look);
}
