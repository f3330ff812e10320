/* Which option stands where in help (help_groups.h). */
#include "help_groups.h"

#include <string.h>

/* Names by blanks; an option that is in no list belongs to the command itself, group 0. */
static const struct {
    const char *title, *names;
} groups[] = {
    { "Options", "" },
    { "Data",
      " data data-dir task target drop id weight missing categories dates date-order decimal "
      "separator keep test "
      "test-rows folds fold group class-weights val-fraction test-fraction train-per-class "
      "test-per-class train-limit test-limit split image-size channels cache-mb input-scale "
      "standard-target features ngrams char-ngrams min-df max-df stem stop-words single-topic "
      "strict "
      "allow-changed-data " },
    { "Network and dropout", " model dropout dropout-at dropout-schedule init freeze keep-zeros "
                             "precision shards sync-batch-norm " },
    { "Training",
      " epochs batch optimizer lr momentum weight-decay dropout-lr dropout-decay schedule lr-drop "
      "warmup clip r-drop dropout-schedule dropout-every dropout-horizon dropout-wait dropout-step "
      "dropout-rows dropout-judge dropout-held-out "
      "augment patience seed eval-every no-finite-check " },
    { "Run folder", " out resume save-steps save-seconds " },
    { "Machine and output",
      " json csv quiet verbose threads isa workers comm comm-timeout config set "
      "help " },
};

enum { N_GROUPS = sizeof groups / sizeof groups[0] };

static const char common[] =
    " data target task val-fraction model dropout epochs batch optimizer lr patience seed out "
    "resume init runs baseline vary method trials jobs dry-run json quiet threads config "
    "help ";

static const struct {
    char letter;
    const char *option;
} letters[] = {
    { 'd', "data" },   { 'm', "model" }, { 'D', "dropout" }, { 'e', "epochs" }, { 'b', "batch" },
    { 'l', "lr" },     { 'o', "out" },   { 'r', "resume" },  { 's', "seed" },   { 't', "threads" },
    { 'n', "runs" },   { 'i', "input" }, { 'j', "json" },    { 'q', "quiet" },  { 'v', "verbose" },
    { 'c', "config" }, { 'h', "help" },
};

static int is_in(const char *names, const char *option)
{
    const size_t n = strlen(option);

    for (const char *at = names; n && (at = strstr(at, option)); at++)
        if (at > names && at[-1] == ' ' && at[n] == ' ')
            return 1;
    return 0;
}

const char *help_group_at(size_t i)
{
    return i < N_GROUPS ? groups[i].title : NULL;
}

size_t help_group_of(const char *option)
{
    for (size_t i = 1; i < N_GROUPS; i++)
        if (is_in(groups[i].names, option))
            return i;
    return 0;
}

int help_is_common(const char *option)
{
    return is_in(common, option);
}

char help_letter_of(const char *option)
{
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if (!strcmp(letters[i].option, option))
            return letters[i].letter;
    return 0;
}

const char *help_of_letter(char letter)
{
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if (letters[i].letter == letter)
            return letters[i].option;
    return NULL;
}
