/* adrop playground: write the page that runs the library in a browser (playground/). */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "adrop/version.h"
#include "command.h"
#include "document_out.h"
#include "out.h"
#include "out_file.h"
#include "playground_page.h"

typedef struct {
    command_common common;
    const char *output;
} settings;

static const adrop_option options[] = {
    { ROW("output", ADROP_OPT_TEXT, output), .value = "FILE",
      .help = "write the page to this file" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop playground --output playground.html",
      "one file to open in a browser: masks, and a small network that trains with each technique" },
    { 0 },
};

static const char *const usage[] = { "adrop playground --output FILE [--json]", NULL };

/* RFC 4648, on one line. */
static void write_base64(FILE *file, const unsigned char *bytes, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < n; i += 3) {
        const unsigned long all = (unsigned long)bytes[i] << 16 |
                                  (i + 1 < n ? (unsigned long)bytes[i + 1] << 8 : 0) |
                                  (i + 2 < n ? bytes[i + 2] : 0);
        const char four[] = { digits[all >> 18], digits[all >> 12 & 63],
                              i + 1 < n ? digits[all >> 6 & 63] : '=',
                              i + 2 < n ? digits[all & 63] : '=' };
        fwrite(four, 1, sizeof four, file);
    }
}

static size_t page_size(void)
{
    return playground_before_size + (playground_wasm_size + 2) / 3 * 4 + playground_after_size;
}

static int write_page(const char *path)
{
    out_file out;

    if (out_file_open(&out, path)) {
        out_complain("playground", "cannot create '%s': %s", path, strerror(errno));
        return OUT_FULL;
    }
    fwrite(playground_before, 1, playground_before_size, out.file);
    write_base64(out.file, playground_wasm, playground_wasm_size);
    fwrite(playground_after, 1, playground_after_size, out.file);
    if (out_file_close(&out)) {
        out_complain("playground", "cannot write '%s': %s", path, strerror(errno));
        return OUT_FULL;
    }
    return OUT_OK;
}

static int playground_run(const command_call *call)
{
    const settings *s = call->settings;

    if (!*s->output) {
        out_complain("playground", "where to? give '--output FILE', such as playground.html");
        return OUT_USAGE;
    }
    if (!playground_wasm_size) {
        out_complain("playground", "this program was built without the page: build it again with "
                                   "clang, lld and wasi-libc installed (docs/playground.md)");
        return OUT_FAILED;
    }
    const int code = write_page(s->output);
    if (code)
        return code;
    if (s->common.quiet && !s->common.json)
        return OUT_OK;
    adrop_document *d = document_start(call->ctx, "");
    adrop_document_text(d, "output", NULL, s->output);
    adrop_document_count(d, "bytes", NULL, page_size());
    adrop_document_text(d, "version", NULL, adrop_version());
    adrop_document_say(d, "wrote '%s', %zu kB: open it in a browser; it needs no network",
                       s->output, (page_size() + 500) / 1000);
    return document_print(call, d);
}

const command command_playground = {
    .name = "playground",
    .summary = "write a page to play with masks and a small network",
    .examples = examples,
    .usage = usage,
    .options = options,
    .settings_size = sizeof(settings),
    .run = playground_run,
};
