/* Fuzz: tables as text. */
#include "data_scene.h"

static const char *const names[] = { "table.csv", NULL };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    scene_try(scene_write(names[0], data, size), "table");
    scene_remove(names);
    return 0;
}
