/* The choice of a data set, as several commands take it. */
#ifndef ADROP_CLI_DATA_CHOICE_H
#define ADROP_CLI_DATA_CHOICE_H

#include "adrop/data.h"
#include "adrop/option.h"
#include "command.h"

/* The row of --data in a command's settings. */
#define DATA_ROW(settings, field)                                                                  \
  {                                                                                                \
    .name = "data", .group = ADROP_GROUP_DATA, .traits = ADROP_TRAIT_COMMON, .letter = 'd',        \
    .kind = ADROP_OPT_TEXT, .offset = offsetof(settings, field), .value = "NAME|PATH",             \
    .help = "a name from `adrop data list`, or a file or folder"                                   \
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

/* The folder that was given, or that of the environment, or NULL. */
const char *data_choice_folder(const char *given);

/* Whether name is that of a known set. */
int data_choice_is_known(const char *name);

/* Say how to name the folder if the set needs one and none is named; folder may be
 * NULL. Returns the exit status. */
int data_choice_check(const command_call *call, const char *name, const char *folder);

/* Complete the options of the data by --data and --data-dir, which are as long as opts. Says so if
 * there is no name, or if its set needs a folder. Returns the exit status. */
int data_choice_take(const command_call *call, const char *name, const char *folder,
                     adrop_data_opts *opts);

#endif
