/* A clock that only goes forward. */
#ifndef AD_BASE_CLOCK_H
#define AD_BASE_CLOCK_H

#include "base/lab.h"

/* Seconds since some moment before the program began. */
AD_LAB double ad_clock(void);

#endif
