/* Fuzz: documents in folders, one folder per class: four files of two classes. */
#include "text_scene.h"

static const char *const names[] = { "train/a/1.txt", "train/a/2.txt", "train/b/1.txt",
                                     "test/b/2.txt", NULL };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text_scene_try(names, AD_FOLDER, "texts", data, size);
    return 0;
}
