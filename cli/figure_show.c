/* Figures in the terminal (figure_show.h). */
#include "figure_show.h"

#include "out.h"
#include "terminal.h"

adrop_status figure_show(adrop_ctx *ctx, FILE *file, adrop_figure *f)
{
    enum { WIDEST = 120 };
    adrop_figure_look look;
    char *text;

    adrop_figure_look_init(&look);
    look.width = terminal_columns(file) < WIDEST ? terminal_columns(file) : WIDEST;
    look.ascii = !out_utf8();
    look.colour = *out_bold(file) != 0;
    const adrop_status status = adrop_figure_write(f, ADROP_FIGURE_TEXT, &look, &text);
    if (!status)
        fprintf(file, "%s\n", text);
    adrop_free(ctx, text);
    return status;
}
