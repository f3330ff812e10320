/* Output of `adrop data`. */
#ifndef ADROP_CLI_DATA_SHOW_H
#define ADROP_CLI_DATA_SHOW_H

#include "adrop/data.h"
#include "command.h"

typedef struct data_view {
    const command_call *call;
    adrop_data *data;
    adrop_data_info info;
    size_t samples;  /* images to draw */
    size_t *balance; /* (classes, 3): rows of train, val, test; NULL for regression */
    double *target;  /* (targets, 4), owned: mean, standard deviation, min, max of training rows */
} data_view;

/* Count classes or summarise targets; the view owns memory, freed by data_view_free. */
void data_view_fill(data_view *view);
void data_view_free(data_view *view);

/* Print the view; returns the exit status. */
int data_show_print(const data_view *view);

/* "unit" and the like. */
const char *data_show_scale(const data_view *view);

/* "as published" and the like for a file; "not checked" if unknown. */
const char *data_show_verdict(const data_view *view, const char *path);

/* -- `adrop data get`. */

/* Download the set into folder, with progress on a terminal. name and folder may be NULL, source
 * "". Returns the exit status; errors have been reported. */
int data_get(const command_call *call, const char *name, const char *folder, const char *source);

#endif
