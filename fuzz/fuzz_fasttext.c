/* Fuzz: fastText files, for training and for tests. */
#include "text_scene.h"

static const char *const names[] = { "news.train", "news.test", NULL };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text_scene_try(names, AD_FOLDER, "fasttext", data, size);
    return 0;
}
