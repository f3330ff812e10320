/* Fuzz: tables as text. */
#include "data_scene.h"

static const char *const names[] = { "table.csv", NULL };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    scene_try(names, AD_FILE, "table", data, size);
    return 0;
}
