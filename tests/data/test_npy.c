/* NumPy arrays, and ImageNet's 32x32 batches. */
#include "asked.h"
#include "data/scene.h"

/* An array with the given header; returns its length. */
static size_t make(char *out, const char *header, const void *values, size_t size)
{
    const size_t length = strlen(header);

    memcpy(out, "\x93NUMPY\x01\x00", 8);
    out[8] = (char)(length & 255);
    out[9] = (char)(length >> 8);
    memcpy(out + 10, header, length);
    memcpy(out + 10 + length, values, size);
    return 10 + length + size;
}

#define HEAD(descr, shape)                                                                         \
  "{'descr': '" descr "', 'fortran_order': False, 'shape': " shape ", }      \n"

static char x_file[8192], y_file[8192];

/* A .npz of x and y. */
static adrop_data_opts pair(const char *x_head, const void *x, size_t x_size, const char *y_head,
                            const void *y, size_t y_size)
{
    const member members[] = {
        { .name = "x.npy", .data = x_file, .size = make(x_file, x_head, x, x_size) },
        { .name = "y.npy", .data = y_file, .size = make(y_file, y_head, y, y_size) }
    };

    return scene_opts(scene_archive("a.npz", "zip", "", members, 2));
}

static const double doubles[] = { 1, -2, 3.5, 4, 5, 6 };
static const int64_t classes[] = { 2, 0, 1 };
static const float reals[] = { 0.5f, 1.5f, -2.5f };

static void tables(void)
{
    adrop_data_opts opts = pair(HEAD("<f8", "(3, 2)"), doubles, sizeof doubles, HEAD("<i8", "(3,)"),
                                classes, sizeof classes);
    float x[2];

    opts.input_scale = ADROP_SCALE_NONE;
    adrop_data *data = scene_open(&opts);
    if (!data)
        return;
    adrop_data_info info;
    adrop_data_describe(data, &info);
    CHECK_TEXT(info.format, "npy");
    CHECK_EQ(info.task, ADROP_CLASSIFICATION);
    CHECK_EQ(info.classes, 3);
    CHECK_EQ(info.channels, 2);
    CHECK_EQ(adrop_data_label(data, 0), 2);
    CHECK_EQ(adrop_data_row(ctx, data, 1, x), ADROP_OK);
    CHECK(x[0] == 3.5f && x[1] == 4);
    adrop_data_free(data);
    opts.task = ADROP_REGRESSION; /* whole numbers as targets, when told */
    data = scene_open(&opts);
    CHECK(adrop_data_target(data, 0) == 2);
    adrop_data_free(data);
    opts.task = 0;
    opts.input_scale = ADROP_SCALE_UNIT;
    scene_refuses(&opts, ADROP_EINVAL, "does not hold pixels");
    static const int16_t small[] = { -3, 2, 1, 0, 5, -32768 };
    opts = pair(HEAD("<i2", "(3, 2)"), small, sizeof small, HEAD("<f4", "(3, 1)"), reals,
                sizeof reals);
    opts.input_scale = ADROP_SCALE_NONE;
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).task, ADROP_REGRESSION);
    CHECK_EQ(adrop_data_row(ctx, data, 2, x), ADROP_OK);
    CHECK(x[0] == 5 && x[1] == -32768);
    CHECK(adrop_data_target(data, 2) == -2.5);
    adrop_data_free(data);
}

static void maps(void)
{
    unsigned char bytes[3 * 2 * 2 * 2];

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)i;
    adrop_data_opts opts = pair(HEAD("|u1", "(3, 2, 2, 2)"), bytes, sizeof bytes,
                                HEAD("|u1", "(3,)"), "\0\1\2", 3);
    adrop_data *data = scene_open(&opts);
    CHECK_EQ(asked_data(data).channels, 2);
    CHECK_EQ(asked_data(data).is_pixels, 1);
    CHECK_EQ(asked_data(data).is_image, 1);
    adrop_data_free(data);
    opts = pair(HEAD("|u1", "(3, 4, 2)"), bytes, sizeof bytes, HEAD("|b1", "(3,)"), "\0\1\1", 3);
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).channels, 1);
    CHECK_EQ(asked_data(data).height, 4);
    CHECK_EQ(asked_data(data).classes, 2);
    adrop_data_free(data);
}

static void refuses_x(const char *head, const void *x, size_t size, const char *part)
{
    const adrop_data_opts opts = pair(head, x, size, HEAD("<i8", "(3,)"), classes, sizeof classes);

    scene_refuses(&opts, ADROP_EFORMAT, part);
    CHECK_HAS(adrop_ctx_message(ctx), "a.npz: x.npy");
}

static void refuses_y(const char *head, const void *y, size_t size, const char *part)
{
    const adrop_data_opts opts = pair(HEAD("<f8", "(3, 2)"), doubles, sizeof doubles, head, y,
                                      size);

    scene_refuses(&opts, ADROP_EFORMAT, part);
    CHECK_HAS(adrop_ctx_message(ctx), "a.npz: y.npy");
}

static void hostile(void)
{
    static const double odd[] = { 1, 2, 3, NAN, 5, 6 };
    static const int64_t negative[] = { 0, -1, 2 };

    refuses_x(HEAD("|O", "(3, 2)"), doubles, 48, "Python objects");
    refuses_x(HEAD("<O8", "(3, 2)"), doubles, 48, "Python objects");
    refuses_x(HEAD(">f8", "(3, 2)"), doubles, 48, "little-endian");
    refuses_x(HEAD("<U4", "(3, 2)"), doubles, 48, "x holds texts");
    refuses_x(HEAD("<c8", "(3, 2)"), doubles, 48, "not a type of numbers");
    refuses_x(HEAD("<f1", "(3, 2)"), doubles, 12, "numbers of 1 bytes");
    refuses_x(HEAD("<c8", "(3, 2)"), doubles, 48, "not a type of numbers");
    refuses_x("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (3,), }", doubles, 48,
              "arrays of records");
    refuses_x("{'descr': '<f8', 'fortran_order': True, 'shape': (3, 2), }", doubles, 48,
              "Fortran order");
    refuses_x("{'descr': '<f8', 'fortran_order': False}", doubles, 48, "lacks descr");
    refuses_x("{'descr': '<f8', 'descr': '<f8'}", doubles, 48, "repeated key");
    refuses_x("nonsense", doubles, 48, "not a dictionary");
    refuses_x(HEAD("<f8", "(3, -2)"), doubles, 48, "other than counts");
    refuses_x(HEAD("<f8", "(18446744073709551615, 2)"), doubles, 48, "out of range");
    refuses_x(HEAD("<f8", "(99999999999999999999, 2)"), doubles, 48, "out of range");
    refuses_x(HEAD("<f8", "(1000000000, 60000)"), doubles, 48, "the file ends after 48 of");
    refuses_x(HEAD("|u1", "(1000000000, 60000, 60000)"), doubles, 48, "the file ends after 48 of");
    refuses_x(HEAD("<f8", "(0, 2)"), doubles, 0, "out of range");
    refuses_x(HEAD("|u1", "(3, 8, 8, 3)"), doubles, 48, "x.transpose(0, 3, 1, 2)");
    refuses_x(HEAD("<f8", "(3,)"), doubles, 24, "two to four dimensions");
    refuses_x(HEAD("<f8", "(1, 1, 1, 1, 1)"), doubles, 8, "more than 4 dimensions");
    refuses_x(HEAD("<f8", "(3, 2)"), doubles, 47, "the file ends after 47 of 48");
    refuses_x(HEAD("<f8", "(3, 2)"), odd, 48, "value 3 is not finite");
    refuses_x(HEAD("<f8", "(2, 2)"), doubles, 48, "more bytes follow");
    refuses_y(HEAD("<i8", "(2,)"), classes, 16, "2 values for 3 rows");
    refuses_y(HEAD("<i8", "(3,)"), negative, 24, "value 1 is not a label");
    adrop_data_opts opts = pair(HEAD("<f8", "(3, 2)"), doubles, 48, HEAD("<f4", "(3,)"), reals, 12);
    opts.task = ADROP_CLASSIFICATION;
    scene_refuses(&opts, ADROP_EFORMAT, "y holds floats");
    const member alone = { .name = "x.npy", .data = x_file, .size = 100 };
    scene_refuses_path(scene_archive("a.npz", "zip", "", &alone, 1), ADROP_EFORMAT, "no 'y.npy'");
    const member junk[] = { { .name = "x.npy", .data = "PK\3\4junkjunk", .size = 12 },
                            { .name = "y.npy", .data = y_file, .size = 100 } };
    scene_refuses_path(scene_archive("a.npz", "zip", "", junk, 2), ADROP_EFORMAT,
                       "does not begin as a .npy");
}

/* A batch of n images of 4 x 4, labels from `first` on. */
static const char *batch(const char *name, int64_t first, size_t n)
{
    unsigned char pixels[4 * 48] = { 0 };
    int64_t labels[4];
    char head[2][128];

    for (size_t i = 0; i < n; i++) {
        labels[i] = first + (int64_t)i;
        pixels[48 * i] = (unsigned char)(i + 1);
    }
    snprintf(head[0], sizeof head[0], HEAD("|u1", "(%zu, 48)"), n);
    snprintf(head[1], sizeof head[1], HEAD("<i8", "(%zu,)"), n);
    const member members[] = {
        { .name = "data.npy", .data = x_file, .size = make(x_file, head[0], pixels, 48 * n) },
        { .name = "labels.npy", .data = y_file, .size = make(y_file, head[1], labels, 8 * n) }
    };
    return scene_archive(name, "zip", "", members, 2);
}

static void imagenet(void)
{
    adrop_data_opts opts = scene_opts(scene_folder);

    scene_clear();
    batch("val_data.npz", 1000, 1);
    batch("train_data_batch_1.npz", 1, 3);
    batch("train_data_batch_2.npz", 5, 2);
    adrop_data *data = scene_open(&opts);
    if (!data)
        return;
    adrop_data_info info;
    adrop_data_describe(data, &info);
    CHECK_TEXT(info.format, "imagenet32");
    CHECK_EQ(info.classes, 1000);
    CHECK_EQ(info.n_train, 5);
    CHECK_EQ(info.n_test, 1);
    CHECK_EQ(info.height, 4);
    CHECK_EQ(adrop_data_label(data, 0), 0);
    CHECK_EQ(adrop_data_label(data, 4), 5);
    CHECK_EQ(adrop_data_label(data, 5), 999);
    CHECK_EQ(adrop_data_n_files(data), 3);
    adrop_data_free(data);
    batch("train_data_batch_3.npz", 0, 2);
    scene_refuses_path(scene_folder, ADROP_EFORMAT, "label 0 is 0");
    batch("train_data_batch_3.npz", 1000, 2);
    scene_refuses_path(scene_folder, ADROP_EFORMAT, "label 1 is 1001");
    scene_text("train_data_batch_3.npz", "no archive at all");
    scene_refuses_path(scene_folder, ADROP_EFORMAT, "does not hold the arrays");
    scene_clear();
}

/* Every finite float of 16 bits: from 0 on each is larger than the one before by the step of its
 * exponent, and the sign bit turns it around. The others are refused or missing, never numbers. */
static void halves(void)
{
    enum { FINITE = 31 * 1024 };
    static char file[FINITE * 2 * sizeof(uint16_t) + 128], of_classes[FINITE * 2 + 128];
    static uint16_t bits[FINITE * 2];
    static uint8_t which[FINITE * 2];
    double expected = 0;

    for (uint16_t i = 0; i < FINITE; i++) {
        bits[2 * i] = i, bits[2 * i + 1] = (uint16_t)(i | 0x8000);
        which[2 * i + 1] = 1;
    }
    const member members[] = { { .name = "x.npy",
                                 .data = file,
                                 .size = make(file, HEAD("<f2", "(63488, 1)"), bits, sizeof bits) },
                               { .name = "y.npy",
                                 .data = of_classes,
                                 .size = make(of_classes, HEAD("|u1", "(63488,)"), which,
                                              sizeof which) } };
    adrop_data_opts opts = scene_opts(scene_archive("halves.npz", "zip", "", members, 2));
    opts.input_scale = ADROP_SCALE_NONE;
    adrop_data *data = scene_open(&opts);
    for (size_t i = 0; data && i < FINITE; i++) {
        float up, down;
        CHECK_EQ(adrop_data_row(ctx, data, 2 * i, &up), ADROP_OK);
        CHECK_EQ(adrop_data_row(ctx, data, 2 * i + 1, &down), ADROP_OK);
        CHECK((double)up == expected && (double)down == -expected);
        expected += ldexp(1, (i < 1024 ? 1 : (int)(i / 1024)) - 25);
    }
    CHECK(expected == 65536);
    adrop_data_free(data);
    static const uint16_t others[][3] = { { 0, 0x7c00, 1 }, { 0, 0xfc00, 1 }, { 0, 0x7e01, 1 } };
    for (size_t i = 0; i < 3; i++) {
        CHECK_WHERE("0x%04x", others[i][1]);
        opts = pair(HEAD("<f2", "(3, 1)"), others[i], sizeof others[i], HEAD("<i8", "(3,)"),
                    classes, sizeof classes);
        scene_refuses(&opts, ADROP_EFORMAT, "finite");
    }
}

CHECK_MAIN(scene_begin, halves, tables, maps, hostile, imagenet, scene_end)
