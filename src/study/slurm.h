/* Slurm, through its programs sbatch, squeue and scancel. */
#ifndef AD_STUDY_SLURM_H
#define AD_STUDY_SLURM_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/launch.h"

enum { AD_SLURM_TEXT = 256, AD_SLURM_JOBS = 256 };

/* A submitted array of jobs. */
typedef struct ad_slurm {
    char job[32];                  /* its id; "": none */
    double asked;                  /* time of the last query */
    char state[AD_SLURM_JOBS][24]; /* "RUNNING", ..; "": unknown */
} ad_slurm;

/* A script for an array of n jobs that each run `command`, with options, signals and requeueing.
 * output: the file for their output, with Slurm's % patterns. Free it with ad_free. */
adrop_status ad_slurm_script(adrop_ctx *ctx, const adrop_launch_opts *opts, size_t n,
                             const char *output, const char *command, char **script);

/* Quote a word for a shell; 0 if it did not fit. */
int ad_slurm_quote(const char *word, char *out, size_t size);

/* Submit a script. ADROP_ENETWORK with the message of sbatch. */
adrop_status ad_slurm_submit(adrop_ctx *ctx, const char *script, ad_slurm *s);

/* Query the states, at most every few seconds. */
void ad_slurm_look(ad_slurm *s);

/* Has job i of the array ended for good? */
int ad_slurm_is_over(const ad_slurm *s, size_t i);

/* Cancel the waiting jobs of an array, or all. */
void ad_slurm_cancel(const char *job, int all);

/* Do jobs of the array still exist? */
int ad_slurm_is_there(const char *job);

#endif
