/* The dropout techniques: names, summaries, options. */
#ifndef ADROP_TECHNIQUE_H
#define ADROP_TECHNIQUE_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/option.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

/* A technique, for listings. All pointers live for ever. */
typedef struct adrop_technique_info {
    const char *name;            /* as written after --dropout */
    const char *summary;         /* one line */
    const char *reference;       /* the paper it comes from */
    const adrop_option *options; /* its table; the first row's name is NULL if none */
    int learns;                  /* has parameters that are trained */
    const char *const *examples; /* texts that choose it, ended by NULL */
    const char *const *choices;  /* settings of one option to select by validation, such as
                                    "beta=0.1", ended by NULL; NULL: none */
    int by_response;             /* its parameters are moved by adrop_model_response, not by an
                                    optimiser and dropout_lr */
    int by_optimizer;            /* its parameters are moved by the optimiser, at dropout_lr */
} adrop_technique_info;

/* The number of built-in techniques. */
ADROP_API size_t adrop_technique_count(void);

/* Technique i: a listing. */
ADROP_API int adrop_technique_at_sized(size_t i, adrop_technique_info *info, size_t size);
#define adrop_technique_at(i, info) adrop_technique_at_sized((i), (info), sizeof *(info))

/* Check a text "name" or "name:key=value,..." as for --dropout. *resolved, unless NULL, receives
 * the full text with every setting spelled out, which lives as long as the context. *index, unless
 * NULL, receives the technique's index. ADROP_ENOENT or ADROP_EINVAL with a message as for
 * adrop_option_set. */
ADROP_API adrop_status adrop_technique_check(adrop_ctx *ctx, const char *text, size_t *index,
                                             const char **resolved);

/* -- User-defined techniques ------------------------------------------------------------ */

/* A technique defined by a formula: masks m = Q(u), with u uniform in (0, 1), so Q is the quantile
 * function of the mask distribution. x is multiplied by m / E[m], in training and in phase sample;
 * in phase mean, y is x. The library draws u at addresses, as for its own techniques, so masks do
 * not depend on threads, instruction sets or how a batch is split.
 *
 *     typedef struct { double power; } settings;            // m = u^(1 / power), a beta(power, 1)
 *     static void mask(const void *self, size_t n, const double *u, double *m)
 *     {
 *         const settings *s = self;
 *         for (size_t i = 0; i < n; i++)
 *             m[i] = pow(u[i], 1 / s->power);
 *     }
 *
 * The functions are called from several threads and must not keep state. What the table points to
 * must outlive the context. */
typedef struct adrop_technique_table {
    size_t size;                 /* sizeof(adrop_technique_table) */
    const char *name;            /* lower-case letters, digits and '-'; as written after
                                    --dropout */
    const char *summary;         /* one line */
    const char *reference;       /* its origin; NULL: not stated */
    const adrop_option *options; /* table of its settings, a struct of settings_size bytes; NULL:
                                    none */
    size_t settings_size;
    const char *const *examples; /* texts that choose it, ended by NULL; checks use them. NULL: only
                                    its name */
    void (*mask)(const void *settings, size_t n, const double *u, double *m);
    /* Mean and variance of m. The mean must be above 0. */
    void (*moments)(const void *settings, double *mean, double *variance);
    /* The density of the continuous part at m, and P(mask <= m), atoms included. */
    void (*distribution)(const void *settings, double m, double *pdf, double *cdf);
} adrop_technique_table;

/* Register a technique in a context, and in the contexts that the library creates for its own
 * threads. An option `mask` (element or channel) is added to the table's own. ADROP_EEXIST if the
 * name is taken, ADROP_EINVAL if a member is missing. */
ADROP_API adrop_status adrop_technique_register(adrop_ctx *ctx, const adrop_technique_table *table);

/* Technique i of a context: the built-in ones, then the registered ones. */
ADROP_API int adrop_technique_known_sized(const adrop_ctx *ctx, size_t i,
                                          adrop_technique_info *info, size_t size);
#define adrop_technique_known(ctx, i, info)                                                        \
  adrop_technique_known_sized((ctx), (i), (info), sizeof *(info))

/* The result of one check of a technique. */
typedef struct adrop_conformance {
    const char *check;  /* what was checked, a few words */
    int passed;         /* 1, or 0 */
    double found, most; /* the worst value found, and the largest accepted */
} adrop_conformance;

enum { ADROP_CONFORMANCE_CHECKS = 32 };

/* Check a technique, given as a text as for --dropout, against its own description: built-in or
 * registered, with or without parameters, on vectors and maps. The library's own tests run the same
 * suite over every built-in technique: masks against its mean and variance (a million masks; false
 * alarms: 6e-7 per check) and against its distribution (ten million), gradients against differences
 * in double, float against double, identical bits for the same address under any instruction set,
 * number of threads and split of a batch, phases, saving and loading of tensors. results:
 * (ADROP_CONFORMANCE_CHECKS), of which n are filled; checks that do not apply are omitted. Returns
 * ADROP_OK if the checks ran, passed or not. Takes seconds, 100 MB, and contexts of its own with up
 * to 4 threads. */
ADROP_API adrop_status adrop_technique_conform(adrop_ctx *ctx, const char *text,
                                               adrop_conformance *results, size_t *n);

ADROP_END_DECLS

#endif
