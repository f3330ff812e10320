/* Under AddressSanitizer the arena is guarded: pieces outside their lifetime and the zones between
 * pieces are poisoned, and a layer that does not declare that its backward reads its output is
 * stopped. Other builds have no guard. */
#include "layer/fixture.h"

#if defined __SANITIZE_ADDRESS__

#  include <sanitizer/asan_interface.h>
#  include <sys/wait.h>
#  include <unistd.h>

static void pieces_by_time(void)
{
    ad_piece p[] = { { 100, 0, 1, 0 }, { 100, 1, 2, 0 }, { 100, 2, 2, 0 } };
    adrop_ctx *ctx;
    size_t total;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK_EQ(ad_arena_place(ctx, 3, p, &total), ADROP_OK);
    char *block = malloc(total);
    for (size_t time = 0; time < 3; time++) {
        ad_arena_at(block, total, 3, p, time);
        for (size_t i = 0; i < 3; i++) {
            const int alive = p[i].birth <= time && time <= p[i].death;
            int shared = 0; /* its place may be that of one that lives now */
            for (size_t j = 0; j < 3; j++)
                shared |= j != i && p[j].offset == p[i].offset && p[j].birth <= time &&
                          time <= p[j].death;
            CHECK_WHERE("time %zu, piece %zu", time, i);
            CHECK_EQ(__asan_address_is_poisoned(block + p[i].offset), !alive && !shared);
            CHECK_EQ(__asan_address_is_poisoned(block + p[i].offset + 99), !alive && !shared);
            CHECK(__asan_address_is_poisoned(block + p[i].offset + 104)); /* the red zone */
        }
    }
    ad_arena_release(block, total);
    CHECK(!__asan_region_is_poisoned(block, total));
    free(block);
    adrop_ctx_free(ctx);
}

/* y = e^x, dx = dy y in place, with or without saying that backward reads y: the layer that follows
 * has read it last then, and nothing else lies in its place yet. */
static unsigned honest(const ad_layer *l)
{
    (void)l;
    return AD_READS_Y | AD_BACKWARD_IN_PLACE;
}

static unsigned lying(const ad_layer *l)
{
    (void)l;
    return AD_BACKWARD_IN_PLACE;
}

static adrop_status settle(adrop_ctx *ctx, ad_layer *l)
{
    (void)ctx;
    l->shape = l->in[0]->shape;
    return ADROP_OK;
}

static adrop_status plan(ad_planned_layer *p)
{
    p->out = p->in[0];
    return ADROP_OK;
}

static adrop_status forward(ad_planned_layer *p, const ad_layer_call *c)
{
    const double *x = c->x[0];
    double *y = c->y;

    for (size_t i = 0; i < p->rows * ad_desc_units(&p->out); i++)
        y[i] = exp(x[i]);
    return ADROP_OK;
}

static adrop_status backward(ad_planned_layer *p, const ad_layer_call *c)
{
    const double *y = c->y, *dy = c->dy;
    double *dx = c->dx[0];

    for (size_t i = 0; i < p->rows * ad_desc_units(&p->out); i++)
        dx[i] = dy[i] * y[i];
    return ADROP_OK;
}

static ad_layer_type exponential = { .name = "exp",
                                     .inputs = { 1, 1 },
                                     .settle = settle,
                                     .plan = plan,
                                     .forward = forward,
                                     .backward = backward };

static void fc(size_t i, char text[AD_NAME_SIZE])
{
    snprintf(text, AD_NAME_SIZE, "fc%zu", i);
}

static ad_layer *build(ad_build *b, ad_layer *x, const void *s)
{
    ad_layer *y = NULL;

    (void)s;
    x = ad_build_layer(b, "dense", "first", 1, &x, "out=9");
    if (!b->status)
        b->status = ad_graph_add(b->graph, &exponential, "exp", 1, &x, NULL, &y);
    return ad_build_head(b, y, 0, 1, (size_t[]){ 7 }, fc);
}

/* A child: does it train a step (0), or does the sanitizer stop it (1)? */
static int train_in_child(unsigned (*traits)(const ad_layer *l))
{
    const bed_case c = { "exp", build, 6, 1, 1, NULL, 0 };
    int status;

    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        const adrop_model_opts o = bed_options(&c, ADROP_PRECISION_F64);
        const adrop_batch batch = bed_batch(BED_ROWS);
        adrop_ctx *ctx;
        exponential.traits = traits;
        if (!freopen("/dev/null", "w", stderr) || adrop_ctx_create(NULL, &ctx))
            _exit(3);
        adrop_model *m = bed_model(ctx, &c, &o);
        bed_loss(m, &batch);
        _exit(0);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void a_wrong_trait_is_stopped(void)
{
    bed_fill();
    CHECK_EQ(train_in_child(honest), 0);
    CHECK_EQ(train_in_child(lying), 1);
}

CHECK_MAIN(pieces_by_time, a_wrong_trait_is_stopped)

#else

int main(void)
{
    printf("skipped: the arena is guarded in builds with ADROP_SANITIZE=address alone\n");
    return 77;
}

#endif
