/* Options shared by several commands: the folder of data sets and --sparse; and names of targets
 * (data_choice.h). */
#include "data_choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "out.h"

const char *data_choice_folder(const char *given)
{
    const char *folder = *given ? given : getenv("ADROP_DATA");

    return folder && *folder ? folder : NULL;
}

int data_choice_is_known(const char *name)
{
    adrop_known_data known;

    for (size_t i = 0; adrop_known_data_at(i, &known); i++)
        if (!strcmp(known.name, name))
            return 1;
    return 0;
}

int data_choice_check(const command_call *call, const char *name, const char *folder)
{
    char path[1];

    if (folder || !data_choice_is_known(name) ||
        !adrop_known_data_find(call->ctx, name, NULL, path, sizeof path))
        return OUT_OK;
    out_complain(call->command->name,
                 "the data set '%s' is not built in: give '--data-dir DIR', or set ADROP_DATA to "
                 "the folder of the data sets",
                 name);
    return OUT_USAGE;
}

int data_choice_take(const command_call *call, const char *name, const char *folder,
                     adrop_data_opts *opts)
{
    if (!*name) {
        out_complain(call->command->name,
                     "there is nothing to train on: give '--data NAME' (see 'adrop data list') or "
                     "'--data PATH'");
        return OUT_USAGE;
    }
    opts->size = sizeof *opts;
    opts->data = name;
    opts->data_dir = data_choice_folder(folder);
    return data_choice_check(call, name, opts->data_dir);
}

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

char *target_name(const adrop_data *data, size_t target, char *buffer, size_t size)
{
    const char *name = adrop_data_target_name(data, target);

    if (name)
        return out_copy(buffer, size, name);
    snprintf(buffer, size, "%zu", target + 1);
    return buffer;
}
