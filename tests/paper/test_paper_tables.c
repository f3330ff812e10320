/* The paper's tables: all are present, with their notes; and malformed CSV texts. */
#include <stdint.h>

#include "adrop/context.h"
#include "check.h"
#include "paper/paper_sheet.h"
#include "scarce.h"

static adrop_ctx *ctx;
static ad_paper *paper;

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK_EQ(ad_paper_open(ctx, &paper), ADROP_OK);
    if (!paper) {
        printf("%s\n", adrop_ctx_message(ctx));
        exit(1);
    }
}

/* Cells and numbers of every table, as counted when they were taken from the source. */
static void complete(void)
{
    static const struct {
        const char *name;
        size_t cells, numbers;
    } expected[] = {
        { "ablation", 20, 40 },  { "ablation2", 8, 20 },       { "depth", 36, 72 },
        { "imagenet", 18, 52 },  { "imagenet32x32", 48, 140 }, { "otherbackbones", 72, 210 },
        { "paramcifar", 7, 28 }, { "parammnist", 7, 28 },      { "pvalue", 99, 99 },
        { "results", 108, 216 }, { "reuters", 36, 105 },       { "trainingtime", 132, 132 },
        { "trainnum", 72, 144 }, { "uci", 36, 104 },           { "uncertainty", 9, 9 }
    };
    size_t n_p = 0;

    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const ad_paper_table *t = ad_paper_table_at(paper, i);
        size_t numbers = 0;
        CHECK_WHERE("%s", expected[i].name);
        CHECK(t && t == ad_paper_table_named(paper, expected[i].name));
        if (!t)
            continue;
        CHECK_EQ(t->n, expected[i].cells);
        for (size_t k = 0; k < t->n; k++) {
            const ad_paper_cell *c = &t->cells[k];
            const double x[] = { c->mean, c->std, c->p, c->mu, c->sigma, c->rho };
            for (size_t j = 0; j < sizeof x / sizeof x[0]; j++)
                numbers += (size_t)!isnan(x[j]);
            n_p += (size_t)!isnan(c->p);
            CHECK(isnan(c->mean) == isnan(c->mean_unit) && isnan(c->p) == isnan(c->p_unit));
        }
        CHECK_EQ(numbers, expected[i].numbers);
    }
    CHECK_EQ(n_p, 294);
    CHECK(!ad_paper_table_at(paper, 15));
    CHECK(!ad_paper_table_named(paper, "notes"));
}

static void values(void)
{
    const ad_paper_table *t = ad_paper_table_named(paper, "results");
    const ad_paper_cell *c = ad_paper_find(t, "advanced", "mnist", "mlp:800,800", "accuracy", 0);

    CHECK(c && c->mean == 98.89 && c->std == 0.04 && isnan(c->p) && isnan(c->mu));
    CHECK_CLOSE(c->mean_unit, 0.01, 1e-14);
    CHECK_TEXT(c->source, "");
    CHECK_TEXT(c->note, "");
    CHECK(!ad_paper_find(t, "advanced", "mnist", "vgg16", NULL, 0));
    t = ad_paper_table_named(paper, "pvalue");
    c = ad_paper_find(t, "none", "mnist", NULL, NULL, 0);
    CHECK(c && c->p == 9.04e-5);
    CHECK_NEAR(c->p_unit, 1e-7, 1e-20);
    t = ad_paper_table_named(paper, "imagenet");
    c = ad_paper_find(t, "dropconnect", NULL, NULL, "top1", 0);
    CHECK(c && c->mean == 73.18);
    CHECK_TEXT(c->source, "shen2018continuous");
    t = ad_paper_table_named(paper, "trainnum");
    c = ad_paper_find(t, "advanced", "caltech256", "vgg16", "top5", 30);
    CHECK(c && c->mean == 71.62 && c->per_class == 30);
    t = ad_paper_table_named(paper, "parammnist");
    c = &t->cells[6];
    CHECK(c->mu == 10 && c->sigma == 4 && c->rho == 0.025 && c->mean == 98.90);
    CHECK(ad_paper_find_start(t, "advanced:sigma=4,mu=10") == c);
    CHECK(!ad_paper_find_start(t, "advanced:mu=10,sigma=4,kl=log-uniform")); /* not the paper's */
    CHECK(!ad_paper_find_start(t, "advanced-noprior:mu=10,sigma=4"));
    CHECK(!ad_paper_find_start(t, "advanced:mu=10,sigma=x"));
    CHECK(!ad_paper_find_start(t, "advanced"));
    t = ad_paper_table_named(paper, "otherbackbones");
    c = ad_paper_find(t, "soft-laplace", "cifar100", "mobilenet", NULL, 0);
    CHECK_CLOSE(c->mean_unit, 0.1, 1e-14); /* printed 67.8 */
}

/* How many cells of a table have a note with this number. */
static size_t noted(const char *table, const char *number)
{
    const ad_paper_table *t = ad_paper_table_named(paper, table);
    size_t n = 0;
    char start[16], later[16];

    snprintf(start, sizeof start, "%s: ", number);
    snprintf(later, sizeof later, "; %s: ", number);
    for (size_t i = 0; i < t->n; i++)
        n += !strncmp(t->cells[i].note, start, strlen(start)) || strstr(t->cells[i].note, later);
    return n;
}

static void notes(void)
{
    static const struct {
        const char *table, *number;
        size_t cells;
    } expected[] = {
        { "imagenet32x32", "1a", 1 },  { "imagenet32x32", "1b", 1 },  { "reuters", "2", 22 },
        { "otherbackbones", "3", 8 },  { "results", "4a", 2 },        { "pvalue", "4a", 2 },
        { "results", "4b", 2 },        { "otherbackbones", "4c", 2 }, { "uci", "4d", 2 },
        { "imagenet", "4e", 4 },       { "trainingtime", "5", 24 },   { "trainingtime", "6a", 2 },
        { "trainingtime", "6b", 2 },   { "trainingtime", "6c", 1 },   { "trainnum", "9", 1 },
        { "ablation", "10", 2 },       { "uncertainty", "12", 3 },    { "results", "16", 2 },
        { "imagenet", "17", 8 },       { "trainingtime", "19", 24 },  { "trainingtime", "20", 6 },
        { "trainnum", "21", 7 },       { "depth", "22", 2 },          { "pvalue", "23", 3 },
        { "otherbackbones", "24", 1 }, { "results", "25", 1 },        { "otherbackbones", "25", 2 }
    };
    const ad_paper_table *t = ad_paper_table_named(paper, "results");
    size_t n = 0;

    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        CHECK_WHERE("%s, note %s", expected[i].table, expected[i].number);
        CHECK_EQ(noted(expected[i].table, expected[i].number), expected[i].cells);
    }
    check_where[0] = 0;
    CHECK_HAS(ad_paper_find(t, "beta", "caltech256", "resnet18", NULL, 0)->note, "; 25: ties");
    CHECK_TEXT(ad_paper_remark_at(paper, "uci", 0).number, "14");
    CHECK_TEXT(ad_paper_remark_at(paper, "uci", 1).number, "18");
    CHECK_TEXT(ad_paper_remark_at(paper, "uci", 2).number, "29");
    CHECK(!ad_paper_remark_at(paper, "uci", 3).number);
    CHECK_HAS(ad_paper_remark_at(paper, "softplusapprox", 0).reason, "fails for the inverse");
    CHECK_TEXT(ad_paper_remark_at(paper, "paramcifar", 1).number, "27");
    while (ad_paper_remark_at(paper, "reuters", n).number)
        n++;
    CHECK_EQ(n, 1); /* those on cells are not among them */
}

static void selectors(void)
{
    CHECK(ad_paper_selects("*", "mnist") && ad_paper_selects("*", ""));
    CHECK(ad_paper_selects("mnist", "mnist") && !ad_paper_selects("mnist", "mnis"));
    CHECK(!ad_paper_selects("mnis", "mnist") && !ad_paper_selects("", "mnist"));
    CHECK(ad_paper_selects("a|mn*t", "mnist") && !ad_paper_selects("a|mn*s", "mnist"));
    CHECK(ad_paper_selects("*a*b*", "xaxbx") && !ad_paper_selects("*a*b", "xaxbx"));
    CHECK(ad_paper_selects("a*ab", "aaab") && ad_paper_selects("a|b|", ""));
}

static void refuses(const char *text, const char *part)
{
    ad_paper_sheet sheet;

    CHECK_WHERE("%.200s", part);
    CHECK_EQ(ad_paper_cells_read(ctx, "t.csv", text, strlen(text), &sheet), ADROP_EFORMAT);
    CHECK(!sheet.text.data && !sheet.rows.data);
    CHECK_HAS(adrop_ctx_message(ctx), "t.csv");
    CHECK_HAS(adrop_ctx_message(ctx), part);
    check_where[0] = 0;
}

#define HEAD "method,dataset,model,metric,mean,std,p\n"

static void hostile(void)
{
    const char good[] = HEAD "a,\"b \"\"c\"\", d\",\"e,f\",g,-1.50,,2e-3\r\n";
    ad_paper_sheet sheet;
    const char zero[] = HEAD "a,b,c\0,d,1,2,3\n";
    char wide[256] = "method";

    CHECK_EQ(ad_paper_cells_read(ctx, "t.csv", good, strlen(good), &sheet), ADROP_OK);
    CHECK_EQ(ad_paper_sheet_cells(&sheet), 1);
    const ad_paper_cell *c = sheet.rows.data;
    CHECK_TEXT(c->dataset, "b \"c\", d");
    CHECK_TEXT(c->model, "e,f");
    CHECK(c->mean == -1.5 && isnan(c->std) && c->p == 2e-3);
    CHECK_CLOSE(c->mean_unit, 0.01, 1e-14);
    CHECK_NEAR(c->p_unit, 1e-3, 1e-16);
    ad_paper_sheet_release(ctx, &sheet);

    refuses("", "is empty");
    refuses("method,dataset,model,metric,mean,std\n", "column 'p' is missing");
    refuses("method,dataset,model,metric,mean,std,p,q\n", "no column 'q'");
    refuses("method,dataset,model,metric,mean,std,p,p\n", "'p' is given twice");
    for (int i = 0; i < 20; i++)
        strcat(wide, ",method");
    refuses(wide, "more than 16 columns");
    refuses(HEAD "a,b,c,d,1,2\n", "line 2: 6 columns");
    refuses(HEAD "a,b,c,d,1,2,3,4\n", "line 2: 8 columns");
    refuses(HEAD "a,b,c,d,1,\"2,3\n", "a quote is not closed");
    refuses(HEAD "a,b,c,d,1,\"2\"x,3\n", "follows a closing quote");
    refuses(HEAD "a,b,c,d,x,2,3\n", "'x' is not a number");
    refuses(HEAD "a,b,c,d,nan,2,3\n", "missing");
    refuses(HEAD "a,b,c,d,1e999,2,3\n", "not a number");
    refuses(HEAD "a,,c,d,1,2,3\n", "column 'dataset' is empty");
    refuses(HEAD "a,b,c,d,1,2,3\na,b,c,d,2,3,4\n", "cells 1 and 2 are the same");
    refuses("method,dataset,model,metric,mean,std,p,per_class\na,b,c,d,1,2,3,0.5\n",
            "not a whole number");
    refuses("method,dataset,model,metric,mean,std,p,per_class\na,b,c,d,1,2,3,-1\n",
            "not a whole number");
    CHECK_EQ(ad_paper_cells_read(ctx, "t.csv", zero, sizeof zero - 1, &sheet), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "zero byte");
    CHECK_EQ(ad_paper_notes_read(ctx, "n.csv", HEAD, strlen(HEAD), &sheet), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "no column 'mean'");
}

static adrop_status open_and_free(adrop_ctx *poor, const void *unused)
{
    ad_paper *p;
    const adrop_status status = ad_paper_open(poor, &p);

    (void)unused;
    CHECK(!p == (status != ADROP_OK));
    ad_paper_free(p);
    return status;
}

/* Every allocation fails once: a status, and nothing leaks. */
static void memory(void)
{
    const long n = scarce_each("the paper", 0, open_and_free, NULL);

    CHECK(n >= 30 && n < 2000);
}

static void end(void)
{
    ad_paper_free(paper);
    ad_paper_free(NULL);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(begin, complete, values, notes, selectors, hostile, memory, end)
