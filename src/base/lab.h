/* AD_LAB marks what libadrop-lab uses inside libadrop. The shared library exports such functions
 * under the version ADROP_PRIVATE: they are not part of the public interface, and both libraries
 * must come from one build. */
#ifndef AD_BASE_LAB_H
#define AD_BASE_LAB_H

#if defined __GNUC__
#  define AD_LAB __attribute__((visibility("default")))
#else
#  define AD_LAB
#endif

#endif
