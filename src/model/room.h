/* Does a network fit into memory? Checked when it is planned, before anything is allocated. */
#ifndef AD_MODEL_ROOM_H
#define AD_MODEL_ROOM_H

#include "model/model.h"

/* The reals of the blocks are counted, and net[0] is planned. ADROP_ENOMEM, with the memory
 * needed and free, unless everything fits: activations and gradients, parameters, and
 * the caller's own memory. */
adrop_status ad_model_check_room(adrop_model *m, const ad_model_create_args *args);

#endif
