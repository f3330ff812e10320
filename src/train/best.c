/* The best epoch's weights, in memory and in the run directory (best.h). */
#include "train/best.h"

#include <unistd.h>

#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"

#define BEST  "best.safetensors"
#define LAST  "last.safetensors"
#define MODEL "model.safetensors"

adrop_status ad_best_take(ad_best *b, const adrop_trainer *t)
{
    if (!b->folder || !t->info.n_val || t->state.since_best)
        return ADROP_OK;
    ad_best_release(b);
    return adrop_model_write(t->model, &b->bytes, &b->size);
}

adrop_status ad_best_flush(ad_best *b)
{
    char path[AD_PATH_SIZE];

    if (!b->folder || !b->bytes)
        return ADROP_OK;
    const adrop_status status = ad_file_replace(
        b->folder->ctx, ad_folder_file(b->folder, BEST, path), b->bytes, b->size);
    if (!status)
        ad_best_release(b);
    return status;
}

/* The file that holds the best weights so far. */
static const char *best_find(const ad_best *b, char path[AD_PATH_SIZE])
{
    if (access(ad_folder_file(b->folder, BEST, path), F_OK))
        ad_folder_file(b->folder, MODEL, path);
    return path;
}

adrop_status ad_best_finish(ad_best *b, adrop_trainer *t)
{
    char path[AD_PATH_SIZE];
    adrop_status status = ADROP_OK;

    if (!b->folder)
        return ADROP_OK;
    if (t->info.n_val) {
        status = adrop_model_save(t->model, ad_folder_file(b->folder, LAST, path));
        if (!status)
            status = ad_best_flush(b);
        if (!status)
            status = adrop_model_load(t->model, best_find(b, path));
    }
    return status ? status : adrop_model_save(t->model, ad_folder_file(b->folder, MODEL, path));
}

void ad_best_clean(ad_best *b)
{
    char path[AD_PATH_SIZE];

    if (b->folder)
        unlink(ad_folder_file(b->folder, BEST, path));
}

void ad_best_release(ad_best *b)
{
    if (b->folder)
        ad_free(b->folder->ctx, b->bytes);
    b->bytes = NULL;
}
