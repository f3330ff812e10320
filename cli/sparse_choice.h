/* --sparse: are weights that are zero skipped in predictions? (adrop/units.h) */
#ifndef ADROP_CLI_SPARSE_CHOICE_H
#define ADROP_CLI_SPARSE_CHOICE_H

#include "adrop/model.h"
#include "adrop/option.h"

extern const char *const sparse_words[]; /* by adrop_sparse_weights */

#define SPARSE_ROW(settings, field)                                                                \
  {                                                                                                \
    .name = "sparse", .kind = ADROP_OPT_CHOICE, .offset = offsetof(settings, field),               \
    .words = sparse_words,                                                                         \
    .help = "skip weights of dense layers that are zero: auto, where 15 % or less of them are "    \
            "not and a measurement finds it faster, which changes no bit; on: everywhere; off: "   \
            "never (last digits may differ from auto)"                                             \
  }

/* Dense layers of a model that do, and all of them. */
size_t sparse_layers(const adrop_model *m, size_t *dense);

#endif
