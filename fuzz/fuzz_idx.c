/* Fuzz: IDX files, images then labels. */
#include "data_scene.h"
#include "mutate.h"

MUTATOR(mutate_idx)

static const char *const names[] = { "train-images", "train-labels", NULL };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    scene_try(names, AD_FOLDER, "idx", data, size);
    return 0;
}
