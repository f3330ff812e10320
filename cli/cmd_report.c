/* adrop report: an HTML page about folders of runs. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "adrop/page.h"
#include "command.h"
#include "document_out.h"
#include "kept.h"
#include "out.h"
#include "out_file.h"

enum { MOST_FOLDERS = 256 };

typedef struct {
    command_common common;
    const char *output, *title, *figures;
} settings;

static const adrop_option options[] = {
    { ROW("output", ADROP_OPT_TEXT, output), .value = "FILE",
      .help = "the page (report.html); one that is there is replaced" },
    { ROW("title", ADROP_OPT_TEXT, title), .value = "TEXT", .help = "the heading of the page" },
    { ROW("figures", ADROP_OPT_TEXT, figures), .value = "DIR",
      .help = "write each figure there as SVG too, with the CSV of its data beside it" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop report runs/compare-digits", "what a comparison found: tables, curves, rates" },
    { "adrop report runs/a runs/b --output ab.html", "two runs on one page" },
    { "adrop report runs --title 'This week'", "everything below a folder" },
    { 0 },
};

static const char *const usage[] = {
    "adrop report RUN|DIR .. [--output FILE.html] [--title TEXT] [--figures DIR]",
    NULL,
};

static const command_note arguments[] = {
    { "RUN|DIR",
      "the folder of a run, a comparison, a search or a pruning, one with such below, or an "
      "archive of one (tar, zip)" },
    { 0 },
};

/* Would the page overwrite a file of a run? */
static int is_of_run(const command_call *call, const char *path)
{
    for (size_t i = 0; i < call->n_arguments; i++)
        if (out_file_is_of_run(path, call->arguments[i])) {
            out_complain("report", "'%s' is a file of the run itself: give another '--output'",
                         OUT_CLEAN(path));
            return 1;
        }
    return 0;
}

static int report_save(const char *path, const char *html)
{
    out_file out;

    if (out_file_open(&out, path)) {
        out_complain("report", "cannot create '%s': %s", OUT_CLEAN(path), strerror(errno));
        return OUT_FULL;
    }
    fwrite(html, 1, strlen(html), out.file);
    if (out_file_close(&out)) {
        out_complain("report", "cannot write '%s': %s", OUT_CLEAN(path), strerror(errno));
        return OUT_FULL;
    }
    return OUT_OK;
}

static int report_tell(const command_call *call, const char *path, size_t bytes, size_t figures)
{
    const settings *s = call->settings;

    if (s->common.quiet && !s->common.json)
        return OUT_OK;
    adrop_document *d = document_start(call->ctx, "");
    adrop_document_text(d, "report", NULL, path);
    adrop_document_count(d, "bytes", NULL, bytes);
    adrop_document_count(d, "figures", NULL, figures);
    adrop_document_say(d, "%zu figures, %zu kB: %s", figures, (bytes + 999) / 1000, path);
    return document_print(call, d);
}

static int report_run(const command_call *call)
{
    const settings *s = call->settings;
    const char *path = *s->output ? s->output : "report.html";
    char *html = NULL;
    adrop_page *page;
    int code = OUT_OK;

    if (!call->n_arguments) {
        out_complain("report", "which folder? give that of a run or of a comparison");
        return OUT_USAGE;
    }
    if (is_of_run(call, path))
        return OUT_USAGE;
    const char *title = *s->title ? s->title
                                  : kept(call->ctx, "Report on %s%s", call->arguments[0],
                                         call->n_arguments > 1 ? " and others" : "");
    adrop_status status = adrop_page_create(call->ctx, title, &page);
    if (!status && *s->figures)
        status = adrop_page_save_figures(page, s->figures);
    for (size_t i = 0; !status && i < call->n_arguments; i++)
        status = adrop_page_add(page, call->arguments[i]);
    if (!status)
        status = adrop_page_write(page, &html);
    if (status)
        code = command_fail(call, status);
    else if (!(code = report_save(path, html)))
        code = report_tell(call, path, strlen(html), adrop_page_figures(page));
    if (html)
        adrop_free(call->ctx, html);
    adrop_page_free(page);
    return code;
}

const command command_report = {
    .name = "report",
    .summary = "make one page of HTML about runs, comparisons, searches and prunings",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = MOST_FOLDERS,
    .options = options,
    .settings_size = sizeof(settings),
    .run = report_run,
};
