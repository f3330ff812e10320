/* Fuzz: the SGML of Reuters-21578, two files in a folder. */
#include "text_scene.h"

static const char *const names[] = { "a.sgm", "b.sgm", NULL };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text_scene_try(names, AD_FOLDER, "reuters", data, size);
    return 0;
}
