/* The message for an unknown word, for rows whose words are looked up elsewhere. */
#ifndef AD_BASE_OPTION_WORD_H
#define AD_BASE_OPTION_WORD_H

#include "adrop/option.h"

/* ADROP_EINVAL: "'sigmod' is not a value for 'map': did you mean 'sigmoid'?", or the range. */
adrop_status ad_option_refuse_word(adrop_ctx *ctx, const adrop_option *row, const char *text);

#endif
