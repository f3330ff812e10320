/* Every allocation fails once, in each reader and in batches: a status and a message, and no leak
 * (the allocator counts). */
#include <png.h>

#include "data/scene.h"
#include "scarce.h"

/* Open, take a batch, close. */
static adrop_status use(adrop_ctx *own, const void *opts)
{
    adrop_batches_opts batches_opts;
    adrop_data *data;
    adrop_batches *batches;
    adrop_data_batch batch;
    adrop_status status = adrop_data_open(own, opts, &data);

    adrop_batches_opts_init(&batches_opts);
    batches_opts.workers = 0; /* the counter is not made for threads */
    if (status)
        return status;
    if (!(status = adrop_batches_create(own, data, &batches_opts, &batches)))
        status = adrop_batches_next(batches, &batch);
    adrop_batches_free(batches);
    adrop_data_free(data);
    return status;
}

static void every_failure(const adrop_data_opts *opts)
{
    const long n = scarce_each(opts->data, 0, use, opts);

    CHECK(n > 5 && n < 5000);
}

static void readers(void)
{
    adrop_data_opts opts = scene_opts("digits");
    static unsigned char records[2 * 3073];

    opts.input_scale = ADROP_SCALE_STANDARD;
    every_failure(&opts);
    opts = scene_opts(scene_text("t.csv", "a,b,c\n1,2,x\n3,4,y\n5,6,x\n7,8,y\n"));
    every_failure(&opts);
    opts.task = ADROP_CLASSIFICATION;
    opts.val_fraction = 0.3;
    every_failure(&opts);
    opts.val_fraction = 0;
    opts.test_rows = scene_text("rows", "1 2");
    every_failure(&opts);
    scene_clear();
    opts = scene_opts(scene_folder);
    scene_file("data_batch_1.bin", records, sizeof records);
    scene_text("batches.meta.txt", "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n");
    every_failure(&opts);
    scene_clear();
    scene_file("train-images", "\0\0\x8\3\0\0\0\2\0\0\0\1\0\0\0\1ab", 18);
    scene_file("train-labels", "\0\0\x8\1\0\0\0\2\0\1", 10);
    every_failure(&opts);
    scene_clear();
    opts = scene_opts(scene_text("m.csv", ",a,a,d,v,y\n0,\"1,234.5\",$5,2/14/2023,red,p\n"
                                          "1,7,$6,2/1/2023,blue,q\n2,8,$7,2/3/2023,red,p\n"));
    every_failure(&opts);
    opts = scene_opts(scene_folder);
    scene_clear();
    scene_text("data.txt", "1 2\n3 4\n5 6\n");
    scene_text("index_features.txt", "0\n");
    scene_text("index_target.txt", "1\n");
    scene_text("index_train_0.txt", "0\n1\n");
    scene_text("index_test_0.txt", "2\n");
    every_failure(&opts);
    scene_clear();
}

static void write_png(const char *name)
{
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = 4, .height = 4, .format = PNG_FORMAT_RGB
    };
    const unsigned char pixels[4 * 4 * 3] = { 0 };

    scene_text(name, "");
    CHECK(png_image_write_to_file(&image, scene_path(name), 0, pixels, 0, NULL) != 0);
}

/* At once and when needed; in archives, where names are read twice. */
static void images_and_arrays(void)
{
    static const char x[] = "\x93NUMPY\1\0\x3e\0{'descr': '|u1', 'fortran_order': False, 'shape': "
                            "(2, 1, 1), }..";
    static const char y[] = "\x93NUMPY\1\0\x39\0{'descr': '|u1', 'fortran_order': False, 'shape': "
                            "(2,), }\0\1";
    const member arrays[] = { { .name = "x_train.npy", .data = x, .size = sizeof x - 1 },
                              { .name = "y_train.npy", .data = y, .size = sizeof y - 1 } };
    adrop_data_opts opts = scene_opts(scene_folder);

    write_png("a/1.png");
    write_png("b/1.png");
    every_failure(&opts);
    opts.cache_mb = 0;
    opts.image_size = 3;
    every_failure(&opts);
    scene_clear();
    opts = scene_opts(scene_archive("a.npz", "zip", "", arrays, 2));
    every_failure(&opts);
}

#define STORY(split, topic, text)                                                                  \
  "<REUTERS TOPICS=\"YES\" LEWISSPLIT=\"" split "\"><TOPICS><D>" topic "</D></TOPICS><TEXT>" text  \
  "</TEXT></REUTERS>\n"

/* One class or several, in every format. */
static void documents(void)
{
    adrop_data_opts opts;

    scene_clear();
    opts = scene_opts(scene_text("t.csv", "text,label\n\"aa bb,\ncc\",x\ndd,y\nee ff,x|y\ngg,x\n"));
    opts.text = "text";
    every_failure(&opts);
    opts.multi_label = 1;
    every_failure(&opts);
    opts = scene_opts(scene_text("t.jsonl", "{\"text\": \"aa bb\", \"k\": [\"x\", \"y\"]}\n"
                                            "{\"text\": \"cc\", \"k\": \"y\"}\n"));
    opts.text = "text";
    opts.multi_label = 1;
    every_failure(&opts);
    opts = scene_opts(scene_text("t.txt", "__label__a aa bb\n__label__b cc caf\xe9\n"));
    every_failure(&opts);
    opts = scene_opts(scene_text("t.sgm",
                                 STORY("TRAIN", "a", "one two") STORY("TRAIN", "b", "two three")
                                     STORY("TEST", "a", "one")));
    every_failure(&opts);
    scene_clear();
    scene_text("a/1.txt", "one two");
    scene_text("b/1.txt", "three four");
    opts = scene_opts(scene_folder);
    every_failure(&opts);
    opts.terms.features = "lsa:1";
    every_failure(&opts);
    scene_clear();
}

CHECK_MAIN(scene_begin, readers, images_and_arrays, documents, scene_end)
