/* AD_LAB marks what libadrop-lab uses inside libadrop. Such a call leaves the shared
 * library under a version of its own, ADROP_PRIVATE: it is no promise to anybody else,
 * and both libraries come from one build. */
#ifndef AD_BASE_LAB_H
#define AD_BASE_LAB_H

#if defined __GNUC__
#  define AD_LAB __attribute__((visibility("default")))
#else
#  define AD_LAB
#endif

#endif
