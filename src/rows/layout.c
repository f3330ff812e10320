/* The columns of a table (layout.h): copy, release, describe. */
#include "rows/layout.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"

const char *ad_column_role_word(ad_column_role role)
{
    static const char *const words[AD_N_COLUMN_ROLES] = { "input",  "target",   "id",
                                                          "weight", "group",    "dropped",
                                                          "index",  "left-out", "empty" };

    return words[role];
}

static const char *mark_word(char mark)
{
    return mark == ',' ? "commas" : mark == '.' ? "points" : mark == ' ' ? "blanks" : "apostrophes";
}

const char *ad_form_text(const ad_form *f, char text[AD_FORM_TEXT])
{
    static const char *const orders[] = { "year first", "day first", "month first" };

    if (f->kind == AD_FORM_DATE)
        snprintf(text, AD_FORM_TEXT, "dates, %s", orders[f->order]);
    else if (f->kind == AD_FORM_TIME)
        snprintf(text, AD_FORM_TEXT, "times");
    else
        snprintf(text, AD_FORM_TEXT, "numbers%s%s%s%s%s%s", *f->unit ? " in " : "", f->unit,
                 f->thousands ? ", " : "", f->thousands ? mark_word(f->thousands) : "",
                 f->thousands ? " between thousands" : "",
                 f->kind == AD_FORM_NUMBER && f->mark == ',' ? ", decimal commas" : "");
    return text;
}

adrop_status ad_layout_copy(adrop_ctx *ctx, const ad_layout *from, ad_layout *out)
{
    const adrop_status status = from->n ? AD_NEW(ctx, from->n, "columns", &out->at) : ADROP_OK;

    if (status || !from->n)
        return status;
    out->n = from->n;
    out->has_header = from->has_header;
    memcpy(out->at, from->at, from->n * sizeof *out->at);
    return ad_names_copy(ctx, from->names.at, from->names.n, &out->names);
}

void ad_layout_release(adrop_ctx *ctx, ad_layout *layout)
{
    ad_free(ctx, layout->at);
    ad_names_release(ctx, &layout->names);
    *layout = (ad_layout){ 0 };
}
