/* Macros for public declarations: visibility, C linkage, printf checking. */
#ifndef ADROP_EXPORT_H
#define ADROP_EXPORT_H

#if defined __GNUC__
#  define ADROP_API                          __attribute__((visibility("default")))
#  define ADROP_PRINTF(format_at, values_at) __attribute__((format(printf, format_at, values_at)))
#else
#  define ADROP_API
#  define ADROP_PRINTF(format_at, values_at)
#endif

#ifdef __cplusplus
#  define ADROP_BEGIN_DECLS extern "C" {
#  define ADROP_END_DECLS   }
#else
#  define ADROP_BEGIN_DECLS
#  define ADROP_END_DECLS
#endif

#endif
