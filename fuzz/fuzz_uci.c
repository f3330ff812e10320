/* Fuzz: UCI folders: data, columns, target, split. */
#include "data_scene.h"

static const char *const names[] = { "data.txt",          "index_features.txt", "index_target.txt",
                                     "index_train_0.txt", "index_test_0.txt",   NULL };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    scene_try(names, AD_FOLDER, "uci", data, size);
    return 0;
}
