/* The lab: data sets in files, training runs in folders, comparisons and the paper's experiments,
 * in libadrop-lab. This header includes all headers of both libraries. */
#ifndef ADROP_LAB_H
#define ADROP_LAB_H

#include "adrop/adrop.h"

#include "adrop/config.h"
#include "adrop/data.h"
#include "adrop/fetch.h"
#include "adrop/plugin.h"

#include "adrop/record.h"
#include "adrop/train.h"

#include "adrop/launch.h"

#include "adrop/calibration.h"
#include "adrop/compare.h"

#include "adrop/pruning.h"
#include "adrop/tune.h"

#include "adrop/uncertainty.h"

#include "adrop/document.h"
#include "adrop/figure.h"
#include "adrop/table.h"

#include "adrop/page.h"
#include "adrop/report.h"

#include "adrop/reproduce.h"

#endif
