/* A command by the ranks of a job (job.h). */
#include "job.h"

#include <stdio.h>

#include "out.h"

int job_run(const command_call *call, adrop_comm_opts *opts, int *is_other,
            int (*run)(const command_call *call))
{
    command_common *common = call->settings;
    adrop_comm *joined;

    opts->size = sizeof *opts;
    const adrop_status status = adrop_comm_open(call->ctx, opts, &joined);
    if (status)
        return command_fail(call, status);
    *is_other = adrop_comm_rank(joined) != 0;
    if (*is_other) {
        out_mute(1);
        common->quiet = 1;
        if (!freopen("/dev/null", "w", stdout))
            return OUT_FAILED;
    }
    const int code = run(call);
    if (joined)
        fflush(stdout); /* closing may end the process */
    adrop_comm_close(joined, code);
    return code;
}
