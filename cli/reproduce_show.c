/* Prints a reproduction in the requested form (reproduce_show.h). */
#include "reproduce_show.h"

#include "document_out.h"
#include "out.h"
#include "picture.h"

/* The pictures of examples, for text output only. */
static void draw_examples(adrop_document *d, const adrop_reproduction *r)
{
    document_lines lines;
    adrop_example e;

    for (size_t i = 0; adrop_reproduce_example_at(r, i, &e) && e.height > 1; i++) {
        const picture one = { .x = e.pixels, .caption = e.rule };
        document_lines_start(&lines);
        picture_draw(lines.file, &one, 1, e.channels, e.height, e.width, out_utf8());
        document_lines_end(&lines, d);
    }
}

int reproduce_show(const command_call *call, const adrop_reproduction *r, adrop_document *d,
                   int format)
{
    const command_common *common = call->settings;

    if (format == FORMAT_TEXT && !common->json)
        draw_examples(d, r);
    return document_print_brief(call, d, format);
}
