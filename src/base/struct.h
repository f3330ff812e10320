/* Structs that cross the library's boundary may have been compiled against an older or a newer
 * header. They only grow at the end, and whoever provides the memory passes its size: the library
 * reads and writes no byte beyond.
 *
 *     adrop_x_opts mine;                                  // in adrop_x_create
 *     adrop_x_opts_init(&mine);
 *     status = AD_STRUCT_READ(ctx, adrop_x_opts, &mine, given);
 *
 * An older program's struct is shorter: missing members keep their defaults, and results without
 * room are omitted. A newer program's struct is longer: it is accepted if the additional bytes are
 * zero, so it requests nothing that this library does not know. */
#ifndef AD_BASE_STRUCT_H
#define AD_BASE_STRUCT_H

#include <stddef.h>

#include "adrop/context.h"
#include "base/lab.h"

/* Copy the given struct of given_size bytes into mine (size bytes, holding the defaults), whose
 * first member becomes size. ADROP_EINVAL, with a message that uses name and with mine unchanged,
 * if given is NULL, if given_size is too small for the size member, or if bytes beyond mine are not
 * zero. ctx may be NULL: no message. */
AD_LAB adrop_status ad_struct_read(adrop_ctx *ctx, const char *name, void *mine, size_t size,
                                   const void *given, size_t given_size);

/* The same for a struct type whose first member is size_t size. */
#define AD_STRUCT_READ(ctx, type, mine, given)                                                     \
  ad_struct_read((ctx), #type, (1 ? (mine) : (type *)0), sizeof(type),                             \
                 (1 ? (given) : (const type *)0), (given) ? (given)->size : 0)

/* Write mine (size bytes) to a caller's struct with room for given_size; the additional members of
 * a newer caller become zero. */
AD_LAB void ad_struct_write(void *given, size_t given_size, const void *mine, size_t size);

/* For a struct that begins with its size: write it, then set that member to given_size. */
AD_LAB void ad_struct_init(void *given, size_t given_size, const void *mine, size_t size);

#endif
