/* A command of the program: one constant that the parser, the help and the manual
 * pages all read.
 *
 * A command's settings are one struct that begins with `command_common`; its own
 * option rows, and those of the library's structs within it, describe the rest. Where a setting is
 * given more than once the last one counts, and the command line counts before a --config file. */
#ifndef ADROP_CLI_COMMAND_H
#define ADROP_CLI_COMMAND_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/option.h"
#include "adrop/status.h"

typedef struct command command;

/* The beginning of a row of a command's own settings, a struct called settings. */
#define ROW(name_, kind_, field_) .name = name_, .kind = kind_, .offset = offsetof(settings, field_)

/* What every command can be told; the first member of its settings. */
typedef struct command_common {
    int json, quiet, verbose;
    size_t threads;
    int isa; /* an adrop_isa */
    adrop_texts plugin;
} command_common;

/* Two texts that belong together, a list of them ended by a NULL text: an example
 * and what it does, an argument and what it is. */
typedef struct command_note {
    const char *text, *help;
} command_note;

/* Rows that describe a struct of the library, and where it stands in a command's
 * settings. */
typedef struct command_part {
    const adrop_option *(*rows)(void);
    size_t offset;
} command_part;

/* A command about to run. */
typedef struct command_call {
    const command *command;
    adrop_ctx *ctx, *first; /* first: the settings were read in it, and their texts live in it */
    void *settings;         /* the command's struct, checked by its rows */
    char **arguments;       /* (n_arguments), what is no option */
    size_t n_arguments;
} command_call;

struct command {
    const char *name;
    const char *summary;           /* one line, no capital, no full stop */
    const command_note *examples;  /* the first thing help shows */
    const char *const *usage;      /* lines, ended by NULL */
    const command_note *arguments; /* NULL: none */
    size_t most_arguments;
    const char *(*word)(size_t i); /* what the first may be, NULL past the last; NULL: a file */
    const adrop_option *options;   /* the command's own rows */
    command_part parts[5];         /* further rows, ended by one without any */
    size_t settings_size;
    int (*run)(const command_call *call); /* returns the exit status */
    /* Called with the defaults and the arguments, before options are applied: fills settings from
     * elsewhere. NULL: nothing. Returns the exit status. */
    int (*prepare)(const command_call *call);
};

/* Every command, ended by NULL. */
extern const command *const command_all[];
#define COMMAND(id) extern const command command_##id;
#include "command_list.h"
#undef COMMAND

/* The command called name, or NULL. */
const command *command_find(const char *name);

/* Say that there is no such command, with the nearest; returns OUT_USAGE. */
int command_unknown(const char *context, const char *name);

/* The rows every command has: those in command_common, and those that say where
 * settings come from (help, config, set), which are no settings themselves. */
extern const adrop_option command_common_rows[], command_source_rows[];

/* All rows that describe the command's settings, ended by a row without a name; of rows
 * with one name the first. The caller frees. */
adrop_option *command_rows(const command *c);

/* The whole command line of the program, words with blanks quoted. The caller frees. */
char *command_line(void);

/* The program's arguments, for command_line. */
void command_line_keep(int argc, char **argv);

/* Parse the arguments behind the command's name and run it. Returns the exit
 * status; whatever went wrong has been said. */
int command_main(const command *c, int argc, char **argv);

/* Say the context's message for a status; returns the exit status it means. */
int command_fail(const command_call *call, adrop_status status);

#endif
