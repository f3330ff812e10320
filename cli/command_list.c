/* The commands of the program, in the order in which help lists them. */
#include "command.h"

const command *const command_all[] = {
    &command_train,
    &command_eval,
    &command_predict,
    &command_uncertainty,
    &command_compare,
    &command_tune,
    &command_prune,
    &command_runs,
    &command_show,
    &command_watch,
    &command_report,
    &command_reproduce,
    &command_data,
    &command_list,
    &command_work,
    &command_check_technique,
    &command_dist,
    &command_playground,
    &command_bench,
    &command_demo,
    &command_completion,
    &command_help,
    NULL,
};
