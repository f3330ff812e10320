/* Dump what every technique computes, for a comparison with another implementation:
 *
 *     dump_techniques FILE
 *
 * Every example of every technique, and some more texts, at every site of the fixture where it can
 * work: one training pass forward and backward and the penalty, in the best float kernels for this
 * CPU. FILE is a sequence of lines of JSON. A line with "case" begins a case. A line with "array"
 * belongs to the last case and is followed by the array's bytes, of the NumPy type and shape that
 * it names. */
#include <stdio.h>

#include "adrop/technique.h"
#include "random/noise.h"
#include "technique/fixture.h"

/* Settings that change the arithmetic and that no example has. */
static const char *const more_texts[] = {
    "uniform:low=0.2,high=0.6,mask=channel",
    "continuous:spread=0.6,reading=deviation,clip=no,mask=channel",
    "concrete:rate=0.4,unit=node",
    "concrete:lengthscale=0.7,with-bias=no,entropy=0",
    "beta:beta=2",
    "beta:beta=4,mask=channel",
    "information:activation=softplus,scaling=batch,hidden=3,beta=0.01",
    "soft-gaussian:unit=node,mask=channel,rate=0.7,s=1",
    "soft-laplace:unit=node,mask=channel,rate=0.2,s=1",
    "advanced:mu=2,mu-limit=0.3,sigma=2,sigma-limit=0.9,detach=no",
    "advanced:unit=node,mu=-0.3,mu-limit=0.3,sigma=1,sigma-limit=1,detach=no",
    "advanced:unit=node,mask=channel,mean=exact,detach=no",
    "advanced:seed-dist=logistic,mean=exact,detach=no,mu=-0.7,sigma=3",
    "advanced:seed-dist=laplace,map=clamp,mu=0.4,sigma=0.6,detach=no",
    "advanced:seed-dist=exponential,map=one-minus-exp,mu=-0.4,sigma=1.5,unit=node,detach=no",
    "advanced:seed-dist=uniform,map=tanh,mu=0.2,sigma=2,detach=no",
    "advanced-noprior:unit=node,mask=channel,map=atan,detach=no",
    "advanced:kl=log-uniform,seed-dist=logistic,map=atan,mu=-0.5,sigma=2",
    "advanced:kl=log-uniform,detach=yes,mean=approx,mu=2,mu-limit=0.3",
    "advanced:kl=log-uniform,seed-dist=exponential,map=tanh,unit=node,mask=channel",
    "advanced:unit=sample,kl=log-uniform,detach=yes,mu=1",
    "advanced:unit=sample,seed-dist=laplace,map=clamp,mu=0.4,sigma=0.6,mu-limit=0.5,detach=no",
    "advanced:prior=sampled,prior-sigma=3,detach=no",
    "advanced:prior=sampled,prior-sigma=0.5,unit=sample,detach=no,mask=channel",
    "advanced:kl=gaussian,seed-dist=exponential,map=clamp,kl-mu=-1,kl-weight=3",
    "advanced-noprior:kl=log-uniform,seed-dist=uniform,mu=-2,sigma=3",
    "advanced-noprior:kl=gaussian,seed-dist=laplace,map=clamp,unit=node,kl-mu=1,kl-sigma=0.5",
    "advanced-fixed:seed-dist=laplace,map=clamp,mask=channel",
    "variational:alpha=0.3,kl=none",
    "variational:alpha=2,max-alpha=9,kl=exact,kl-weight=0.3333,unit=node,mask=channel",
    "variational:type=b,alpha=0.4,kl=exact",
    "dropblock:rate=0.4,block=2,ramp=40",
    "dropblock:rate=0.3,block=2,shared=yes",
    "masksembles:members=3,scale=1.5",
    NULL
};

static FILE *file;

/* (rows, columns), or (rows) if columns is 0; item: bytes of an element. */
static void put(const char *name, const char *type, size_t item, size_t rows, size_t columns,
                const void *data)
{
    fprintf(file, "{\"array\":\"%s\",\"type\":\"%s\",\"shape\":[%zu", name, type, rows);
    if (columns)
        fprintf(file, ",%zu", columns);
    fprintf(file, "]}\n");
    fwrite(data, item, rows * (columns ? columns : 1), file);
}

static void put_floats(const char *name, size_t rows, size_t columns, const void *data)
{
    put(name, "<f4", sizeof(float), rows, columns, data);
}

/* The technique's parameters or buffers, or an array of their shapes, each named "before.NAME". */
static void put_list(const ad_tensor_list *list, const char *before, const void *reals)
{
    for (size_t t = 0; t < list->n; t++) {
        const ad_tensor *tensor = &list->tensor[t];
        char name[64];
        snprintf(name, sizeof name, "%s.%s", before, tensor->name);
        put_floats(name, tensor->rows, tensor->columns, (const float *)reals + tensor->offset);
    }
}

static void put_tensors(const ad_fixture *b, const char *before, const void *reals)
{
    put_list(&b->d->plan.params, before, reals);
}

static void *room(size_t n, size_t size)
{
    void *p = calloc(n + 1, size);

    if (!p)
        abort();
    return p;
}

/* The address of the case's noise, as the technique makes it. */
static ad_address address(const ad_fixture *b, size_t row, uint16_t draw)
{
    const ad_call call = { .site = &b->d->site, .where = b->a.where };
    ad_address at = ad_call_address(&call, row);

    at.draw = draw;
    return at;
}

typedef void fill_fn(const ad_address *at, size_t first, size_t n, void *out);

static void put_noise(const ad_fixture *b, const char *name, fill_fn *fill, uint16_t draw)
{
    const size_t rows = b->a.rows, width = b->n > b->p ? b->n : b->p;
    float *noise = room(rows * width, sizeof *noise);
    char full[64];

    for (size_t row = 0; row < rows; row++) {
        const ad_address at = address(b, row, draw);
        fill(&at, 0, width, noise + row * width);
    }
    snprintf(full, sizeof full, "noise.%s.%d", name, (int)draw);
    put_floats(full, rows, width, noise);
    free(noise);
}

static void put_words(const ad_fixture *b, uint16_t draw)
{
    const size_t rows = b->a.rows, width = b->n > b->p ? b->n : b->p;
    uint32_t *words = room(rows * width, sizeof *words);
    char full[64];

    for (size_t row = 0; row < rows; row++) {
        const ad_address at = address(b, row, draw);
        ad_noise_words_f32(&at, 0, width, words + row * width);
    }
    snprintf(full, sizeof full, "noise.words.%d", (int)draw);
    put(full, "<u4", sizeof *words, rows, width, words);
    free(words);
}

/* Words of the weights of the following layer, which the batch shares. */
static void put_weight_words(const ad_fixture *b)
{
    const ad_address at = address(b, 0, 0);
    uint32_t *words = room(b->p * b->n, sizeof *words);

    ad_noise_words_f32(&at, 0, b->p * b->n, words);
    put("noise.weight-words", "<u4", sizeof *words, b->p, b->n, words);
    free(words);
}

/* Beta masks made of gamma variables, of up to a thousand draws: the masks themselves. */
static void put_beta(const ad_fixture *b)
{
    const adrop_option *row = adrop_option_find(b->d->type->options, "beta");

    CHECK(row && row->kind == ADROP_OPT_REAL);
    if (!row)
        return;
    float *masks = room(b->a.rows * b->n, sizeof *masks);
    const double shape = *(const double *)((const char *)b->d->settings + row->offset);
    for (size_t i = 0; i < b->a.rows; i++) {
        const ad_address at = address(b, i, 0);
        ad_noise_beta_f32(&at, shape, shape, 0, b->n, masks + i * b->n);
    }
    put_floats("noise.beta.0", b->a.rows, b->n, masks);
    free(masks);
}

static void put_all_noise(const ad_fixture *b)
{
    for (uint16_t draw = 0; draw < 7; draw++) /* beta sorts up to seven */
        put_noise(b, "uniform", ad_noise_uniform_f32, draw);
    for (uint16_t draw = 0; draw < 3; draw++) {
        put_noise(b, "symmetric", ad_noise_symmetric_f32, draw);
        put_noise(b, "exponential", ad_noise_exponential_f32, draw);
        put_noise(b, "laplace", ad_noise_laplace_f32, draw);
        put_noise(b, "logistic", ad_noise_logistic_f32, draw);
        put_noise(b, "normal", ad_noise_normal_f32, draw);
        put_words(b, draw);
    }
    if (b->p)
        put_weight_words(b);
    if (!strcmp(b->d->type->name, "beta"))
        put_beta(b);
}

static void put_inputs(const ad_fixture *b)
{
    const size_t rows = b->a.rows;

    put_floats("x", rows, b->n, b->a.x);
    put_floats("pre", rows, b->n, b->a.pre);
    put_floats("dy", rows, b->width, b->a.dy);
    if (b->p) {
        put_floats("weight", b->p, b->n, b->a.weight);
        put_floats("bias", b->p, 0, b->a.bias);
    }
    put_tensors(b, "param", b->d->params);
    if (b->d->type->members) /* drawn once, as noise is */
        put_list(&b->d->plan.buffers, "fixed", b->d->buffers);
}

static void put_weight_gradients(const ad_fixture *b, const char *weight, const char *bias)
{
    if (!b->p)
        return;
    put_floats(weight, b->p, b->n, b->a.dweight);
    put_floats(bias, b->p, 0, b->a.dbias);
}

static void forward_backward(ad_fixture *b)
{
    bed_forward_backward(b);
    put_floats("y", b->a.rows, b->width, b->a.y);
    put("row-loss", "<f8", sizeof *b->d->row_loss, 1, 0, b->d->row_loss);
    put_floats("dx", b->a.rows, b->n, b->a.dx);
    put_floats("dpre", b->a.rows, b->n, b->a.dpre);
    put_weight_gradients(b, "dweight", "dbias");
    put_tensors(b, "grad", b->d->grads);
}

/* On its own: what the passes left is taken away before. */
static void penalty(ad_fixture *b)
{
    b->d->row_loss[0] = 0;
    memset(b->d->grads, 0, b->d->plan.params.n_reals * sizeof(float));
    memset(b->a.dweight, 0, b->p * b->n * sizeof(float));
    memset(b->a.dbias, 0, b->p * sizeof(float));
    const double value = ad_dropout_penalty(b->d, &b->a);
    put("penalty", "<f8", sizeof value, 1, 0, &value);
    put_weight_gradients(b, "penalty-dweight", "penalty-dbias");
    put_tensors(b, "penalty-grad", b->d->grads);
}

static void dump(const char *text, const ad_site *site)
{
    adrop_ctx *ctx = bed_context(1);
    const char *resolved;
    ad_fixture b;

    CHECK_EQ(adrop_technique_check(ctx, text, NULL, &resolved), ADROP_OK);
    if (bed_make(ctx, (ad_kernel_set)(AD_F32 + adrop_isa_count() - 1), text, site, 1, &b)) {
        b.a.where.batch_rows = 2 * b.a.rows; /* as if another shard had as many */
        fprintf(file,
                "{\"case\":\"%s\",\"set\":\"%s\",\"rows\":%zu,\"channels\":%zu,\"height\":%zu,"
                "\"width\":%zu,\"outputs\":%zu,\"n_train\":%zu,\"batch_rows\":%zu,\"step\":%lu}\n",
                resolved, ad_kernel_set_name(b.d->set), b.a.rows, site->channels, site->height,
                site->width, site->outputs, site->n_train, b.a.where.batch_rows,
                (unsigned long)b.a.where.step);
        put_inputs(&b);
        put_all_noise(&b);
        forward_backward(&b);
        penalty(&b);
        ad_fixture_free(&b);
    }
    adrop_ctx_free(ctx);
}

int main(int argc, char **argv)
{
    if (argc != 2 || !(file = fopen(argv[1], "wb"))) {
        fprintf(stderr, "usage: dump_techniques FILE\n");
        return EXIT_FAILURE;
    }
    bed_each(dump);
    for (const char *const *text = more_texts; *text; text++)
        for (size_t s = 0; s < AD_FIXTURE_SITES; s++)
            dump(*text, &ad_fixture_sites[s]);
    CHECK(!ferror(file));
    CHECK_EQ(fclose(file), 0);
    return check_done > 0 && check_failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
