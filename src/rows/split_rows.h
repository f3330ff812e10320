/* Option rows for the fields that adrop_split_opts and adrop_data_opts share, so that they are
 * described once. `type` is the struct, `scales` an array of AD_SCALE_WORDS. */
#ifndef AD_ROWS_SPLIT_ROWS_H
#define AD_ROWS_SPLIT_ROWS_H

#include <stddef.h>

#define AD_SPLIT_MOST (1 << 30)

/* Indexed by adrop_input_scale; the scales users can choose. */
#define AD_SCALE_WORDS                                                                             \
  {                                                                                                \
    "auto", "unit", "symmetric", "standard", "none", "row-norm", NULL                              \
  }

#define AD_SCALE_ROWS(type, scales)                                                                \
  { .name = "input-scale",                                                                         \
    .group = ADROP_GROUP_DATA,                                                                     \
    .kind = ADROP_OPT_CHOICE,                                                                      \
    .offset = offsetof(type, input_scale),                                                         \
    .words = scales,                                                                               \
    .help = "scaling of inputs; auto: pixels unit, tables standard" },                             \
      { .name = "standard-target",                                                                 \
        .group = ADROP_GROUP_DATA,                                                                 \
        .kind = ADROP_OPT_FLAG,                                                                    \
        .offset = offsetof(type, standard_target),                                                 \
        .fallback = 1,                                                                             \
        .help = "regression: scale targets to mean 0 and standard deviation 1" },                  \
      { .name = "val-fraction",                                                                    \
        .group = ADROP_GROUP_DATA,                                                                 \
        .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_FIXED,                                          \
        .kind = ADROP_OPT_REAL,                                                                    \
        .offset = offsetof(type, val_fraction),                                                    \
        .max = 1,                                                                                  \
        .open = ADROP_OPEN_MAX,                                                                    \
        .synonyms = "validation-fraction validation-split",                                        \
        .help = "part of the training rows kept for validation" },                                 \
  {                                                                                                \
    .name = "test-fraction", .group = ADROP_GROUP_DATA, .traits = ADROP_TRAIT_FIXED,               \
    .kind = ADROP_OPT_REAL, .offset = offsetof(type, test_fraction), .max = 1,                     \
    .open = ADROP_OPEN_MAX, .synonyms = "test-size",                                               \
    .help = "part of the rows for tests; 0: a fifth, if none are"                                  \
  }

/* Indexed by adrop_missing. */
#define AD_MISSING_WORDS                                                                           \
  {                                                                                                \
    "refuse", "mean", "median", "indicator", NULL                                                  \
  }
#define AD_TABLE_ROWS(type, missing_words)                                                         \
  { .name = "missing",                                                                             \
    .group = ADROP_GROUP_DATA,                                                                     \
    .kind = ADROP_OPT_CHOICE,                                                                      \
    .offset = offsetof(type, missing),                                                             \
    .words = missing_words,                                                                        \
    .help = "what becomes of missing values of a table; indicator: the mean, and a column that "   \
            "tells where they were" },                                                             \
      { .name = "folds",                                                                           \
        .group = ADROP_GROUP_DATA,                                                                 \
        .traits = ADROP_TRAIT_FIXED,                                                               \
        .kind = ADROP_OPT_COUNT,                                                                   \
        .offset = offsetof(type, folds),                                                           \
        .max = 1000,                                                                               \
        .help = "k-fold: cut the rows into so many folds, alike in their classes; 0: none" },      \
      { .name = "fold",                                                                            \
        .group = ADROP_GROUP_DATA,                                                                 \
        .traits = ADROP_TRAIT_FIXED,                                                               \
        .kind = ADROP_OPT_COUNT,                                                                   \
        .offset = offsetof(type, fold),                                                            \
        .max = 1000,                                                                               \
        .help = "which of the folds is the test part, from 1 on; train: 0 takes each in turn" },   \
  {                                                                                                \
    .name = "class-weights", .group = ADROP_GROUP_DATA, .kind = ADROP_OPT_TEXT,                    \
    .offset = offsetof(type, class_weight), .text = "none", .value = "balanced|CLASS:W,..",        \
    .help = "what rows of a class count in the loss: spam:2,ham:1; balanced: each class as much "  \
            "as any other"                                                                         \
  }

/* `at` is the path to the adrop_text_opts in the struct: `terms.`, or nothing. */
#define AD_TEXT_ROW(type, label, field, shown, text)                                               \
  {                                                                                                \
    .name = label, .kind = ADROP_OPT_TEXT, .offset = offsetof(type, field),                        \
    .group = ADROP_GROUP_DATA, .value = shown, .help = text                                        \
  }

#define AD_TERM_ROWS(type, at)                                                                     \
  AD_TEXT_ROW(type, "features", at features, "tfidf|lsa:K|hash:B",                                 \
              "what documents become; default: tfidf, lsa:10 for reuters21578"),                   \
      { .name = "ngrams",                                                                          \
        .group = ADROP_GROUP_DATA,                                                                 \
        .kind = ADROP_OPT_COUNT,                                                                   \
        .offset = offsetof(type, at ngrams),                                                       \
        .fallback = 1,                                                                             \
        .min = 1,                                                                                  \
        .max = 16,                                                                                 \
        .help = "runs of up to so many words are terms" },                                         \
      AD_TEXT_ROW(type, "char-ngrams", at char_ngrams, "A-B",                                      \
                  "terms are runs of A to B characters of a word"),                                \
      { .name = "min-df",                                                                          \
        .group = ADROP_GROUP_DATA,                                                                 \
        .kind = ADROP_OPT_COUNT,                                                                   \
        .offset = offsetof(type, at min_df),                                                       \
        .max = AD_SPLIT_MOST,                                                                      \
        .help = "fewest training documents of a term; 0: 3 of 1000 or more, otherwise 1" },        \
      { .name = "max-df",                                                                          \
        .group = ADROP_GROUP_DATA,                                                                 \
        .kind = ADROP_OPT_REAL,                                                                    \
        .offset = offsetof(type, at max_df),                                                       \
        .fallback = 1,                                                                             \
        .max = 1,                                                                                  \
        .open = ADROP_OPEN_MIN,                                                                    \
        .help = "largest share of the training documents of a term" },                             \
      AD_TEXT_ROW(type, "stem", at stem, "LANGUAGE",                                               \
                  "stem words by Snowball's rules: english, german, ..; default: not"),            \
  {                                                                                                \
    .name = "stop-words", .group = ADROP_GROUP_DATA, .kind = ADROP_OPT_FLAG,                       \
    .offset = offsetof(type, at stop_words), .help = "leave English function words out"            \
  }

#define AD_SUBSET_ROWS(type)                                                                       \
  { .name = "train-per-class",                                                                     \
    .group = ADROP_GROUP_DATA,                                                                     \
    .kind = ADROP_OPT_COUNT,                                                                       \
    .offset = offsetof(type, train_per_class),                                                     \
    .max = AD_SPLIT_MOST,                                                                          \
    .help = "most training rows of a class; 0: all" },                                             \
      { .name = "test-per-class",                                                                  \
        .group = ADROP_GROUP_DATA,                                                                 \
        .traits = ADROP_TRAIT_FIXED,                                                               \
        .kind = ADROP_OPT_COUNT,                                                                   \
        .offset = offsetof(type, test_per_class),                                                  \
        .max = AD_SPLIT_MOST,                                                                      \
        .help = "test rows of a class; 0: all" },                                                  \
      { .name = "train-limit",                                                                     \
        .group = ADROP_GROUP_DATA,                                                                 \
        .kind = ADROP_OPT_COUNT,                                                                   \
        .offset = offsetof(type, train_limit),                                                     \
        .max = AD_SPLIT_MOST,                                                                      \
        .help = "most training rows; 0: all" },                                                    \
  {                                                                                                \
    .name = "test-limit", .group = ADROP_GROUP_DATA, .traits = ADROP_TRAIT_FIXED,                  \
    .kind = ADROP_OPT_COUNT, .offset = offsetof(type, test_limit), .max = AD_SPLIT_MOST,           \
    .help = "most test rows; 0: all"                                                               \
  }

#endif
