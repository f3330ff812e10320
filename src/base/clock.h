/* A monotonic clock. */
#ifndef AD_BASE_CLOCK_H
#define AD_BASE_CLOCK_H

#include "base/lab.h"

/* Seconds since a fixed moment before the program began. */
AD_LAB double ad_clock(void);

#endif
