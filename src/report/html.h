/* Internals of a page (adrop/page.h): pieces of HTML, and the input of the sections. */
#ifndef AD_REPORT_HTML_H
#define AD_REPORT_HTML_H

#include "adrop/page.h"
#include "base/json.h"
#include "experiment/run_figures.h"
#include "figure/text.h"

/* The style sheet and the script (page/), zero-terminated. */
extern const unsigned char ad_page_css[], ad_page_js[];

struct adrop_page {
    adrop_ctx *ctx;
    char *figures;     /* folder to also write them to, owned; NULL: none */
    char *title;       /* owned */
    char *section;     /* name of the current section, owned; NULL before the first */
    adrop_document *d; /* content not yet in body, owned */
    ad_text body, contents, found, missing;
    size_t n_sections, n_figures, n_found, n_missing;
    const char *within;   /* folder of the current section; NULL: none */
    const char *archive;  /* the archive shown; NULL: none */
    const char *unpacked; /* where the archive was unpacked, never shown; NULL */
    size_t found_in;      /* section of the last finding */
    ad_styles styles;     /* one colour per technique on the whole page */
    adrop_status status;  /* the first failure */
};

/* Add a sentence; texts are escaped. `say` adds to the section, `note` in small letters. `tell`
 * adds to the first screen; `say_again` repeats it in its section, unless the page has only one.
 * `lack` reports missing data. */
__attribute__((format(printf, 2, 3))) void ad_page_say(adrop_page *p, const char *format, ...);
__attribute__((format(printf, 2, 3))) void ad_page_say_again(adrop_page *p, const char *format,
                                                             ...);
__attribute__((format(printf, 2, 3))) void ad_page_note(adrop_page *p, const char *format, ...);
__attribute__((format(printf, 2, 3))) void ad_page_tell(adrop_page *p, const char *format, ...);
__attribute__((format(printf, 2, 3))) void ad_page_lack(adrop_page *p, const char *format, ...);
__attribute__((format(printf, 3, 4))) void ad_page_head(adrop_page *p, int level,
                                                        const char *format, ...);

/* A figure to fill; NULL on failure, which the page keeps. */
__attribute__((format(printf, 2, 3))) adrop_figure *ad_page_new_figure(adrop_page *p,
                                                                       const char *format, ...);
/* Add the figure to the page unless it is NULL or empty, and free it. */
void ad_page_figure(adrop_page *p, adrop_figure *f);

/* A cell of a table of p->d: null if not finite. */
void ad_page_cell(adrop_page *p, double x);

/* Flush p->d, and return the body to write to. */
ad_text *ad_page_body(adrop_page *p);

/* A path as shown to readers: relative to the section's folder or to the unpacked archive, else in
 * full. */
const char *ad_page_path(const adrop_page *p, const char *path);

/* A JSON file of a folder; NULL if it is missing or broken. Reports that, unless quiet is set and
 * the file is missing. The caller releases it. */
json_t *ad_page_read(adrop_page *p, const char *folder, const char *name, int quiet);

/* A number of an object, or NaN. A text of it, or "". */
double ad_page_number(const json_t *from, const char *key);
const char *ad_page_text(const json_t *from, const char *key);

/* The settings and the environment of a record. */
void ad_page_settings(adrop_page *p, const json_t *record, const char *of);

/* -- Sections, one file each ---------------------------------------------------------------- */

/* Curves of the runs of one data set and network, by technique. */
void ad_page_curves(adrop_page *p, const ad_shown_runs *runs);
void ad_page_dropout(adrop_page *p, const ad_shown_runs *runs); /* rates, mu, sigma */
void ad_page_trust(adrop_page *p, const ad_shown_runs *runs);   /* uncertainty.json of runs */

/* Whole folders. */
adrop_status ad_page_add_folder(adrop_page *p, const char *folder);
adrop_status ad_page_add_archive(adrop_page *p,
                                 const char *archive); /* call with p->unpacked NULL */
void ad_page_comparison(adrop_page *p, const char *folder);
/* The output of `adrop compare --json`; judged: a person's verdict is on the first screen. */
void ad_page_compared(adrop_page *p, const json_t *table, int judged);
void ad_page_search(adrop_page *p, const char *folder);
void ad_page_pruning(adrop_page *p, const char *folder);

/* Everything that runs show, by data set and network. */
void ad_page_runs(adrop_page *p, ad_shown_runs *runs);

#endif
