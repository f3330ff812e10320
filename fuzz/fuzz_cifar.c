/* Fuzz: CIFAR records, then names of classes. */
#include "data_scene.h"

static const char *const names[] = { "data_batch_1.bin", "batches.meta.txt", NULL };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    scene_try(names, AD_FOLDER, "cifar", data, size);
    return 0;
}
