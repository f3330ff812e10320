/* adrop: learned, Bayesian dropout. This header includes all headers of libadrop, in a good reading
 * order. lab.h adds the headers of libadrop-lab.
 *
 * A libadrop built without networks (-DADROP_ONEDNN=OFF) lacks model.h, graph.h, rows.h, trainer.h,
 * predict.h, units.h and exchange.h. Its pkg-config file and CMake targets then define
 * ADROP_NO_MODELS. */
#ifndef ADROP_ADROP_H
#define ADROP_ADROP_H

#include "adrop/version.h"

#include "adrop/status.h"

#include "adrop/context.h"

#include "adrop/number.h"
#include "adrop/option.h"

#include "adrop/dist.h"
#include "adrop/technique.h"

#include "adrop/dropout.h"

#include "adrop/stats.h"

#include "adrop/measure.h"

#ifndef ADROP_NO_MODELS
#  include "adrop/comm.h"
#  include "adrop/model.h"

#  include "adrop/graph.h"
#  include "adrop/rows.h"

#  include "adrop/trainer.h"

#  include "adrop/predict.h"
#  include "adrop/units.h"

#  include "adrop/exchange.h"
#endif

#endif
