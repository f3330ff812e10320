/* Numeric column names: a first line is a header if a setting names a column by one of its
 * fields. */
#include "asked.h"
#include "data/scene.h"

static const char text[] = "-1,2020,7,\"a,b\",y\n1,k,0.5,1,u\n2,l,1.5,2,v\n3,k,2.5,3,u\n"
                           "4,l,3.5,4,v\n5,k,4.5,5,u\n6,l,5.5,6,v\n";

static adrop_data_opts opts_of(const char *table)
{
    adrop_data_opts opts = scene_opts(scene_text("t.csv", table));

    opts.task = ADROP_CLASSIFICATION;
    opts.test_fraction = 0.01;
    return opts;
}

static void check_header(const adrop_data_opts *opts, size_t inputs)
{
    adrop_data *data;

    CHECK_EQ(adrop_data_open(ctx, opts, &data), ADROP_OK);
    CHECK_EQ(asked_data(data).rows, 6);
    CHECK_EQ(asked_data(data).channels, inputs);
    adrop_data_free(data);
}

static void a_name_of_a_setting_makes_a_header(void)
{
    adrop_data_opts opts = opts_of(text);

    opts.target = "y";
    check_header(&opts, 5); /* k and l are two */
    opts = opts_of(text);
    opts.drop = "\"a,b\",1";
    check_header(&opts, 3); /* 1 is a place: there is no such name */
    opts = opts_of(text);
    opts.keep = "a,b";
    check_header(&opts, 5);
}

/* Without a name in any setting the first line of numbers is a row. */
static void places_make_none(void)
{
    adrop_data_opts opts = opts_of("1,2,0,5\n3,4,1,6\n5,6,0,7\n7,8,1,5\n");
    adrop_data *data;

    opts.target = "3";
    CHECK_EQ(adrop_data_open(ctx, &opts, &data), ADROP_OK);
    CHECK_EQ(asked_data(data).rows, 4);
    adrop_data_free(data);
    opts.target = "y";
    CHECK_EQ(adrop_data_open(ctx, &opts, &data), ADROP_EINVAL);
    CHECK(strstr(adrop_ctx_message(ctx), "no header") != NULL);
}

CHECK_MAIN(scene_begin, a_name_of_a_setting_makes_a_header, places_make_none, scene_end)
