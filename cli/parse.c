/* Parses `--key value`, `--key=value`, `-k value` for options with a letter, and flags alone or as
 * `--flag=no`. Anything else is an argument, and everything after `--`. A value may begin with one
 * dash (--mu -1), not with two. */
#include "parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/config.h"
#include "help.h"
#include "out.h"

enum { LONGEST_NAME = 64 };

/* An option as given: its row and its text. */
typedef struct {
    const adrop_option *row;
    const char *text, *word; /* word: the option as written, perhaps with its value */
} given;

typedef struct {
    command_call *call;
    adrop_option *rows; /* rows of the settings */
    given *list;        /* (n), in command line order */
    size_t n;
    const char *config; /* the last --config, NULL if none */
} parser;

int parse_wants_help(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--"); i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return 1;
        if (!strcmp(argv[i], "--help=all"))
            return 2;
    }
    return 0;
}

static const adrop_option *find_letter(const adrop_option *table, char letter)
{
    for (; table->name; table++)
        if (table->letter == letter)
            return table;
    return NULL;
}

/* Find the row of `--name`, `--name=value` or `-n`; length is that of the word before '='. */
static const adrop_option *parse_find(const parser *p, const char *word, size_t length)
{
    const adrop_option *const tables[] = { p->rows, command_source_rows };
    const adrop_option *row = NULL;
    char name[LONGEST_NAME] = "";

    if (word[1] == '-' && length - 2 < sizeof name)
        memcpy(name, word + 2, length - 2);
    for (size_t i = 0; i < 2 && !row; i++)
        row = *name         ? adrop_option_meant(tables[i], name)
              : length == 2 ? find_letter(tables[i], word[1])
                            : NULL;
    return row;
}

static size_t add_names(const char **names, size_t n, size_t most, const adrop_option *table)
{
    for (; table->name && n < most; table++)
        names[n++] = table->name;
    return n;
}

static int parse_unknown(const parser *p, const char *word)
{
    const char *names[129] = { 0 };
    char bare[LONGEST_NAME] = "";
    const char *name = word + strspn(word, "-");
    size_t length = strcspn(name, "="), n = add_names(names, 0, 128, p->rows);

    add_names(names, n, 128, command_source_rows);
    if (length < sizeof bare)
        memcpy(bare, name, length);
    const char *near = adrop_nearest(bare, names);
    if (near)
        out_complain(p->call->command->name, "there is no option '%.*s': did you mean '--%s'?",
                     (int)strcspn(word, "="), word, near);
    else
        out_complain(p->call->command->name, "there is no option '%.*s': see 'adrop %s --help'",
                     (int)strcspn(word, "="), word, p->call->command->name);
    return OUT_USAGE;
}

static int lacks_value(const parser *p, const adrop_option *row)
{
    char range[512];

    out_complain(p->call->command->name, "'--%s' needs a value: give %s", row->name,
                 row->kind == ADROP_OPT_TEXT ? help_value(row)
                                             : adrop_option_range(row, range, sizeof range));
    return OUT_USAGE;
}

/* Must it be given only once, because a user may expect lists? For others the last wins. */
static int is_single(const adrop_option *row)
{
    return row->kind == ADROP_OPT_TEXT && row->names;
}

/* Take the option at argv[*i], and the value after it if it needs one. */
static int take_option(parser *p, int argc, char **argv, int *i)
{
    const char *word = argv[*i], *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    const adrop_option *row = parse_find(p, word, length);

    if (!row)
        return parse_unknown(p, word);

    const char *text = equals ? equals + 1 : "yes";
    if (!equals && row->kind != ADROP_OPT_FLAG) {
        if (*i + 1 == argc || !strncmp(argv[*i + 1], "--", 2))
            return lacks_value(p, row);
        text = argv[++*i];
    }
    for (size_t k = 0; k < p->n && is_single(row); k++)
        if (p->list[k].row == row) {
            out_complain(p->call->command->name, "'--%s' is given twice%s", row->name,
                         p->call->command == &command_train
                             ? ": give one ('adrop compare' takes several)"
                             : ": give one");
            return OUT_USAGE;
        }
    if (!strcmp(row->name, "config"))
        p->config = text;
    else
        p->list[p->n++] = (given){ row, text, word };
    return OUT_OK;
}

/* In `train digits`, the word is probably the data set. */
static int one_too_many(const parser *p, const char *word)
{
    const char *name = p->call->command->name;

    if (!p->call->command->most_arguments && adrop_option_find(p->rows, "data"))
        out_complain(name, "'%s' is one argument too many: did you mean '--data %s'?", word, word);
    else
        out_complain(name, "'%s' is one argument too many: see 'adrop %s --help'", word, name);
    return OUT_USAGE;
}

static int take_all(parser *p, int argc, char **argv)
{
    int only_arguments = 0;

    for (int i = 0; i < argc; i++) {
        if (only_arguments || argv[i][0] != '-' || !argv[i][1]) {
            if (p->call->n_arguments == p->call->command->most_arguments) {
                return one_too_many(p, argv[i]);
            }
            p->call->arguments[p->call->n_arguments++] = argv[i];
        } else if (!strcmp(argv[i], "--")) {
            only_arguments = 1;
        } else {
            int code = take_option(p, argc, argv, &i);
            if (code)
                return code;
        }
    }
    return OUT_OK;
}

/* Files of settings are shared between users, so they must not run code. */
static int refuse_plugins(const parser *p)
{
    const command_common *common = p->call->settings;

    if (!common->plugin.n)
        return OUT_OK;
    out_complain(
        p->call->command->name,
        "'%s': 'plugin' is not for a file of settings, since its code runs as the program: "
        "give '--plugin %s' on the command line",
        OUT_CLEAN(p->config), OUT_CLEAN(adrop_texts_at(&common->plugin, 0)));
    return OUT_INPUT;
}

/* Any error in a file counts as a bad input file. */
static int read_config(const parser *p)
{
    const command_call *call = p->call;
    adrop_status status = adrop_options_read_sized(call->ctx, p->rows, call->settings,
                                                   call->command->settings_size, p->config);

    if (!status)
        return refuse_plugins(p);
    int code = command_fail(call, status);
    return code == OUT_FULL ? code : OUT_INPUT;
}

/* Report options given by a synonym. */
static void tell_synonyms(const parser *p)
{
    const command_common *common = p->call->settings;

    for (size_t i = 0; i < p->n && !common->quiet; i++) {
        const char *word = p->list[i].word, *name = p->list[i].row->name;
        const size_t length = strcspn(word, "=");
        if (word[1] == '-' && (strlen(name) != length - 2 || memcmp(word + 2, name, length - 2)))
            fprintf(stderr, "adrop %s: '%.*s' is '--%s' here\n", p->call->command->name,
                    (int)length, word, name);
    }
}

static int parse_apply(const parser *p)
{
    const command_call *call = p->call;
    const size_t size = call->command->settings_size;

    if (p->config) {
        int code = read_config(p);
        if (code)
            return code;
    }
    for (size_t i = 0; i < p->n; i++) /* repeated texts add up, but not to those of a file */
        if (p->list[i].row->kind == ADROP_OPT_TEXTS)
            ((adrop_texts *)((char *)call->settings + p->list[i].row->offset))->n = 0;
    for (size_t i = 0; i < p->n; i++) {
        const char *name = p->list[i].row->name, *text = p->list[i].text;
        adrop_status status =
            adrop_option_find(p->rows, name)
                ? adrop_option_set_sized(call->ctx, p->rows, call->settings, size, name, text)
                : adrop_options_parse_sized(call->ctx, p->rows, call->settings, size, text);
        if (status)
            return command_fail(call, status);
    }
    tell_synonyms(p);
    return OUT_OK;
}

int parse(command_call *call, int argc, char **argv)
{
    parser p = {
        .call = call,
        .rows = command_rows(call->command),
        .list = out_memory((size_t)argc, sizeof *p.list),
    };

    call->settings = out_memory(1, call->command->settings_size);
    call->arguments = out_memory((size_t)argc, sizeof *call->arguments);
    adrop_options_default_sized(p.rows, call->settings, call->command->settings_size);
    int code = take_all(&p, argc, argv);
    if (!code && call->command->prepare)
        code = call->command->prepare(call);
    if (!code)
        code = parse_apply(&p);
    free(p.list);
    free(p.rows);
    return code;
}
