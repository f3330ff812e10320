/* adrop: learned, Bayesian dropout. This header includes all the others, in the
 * order in which they are best read. */
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

#include "adrop/model.h"

#include "adrop/config.h"
#include "adrop/data.h"
#include "adrop/fetch.h"

#include "adrop/train.h"

#include "adrop/stats.h"

#include "adrop/compare.h"

#include "adrop/table.h"

#include "adrop/report.h"

#include "adrop/reproduce.h"

#endif
