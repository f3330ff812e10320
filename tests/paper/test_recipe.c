/* Recipes: every built-in one reads, and everything it names exists, the cells of the paper's
 * tables included; scales merge in the stated order; broken texts are refused with the reason; our
 * numbers and the paper's appear side by side. */
#include <stdio.h>

#include "check.h"
#include "config/builtin.h"
#include "paper/paper.h"
#include "paper/recipe.h"

static adrop_ctx *context(void)
{
    adrop_ctx *ctx;

    if (adrop_ctx_create(NULL, &ctx))
        exit(1);
    return ctx;
}

/* The paper's labels, in its order. */
static const char *const labels[] = {
    "results",
    "pvalue",
    "imagenet32x32",
    "imagenet",
    "trainingtime",
    "accvstime",
    "otherbackbones",
    "ablation",
    "parammnist",
    "paramcifar",
    "learneddistribution",
    "ablation2",
    "testaccepoch",
    "trainingacc",
    "trainnum",
    "depth",
    "confusion",
    "uncertainty",
    "uncertainty-examples",
    "pruning",
    "reuters",
    "uci",
    "gpdf",
    "softplusapprox",
};

enum { N_LABELS = sizeof labels / sizeof *labels };

static void all_are_there(void)
{
    adrop_ctx *ctx = context();
    adrop_recipes *recipes;
    adrop_recipe_info info;
    size_t n = 0, files = 0;

    CHECK_EQ(adrop_recipes_open(ctx, NULL, &recipes), ADROP_OK);
    for (; adrop_recipes_at(recipes, n, &info); n++) {
        CHECK_WHERE("recipe %zu", n);
        CHECK_TEXT(info.label, n < N_LABELS ? labels[n] : "none");
        CHECK(*info.title && *info.claim);
        CHECK_EQ(info.state == ADROP_RECIPE_NOT_YET, *info.missing != 0);
        for (int s = 0; s < ADROP_N_SCALES; s++) /* every step it takes was measured */
            CHECK(info.state == ADROP_RECIPE_NOT_YET || info.hours[s] >= 0);
    }
    CHECK_EQ(n, N_LABELS);
    for (size_t i = 0; ad_builtin_at(i); i++) /* and no file beside the index is left over */
        files += strstr(ad_builtin_at(i)->name, ".yaml") != NULL;
    CHECK_EQ(files, N_LABELS + 1);
    adrop_recipes_free(recipes);
    adrop_ctx_free(ctx);
}

/* A network that the paper has with no technique at all: the part says so. */
static int is_ours(const ad_recipe *r, const ad_paper_table *t, const ad_recipe_plan *plan,
                   size_t d, size_t m)
{
    char method[64];

    for (size_t k = 0; k < r->all.dropout.n; k++)
        if (ad_paper_find(t, ad_recipe_method(r, r->all.dropout.text[k], method, sizeof method),
                          plan->data.text[d], plan->models.text[m], r->columns.text[0],
                          plan->part->per_class))
            return 0;
    return r->all.dropout.n > 0;
}

/* Does the paper have a number for each cell of a comparison, and none for controls? */
static void check_cells(const ad_recipe *r, const ad_paper_table *t, const ad_recipe_plan *plan)
{
    char method[64];

    for (size_t d = 0; d < plan->data.n; d++)
        for (size_t m = 0; m < plan->models.n; m++)
            for (size_t k = 0; k < plan->dropout.n; k++)
                for (size_t c = 0; c < r->columns.n; c++) {
                    CHECK_WHERE("%s: %s, %s, %s", r->label, plan->data.text[d],
                                plan->models.text[m], plan->dropout.text[k]);
                    ad_recipe_method(r, plan->dropout.text[k], method, sizeof method);
                    const int found = ad_paper_find(t, method, plan->data.text[d],
                                                    plan->models.text[m], r->columns.text[c],
                                                    plan->part->per_class) != NULL;
                    const int ours = is_ours(r, t, plan, d, m);
                    CHECK(!ours || (plan->part->scale[0].says && plan->part->scale[1].says));
                    CHECK_EQ(found, !ours && strcmp(method, "control") != 0);
                }
}

static void cells_are_there(void)
{
    adrop_ctx *ctx = context();
    ad_paper *paper;
    size_t tables = 0;

    CHECK_EQ(ad_paper_open(ctx, &paper), ADROP_OK);
    for (size_t i = 0; i < N_LABELS; i++) {
        ad_recipe *r;
        ad_recipe_plan plan;
        CHECK_WHERE("%s", labels[i]);
        CHECK_EQ(ad_recipe_open(ctx, labels[i], &r), ADROP_OK);
        CHECK_TEXT(r->label, labels[i]);
        const ad_paper_table *t = r->table ? ad_paper_table_named(paper, r->table) : NULL;
        CHECK(!r->table || t);
        for (size_t p = 0; t && isnan(t->cells[0].mu) && p < r->n_parts; p++)
            for (int s = 0; s < ADROP_N_SCALES; s++) {
                ad_recipe_plan_part(r, p, (adrop_scale)s, &plan);
                check_cells(r, t, &plan);
            }
        tables += r->columns.n > 0;
        ad_recipe_free(r);
    }
    CHECK_EQ(tables, 13);
    ad_paper_free(paper);
    adrop_ctx_free(ctx);
}

static const char head[] = "label: x\nkind: comparison\ntitle: t\nclaim: c\n";

static adrop_status read_rest(adrop_ctx *ctx, const char *rest, ad_recipe **out)
{
    char text[4096];

    snprintf(text, sizeof text, "%s%s", head, rest);
    return ad_recipe_read(ctx, "x.yaml", text, strlen(text), out);
}

static void later_sections_count(void)
{
    adrop_ctx *ctx = context();
    ad_recipe *r;
    ad_recipe_plan quick, paper;

    CHECK_EQ(read_rest(ctx,
                       "dropout: [none, advanced]\n"
                       "settings: { runs: 5, epochs: 9, lr: 0.5 }\n"
                       "quick: { settings: { runs: 3, epochs: 2 } }\n"
                       "parts:\n"
                       "  - name: a\n"
                       "    data: [mnist]\n"
                       "    model: [vgg16]\n"
                       "    settings: { epochs: 7, batch: 8 }\n"
                       "    quick: { model: ['vgg16:width=0.5'], settings: { runs: 4 } }\n",
                       &r),
             ADROP_OK);
    ad_recipe_plan_part(r, 0, ADROP_SCALE_QUICK, &quick);
    ad_recipe_plan_part(r, 0, ADROP_SCALE_PAPER, &paper);
    CHECK_TEXT(quick.model.text[0], "vgg16:width=0.5");
    CHECK_TEXT(quick.models.text[0], "vgg16");
    CHECK_TEXT(paper.model.text[0], "vgg16");
    CHECK_EQ(quick.settings.n, 4);
    CHECK_TEXT(quick.settings.pair[0].value, "4"); /* runs: the part's at the scale */
    CHECK_TEXT(quick.settings.pair[1].value, "2"); /* epochs: the recipe's at the scale */
    CHECK_TEXT(paper.settings.pair[0].value, "5");
    CHECK_TEXT(paper.settings.pair[1].value, "7"); /* the part's */
    CHECK_TEXT(paper.settings.pair[2].value, "0.5");
    CHECK_EQ(quick.opts->compare.runs, 4); /* and parsed */
    CHECK_EQ(quick.opts->train.epochs, 2);
    CHECK_EQ(paper.opts->train.epochs, 7);
    CHECK_EQ(paper.opts->train.batch, 8);
    ad_recipe_free(r);
    adrop_ctx_free(ctx);
}

static void broken_ones_are_refused(void)
{
    static const char part[] = "parts: [{ name: a, data: [mnist], model: [vgg16], dropout: [none]";
    static const struct {
        const char *text, *reason;
    } cases[] = {
        { "labl: y\n", "did you mean 'label'" },
        { "title: again\n", "given twice" },
        { "parts: x\n", "not a list of mappings" },
        { "parts: [1]\n", "not a mapping" },
        { "columns: accuracy\n", "not a list" },
        { "columns: [accurac]\n", "did you mean 'accuracy'" },
        { "curve: rate\n", "did you mean 'rates'" },
        { "missing: something\n", "'missing' is for" },
        { "", "there are no parts" },
        { "%s, per-class: -1 }]\n", "not a number" },
        { "%s, per-class: 1.5 }]\n", "not a whole number" },
        { "%s, settings: { epoch: 3 } }]\n", "did you mean 'epochs'" },
        { "%s, settings: { epochs: many } }]\n", "'many' is not a value" },
        { "%s, settings: { out: here } }]\n", "no setting 'out'" },
        { "%s, settings: { lr: 1, lr: 2 } }]\n", "given twice" },
        { "%s, quick: { model: [vgg16, vgg16] } }]\n", "as many models" },
        { "%s, quick: { data: [mnst] } }]\n", "did you mean 'mnist'" },
        { "%s, paper: { dropout: [nune] } }]\n", "did you mean 'none'" },
        { "%s, paper: { model: [vgg] } }]\n", "did you mean 'vgg16'" },
        { "%s }, { name: a }]\n", "two parts 'a'" },
        { "parts: [{ name: ../a }]\n", "needs a name" },
        { "parts: &a [*a]\n", "line" },
        { "%s, says: \"\\0\" }]\n", "zero byte" },
        { "parts: [\n", "line" },
    };
    adrop_ctx *ctx = context();

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        const char *rest = cases[i].text;
        ad_recipe *r = (ad_recipe *)&text;
        CHECK_WHERE("%s", rest);
        if (!strncmp(rest, "%s", 2))
            snprintf(text, sizeof text, "%s%s", part, rest + 2);
        else
            snprintf(text, sizeof text, "%s", rest);
        CHECK(read_rest(ctx, text, &r) == ADROP_EFORMAT);
        CHECK(r == NULL);
        CHECK_HAS(adrop_ctx_message(ctx), "'x.yaml'");
        CHECK_HAS(adrop_ctx_message(ctx), cases[i].reason);
    }
    adrop_ctx_free(ctx);
}

/* A list that is too long, and a document. */
static void sizes_are_bounded(void)
{
    adrop_ctx *ctx = context();
    static char text[AD_DOC_LARGEST + 2];
    ad_recipe *r;

    size_t used = (size_t)snprintf(text, sizeof text, "%scolumns: [", head);
    for (size_t i = 0; i <= AD_DOC_MOST; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "rmse, ");
    snprintf(text + used, sizeof text - used, "]\n");
    CHECK_EQ(ad_recipe_read(ctx, "x.yaml", text, strlen(text), &r), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "too long");
    memset(text, '#', sizeof text - 1);
    CHECK_EQ(ad_recipe_read(ctx, "x.yaml", text, sizeof text - 1, &r), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "at most");
    adrop_ctx_free(ctx);
}

CHECK_MAIN(all_are_there, cells_are_there, later_sections_count, broken_ones_are_refused,
           sizes_are_bounded)
