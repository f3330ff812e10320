/* Techniques, mappings and seeds from shared objects.
 *
 * A shared object that defines
 *
 *     const adrop_technique_table *adrop_plugin(size_t i);
 *
 * that returns its tables (adrop/technique.h) by index, and NULL past the last, can be loaded into
 * a context. So can one that defines, instead or in addition,
 *
 *     const adrop_curve_table *adrop_plugin_map(size_t i);
 *     const adrop_curve_table *adrop_plugin_seed(size_t i);
 *
 * for mappings and seeds (adrop/dist.h). Its code runs with the rights of the program, so nothing
 * is loaded unless this call asks for it. A run's record names what was loaded; neither opening the
 * run nor a worker with that task loads it. */
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

/* Register everything that a shared object defines. It stays loaded until the program ends.
 * ADROP_EIO if it cannot be loaded, ADROP_EFORMAT if it has none of the functions, or no table;
 * otherwise the errors of adrop_technique_register, adrop_map_register and adrop_seed_register. A
 * name without a '/' is a file in the current folder: search paths are not used. */
ADROP_API adrop_status adrop_plugin_load(adrop_ctx *ctx, const char *path);

ADROP_END_DECLS

#endif
