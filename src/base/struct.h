/* Structs that cross the library's boundary may have been compiled into a program against an
 * older or a newer header. They only ever grow at the end, and whoever provides the memory says
 * how large it is: the library reads and writes no byte beyond.
 *
 *     adrop_x_opts mine;                                  // in adrop_x_create
 *     adrop_x_opts_init(&mine);
 *     status = AD_STRUCT_READ(ctx, adrop_x_opts, &mine, given);
 *
 * An older program's struct is shorter: what it lacks keeps its default, and what it has no room
 * for is not told. A newer program's is longer: accepted while it asks for nothing that this
 * library does not know, that is while the rest is zero. */
#ifndef AD_BASE_STRUCT_H
#define AD_BASE_STRUCT_H

#include <stddef.h>

#include "adrop/context.h"
#include "base/lab.h"

/* Take over the given struct of given_size bytes into mine (size bytes, holding the defaults),
 * whose first member becomes size. ADROP_EINVAL, with a sentence that calls it name and mine
 * untouched, if given is NULL or given_size too small for the size itself, or if what lies beyond
 * mine is not zero. ctx may be NULL: no sentence. */
AD_LAB adrop_status ad_struct_read(adrop_ctx *ctx, const char *name, void *mine, size_t size,
                                   const void *given, size_t given_size);

/* The same for a struct type whose first member is size_t size. */
#define AD_STRUCT_READ(ctx, type, mine, given)                                                     \
  ad_struct_read((ctx), #type, (1 ? (mine) : (type *)0), sizeof(type),                             \
                 (1 ? (given) : (const type *)0), (given) ? (given)->size : 0)

/* Write mine (size bytes) to a caller's struct that has room for given_size; whatever a newer
 * caller has beyond it becomes zero. */
AD_LAB void ad_struct_write(void *given, size_t given_size, const void *mine, size_t size);

/* A struct that begins with its size: written, then given_size put in front. */
AD_LAB void ad_struct_init(void *given, size_t given_size, const void *mine, size_t size);

#endif
