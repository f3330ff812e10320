/* Time the three passes of the convolutions of known networks.
 *
 *     bench_conv [THREADS [BATCH [PART]]]     PART: lines whose name holds it
 *
 * With DIRECT set in the environment there is no Winograd. GFLOP/s count the work of direct
 * convolution, taps outside the map included, so that methods can be compared; best of several
 * runs. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compute/conv.h"

typedef struct {
    const char *name;
    size_t in, out, map, kernel, stride, pad, groups;
    ad_format from, to;
    int first; /* the image layer: no input gradient */
} layer;

static const layer layers[] = {
#define BLOCKED AD_BLOCKED, AD_BLOCKED, 0
#define LAST    AD_CHANNELS_LAST, AD_CHANNELS_LAST, 0
    { "vgg16.1", 3, 64, 32, 3, 1, 1, 1, AD_PLAIN, AD_BLOCKED, 1 },
    { "vgg16.2", 64, 64, 32, 3, 1, 1, 1, BLOCKED },
    { "vgg16.3", 64, 128, 16, 3, 1, 1, 1, BLOCKED },
    { "vgg16.4", 128, 128, 16, 3, 1, 1, 1, BLOCKED },
    { "vgg16.5", 128, 256, 8, 3, 1, 1, 1, BLOCKED },
    { "vgg16.6-7", 256, 256, 8, 3, 1, 1, 1, BLOCKED },
    { "vgg16.8", 256, 512, 4, 3, 1, 1, 1, BLOCKED },
    { "vgg16.9-10", 512, 512, 4, 3, 1, 1, 1, BLOCKED },
    { "vgg16.11-13", 512, 512, 2, 3, 1, 1, 1, BLOCKED },
    { "lenet.1", 1, 32, 28, 5, 1, 2, 1, AD_PLAIN, AD_BLOCKED, 1 },
    { "resnet18.stem7", 3, 64, 64, 7, 2, 3, 1, AD_PLAIN, AD_BLOCKED, 1 },
    { "resnet18.s2.1", 64, 128, 32, 3, 2, 1, 1, BLOCKED },
    { "resnet18.s2.2", 128, 256, 16, 3, 2, 1, 1, BLOCKED },
    { "resnet18.s2.3", 256, 512, 8, 3, 2, 1, 1, BLOCKED },
    { "resnet18.short.1", 64, 128, 32, 1, 2, 0, 1, BLOCKED },
    { "resnet18.short.2", 128, 256, 16, 1, 2, 0, 1, BLOCKED },
    { "resnet18.short.3", 256, 512, 8, 1, 2, 0, 1, BLOCKED },
    { "mobilenet.dw32", 32, 32, 32, 3, 1, 1, 32, BLOCKED },
    { "mobilenet.dw64s2", 64, 64, 32, 3, 2, 1, 64, BLOCKED },
    { "mobilenet.dw128", 128, 128, 16, 3, 1, 1, 128, BLOCKED },
    { "mobilenet.dw512", 512, 512, 4, 3, 1, 1, 512, BLOCKED },
    { "mobilenet.dw512s2", 512, 512, 4, 3, 2, 1, 512, BLOCKED },
    { "mobilenet.dw1024", 1024, 1024, 2, 3, 1, 1, 1024, BLOCKED },
    { "mobilenet.pw64", 32, 64, 32, 1, 1, 0, 1, BLOCKED },
    { "mobilenet.pw128", 128, 128, 16, 1, 1, 0, 1, BLOCKED },
    { "mobilenet.pw512", 512, 512, 4, 1, 1, 0, 1, BLOCKED },
    { "mobilenet.pw1024", 1024, 1024, 2, 1, 1, 0, 1, BLOCKED },
    { "densenet.first", 3, 24, 32, 3, 1, 1, 1, AD_PLAIN, AD_CHANNELS_LAST, 1 },
    { "densenet.1x1.24", 24, 48, 32, 1, 1, 0, 1, LAST },
    { "densenet.1x1.132", 132, 48, 32, 1, 1, 0, 1, LAST },
    { "densenet.3x3.48", 48, 12, 32, 3, 1, 1, 1, LAST },
    { "densenet.3x3.24", 24, 12, 32, 3, 1, 1, 1, LAST },
    { "densenet.3x3.132", 132, 12, 16, 3, 1, 1, 1, LAST },
    { "densenet.3x3.60.8", 60, 12, 8, 3, 1, 1, 1, LAST },
    { "densenet.trans", 132, 66, 32, 1, 1, 0, 1, LAST },
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static float *array(size_t bytes)
{
    float *a = aligned_alloc(64, (bytes + 127) / 64 * 64);

    if (!a)
        abort();
    for (size_t i = 0; i < bytes / sizeof *a; i++)
        a[i] = (float)(i * 2654435761u % 1000) / 1000.0f - 0.5f;
    return a;
}

static void run(ad_conv *c, int pass, float *const *a)
{
    if (pass == AD_CONV_FORWARD)
        ad_conv_forward(c, a[0], a[2], a[3], a[1], a[4], 0);
    else if (pass == AD_CONV_DATA)
        ad_conv_backward_data(c, a[1], a[2], a[0], a[4]);
    else
        ad_conv_backward_weights(c, a[0], a[1], a[2], a[3], a[4]);
}

static void bench(ad_engine *e, const layer *l, size_t rows)
{
    const ad_conv_spec spec = { .in = { rows, l->in, l->map, l->map, e->map, l->from },
                                .out = l->out,
                                .out_format = l->to,
                                .kernel = l->kernel,
                                .stride = l->stride,
                                .pad = l->pad,
                                .groups = l->groups,
                                .input_gradient = !l->first,
                                .direct_only = getenv("DIRECT") != NULL };
    const ad_desc out = ad_conv_output(&spec);
    const double flop = 2.0 * (double)(rows * out.height * out.width * l->kernel * l->kernel) *
                        (double)(l->in / l->groups * l->out);
    ad_conv *c;

    if (ad_conv_create(e, &spec, NULL, &c)) {
        printf("%s: %s\n", l->name, adrop_ctx_message(e->ctx));
        return;
    }
    float *const a[] = { array(ad_desc_bytes(&spec.in, e->block)),
                         array(ad_desc_bytes(&out, e->block)),
                         array(ad_conv_packed(c) * sizeof(float)),
                         array((l->out + 16) * sizeof(float)), array(ad_conv_scratch(c)) };
    printf("%-18s", l->name);
    for (int pass = 0; pass < 3; pass++) {
        double best = 1e9, begin = now();
        if (!(pass == AD_CONV_DATA && l->first))
            for (int i = 0; i < 3 || now() - begin < 0.3; i++) {
                const double start = now();
                run(c, pass, a);
                best = now() - start < best ? now() - start : best;
            }
        printf("  %-9s %6.1f (%6.2f ms)", ad_conv_algorithm(c, (ad_conv_pass)pass),
               best < 1e9 ? flop / best * 1e-9 : 0, best < 1e9 ? best * 1e3 : 0);
        fflush(stdout);
    }
    printf("  scratch %zu KB\n", ad_conv_scratch(c) / 1024);
    for (int i = 0; i < 5; i++)
        free(a[i]);
    ad_conv_free(c);
}

int main(int argc, char **argv)
{
    adrop_ctx *ctx;
    ad_engine *e;

    if (adrop_ctx_create(NULL, &ctx) ||
        ad_engine_create(ctx, ADROP_PRECISION_F32, argc > 1 ? atoi(argv[1]) : 0, &e))
        return 1;
    ad_saved_threads saved;
    ad_engine_enter(e, &saved);
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++)
        if (argc < 4 || strstr(layers[i].name, argv[3]))
            bench(e, &layers[i], argc > 2 ? (size_t)atoi(argv[2]) : 128);
    ad_engine_leave(&saved);
    ad_engine_free(e);
    adrop_ctx_free(ctx);
    return 0;
}
