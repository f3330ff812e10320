/* Does a network fit into memory (room.h)?
 *
 *     arena + real size * (parameters * (1 + slots for gradients) + buffers)
 *     arena + real size * (parameters * (1 + slots for gradients) + buffers)
 *           + the larger of 8 bytes * the largest tensor (initial values, soon freed)
 *             and 4 bytes * parameters * args' copies + args' bytes
 *
 * in doubles, which do not overflow. Memory already held counts on both sides. */
#include "model/room.h"

#include <math.h>
#include <stdio.h>

#include "base/context.h"
#include "base/machine.h"
#include "model/ranks.h"
#include "model/side.h"

static char *room_show(double bytes, char text[32])
{
    const double mb = bytes / (1 << 20);

    if (mb < 10240)
        snprintf(text, 32, "%.0f MB", mb);
    else
        snprintf(text, 32, "%.0f GB", mb / 1024);
    return text;
}

adrop_status ad_model_check_room(adrop_model *m, const ad_model_create_args *args)
{
    const double real = (double)ad_dtype_size(m->engine->real), n = (double)m->n_params;
    const double slots = m->only_forward ? 0 : (double)ad_model_slots(m) + ad_model_ranks_copies(m);
    const double blocks = real * (n * (1 + slots) + (double)m->n_buffers);
    const double outputs = (double)m->options.batch * (double)m->options.outputs * sizeof(float);
    const double arena = (double)m->net[0]->bytes + ad_model_side_bytes(m) + outputs;
    const double held = (double)args->held, rest = (double)args->bytes + held;
    const double first = (double)m->most * sizeof(double) - (double)args->bytes;
    const double copies = fmax((double)sizeof(float) * n * (double)args->copies, first);
    const double need = arena + blocks + copies + rest;
    const double threads = (double)ad_machine_threads_room(m->engine->threads);
    const double there = fmax((double)ad_machine_memory() + held - threads, 0);
    char text[5][32];

    if (need <= there)
        return ADROP_OK;
    return ad_fail(m->ctx, ADROP_ENOMEM,
                   "%s are needed and there are %s: %s for parameters, gradients and their copies, "
                   "%s for activations of %zu rows, %s for data and batches; take a smaller "
                   "network, a smaller batch or more shards",
                   room_show(need, text[0]), room_show(there, text[1]),
                   room_show(blocks + copies, text[2]), room_show(arena, text[3]), m->net[0]->rows,
                   room_show(rest, text[4]));
}
