/* A page from within (adrop/page.h): pieces of HTML, and what the sections are made from. */
#ifndef AD_REPORT_HTML_H
#define AD_REPORT_HTML_H

#include "adrop/page.h"
#include "base/json.h"
#include "experiment/run_figures.h"
#include "figure/text.h"

/* The style sheet and the script (page/), ended by a zero. */
extern const unsigned char ad_page_css[], ad_page_js[];

struct adrop_page {
    adrop_ctx *ctx;
    char *figures;     /* where they are written too, owned; NULL: nowhere */
    char *title;       /* owned */
    char *section;     /* the name of the last, owned; NULL before the first */
    adrop_document *d; /* what is not in body yet, owned */
    ad_text body, contents, found, missing;
    size_t n_sections, n_figures, n_found, n_missing;
    const char *within;   /* the folder that the section is about; NULL: none */
    const char *archive;  /* what is shown, if it is in an archive; NULL */
    const char *unpacked; /* where an archive was unpacked: no name on the page has it; NULL */
    size_t found_in;      /* the section of what was found last */
    ad_styles styles;     /* each technique has one colour on the whole page */
    adrop_status status;  /* the first failure */
};

/* A sentence; texts are escaped. `say` puts it into the section, `note` in smaller letters; `tell`
 * puts it on the first screen, `say_again` repeats it in its section, which a page of one section
 * does not show; `lack` says what is missing. */
__attribute__((format(printf, 2, 3))) void ad_page_say(adrop_page *p, const char *format, ...);
__attribute__((format(printf, 2, 3))) void ad_page_say_again(adrop_page *p, const char *format,
                                                             ...);
__attribute__((format(printf, 2, 3))) void ad_page_note(adrop_page *p, const char *format, ...);
__attribute__((format(printf, 2, 3))) void ad_page_tell(adrop_page *p, const char *format, ...);
__attribute__((format(printf, 2, 3))) void ad_page_lack(adrop_page *p, const char *format, ...);
__attribute__((format(printf, 3, 4))) void ad_page_head(adrop_page *p, int level,
                                                        const char *format, ...);

/* A figure to fill; NULL after a failure, which is kept. */
__attribute__((format(printf, 2, 3))) adrop_figure *ad_page_new_figure(adrop_page *p,
                                                                       const char *format, ...);
/* Put it on the page, unless it is NULL or empty, and free it. */
void ad_page_figure(adrop_page *p, adrop_figure *f);

/* A cell of a table of p->d: null for what is not finite. */
void ad_page_cell(adrop_page *p, double x);

/* Begin to write the page behind all that p->d holds. */
ad_text *ad_page_body(adrop_page *p);

/* A path within the folder that the section is about, or within an unpacked archive, as it is
 * called there; else the whole. */
const char *ad_page_path(const adrop_page *p, const char *path);

/* A JSON file of a folder; NULL if it is not there or broken, which is said unless it is absent
 * and quiet is set. Released by the caller. */
json_t *ad_page_read(adrop_page *p, const char *folder, const char *name, int quiet);

/* A number of an object; NaN. A text of it; "". */
double ad_page_number(const json_t *from, const char *key);
const char *ad_page_text(const json_t *from, const char *key);

/* The settings of a record and the environment it was made in. */
void ad_page_settings(adrop_page *p, const json_t *record, const char *of);

/* -- Sections, one file each ---------------------------------------------------------------- */

/* Runs of one data set and network, as curves by technique. */
void ad_page_curves(adrop_page *p, const ad_shown_runs *runs);
void ad_page_dropout(adrop_page *p, const ad_shown_runs *runs); /* rates, mu, sigma */
void ad_page_trust(adrop_page *p, const ad_shown_runs *runs);   /* uncertainty.json of runs */

/* Whole folders. */
adrop_status ad_page_add_folder(adrop_page *p, const char *folder);
adrop_status ad_page_add_archive(adrop_page *p,
                                 const char *archive); /* of one; p->unpacked is NULL */
void ad_page_comparison(adrop_page *p, const char *folder);
/* What `adrop compare --json` printed; judged: somebody's verdict is on the first screen. */
void ad_page_compared(adrop_page *p, const json_t *table, int judged);
void ad_page_search(adrop_page *p, const char *folder);
void ad_page_pruning(adrop_page *p, const char *folder);

/* All that can be shown of runs, by data set and network. */
void ad_page_runs(adrop_page *p, ad_shown_runs *runs);

#endif
