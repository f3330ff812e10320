/* Fuzz: NumPy arrays, x then y. */
#include "data_scene.h"
#include "mutate.h"

MUTATOR(mutate_npy)

static const char *const names[] = { "x.npy", "y.npy", NULL };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    scene_try(names, AD_FOLDER, "npy", data, size);
    return 0;
}
