/* Whole texts, and the beginnings of files, as UTF-8 (encoding.h). */
#include "data/encoding.h"

adrop_status ad_text_decode(ad_decoder *d, bool keep, ad_bytes *text)
{
    const size_t got = text->size;

    d->keeps_bad = keep;
    text->size = 0;
    adrop_status status = ad_decoder_take(d, text, got, true);
    ad_decoder_release(d);
    if (!status && !(status = ad_bytes_append(d->ctx, text, "", 1, "a text")))
        text->size--;
    return status;
}

adrop_status ad_text_head_read(ad_source *source, size_t entry, size_t size, ad_text_head *head)
{
    adrop_ctx *ctx = source->ctx;
    size_t got = 0;
    ad_decoder d;
    adrop_status status;

    *head = (ad_text_head){ 0 };
    if ((status = ad_bytes_reserve(ctx, &head->text, size + 1, "a file's beginning")) ||
        (status = ad_source_head(source, entry, head->text.data, size, &got)))
        return status;
    head->is_whole = got < size;
    ad_decoder_open_source(&d, source, NULL);
    status = ad_decoder_take(&d, &head->text, got, head->is_whole);
    ad_decoder_release(&d);
    if (status == ADROP_ENOMEM)
        return status;
    head->is_odd = status != ADROP_OK;
    head->is_text = !d.has_zero;
    if (!(status = ad_bytes_append(ctx, &head->text, "", 1, "a file's beginning")))
        head->text.size--;
    return status;
}

void ad_text_head_release(adrop_ctx *ctx, ad_text_head *head)
{
    ad_bytes_release(ctx, &head->text);
}
