/* CIFAR's binary records, in folders and archives. */
#include "asked.h"
#include "data/scene.h"

enum { PIXELS = 3072 };

static unsigned char records[8 * (PIXELS + 2)];

/* n records with labels from `first` on; coarse labels are 7. */
static size_t make(size_t n, size_t label_bytes, unsigned first)
{
    unsigned char *p = records;

    for (size_t i = 0; i < n; i++, p += label_bytes + PIXELS) {
        p[0] = 7;
        p[label_bytes - 1] = (unsigned char)(first + i);
        memset(p + label_bytes, (int)(10 * (first + i)), PIXELS);
        p[label_bytes + 1024] = 200; /* the first green pixel */
    }
    return n * (label_bytes + PIXELS);
}

static void ten(void)
{
    static unsigned char one[PIXELS + 1], rest[2 * (PIXELS + 1)];
    float x[PIXELS];
    member members[] = {
        { .name = "c/test_batch.bin" },
        { .name = "c/data_batch_2.bin" },
        { .name = "c/data_batch_1.bin" },
        { .name = "c/batches.meta.txt", .data = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n\n", .size = 21 }
    };

    make(1, 1, 9);
    memcpy(one, records, sizeof one);
    make(2, 1, 3);
    memcpy(rest, records, sizeof rest);
    make(1, 1, 1);
    members[0].data = one, members[0].size = sizeof one;
    members[1].data = rest, members[1].size = sizeof rest;
    members[2].data = records, members[2].size = sizeof one;
    adrop_data_opts opts = scene_opts(scene_archive("cifar.tar.gz", "tar", "gz", members, 4));
    adrop_data *data = scene_open(&opts);
    if (!data)
        return;
    adrop_data_info info;
    adrop_data_describe(data, &info);
    CHECK_TEXT(info.format, "cifar");
    CHECK_EQ(info.classes, 10);
    CHECK_EQ(info.n_train, 3);
    CHECK_EQ(info.n_test, 1);
    CHECK_EQ(info.channels * 100 + info.height, 332);
    /* batch 1 comes first, whatever the order of the archive */
    CHECK_EQ(adrop_data_label(data, 0), 1);
    CHECK_EQ(adrop_data_label(data, 1), 3);
    CHECK_EQ(adrop_data_label(data, 3), 9);
    CHECK_TEXT(adrop_data_class_name(data, 9), "j");
    CHECK_EQ(adrop_data_row(ctx, data, 1, x), ADROP_OK);
    CHECK(x[0] == 30 / 255.0f && x[1024] == 200 / 255.0f && x[1025] == 30 / 255.0f);
    adrop_data_free(data);
    scene_clear();
}

static void hundred(void)
{
    adrop_data_opts opts = scene_opts(scene_folder);

    scene_file("train.bin", records, make(3, 2, 97));
    adrop_data *data = scene_open(&opts);
    CHECK_EQ(asked_data(data).classes, 100);
    CHECK_EQ(adrop_data_label(data, 2), 99);
    adrop_data_free(data);
    scene_clear();
}

static void refused(const char *part)
{
    scene_refuses_path(scene_folder, ADROP_EFORMAT, part);
    scene_clear();
}

static void hostile(void)
{
    scene_file("data_batch_1.bin", records, make(2, 1, 9));
    refused("record 2: the label is 10");
    scene_file("data_batch_1.bin", records, make(2, 1, 0) - 1);
    refused("record 2 has 3072 of 3073");
    scene_text("data_batch_1.bin", "");
    refused("record 1 has 0");
    scene_file("train.bin", records, make(2, 2, 99));
    refused("record 2: the label is 100");
    scene_file("data_batch_1.bin", records, make(2, 1, 0));
    scene_text("batches.meta.txt", "only\ntwo\n");
    refused("2 names for 10 classes");
    scene_file("a/data_batch_1.bin", records, make(2, 1, 0));
    scene_file("b/train.bin", records, make(2, 2, 0));
    refused("more than one folder");
}

CHECK_MAIN(scene_begin, ten, hundred, hostile, scene_end)
