/* Who trains the runs of a comparison, a search or a reproduction (--launch): the steps of the
 * three commands before and after their work. */
#ifndef ADROP_CLI_LAUNCH_CHOICE_H
#define ADROP_CLI_LAUNCH_CHOICE_H

#include <stdio.h>

#include "adrop/launch.h"
#include "command.h"

/* Does this call need no plan, because it only prints a script or is a worker of the experiment in
 * folder? Then *code is the exit status. */
int launch_is_other(const command_call *call, adrop_launch_opts *opts, const char *folder,
                    size_t jobs, int *code);

/* Start workers for the experiment in folder, if requested. Returns the exit status; *launch is
 * NULL without workers. */
int launch_begin(const command_call *call, adrop_launch_opts *opts, const char *folder, size_t jobs,
                 adrop_launch **launch);

/* Work until nothing is left to do. Returns the exit status. */
int launch_work(const command_call *call, const char *folder, size_t number, const char *session);

/* A line per current worker of the experiment in folder. */
void launch_show(FILE *file, adrop_ctx *ctx, const char *folder);

#endif
