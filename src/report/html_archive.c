/* Archives of run folders: unpacked into a temporary folder, shown, and removed. */
#define _XOPEN_SOURCE 700 /* nftw */
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "adrop/data.h"
#include "base/context.h"
#include "base/file.h"
#include "report/html.h"

enum { OPEN_FOLDERS = 8 };

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *at)
{
    (void)info;
    (void)kind;
    (void)at;
    return remove(path);
}

static adrop_status make_temporary(adrop_ctx *ctx, char path[AD_PATH_SIZE])
{
    const char *folder = getenv("TMPDIR");
    const int n = snprintf(path, AD_PATH_SIZE, "%s/adrop-report-XXXXXX",
                           folder && *folder ? folder : "/tmp");

    if (n < AD_PATH_SIZE && mkdtemp(path))
        return ADROP_OK;
    return ad_fail(ctx, ADROP_EDISK, "cannot make a folder in '%s' to unpack an archive: %s",
                   folder && *folder ? folder : "/tmp",
                   strerror(n < AD_PATH_SIZE ? errno : ENAMETOOLONG));
}

adrop_status ad_page_add_archive(adrop_page *p, const char *archive)
{
    char folder[AD_PATH_SIZE];
    adrop_status status = make_temporary(p->ctx, folder);

    if (status)
        return status;
    if (!(status = adrop_unpack(p->ctx, archive, folder))) {
        p->archive = archive;
        p->unpacked = folder;
        status = ad_page_add_folder(p, folder);
        p->archive = p->unpacked = NULL;
    }
    nftw(folder, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
    return status;
}

adrop_status adrop_page_add(adrop_page *p, const char *path)
{
    struct stat info;

    if (!path)
        return ad_fail(p->ctx, ADROP_EINVAL, "which folder? give that of a run or of a comparison");
    return stat(path, &info) || !S_ISREG(info.st_mode) ? ad_page_add_folder(p, path)
                                                       : ad_page_add_archive(p, path);
}
