/* Options shared by several commands: the data set, and --sparse. */
#ifndef ADROP_CLI_DATA_CHOICE_H
#define ADROP_CLI_DATA_CHOICE_H

#include <stddef.h>

#include "adrop/data.h"
#include "adrop/model.h"
#include "adrop/option.h"
#include "command.h"

/* The row of --data in a command's settings. */
#define DATA_ROW(settings, field)                                                                  \
  {                                                                                                \
    .name = "data", .group = ADROP_GROUP_DATA, .traits = ADROP_TRAIT_COMMON, .letter = 'd',        \
    .names = ADROP_NAMES_DATA, .kind = ADROP_OPT_TEXT, .offset = offsetof(settings, field),        \
    .value = "NAME|PATH", .help = "a name from `adrop data list`, or a file or folder"             \
  }

/* The row of --data-dir in a command's settings. */
#define DATA_DIR_ROW(settings, field)                                                              \
  {                                                                                                \
    .name = "data-dir", .group = ADROP_GROUP_DATA, .kind = ADROP_OPT_TEXT,                         \
    .offset = offsetof(settings, field), .value = "DIR",                                           \
    .help = "the folder of the known data sets; if not given, that of the environment variable "   \
            "ADROP_DATA"                                                                           \
  }

/* The row of --allow-changed-data. */
#define ALLOW_CHANGED_ROW(settings, field)                                                         \
  {                                                                                                \
    .name = "allow-changed-data", .group = ADROP_GROUP_DATA, .kind = ADROP_OPT_FLAG,               \
    .offset = offsetof(settings, field),                                                           \
    .help = "use the run's own data also where they are not those that it was trained on"          \
  }

/* The given folder, or that of the environment, or NULL. */
const char *data_choice_folder(const char *given);

/* Is this the name of a known set? */
int data_choice_is_known(const char *name);

/* Explain how to name the folder if the set needs one and none is given; folder may be NULL.
 * Returns the exit status. */
int data_choice_check(const command_call *call, const char *name, const char *folder);

/* Set the data options from --data and --data-dir. Reports a missing name, or a missing folder if
 * the set needs one. Returns the exit status. */
int data_choice_take(const command_call *call, const char *name, const char *folder,
                     adrop_data_opts *opts);

/* -- --sparse: do predictions skip zero weights? (adrop/units.h) */

extern const char *const sparse_words[]; /* indexed by adrop_sparse_weights */

#define SPARSE_ROW(settings, field)                                                                \
  {                                                                                                \
    .name = "sparse", .kind = ADROP_OPT_CHOICE, .offset = offsetof(settings, field),               \
    .words = sparse_words,                                                                         \
    .help = "skip weights of dense layers that are zero: auto, where 15 % or less of them are "    \
            "not and a measurement finds it faster, which changes no bit; on: everywhere; off: "   \
            "never (last digits may differ from auto)"                                             \
  }

/* The number of dense layers that skip them; *dense: all dense layers. */
size_t sparse_layers(const adrop_model *m, size_t *dense);

/* -- Names of targets if there are several. */

/* The column's name, or the target's number from 1. Returns buffer. */
char *target_name(const adrop_data *data, size_t target, char *buffer, size_t size);

/* The same, in a buffer that lives until the end of the enclosing block. */
#define TARGET_NAME(data, target) target_name((data), (target), (char[256]){ 0 }, 256)

#endif
