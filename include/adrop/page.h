/* An HTML page about runs, comparisons, searches and prunings: a single file without network
 * requests. It is complete without JavaScript; with it, curves show their values, zoom and switch,
 * and tables sort.
 *
 *     adrop_page *page;
 *     char *html;
 *
 *     adrop_page_create(ctx, "MNIST, three techniques", &page);
 *     adrop_page_add(page, "runs/compare-mnist");
 *     adrop_page_write(page, &html);
 *     adrop_free(ctx, html);
 *     adrop_page_free(page);
 *
 * Findings come first, as sentences; anything missing in a folder is listed below. Texts from files
 * are escaped. */
#ifndef ADROP_PAGE_H
#define ADROP_PAGE_H

#include "adrop/context.h"
#include "adrop/document.h"
#include "adrop/export.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_page adrop_page;

ADROP_API adrop_status adrop_page_create(adrop_ctx *ctx, const char *title, adrop_page **out);
ADROP_API void adrop_page_free(adrop_page *page); /* NULL is fine */

/* Also write each figure from now on to a folder, as figure-1.svg with figure-1.csv and so on. */
ADROP_API adrop_status adrop_page_save_figures(adrop_page *page, const char *folder);

/* Add everything at or below a folder, or in an archive of one: a comparison (compare.json), a
 * search (tune.json), a pruning (prune.json), runs (run.json). Missing or broken files are named on
 * the page. ADROP_EIO if the path cannot be read, ADROP_EFORMAT if it contains none of these. */
ADROP_API adrop_status adrop_page_add(adrop_page *page, const char *path);

/* Add a record: the file FOLDER/NAME with the output of `adrop reproduce --json` or `adrop compare
 * --json`. Other JSON adds nothing; a broken file is named on the page. */
ADROP_API adrop_status adrop_page_add_record(adrop_page *page, const char *folder,
                                             const char *name);

/* Content of the caller, in the order of the calls. A section gets an entry in the table of
 * contents; findings appear at the top of the page. */
ADROP_API void adrop_page_section(adrop_page *page, const char *title);
ADROP_API void adrop_page_found(adrop_page *page, const char *sentence);
ADROP_API void adrop_page_missing(adrop_page *page, const char *sentence);
/* A document as HTML, in brief form (adrop/document.h). */
ADROP_API void adrop_page_put(adrop_page *page, const adrop_document *document);

/* A picture of (channels, height, width), 1 or 3 channels, sides of 1 to 4096, with a caption. */
ADROP_API void adrop_page_put_picture(adrop_page *page, size_t channels, size_t height,
                                      size_t width, const float *pixels, const char *caption);

/* The number of figures on the page. */
ADROP_API size_t adrop_page_figures(const adrop_page *page);

/* The page, freed with adrop_free. Returns the first failure of the calls above. */
ADROP_API adrop_status adrop_page_write(adrop_page *page, char **html);

ADROP_END_DECLS

#endif
