/* What an architecture is: a file that builds it, and a line in architecture_list.h. */
#ifndef AD_MODEL_ARCHITECTURE_H
#define AD_MODEL_ARCHITECTURE_H

#include "base/lab.h"
#include "model/build.h"

typedef struct ad_architecture {
    const char *name; /* as written after --model */
    const char *summary;
    const char *reference;
    const adrop_option *options; /* table of the settings struct */
    size_t settings_size;
    int for_images;              /* its convolutions are meaningless on the columns of a table */
    const char *const *examples; /* texts that choose it, ended by NULL; shown and tested */
    const char *bare;            /* the text that the bare name abbreviates; NULL: none */
    /* Read the text after the name's colon, if it is not key=value. NULL: it is. */
    adrop_status (*read)(adrop_ctx *ctx, const char *text, void *settings);
    /* Free what reading allocated apart from the struct; NULL: nothing. */
    void (*release)(adrop_ctx *ctx, void *settings);
    /* The text that the model stores, if it differs from the one read. NULL: it does not. */
    const char *(*text)(const void *settings);
    /* Build the network; its numbers of channels are multiplied by b->width. Returns the output. */
    ad_layer *(*build)(ad_build *b, ad_layer *x, const void *settings);
} ad_architecture;

/* Number i of the list; NULL past the last. */
const ad_architecture *ad_architecture_at(size_t i);

/* Is there an architecture whose name is the first n characters of the text? */
int ad_architecture_is_name(const char *text, size_t n);

/* Split "name:settings" (a network's file name abbreviates "yaml:" and itself), find the name
 * (ADROP_ENOENT suggests the nearest) and read the settings into newly allocated memory, *settings,
 * which the caller releases. */
AD_LAB adrop_status ad_architecture_read(adrop_ctx *ctx, const char *text,
                                         const ad_architecture **type, void **settings);

AD_LAB void ad_architecture_release(adrop_ctx *ctx, const ad_architecture *type, void *settings);

/* Settings of architectures with only a width and an activation, and the options' rows. */
typedef struct ad_width_settings {
    double width;
    int activation;
} ad_width_settings;

extern const adrop_option ad_width_options[];

#define AD_WIDTH_ROW(type)                                                                         \
  {                                                                                                \
    .name = "width", .kind = ADROP_OPT_REAL, .offset = offsetof(type, width), .fallback = 1,       \
    .max = 16, .open = ADROP_OPEN_MIN, .help = "multiplies the numbers of channels"                \
  }

extern const char *const ad_activation_words[]; /* compute/activation_list.h */

#define AD_ACTIVATION_ROW(type)                                                                    \
  {                                                                                                \
    .name = "activation", .kind = ADROP_OPT_CHOICE, .offset = offsetof(type, activation),          \
    .words = ad_activation_words, .help = "after hidden layers"                                    \
  }

/* Settings of architectures that have one form for ImageNet and another for small images. */
typedef struct ad_image_settings {
    double width;
    int activation;
    int imagenet;
} ad_image_settings;

extern const adrop_option ad_image_options[];

/* Use the form for large images? Yes if requested, or if images have 128 pixels or more. */
int ad_is_large(const ad_image_settings *s, const ad_layer *x);

/* Hidden widths written as "512-512", n of them, at most AD_MAX_HIDDEN. */
enum { AD_MAX_HIDDEN = 32 };
adrop_status ad_read_widths(adrop_ctx *ctx, const char *what, const char *text, char separator,
                            size_t *n, size_t *widths);

#endif
