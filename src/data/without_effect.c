/* Settings that have no effect on a format are refused, so that nobody believes they had one
 * (opening.h). */
#include <string.h>

#include "base/context.h"
#include "base/text.h"
#include "data/opening.h"
#include "data/reader.h"

static bool is_among(const char *format, const char *const *formats)
{
    for (; *formats; formats++)
        if (!strcmp(format, *formats))
            return true;
    return false;
}

static adrop_status refuse(const ad_opening *o, const char *format, const char *setting,
                           const char *who)
{
    return ad_fail(o->ctx, ADROP_EINVAL,
                   "`%s` has no effect on '%s' (format %s): it is for %s; leave it out", setting,
                   AD_SHOWN(o->opts->data), format, who);
}

adrop_status ad_opening_check_effects(const ad_opening *o, const char *format)
{
    static const char *const no_target[] = { "built-in",   "idx", "cifar", "images",
                                             "imagenet32", "npy", NULL };
    static const char *const no_size[] = { "built-in", "idx", "cifar", "imagenet32", "npy",
                                           "table",    "uci", "jsonl", NULL };
    static const char *const no_split[] = { "built-in", "idx",   "cifar", "images", "imagenet32",
                                            "npy",      "table", "jsonl", NULL };
    static const char *const columns[] = { "table", "jsonl", NULL };
    static const char *const lines[] = { "table", "jsonl", "fasttext", "lines", NULL };
    static const char *const documents[] = { "reuters", "texts", "fasttext", "lines", NULL };
    const adrop_data_opts *p = o->opts;

    if (o->raw.expected) /* the settings are those of a run, the data others */
        return ADROP_OK;
    if (*p->target && is_among(format, no_target))
        return refuse(o, format, "target", "tables");
    if (p->image_size && is_among(format, no_size))
        return refuse(o, format, "image-size", "folders of images");
    if (p->split && is_among(format, no_split))
        return refuse(o, format, "split", "sets with published splits (uci)");
    if (*p->text && !is_among(format, columns))
        return refuse(o, format, "text", "tables and JSON lines");
    if (p->encoding && !is_among(format, lines))
        return refuse(o, format, "encoding", "tables and lines of documents");
    if (*p->keep && !is_among(format, columns))
        return refuse(o, format, "keep", "tables and JSON lines");
    if (p->decimal && !is_among(format, columns))
        return refuse(o, format, "decimal", "tables and JSON lines");
    if (p->date_order && !is_among(format, columns))
        return refuse(o, format, "date-order", "tables and JSON lines");
    if (p->multi_label && !is_among(format, documents) && !ad_wants_documents(p, &o->raw))
        return refuse(o, format, "multi-label", "documents");
    if (*p->label_separator && !p->multi_label)
        return refuse(o, format, "label-separator", "`multi-label`");
    return ADROP_OK;
}
