/* Internals of a search: varied keys, trials, brackets of rungs, runs. */
#ifndef AD_STUDY_TUNE_IMPL_H
#define AD_STUDY_TUNE_IMPL_H

#include "adrop/tune.h"
#include "base/context.h"
#include "base/json.h"
#include "study/study.h"

enum { AD_MOST_VARY = 16, AD_MOST_TRIALS = 10000, AD_KEY_SIZE = 64 };

/* What a key is a setting of. */
typedef enum ad_vary_owner {
    AD_VARY_TRAIN,
    AD_VARY_DATA,
    AD_VARY_DROPOUT, /* an option of the technique */
    AD_VARY_MODEL,   /* an option of the network */
} ad_vary_owner;

/* One text of `vary`, parsed. */
typedef struct ad_vary {
    char key[AD_KEY_SIZE];
    const char *name; /* within key: after the dot */
    ad_vary_owner owner;
    int is_range, is_log, is_whole;
    double low, high;
    size_t points;      /* of the grid of a range; 0: not given */
    adrop_texts values; /* of a list */
} ad_vary;

/* tune_keys.c: find the owner of the key, the start of its name, and its row. */
adrop_status ad_vary_find(adrop_ctx *ctx, ad_vary *vary, const adrop_option **row);

/* tune_vary.c. ADROP_EINVAL or ADROP_ENOENT with a sentence. */
adrop_status ad_vary_read(adrop_ctx *ctx, const char *text, ad_vary *vary);

/* A value as text for a run: item x of a list, or x of a range, written to number. */
const char *ad_vary_text(const ad_vary *vary, double x, char number[ADROP_NUMBER_SIZE]);

/* tune_space.c: points of the grid; 0: infinite, or ADROP_EINVAL if is_needed. */
adrop_status ad_vary_count(adrop_ctx *ctx, const ad_vary *vary, int is_needed, size_t *n);

/* Point i of the grid, and the draw of trial i (from 1): an index of a list, or a number. */
double ad_vary_point(const ad_vary *vary, size_t i);
double ad_vary_draw(const ad_vary *vary, size_t seed, size_t trial);

/* A trial. Its settings follow from x. */
typedef struct ad_trial {
    double x[AD_MOST_VARY]; /* for each key: index of a list, or number */
    uint64_t sum[2];        /* XXH3, 128 bits, over all its settings */
    uint64_t network;       /* XXH3 over the settings of its network */
    size_t own_epochs;      /* epochs when trained to the end */
    size_t same_as;         /* index of the first equal trial, or its own */
    const char *settings;   /* "lr=0.1 dropout=none" */
    char *message;          /* owned: why it was left out or failed; NULL */
    int is_left_out, is_failed;
    size_t bracket, rung, epochs; /* as in adrop_trial */
    double val;
    char run[32]; /* "trials/12" */
} ad_trial;

/* A bracket: trials [first, end), and the distinct ones still alive. */
typedef struct ad_bracket {
    size_t first, end;
    size_t rungs;   /* how many */
    size_t *member; /* (n), owned: trials, the best first */
    size_t n;       /* members at the first rung */
    size_t alive;   /* members that have results */
} ad_bracket;

enum { AD_MOST_BRACKETS = 32, AD_TUNE_FINAL = 0, AD_TUNE_BASELINE = 1 };

struct adrop_tune {
    ad_study study; /* with resolved training epochs */
    adrop_ctx *ctx;
    adrop_tune_opts opts;
    adrop_data_info info; /* of a trial's rows: those of the study's set */
    size_t n_test;
    ad_vary *vary; /* (n_vary), owned */
    size_t n_vary;
    ad_trial *trials; /* (n_trials), owned */
    size_t n_trials, n_distinct, n_left_out;
    ad_bracket brackets[AD_MOST_BRACKETS];
    size_t n_brackets;
    size_t best, second; /* indices; SIZE_MAX: unknown */
    double *results[2];  /* (runs), owned: winner and baseline; NaN: not done */
    adrop_tune_result shown;
    int baseline_is_best;
    size_t folds;       /* 0: a validation part instead */
    double epochs_done; /* of the plan, before this call */

    /* State of a pass. */
    size_t rung;       /* of all brackets; past the last: the final runs */
    int is_incomplete; /* a result of this rung is missing */
    int has_finals;    /* final runs are listed */
    ad_training *list; /* (n_list), owned */
    size_t n_list;
    int has_gone;                  /* adrop_tune_go was called before */
    const adrop_tune_hooks *hooks; /* of the current call that trains */
};

/* tune_settings.c: the settings of a trial except seed and folder, with dropout and model written
 * out; trial SIZE_MAX means without `vary`. */
adrop_status ad_tune_settings(const adrop_tune *t, adrop_ctx *ctx, size_t trial,
                              adrop_data_opts *data, adrop_train_opts *train);

/* Does key k apply to the trial? */
int ad_tune_applies(const adrop_tune *t, size_t trial, size_t k);

/* Hash of all settings that matter: equal for trials that compute the same. */
adrop_status ad_tune_sum(adrop_tune *t, size_t trial, uint64_t sum[2]);

/* tune_trials.c: make the trials; mark equal ones and invalid combinations. */
adrop_status ad_tune_make_trials(adrop_tune *t);

/* tune_rungs.c: brackets and their cost. */
adrop_status ad_tune_plan(adrop_tune *t);
size_t ad_rung_trials(const adrop_tune *t, const ad_bracket *b, size_t rung); /* from 0 */
size_t ad_rung_epochs(const adrop_tune *t, const ad_bracket *b, size_t rung);

size_t ad_tune_parts(const adrop_tune *t); /* runs per trial: folds, or 1 */

/* tune_runs.c: settings of a training: fold `number` of trial `subject`, or run `number` (from 1)
 * of the winner or, if subject is SIZE_MAX, the baseline, which use all training rows. */
enum { AD_TUNE_TRIAL, AD_TUNE_FINAL_RUN };
adrop_status ad_tune_training(const adrop_tune *t, ad_training *r);

/* Parse the metrics text of the file at path. Sets `had` to the number of complete lines, at most
 * epochs + 1, and `value` to the key's value after `epochs`, or in the last line before. Stops at a
 * cut line. */
adrop_status ad_tune_read_lines(adrop_ctx *ctx, const char *path, const char *text, const char *key,
                                ad_training *r);

/* tune_promote.c: reset for a pass; list the trainings of the next rung that needs some (none past
 * the last); take the results of a rung. */
void ad_tune_begin_rungs(adrop_tune *t);
adrop_status ad_tune_list_rung(adrop_tune *t);
adrop_status ad_tune_judge_rung(adrop_tune *t);
adrop_status ad_tune_choose(adrop_tune *t);

/* tune_final.c: train the winner and the baseline again. */
void ad_tune_begin_finals(adrop_tune *t);
adrop_status ad_tune_list_finals(adrop_tune *t);
adrop_status ad_tune_take_finals(adrop_tune *t);

/* tune_record.c: add the search to its record. */
void ad_tune_put(const ad_study *s, ad_json *b, json_t *record);

/* Is result a better than b (more or less, by metric)? NaN never is. */
static inline int ad_tune_is_better(const adrop_tune *t, double a, double b)
{
    return t->shown.by_less ? a < b : a > b;
}

adrop_trial ad_tune_shown(const adrop_tune *t, size_t trial);

/* "waits", "stopped", .. indexed by adrop_trial_state. */
extern const char *const ad_tune_states[];

#endif
