/* A command of the program: one constant read by the parser, the help and the manual pages.
 *
 * A command's settings are one struct that begins with `command_common`. Its own option rows, and
 * those of the library's structs within it, describe the rest. The last of repeated settings wins,
 * and the command line wins over a --config file. */
#ifndef ADROP_CLI_COMMAND_H
#define ADROP_CLI_COMMAND_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/option.h"
#include "adrop/status.h"

typedef struct command command;

/* The start of a row of a command's own settings, a struct named settings. */
#define ROW(name_, kind_, field_) .name = name_, .kind = kind_, .offset = offsetof(settings, field_)

/* Settings of every command; the first member of its settings struct. */
typedef struct command_common {
    int json, quiet, verbose;
    size_t threads;
    int isa; /* an adrop_isa */
    adrop_texts plugin;
} command_common;

/* Two related texts: an example and its purpose, an argument and its meaning. Lists end with a NULL
 * text. */
typedef struct command_note {
    const char *text, *help;
} command_note;

/* Rows that describe a struct of the library, and its offset in a command's settings. */
typedef struct command_part {
    const adrop_option *(*rows)(void);
    size_t offset;
} command_part;

/* A call of a command. */
typedef struct command_call {
    const command *command;
    adrop_ctx *ctx, *first; /* first: the context that read the settings and owns their texts */
    void *settings;         /* the command's struct, checked against its rows */
    char **arguments;       /* (n_arguments), everything that is not an option */
    size_t n_arguments;
} command_call;

struct command {
    const char *name;
    const char *summary;           /* one line, no capital, no full stop */
    const command_note *examples;  /* shown first by help */
    const char *const *usage;      /* lines, NULL-terminated */
    const command_note *arguments; /* NULL: none */
    size_t most_arguments;
    const char *(*word)(size_t i); /* words of the first argument, then NULL; NULL: a file */
    const adrop_option *options;   /* the command's own rows */
    command_part parts[5];         /* further rows; an empty part ends the list */
    size_t settings_size;
    int (*run)(const command_call *call); /* returns the exit status */
    /* Called with the defaults and the arguments, before options are applied, to load settings from
     * elsewhere. May be NULL. Returns the exit status. */
    int (*prepare)(const command_call *call);
};

/* Every command, NULL-terminated. */
extern const command *const command_all[];
#define COMMAND(id) extern const command command_##id;
#include "command_list.h"
#undef COMMAND

/* The command called name, or NULL. */
const command *command_find(const char *name);

/* Report an unknown command, and suggest the nearest; returns OUT_USAGE. */
int command_unknown(const char *context, const char *name);

/* The rows of every command: those of command_common, and those that say where settings come from
 * (help, config, set), which are not settings. */
extern const adrop_option command_common_rows[], command_source_rows[];

/* All rows of the command's settings, ended by a row without a name. If a name occurs twice, the
 * first row wins. The caller frees. */
adrop_option *command_rows(const command *c);

/* The program's whole command line, with quoting. The caller frees. */
char *command_line(void);

/* Keep the program's arguments for command_line. */
void command_line_keep(int argc, char **argv);

/* Parse the arguments after the command's name, and run it. Returns the exit status; errors have
 * been reported. */
int command_main(const command *c, int argc, char **argv);

/* Report the context's message for a status; returns the matching exit status. */
int command_fail(const command_call *call, adrop_status status);

#endif
