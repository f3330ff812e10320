/* Fuzz: NumPy arrays, x then y. */
#include "data_scene.h"

static const char *const names[] = { "x.npy", "y.npy", NULL };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    scene_write_parts(names, data, size);
    scene_try(scene_folder(), "npy");
    scene_remove(names);
    return 0;
}
