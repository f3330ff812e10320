/* For fuzz targets of experiment folders: the table of the experiments, which is that of seeds.py,
 * whose checksum is in the seeds; and the parser for a run's record. The scene's folder becomes the
 * current one, so that paths in seeds are valid: the corpus must be given as an absolute path. */
#ifndef ADROP_FUZZ_FOLDER_SCENE_H
#define ADROP_FUZZ_FOLDER_SCENE_H

#include "base/json.h"
#include "data_scene.h"
#include "study/study.h"

static inline void folder_start(void)
{
    char text[256];
    int n = 0;

    for (int i = 0; i < 16; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%d,%d,%c\n", i % 5, i % 7, "ab"[i % 2]);
    scene_write("t.csv", (const uint8_t *)text, (size_t)n);
    if (chdir(scene_folder()))
        abort();
}

static inline void folder_check(adrop_ctx *ctx, adrop_status status)
{
    if (status && !*adrop_ctx_message(ctx))
        abort(); /* refused without a message */
}

/* run.json of the run wanted->path; its settings are compared only in a folder. */
static inline void folder_parse_run(adrop_ctx *ctx, const ad_wanted_run *wanted,
                                    const uint8_t *text, size_t size)
{
    json_t *record = NULL;
    adrop_status status = ad_json_parse(ctx, wanted->path, (const char *)text, size,
                                        JSON_REJECT_DUPLICATES, &record);

    if (!status)
        status = ad_run_check(ctx, wanted, record);
    folder_check(ctx, status);
    json_decref(record);
}

#endif
