/* Fuzz: batches of ImageNet, data and labels, as members of an open archive. */
#include "data_scene.h"
#include "mutate.h"

MUTATOR(mutate_npy)

static const char *const names[] = { "data.npy", "labels.npy", NULL };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    scene_try(names, AD_ARCHIVE, "imagenet32", data, size);
    return 0;
}
