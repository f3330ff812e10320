/* Manual pages in the man macros of roff (help.h). Every text passes escape(), because backslashes
 * and dashes are special in roff, as are a point or an apostrophe at the start of a line. */
#include "help.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "adrop/version.h"
#include "command.h"
#include "out.h"
#include "out_file.h"

static void escape(FILE *file, const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", file);
    for (; *text; text++) {
        if (*text == '\\')
            fputs("\\e", file);
        else if (*text == '-')
            fputs("\\-", file);
        else if (*text == '\'')
            fputs("\\(aq", file);
        else if (*text == '`')
            fputs("\\(ga", file);
        else if (*text == '^')
            fputs("\\(ha", file);
        else if (*text == '~')
            fputs("\\(ti", file);
        else
            fputc(*text, file);
    }
}

/* A text on a line of its own. */
static void line(FILE *file, const char *text)
{
    escape(file, text);
    fputc('\n', file);
}

static void title(FILE *file, const char *name)
{
    fprintf(file, ".TH \"");
    for (; *name; name++)
        fputc(*name >= 'a' && *name <= 'z' ? *name - 'a' + 'A' : *name, file);
    fprintf(file, "\" 1 \"\" \"adrop %s\" \"User Commands\"\n", adrop_version());
}

static void name_section(FILE *file, const char *name, const char *summary)
{
    fputs(".SH NAME\n", file);
    escape(file, name);
    fputs(" \\- ", file);
    line(file, summary);
}

static void synopsis(FILE *file, const char *const *usage)
{
    fputs(".SH SYNOPSIS\n.nf\n", file);
    for (; *usage; usage++)
        line(file, *usage);
    fputs(".fi\n", file);
}

static void examples(FILE *file, const command_note *notes)
{
    fputs(".SH EXAMPLES\n", file);
    for (; notes->text; notes++) {
        fputs(".TP\n\\fB", file);
        escape(file, notes->text);
        fputs("\\fR\n", file);
        line(file, notes->help);
    }
}

/* Paragraphs with a hanging term. */
static void notes_section(FILE *file, const char *heading, const command_note *notes)
{
    fprintf(file, ".SH %s\n", heading);
    for (; notes->text; notes++) {
        fputs(".TP\n.B ", file);
        line(file, notes->text);
        line(file, notes->help);
    }
}

static void options(adrop_ctx *ctx, FILE *file, const adrop_option *rows, const void *defaults)
{
    for (; rows->name; rows++) {
        const char *value = help_value(rows);
        fputs(".TP\n", file);
        if (rows->letter)
            fprintf(file, "\\fB\\-%c\\fR, ", rows->letter);
        fputs("\\fB\\-\\-", file);
        escape(file, rows->name);
        fputs("\\fR", file);
        if (*value) {
            fputs(" \\fI", file);
            escape(file, value);
            fputs("\\fR", file);
        }
        fputc('\n', file);
        line(file, help_describe(ctx, rows, defaults));
    }
}

static void see_also(FILE *file, const command *page)
{
    fputs(".SH SEE ALSO\n", file);
    if (page)
        fputs(".BR adrop (1)", file);
    for (const command *const *c = command_all; *c; c++) {
        if (*c == page)
            continue;
        fputs(page || c != command_all ? ",\n.BR adrop\\-" : ".BR adrop\\-", file);
        escape(file, (*c)->name);
        fputs(" (1)", file);
    }
    fputc('\n', file);
}

static void command_page(adrop_ctx *ctx, FILE *file, const command *c)
{
    char name[64];
    adrop_option *rows = command_rows(c);
    void *defaults = out_memory(1, c->settings_size);

    adrop_options_default_sized(rows, defaults, c->settings_size);
    snprintf(name, sizeof name, "adrop-%s", c->name);
    title(file, name);
    name_section(file, name, c->summary);
    synopsis(file, c->usage);
    examples(file, c->examples);
    if (c->arguments)
        notes_section(file, "ARGUMENTS", c->arguments);
    fputs(".SH OPTIONS\n", file);
    options(ctx, file, rows, defaults);
    options(ctx, file, command_source_rows, NULL);
    notes_section(file, "EXIT STATUS", help_exits);
    see_also(file, c);
    free(defaults);
    free(rows);
}

static void program_page(FILE *file)
{
    static const char *const usage[] = { "adrop COMMAND [options]", "adrop COMMAND --help",
                                         "adrop --version", NULL };

    title(file, "adrop");
    name_section(file, "adrop", HELP_SUMMARY);
    synopsis(file, usage);
    examples(file, help_examples);
    fputs(".SH COMMANDS\n", file);
    for (const command *const *c = command_all; *c; c++) {
        fputs(".TP\n.B ", file);
        line(file, (*c)->name);
        line(file, (*c)->summary);
    }
    fputs(".SH OPTIONS\n.TP\n\\fB\\-\\-help\\fR\nshow the commands\n"
          ".TP\n\\fB\\-\\-version\\fR\nshow the version and the kernels in use\n",
          file);
    fputs(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nif not empty, nothing is printed in bold\n"
          ".TP\n.B ADROP_DATA\nthe folder of the data sets that are known by name\n",
          file);
    notes_section(file, "EXIT STATUS", help_exits);
    see_also(file, NULL);
}

/* c is NULL for the page of the whole program. */
static int write_page(adrop_ctx *ctx, const char *folder, const command *c)
{
    char path[PATH_MAX];

    int n = snprintf(path, sizeof path, "%s/adrop%s%s.1", folder, c ? "-" : "", c ? c->name : "");
    if (n >= (int)sizeof path) {
        out_complain("help", "the path '%.60s...' is too long", folder);
        return OUT_USAGE;
    }
    out_file out;
    if (out_file_open(&out, path)) {
        out_complain("help", "cannot create '%s': %s", path, strerror(errno));
        return OUT_FAILED;
    }
    if (c)
        command_page(ctx, out.file, c);
    else
        program_page(out.file);
    if (out_file_close(&out)) {
        out_complain("help", "cannot write '%s': %s", path, strerror(errno));
        return OUT_FULL;
    }
    return OUT_OK;
}

/* Create the folder and its parents. */
static int make_folder(const char *folder)
{
    char path[PATH_MAX];

    if (snprintf(path, sizeof path, "%s", folder) >= (int)sizeof path)
        return OUT_OK; /* write_page reports it */
    for (char *at = path + 1;; at++) {
        char here = *at;
        if (here && here != '/')
            continue;
        *at = 0;
        if (mkdir(path, 0777) && errno != EEXIST) {
            int why = errno;
            out_complain("help", "cannot make the folder '%s': %s", path, strerror(why));
            return why == ENOSPC ? OUT_FULL : OUT_FAILED;
        }
        if (!here)
            return OUT_OK;
        *at = here;
    }
}

int man_write_all(adrop_ctx *ctx, const char *folder)
{
    int code = make_folder(folder);

    if (!code)
        code = write_page(ctx, folder, NULL);
    for (const command *const *c = command_all; *c && !code; c++)
        code = write_page(ctx, folder, *c);
    return code;
}
