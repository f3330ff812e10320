/* Slurm, by its programs: sbatch, squeue, scancel. */
#ifndef AD_STUDY_SLURM_H
#define AD_STUDY_SLURM_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/launch.h"

enum { AD_SLURM_TEXT = 256, AD_SLURM_JOBS = 256 };

/* An array of jobs that was submitted. */
typedef struct ad_slurm {
    char job[32];                  /* its number; "": none */
    double asked;                  /* when the states were looked at last */
    char state[AD_SLURM_JOBS][24]; /* "RUNNING", ..; "": not known */
} ad_slurm;

/* A script for an array of n jobs that each run `command`: options, signals, the way back into the
 * queue. output: where what they print goes, with Slurm's %-letters. Freed with ad_free. */
adrop_status ad_slurm_script(adrop_ctx *ctx, const adrop_launch_opts *opts, size_t n,
                             const char *output, const char *command, char **script);

/* A word for a shell, in quotes; 0 if it did not fit. */
int ad_slurm_quote(const char *word, char *out, size_t size);

/* Submit it. ADROP_ENETWORK with what sbatch says. */
adrop_status ad_slurm_submit(adrop_ctx *ctx, const char *script, ad_slurm *s);

/* Look at the states, at most every few seconds. */
void ad_slurm_look(ad_slurm *s);

/* Will job i of the array never run again? */
int ad_slurm_is_over(const ad_slurm *s, size_t i);

/* End the jobs of an array that wait, or all. */
void ad_slurm_cancel(const char *job, int all);

/* Are jobs of the array still there? */
int ad_slurm_is_there(const char *job);

#endif
