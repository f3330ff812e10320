/* A clock that only goes forward. */
#ifndef AD_BASE_CLOCK_H
#define AD_BASE_CLOCK_H

/* Seconds since some moment before the program began. */
double ad_clock(void);

#endif
