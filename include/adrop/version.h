/* The version of these headers, and of the library they are used with. */
#ifndef ADROP_VERSION_H
#define ADROP_VERSION_H

#include "adrop/export.h"

ADROP_BEGIN_DECLS

/* CMakeLists.txt reads the version from these three lines. */
#define ADROP_VERSION_MAJOR 0
#define ADROP_VERSION_MINOR 1
#define ADROP_VERSION_PATCH 0

/* "0.1.0": the version of the library at run time. Lives for ever. */
ADROP_API const char *adrop_version(void);

ADROP_END_DECLS

#endif
