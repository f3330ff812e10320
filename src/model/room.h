/* Does a network fit into memory? Asked when it is planned, before any of it is taken. */
#ifndef AD_MODEL_ROOM_H
#define AD_MODEL_ROOM_H

#include "model/model.h"

/* The reals of the blocks are counted, and net[0] is planned. ADROP_ENOMEM, with what is
 * needed and what there is, unless all fits: activations and gradients, parameters, and
 * what the caller will hold besides. */
adrop_status ad_model_check_room(adrop_model *m, const ad_model_create_args *args);

#endif
