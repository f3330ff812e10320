/* The words of --sparse, and what came of it (sparse_choice.h). */
#include "sparse_choice.h"

#include <string.h>

const char *const sparse_words[] = { "auto", "off", "on", NULL };

size_t sparse_layers(const adrop_model *m, size_t *dense)
{
    adrop_layer_info layer;
    size_t n = 0;

    *dense = 0;
    for (size_t i = 0; adrop_model_layer(m, i, &layer); i++)
        if (!strcmp(layer.kind, "dense")) {
            n += *layer.algorithm != 0;
            ++*dense;
        }
    return n;
}
