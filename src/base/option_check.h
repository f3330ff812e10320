/* Settings in a struct are checked like settings from text: by the rows of their option table
 * (adrop/option.h).
 *
 *     adrop_x_opts mine;                                  // in adrop_x_create
 *     adrop_x_opts_init(&mine);
 *     status = AD_SETTINGS_READ(ctx, adrop_x_opts, adrop_x_options(), &mine, given); */
#ifndef AD_BASE_OPTION_CHECK_H
#define AD_BASE_OPTION_CHECK_H

#include "adrop/option.h"
#include "base/lab.h"
#include "base/struct.h"

#define AD_MOST_COUNT 9007199254740992.0 /* 2^53: still exact as a double */

/* Does a struct of that size contain the row's field? 0 also for an unknown kind of row. */
int ad_option_fits(const adrop_option *row, size_t size);

/* Is x a valid value of a numeric row? Never, unless it is finite. */
int ad_option_in_range(const adrop_option *row, double x);

/* The number of words of a choice. */
size_t ad_option_words(const adrop_option *row);

/* Does the row's field of a struct have its default? */
AD_LAB int ad_option_is_default(const adrop_option *row, const void *from);

/* Copy the fields that both tables have, matched by name. */
AD_LAB void ad_options_copy(const adrop_option *to_rows, void *to, const adrop_option *from_rows,
                            const void *from);

/* Check every field of a struct of that size against its row; the message calls the struct name.
 * ADROP_EINVAL for the first invalid value. ctx may be NULL: no message. */
adrop_status ad_options_check(adrop_ctx *ctx, const adrop_option *table, const void *from,
                              size_t size, const char *name);

/* The text of a text row, "" for NULL. */
AD_LAB const char *ad_option_text(const adrop_option *row, const void *from);

/* "name:key=value,.." with every setting, kept by the context. */
adrop_status ad_options_spell(adrop_ctx *ctx, const char *name, const adrop_option *table,
                              const void *from, const char **text);

/* Replace the texts of a struct of that size by the context's copies (base/keep.h), and NULL by "".
 * The struct then outlives the call, and its texts need no check for NULL. */
adrop_status ad_options_keep(adrop_ctx *ctx, const adrop_option *table, void *settings,
                             size_t size);

/* Append n texts at once, none of them empty. */
adrop_status ad_texts_append(adrop_ctx *ctx, adrop_texts *texts, size_t n, const char *const *more);

/* ad_struct_read, then the check of the result, whose texts are kept. ctx may be NULL for a struct
 * without texts: no message. */
AD_LAB adrop_status ad_settings_read(adrop_ctx *ctx, const char *name, const adrop_option *table,
                                     void *mine, size_t size, const void *given, size_t given_size);

/* The same for a struct type whose first member is size_t size. */
#define AD_SETTINGS_READ(ctx, type, table, mine, given)                                            \
  ad_settings_read((ctx), #type, (table), (1 ? (mine) : (type *)0), sizeof(type),                  \
                   (1 ? (given) : (const type *)0), (given) ? (given)->size : 0)

/* ADROP_EINVAL, with a message that uses name, for a text or a result pointer that is NULL. */
AD_LAB adrop_status ad_check_given(adrop_ctx *ctx, const char *name, const void *given);

/* ADROP_EINVAL, with a message that uses name, for an array that is NULL although n is not 0. */
AD_LAB adrop_status ad_check_array(adrop_ctx *ctx, const char *name, size_t n, const void *array);

#endif
