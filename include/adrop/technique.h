/* The dropout techniques: names, what they do, their options. */
#ifndef ADROP_TECHNIQUE_H
#define ADROP_TECHNIQUE_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/option.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

/* What a technique is, for listings. All pointers live for ever. */
typedef struct adrop_technique_info {
    const char *name;            /* as written after --dropout */
    const char *summary;         /* one line */
    const char *reference;       /* the paper it comes from */
    const adrop_option *options; /* its table; the first row's name is NULL if none */
    int learns;                  /* has parameters of its own */
    const char *const *examples; /* texts that choose it, ended by NULL */
    const char *const *choices;  /* settings of one option to choose from by validation,
                                    "beta=0.1" and the like, ended by NULL; NULL: none */
    int by_response;             /* parameters of its own move by adrop_model_response; an optimiser
                                    and dropout_lr do not move them */
    int by_optimizer;            /* parameters of its own move by the optimiser, at dropout_lr */
} adrop_technique_info;

/* How many techniques there are. */
ADROP_API size_t adrop_technique_count(void);

/* Technique i: a listing. */
ADROP_API int adrop_technique_at_sized(size_t i, adrop_technique_info *info, size_t size);
#define adrop_technique_at(i, info) adrop_technique_at_sized((i), (info), sizeof *(info))

/* Check a text "name" or "name:key=value,..." as --dropout takes it, and write
 * the full text with every setting spelled out, which lives as long as the context, to
 * *resolved, if that is not NULL. index, if not NULL, gets the technique's number.
 * ADROP_ENOENT or ADROP_EINVAL with a message as for adrop_option_set. */
ADROP_API adrop_status adrop_technique_check(adrop_ctx *ctx, const char *text, size_t *index,
                                             const char **resolved);

/* -- Techniques from outside ----------------------------------------------------------- */

/* A technique by its formula: masks m = Q(u), u uniform in (0, 1), so that Q is the quantile
 * function of the masks' distribution. x is multiplied by m / E[m], in training and in phase
 * sample; phase mean is x itself. The library draws u at addresses as it does for its own
 * techniques, so that masks do not depend on threads, instruction sets or how a batch is cut.
 *
 *     typedef struct { double power; } settings;            // m = u^(1 / power), a beta(power, 1)
 *     static void mask(const void *self, size_t n, const double *u, double *m)
 *     {
 *         const settings *s = self;
 *         for (size_t i = 0; i < n; i++)
 *             m[i] = pow(u[i], 1 / s->power);
 *     }
 *
 * The functions are called from several threads and keep no state. What the table points to must
 * outlive the context. */
typedef struct adrop_technique_table {
    size_t size;                 /* sizeof(adrop_technique_table) */
    const char *name;            /* small letters, digits and '-'; as written after --dropout */
    const char *summary;         /* one line */
    const char *reference;       /* where it comes from; NULL: not said */
    const adrop_option *options; /* of its settings, a struct of settings_size bytes; NULL: none */
    size_t settings_size;
    const char *const *examples; /* texts that choose it, ended by NULL; what checks try. NULL: its
                                    name alone */
    void (*mask)(const void *settings, size_t n, const double *u, double *m);
    /* Of m. The mean is above 0. */
    void (*moments)(const void *settings, double *mean, double *variance);
    /* The density of the continuous part at m, and P(mask <= m), atoms included. */
    void (*distribution)(const void *settings, double m, double *pdf, double *cdf);
} adrop_technique_table;

/* Make a technique known to a context, and to those that the library makes for its own threads.
 * An option `mask` (element or channel) is added to the table's own. ADROP_EEXIST if there is one
 * of that name, ADROP_EINVAL if something is missing. */
ADROP_API adrop_status adrop_technique_register(adrop_ctx *ctx, const adrop_technique_table *table);

/* Technique i as a context knows them: the built-in ones, then those that were registered. */
ADROP_API int adrop_technique_known_sized(const adrop_ctx *ctx, size_t i,
                                          adrop_technique_info *info, size_t size);
#define adrop_technique_known(ctx, i, info)                                                        \
  adrop_technique_known_sized((ctx), (i), (info), sizeof *(info))

/* What a check of a technique found. */
typedef struct adrop_conformance {
    const char *check;  /* what was checked, a few words */
    int passed;         /* 1, or 0 */
    double found, most; /* the worst that was found, and what is accepted */
} adrop_conformance;

enum { ADROP_CONFORMANCE_CHECKS = 32 };

/* Check a technique, by a text as --dropout takes it, against what it says of itself: built-in or
 * registered, with parameters or without, on vectors and maps. The library's own tests run the same
 * suite over every built-in technique: masks against its mean and variance (a million; false
 * alarms: 6e-7 a check) and its distribution (ten million), gradients against differences in
 * double, float against double, the same bits for the same address, instruction set, number of
 * threads and cut of a batch, phases, tensors out and in. results: (ADROP_CONFORMANCE_CHECKS), n of
 * them filled; what cannot apply is left out. Returns ADROP_OK if it could be checked, passed or
 * not. Takes seconds, 100 MB, and contexts of up to 4 threads of its own. */
ADROP_API adrop_status adrop_technique_conform(adrop_ctx *ctx, const char *text,
                                               adrop_conformance *results, size_t *n);

ADROP_END_DECLS

#endif
