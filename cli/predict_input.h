/* Rows to predict, scaled as those that the run was trained on. */
#ifndef ADROP_CLI_PREDICT_INPUT_H
#define ADROP_CLI_PREDICT_INPUT_H

#include "adrop/train.h"
#include "command.h"

typedef struct predict_input {
    adrop_data *own;    /* the run's data: scaling, and names of classes */
    adrop_data *data;   /* the rows; may be own */
    adrop_data *opened; /* data, if it is to be freed here */
    size_t channels, area;
    int rescale; /* rows come in the units before they are standardised */
} predict_input;

/* Open a path or the name of a known set, with the run's settings. Returns the exit
 * status; whatever went wrong has been said. */
int predict_input_open(const command_call *call, adrop_run *run, const char *name,
                       const char *folder, predict_input *out);
void predict_input_close(predict_input *in);

/* x (channels, height, width) of a row. */
adrop_status predict_input_row(predict_input *in, size_t row, float *x);

#endif
