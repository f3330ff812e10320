/* Techniques, mappings and seeds from shared objects.
 *
 * A shared object that defines
 *
 *     const adrop_technique_table *adrop_plugin(size_t i);
 *
 * which returns its tables (adrop/technique.h) by number, and NULL past the last, can be loaded
 * into a context. So can one that defines, in its place or beside it,
 *
 *     const adrop_curve_table *adrop_plugin_map(size_t i);
 *     const adrop_curve_table *adrop_plugin_seed(size_t i);
 *
 * for mappings and seeds (adrop/dist.h). Its code then runs with the rights of the program: nothing
 * is loaded unless it is asked for here. A run's record names what was; opening the run does not
 * load it, nor does a worker load what its task names. */
#ifndef ADROP_PLUGIN_H
#define ADROP_PLUGIN_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/dist.h"
#include "adrop/export.h"
#include "adrop/status.h"
#include "adrop/technique.h"

ADROP_BEGIN_DECLS

typedef const adrop_technique_table *adrop_plugin_fn(size_t i);
typedef const adrop_curve_table *adrop_plugin_curve_fn(size_t i);

/* Register all that a shared object has. It stays loaded until the program ends. ADROP_EIO if
 * it cannot be loaded, ADROP_EFORMAT if it has none of the functions, or no table; otherwise what
 * adrop_technique_register, adrop_map_register and adrop_seed_register return. A name without a '/'
 * is one in the current folder: search paths are not looked through. */
ADROP_API adrop_status adrop_plugin_load(adrop_ctx *ctx, const char *path);

ADROP_END_DECLS

#endif
