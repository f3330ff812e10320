/* The version of these headers, and of the library in use. */
#ifndef ADROP_VERSION_H
#define ADROP_VERSION_H

#include "adrop/export.h"

ADROP_BEGIN_DECLS

/* CMakeLists.txt reads the version from these three lines. */
#define ADROP_VERSION_MAJOR 0
#define ADROP_VERSION_MINOR 1
#define ADROP_VERSION_PATCH 0

/* The same as one number that increases with every version: 1002003 for 1.2.3. */
#define ADROP_VERSION                                                                              \
  (ADROP_VERSION_MAJOR * 1000000 + ADROP_VERSION_MINOR * 1000 + ADROP_VERSION_PATCH)

/* "0.1.0": the version of the library at run time. Lives for ever. */
ADROP_API const char *adrop_version(void);

/* ADROP_VERSION of the library at run time. */
ADROP_API int adrop_version_number(void);

ADROP_END_DECLS

#endif
