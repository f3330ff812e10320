/* adrop completion: shell scripts that complete commands, options, words and known names, written
 * from the option tables.
 *
 * bash and zsh share one function over two tables: the options of a command, and the words of an
 * option. zsh runs it through its bashcompinit. fish has one line per option. Options with other
 * values complete file names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/data.h"
#include "adrop/model.h"
#include "adrop/technique.h"
#include "command.h"
#include "help.h"
#include "out.h"

/* The words of a row, each after a blank; nothing if any text is allowed. */
static void print_words(FILE *file, const adrop_option *row)
{
    adrop_known_data known;
    adrop_technique_info technique;
    adrop_architecture_info model;

    for (size_t i = 0; row->words && row->kind != ADROP_OPT_COUNT && row->words[i]; i++)
        fprintf(file, " %s", row->words[i]);
    for (size_t i = 0; !strcmp(row->name, "data") && adrop_known_data_at(i, &known); i++)
        fprintf(file, " %s", known.name);
    for (size_t i = 0; !strcmp(row->name, "dropout") && adrop_technique_at(i, &technique); i++)
        fprintf(file, " %s", technique.name);
    for (size_t i = 0; !strcmp(row->name, "model") && adrop_architecture_at(i, &model); i++)
        fprintf(file, " %s", model.name);
}

static int has_words(const adrop_option *row)
{
    return (row->words && row->kind != ADROP_OPT_COUNT) || !strcmp(row->name, "data") ||
           !strcmp(row->name, "dropout") || !strcmp(row->name, "model");
}

/* The words allowed as the first argument of a command, separated by blanks. */
static void print_arguments(FILE *file, const command *c)
{
    const char *word;

    for (size_t i = 0; (word = c->word(i)) != NULL; i++)
        fprintf(file, "%s%s", i ? " " : "", word);
}

/* The names of all options of a command. */
static void print_names(FILE *file, const adrop_option *rows)
{
    for (; rows->name; rows++)
        fprintf(file, " --%s", rows->name);
}

static void bash_command(FILE *file, const command *c)
{
    adrop_option *rows = command_rows(c);

    fprintf(file, "    %s)\n        options='", c->name);
    print_names(file, rows);
    print_names(file, command_source_rows);
    fputs("'\n        case $before in\n", file);
    for (const adrop_option *row = rows; row->name; row++) {
        if (!has_words(row))
            continue;
        fprintf(file, "        --%s", row->name);
        if (row->letter)
            fprintf(file, "|-%c", row->letter);
        fputs(") words='", file);
        print_words(file, row);
        fputs("' ;;\n", file);
    }
    fputs("        esac\n", file);
    if (c->word) {
        fputs("        arguments='", file);
        print_arguments(file, c);
        fputs("'\n", file);
    }
    fputs("        ;;\n", file);
    free(rows);
}

static void write_bash(FILE *file)
{
    fputs("# bash completion for adrop, written by `adrop completion bash`\n"
          "_adrop() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
          "    local options='' words='' arguments='' command=${COMP_WORDS[1]}\n"
          "    COMPREPLY=()\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "        COMPREPLY=($(compgen -W '",
          file);
    print_arguments(file, &command_help);
    fputs(" --help --version' -- \"$word\"))\n        return\n    fi\n    case $command in\n",
          file);
    for (const command *const *c = command_all; *c; c++)
        bash_command(file, *c);
    fputs("    esac\n"
          "    case $word in\n"
          "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
          "    *) COMPREPLY=($(compgen -W \"${words:-$arguments}\" -- \"$word\")) ;;\n"
          "    esac\n"
          "}\n"
          "complete -o default -F _adrop adrop\n",
          file);
}

static void write_zsh(FILE *file)
{
    fputs("#compdef adrop\n# zsh completion for adrop, written by `adrop completion zsh`\n"
          "autoload -U +X bashcompinit && bashcompinit\n",
          file);
    write_bash(file);
}

/* A text quoted for fish. */
static void fish_text(FILE *file, const char *text)
{
    fputc('\'', file);
    for (; *text; text++)
        fprintf(file, *text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
    fputc('\'', file);
}

static void fish_rows(FILE *file, const command *c, const adrop_option *rows)
{
    for (; rows->name; rows++) {
        fprintf(file, "complete -c adrop -n '__fish_seen_subcommand_from %s' -l %s", c->name,
                rows->name);
        if (rows->letter)
            fprintf(file, " -s %c", rows->letter);
        if (has_words(rows)) {
            fputs(" -x -a '", file);
            print_words(file, rows);
            fputs("'", file);
        } else if (rows->kind != ADROP_OPT_FLAG) {
            fputs(" -r", file);
        }
        fputs(" -d ", file);
        fish_text(file, rows->help);
        fputc('\n', file);
    }
}

static void write_fish(FILE *file)
{
    fputs("# fish completion for adrop, written by `adrop completion fish`\n", file);
    for (const command *const *c = command_all; *c; c++) {
        adrop_option *rows = command_rows(*c);
        fprintf(file, "complete -c adrop -f -n __fish_use_subcommand -a %s -d ", (*c)->name);
        fish_text(file, (*c)->summary);
        fputc('\n', file);
        fish_rows(file, *c, rows);
        fish_rows(file, *c, command_source_rows);
        if ((*c)->word) {
            fprintf(file, "complete -c adrop -f -n '__fish_seen_subcommand_from %s' -a '",
                    (*c)->name);
            print_arguments(file, *c);
            fputs("'\n", file);
        }
        free(rows);
    }
}

/* -- The command ------------------------------------------------------------------------------ */

typedef struct {
    command_common common;
} settings;

static const adrop_option options[] = { { 0 } };

static const command_note examples[] = {
    { "source <(adrop completion bash)", "complete in this bash; `make install` does it for all" },
    { "adrop completion fish > ~/.config/fish/completions/adrop.fish", "for fish" },
    { 0 },
};

static const char *const usage[] = { "adrop completion bash|zsh|fish", NULL };

static const command_note arguments[] = {
    { "SHELL", "bash, zsh or fish" },
    { 0 },
};

static const struct {
    const char *name;
    void (*write)(FILE *file);
} shells[] = {
    { "bash", write_bash },
    { "zsh", write_zsh },
    { "fish", write_fish },
};

static const char *shell_at(size_t i)
{
    return i < sizeof shells / sizeof shells[0] ? shells[i].name : NULL;
}

static int completion_run(const command_call *call)
{
    const char *name = call->n_arguments ? call->arguments[0] : "";

    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++)
        if (!strcmp(shells[i].name, name)) {
            shells[i].write(stdout);
            return OUT_OK;
        }
    if (*name)
        out_complain("completion", "there is no script for '%s': give bash, zsh or fish", name);
    else
        out_complain("completion", "which shell? give bash, zsh or fish");
    return OUT_USAGE;
}

const command command_completion = {
    .name = "completion",
    .summary = "write a completion script for bash, zsh or fish",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 1,
    .word = shell_at,
    .options = options,
    .settings_size = sizeof(settings),
    .run = completion_run,
};
