/* Fuzz: IDX files, images then labels. */
#include "data_scene.h"

static const char *const names[] = { "train-images", "train-labels", NULL };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    scene_write_parts(names, data, size);
    scene_try(scene_folder(), "idx");
    scene_remove(names);
    return 0;
}
