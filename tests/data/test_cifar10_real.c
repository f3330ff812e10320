/* One batch of the real CIFAR-10; expanding all six takes long. */
#include "data/scene.h"

static void cifar10(void)
{
    const char *folder = scene_real("cifar10");
    char path[512], link[512];
    adrop_data_opts opts;

    adrop_data_opts_init(&opts);
    snprintf(path, sizeof path, "%s/cifar10/test_batch.bin.xz", folder ? folder : "");
    if (!folder || access(path, R_OK)) {
        printf("skipped: cifar10 ('%s' is not there)\n", path);
        return;
    }
    snprintf(link, sizeof link, "%s", scene_path("test_batch.bin.xz"));
    CHECK_EQ(symlink(path, link), 0);
    opts.data = scene_folder;
    adrop_data *data = scene_open(&opts);
    if (!data)
        return;
    size_t n, found[10] = { 0 };
    const uint32_t *rows = adrop_data_rows(data, ADROP_PART_TEST, &n);
    for (size_t i = 0; i < n; i++)
        found[adrop_data_label(data, rows[i])]++;
    for (int c = 0; c < 10; c++)
        CHECK_EQ(found[c], 1000);
    adrop_verdict verdict;
    CHECK_EQ(adrop_data_verify(ctx, "cifar10", link, &verdict), ADROP_OK);
    CHECK_EQ(verdict, ADROP_AS_PUBLISHED); /* of what it expands to */
    adrop_data_free(data);
    scene_clear();
}

CHECK_MAIN(scene_begin, cifar10, scene_end)
