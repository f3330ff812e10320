/* Fuzz: configuration files. The first byte selects the option table: of a technique, of training,
 * data or comparisons. */
#include "adrop/lab.h"
#include "scene.h"

enum { LARGEST = 1 << 16 }; /* bytes of a struct that a table describes */

static const adrop_option *table_at(size_t i)
{
    const adrop_option *const others[] = { adrop_train_options(), adrop_data_options(),
                                           adrop_compare_options() };
    adrop_technique_info technique;

    i %= adrop_technique_count() + 3;
    if (i < 3)
        return others[i];
    adrop_technique_at(i - 3, &technique);
    return technique.options;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static union {
        char bytes[LARGEST];
        adrop_train_opts train;
        adrop_data_opts data;
        adrop_compare_opts compare;
    } settings;
    adrop_ctx *ctx = scene_ctx();

    if (!size)
        return 0;
    const char *path = scene_write("config.yaml", data + 1, size - 1);
    const adrop_option *table = table_at(data[0]);
    memset(&settings, 0, sizeof settings);
    adrop_options_default_sized(table, &settings, sizeof settings);
    if (adrop_options_read_sized(ctx, table, &settings, sizeof settings, path) &&
        !*adrop_ctx_message(ctx))
        abort(); /* refused without a message */
    return 0;
}
