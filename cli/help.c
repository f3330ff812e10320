/* Help on a terminal (help.h). */
#include "help.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "document_out.h"
#include "kept.h"
#include "out.h"

enum { TELLING = 64 }; /* an upper limit that a user may reach */
enum { FEW = 16 };     /* this many options are always shown */

const command_note help_exits[] = {
    { "0", "all is well" },
    { "1", "the run failed" },
    { "2", "the command line is wrong" },
    { "3", "an input file is wrong or cannot be read" },
    { "4", "there is not enough memory or disk, or a file cannot be written" },
    { "129, 130, 141, 143", "ended by a signal or a closed pipe; what was learned is saved" },
    { 0 },
};

const command_note help_examples[] = {
    { "adrop demo", "three networks on built-in digits, in less than a minute" },
    { "adrop train --data digits", "one run, kept in a folder" },
    { "adrop list techniques", "every dropout technique there is" },
    { "adrop list techniques advanced", "one of them, with its options" },
    { "adrop dist --mu 1 --sigma 2", "how the masks of advanced dropout are distributed" },
    { 0 },
};

const char *help_value(const adrop_option *row)
{
    static const char *const by_kind[] = {
        [ADROP_OPT_REAL] = "NUMBER", [ADROP_OPT_COUNT] = "N",   [ADROP_OPT_FLAG] = "",
        [ADROP_OPT_CHOICE] = "WORD", [ADROP_OPT_TEXT] = "TEXT", [ADROP_OPT_LIST] = "N1,N2,..",
        [ADROP_OPT_TEXTS] = "TEXT",  [ADROP_OPT_INT] = "N",
    };

    return row->value ? row->value : by_kind[row->kind];
}

/* Does the range add to the kind of value? Not if it only prevents overflow or running out of
 * memory. */
static int range_matters(const adrop_option *row)
{
    return row->kind == ADROP_OPT_CHOICE || (row->kind == ADROP_OPT_TEXT && row->words) ||
           (row->min < row->max && (row->max <= TELLING || row->min < 0 || row->min > 1));
}

static int default_matters(const adrop_option *row, const char *shown)
{
    if (row->kind == ADROP_OPT_REAL)
        return !isnan(row->fallback);
    if (row->kind == ADROP_OPT_FLAG)
        return row->fallback != 0;
    return *shown != 0;
}

const char *help_describe(adrop_ctx *ctx, const adrop_option *row, const void *defaults)
{
    char range[512] = "";
    const char *shown = "";
    int with_range = range_matters(row), with_default = 0;

    if (with_range)
        adrop_option_range(row, range, sizeof range);
    if (defaults) {
        shown = kept_value(ctx, row, defaults);
        with_default = default_matters(row, shown);
    }
    return kept(ctx, "%s%s%s%s%s%s%s", row->help, with_range || with_default ? " (" : "", range,
                with_range && with_default ? "; " : "", with_default ? "default " : "",
                with_default ? shown : "", with_range || with_default ? ")" : "");
}

static void heading(FILE *file, const char *text)
{
    fprintf(file, "%s%s%s\n", out_bold(file), text, out_plain(file));
}

static void print_examples(FILE *file, const command_note *notes)
{
    heading(file, "Examples");
    for (; notes->text; notes++) {
        fputs("  ", file);
        out_wrap(file, notes->text, 2, 4);
        fputs("      ", file);
        out_wrap(file, notes->help, 6, 6);
    }
}

/* A group with a two-column table of names and meanings, left open. */
static void open_group(adrop_document *d, const char *title)
{
    adrop_document_group(d, NULL, title);
    adrop_document_table(d, NULL, "", 0);
    adrop_document_column(d, NULL, "", 'l', "", 0);
    adrop_document_column(d, NULL, "", 'l', "", 0);
}

static void end_group(adrop_document *d)
{
    adrop_document_end(d);
    adrop_document_end(d);
}

static void add_notes(adrop_document *d, const char *title, const command_note *notes)
{
    open_group(d, title);
    for (; notes->text; notes++) {
        adrop_document_cell_text(d, notes->text);
        adrop_document_cell_text(d, notes->help);
    }
    end_group(d);
}

/* The rows of one group; the first row opens the group. */
static int help_add_rows(adrop_document *d, adrop_ctx *ctx, int is_open, const adrop_option *rows,
                         const void *defaults, adrop_option_group group, int all)
{
    for (; rows->name; rows++) {
        const char letter = rows->letter;
        const char *value = help_value(rows);
        if (rows->group != group || !(all || rows->traits & ADROP_TRAIT_COMMON))
            continue;
        if (!is_open++)
            open_group(d, adrop_option_group_title(group));
        adrop_document_cell_text(d, kept(ctx, "%s--%s%s%s",
                                         letter ? (char[]){ '-', letter, ',', ' ', 0 } : "    ",
                                         rows->name, *value ? " " : "", value));
        adrop_document_cell_text(d, help_describe(ctx, rows, defaults));
    }
    return is_open;
}

static size_t help_count(const adrop_option *rows)
{
    size_t n = 0;

    while (rows[n].name)
        n++;
    return n;
}

static void add_options(adrop_document *d, adrop_ctx *ctx, const command *c, int all)
{
    adrop_option *rows = command_rows(c);
    void *defaults = out_memory(1, c->settings_size);
    const size_t n = help_count(rows);

    adrop_options_default_sized(rows, defaults, c->settings_size);
    all |= n <= FEW;
    for (int i = 0; i < ADROP_N_GROUPS; i++) {
        const adrop_option_group g = (adrop_option_group)i;
        /* options of this command are always shown */
        const int own = help_add_rows(d, ctx, 0, rows, defaults, g, all || g <= ADROP_GROUP_OWN);
        if (help_add_rows(d, ctx, own, command_source_rows, NULL, g, all))
            end_group(d);
    }
    if (!all)
        adrop_document_say(d, "These are the common options. 'adrop %s --help=all' shows them all.",
                           c->name);
    free(defaults);
    free(rows);
}

/* The tables after the text printed directly. */
static void print_rest(adrop_ctx *ctx, FILE *file, adrop_document *d)
{
    fputc('\n', file);
    document_write(ctx, file, d, ADROP_DOCUMENT_TEXT);
}

static adrop_ctx *open_context(void)
{
    adrop_ctx *ctx;

    if (adrop_ctx_create(NULL, &ctx)) {
        out_complain(NULL, "out of memory");
        exit(OUT_FULL);
    }
    return ctx;
}

void help_command(adrop_ctx *ctx, FILE *file, const command *c, int all)
{
    adrop_document *d = document_start(ctx, "");

    print_examples(file, c->examples);
    fputc('\n', file);
    heading(file, "Usage");
    for (const char *const *line = c->usage; *line; line++) {
        const size_t start = 2 + strspn(*line, " ");
        fprintf(file, "%*s", (int)start, "");
        out_wrap(file, *line + start - 2, start, 14);
    }
    fputs("\n  ", file);
    out_wrap(file, c->summary, 2, 2);
    if (c->arguments)
        add_notes(d, "Arguments", c->arguments);
    add_options(d, ctx, c, all);
    print_rest(ctx, file, d);
}

void help_program(FILE *file)
{
    adrop_ctx *ctx = open_context();
    adrop_document *d = document_start(ctx, "");
    command_note commands[33] = { 0 };

    for (size_t i = 0; command_all[i] && i < 32; i++)
        commands[i] = (command_note){ command_all[i]->name, command_all[i]->summary };
    fprintf(file, "adrop: %s\n\n", HELP_SUMMARY);
    print_examples(file, help_examples);
    fputc('\n', file);
    heading(file, "Usage");
    fputs("  adrop COMMAND [options]\n  adrop COMMAND --help\n  adrop --version\n", file);
    add_notes(d, "Commands", commands);
    add_notes(d, "Exit status", help_exits);
    print_rest(ctx, file, d);
    adrop_ctx_free(ctx);
}
