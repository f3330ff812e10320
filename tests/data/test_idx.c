/* IDX files: the format of MNIST, and malformed files. */
#include "asked.h"
#include "data/scene.h"

enum { N = 3, SIDE = 2 };

/* Images or labels with a header that says what it is told to. */
static size_t make(unsigned char *out, unsigned type, unsigned n_dims, const uint32_t *dims,
                   size_t n_values, unsigned base)
{
    size_t at = 0;

    out[at++] = 0;
    out[at++] = 0;
    out[at++] = (unsigned char)type;
    out[at++] = (unsigned char)n_dims;
    for (unsigned i = 0; i < n_dims; i++)
        for (int shift = 24; shift >= 0; shift -= 8)
            out[at++] = (unsigned char)(dims[i] >> shift);
    for (size_t i = 0; i < n_values; i++)
        out[at++] = (unsigned char)(base + i);
    return at;
}

static void write_images(const char *name, uint32_t n, uint32_t h, uint32_t w, size_t n_values,
                         unsigned base)
{
    unsigned char bytes[1024];

    scene_file(name, bytes, make(bytes, 8, 3, (uint32_t[]){ n, h, w }, n_values, base));
}

static void write_labels(const char *name, uint32_t n, size_t n_values)
{
    unsigned char bytes[1024];

    scene_file(name, bytes, make(bytes, 8, 1, (uint32_t[]){ n }, n_values, 0));
}

static void good_pair(const char *part)
{
    char name[64];

    snprintf(name, sizeof name, "%s-images-idx3-ubyte", part);
    write_images(name, N, SIDE, SIDE, N * SIDE * SIDE, !strcmp(part, "train") ? 0 : 100);
    snprintf(name, sizeof name, "%s-labels-idx1-ubyte", part);
    write_labels(name, N, N);
}

static void both_parts(void)
{
    adrop_data_opts opts = scene_opts(scene_folder);
    uint8_t pixels[SIDE * SIDE];
    float x[SIDE * SIDE];
    size_t n;

    good_pair("train");
    good_pair("t10k");
    adrop_data *data = scene_open(&opts);
    if (!data)
        return;
    adrop_data_info info;
    adrop_data_describe(data, &info);
    CHECK_TEXT(info.format, "idx");
    CHECK_EQ(info.task, ADROP_CLASSIFICATION);
    CHECK_EQ(info.rows, 2 * N);
    CHECK_EQ(info.n_train, N);
    CHECK_EQ(info.n_test, N);
    CHECK_EQ(info.channels, 1);
    CHECK_EQ(info.height, SIDE);
    CHECK_EQ(info.width, SIDE);
    CHECK_EQ(info.classes, 3);
    CHECK_TEXT(adrop_data_class_name(data, 2), "2");
    CHECK(adrop_data_class_name(data, 3) == NULL);
    const uint32_t *test = adrop_data_rows(data, ADROP_PART_TEST, &n);
    CHECK_EQ(n, N);
    CHECK_EQ(test[0], N); /* rows of the test part follow those of the training part */
    CHECK_EQ(adrop_data_pixels(ctx, data, N, pixels), ADROP_OK);
    CHECK_EQ(pixels[0], 100);
    CHECK_EQ(adrop_data_row(ctx, data, N, x), ADROP_OK);
    CHECK(x[0] == 100 / 255.0f);
    CHECK_EQ(adrop_data_label(data, 1), 1);
    CHECK_EQ(adrop_data_row(ctx, data, 2 * N, x), ADROP_EINVAL);
    adrop_data_file file;
    CHECK_EQ(adrop_data_n_files(data), 4);
    CHECK(adrop_data_file_at(data, 0, &file));
    CHECK_HAS(file.path, "t10k-images");
    CHECK_EQ(file.bytes, 16 + N * SIDE * SIDE);
    adrop_data_free(data);
    scene_clear();
}

static void one_part(void)
{
    adrop_data_opts opts = scene_opts(scene_folder);

    good_pair("t10k");
    adrop_data *data = scene_open(&opts);
    CHECK_EQ(asked_data(data).n_train, 0);
    CHECK_EQ(asked_data(data).n_test, N);
    adrop_data_free(data);
    opts.input_scale = ADROP_SCALE_STANDARD;
    scene_refuses(&opts, ADROP_EINVAL, "no training rows");
    opts.input_scale = 0;
    opts.task = ADROP_REGRESSION;
    scene_refuses(&opts, ADROP_EINVAL, "classification set");
    scene_clear();
}

static void refused(const char *part)
{
    scene_refuses_path(scene_folder, ADROP_EFORMAT, part);
    scene_clear();
}

static void hostile(void)
{
    unsigned char bytes[64];

    write_images("train-images", N, SIDE, SIDE, N * SIDE * SIDE, 0);
    refused("no labels");
    good_pair("train");
    write_labels("train-labels-idx1-ubyte", N + 1, N + 1);
    refused("but there are 3 images");
    good_pair("train");
    write_images("train-images-idx3-ubyte", N, SIDE, SIDE, 5, 0);
    refused("the file ends after 5 of 12 bytes");
    good_pair("train");
    write_images("train-images-idx3-ubyte", 0xffffffff, 0xffffffff, 0xffffffff, 5, 0);
    refused("out of range");
    good_pair("train");
    write_images("train-images-idx3-ubyte", 1 << 30, 65536, 65536, 5, 0);
    refused("the file ends after 5 of");
    good_pair("train");
    write_images("train-images-idx3-ubyte", 0, 2, 2, 0, 0);
    refused("out of range");
    good_pair("train");
    write_images("train-images-idx3-ubyte", N, SIDE, SIDE, N * SIDE * SIDE + 1, 0);
    refused("more bytes follow");
    good_pair("train");
    write_labels("train-labels-idx1-ubyte", N, N - 1);
    refused("the file ends after 2 of 3 bytes");
    good_pair("train");
    good_pair("t10k");
    write_images("t10k-images-idx3-ubyte", N, 1, 4, N * 4, 0);
    refused("images are 1 x 4");
    good_pair("train");
    write_images("train-more", N, SIDE, SIDE, N * SIDE * SIDE, 0);
    refused("are both images");
    scene_file("train-images", bytes, make(bytes, 0x0d, 3, (uint32_t[]){ 1, 1, 1 }, 4, 0));
    refused("in no format"); /* floats */
    scene_file("train-images", "\0\0\x8", 3);
    refused("in no format");
    CHECK(scene_peak_mb() < 512);
}

CHECK_MAIN(scene_begin, both_parts, one_part, hostile, scene_end)
