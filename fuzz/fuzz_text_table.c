/* Fuzz: documents in a table column, or in JSON lines if the input begins with a brace. */
#include "text_scene.h"

static const char *const names[] = { "train.csv", "test.csv", NULL };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text_scene_try(names, AD_FOLDER, size && *data == '{' ? "jsonl" : "table", data, size);
    return 0;
}
