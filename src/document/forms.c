/* The forms of documents, and writing a document in one (adrop/document.h). */
#include "base/context.h"
#include "base/option_check.h"
#include "base/struct.h"
#include "document/document.h"

static const struct {
    const char *name;
    void (*write)(const ad_document_writer *w);
} forms[ADROP_N_DOCUMENT_FORMS] = {
    [ADROP_DOCUMENT_TEXT] = { "text", ad_document_text },
    [ADROP_DOCUMENT_JSON] = { "json", ad_document_json },
    [ADROP_DOCUMENT_CSV] = { "csv", ad_document_csv },
    [ADROP_DOCUMENT_MARKDOWN] = { "markdown", ad_document_markdown },
    [ADROP_DOCUMENT_LATEX] = { "latex", ad_document_latex },
    [ADROP_DOCUMENT_HTML] = { "html", ad_document_html },
};

const char *adrop_document_form_name(size_t form)
{
    return form < ADROP_N_DOCUMENT_FORMS ? forms[form].name : NULL;
}

#define ROW(name_, kind_, field_)                                                                  \
  .name = name_, .kind = kind_, .offset = offsetof(adrop_document_look, field_)

static const adrop_option look_rows[] = {
    { ROW("columns", ADROP_OPT_COUNT, columns), .min = 1, .max = 100000 },
    { ROW("is-terminal", ADROP_OPT_FLAG, is_terminal) },
    { ROW("ascii", ADROP_OPT_FLAG, ascii) },
    { ROW("colour", ADROP_OPT_FLAG, colour) },
    { ROW("number", ADROP_OPT_COUNT, number) },
    { ROW("brief", ADROP_OPT_FLAG, brief) },
    { 0 },
};

void adrop_document_look_init_sized(adrop_document_look *look, size_t size)
{
    ad_struct_init(look, size, &(const adrop_document_look){ .columns = 80 }, sizeof *look);
}

adrop_status adrop_document_write(const adrop_document *d, adrop_document_form form,
                                  const adrop_document_look *given, char **text)
{
    if (ad_check_given(d->arena.ctx, "text", text))
        return ADROP_EINVAL;

    adrop_ctx *ctx = d->arena.ctx;
    ad_text out = ad_text_start(ctx);
    adrop_document_look look;
    const ad_document_writer w = { d, &look, &out };

    *text = NULL;
    adrop_document_look_init(&look);
    if (d->status)
        return d->status;
    const adrop_status status =
        given ? AD_SETTINGS_READ(ctx, adrop_document_look, look_rows, &look, given) : ADROP_OK;
    if (status)
        return status;
    if (d->open != &d->root)
        return ad_fail(ctx, ADROP_EINVAL, "a place of the document is still open");
    if ((size_t)form >= ADROP_N_DOCUMENT_FORMS)
        return ad_fail(ctx, ADROP_EINVAL, "there is no form of documents %d", (int)form);
    forms[form].write(&w);
    return ad_text_take(&out, text);
}
