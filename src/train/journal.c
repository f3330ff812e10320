/* Lines and checkpoints of a run, written in an order that survives a power cut (journal.h). */
#include "train/journal.h"

#include "base/clock.h"
#include "base/file.h"
#include "train/rotation.h"

#define METRICS "metrics.jsonl"

void ad_journal_begin(ad_journal *j, ad_folder *f, double every)
{
    *j = (ad_journal){ .folder = f, .every = every, .next = ad_clock() + every };
}

adrop_status ad_journal_resume(ad_journal *j, adrop_trainer *t)
{
    char path[AD_PATH_SIZE];
    adrop_status status = ad_rotation_read(j->folder, t, &j->metrics_bytes, &j->is_saved);

    if (!status)
        status = ad_file_append(j->folder->ctx, ad_folder_file(j->folder, METRICS, path),
                                j->metrics_bytes, "", 0);
    return status;
}

adrop_status ad_journal_add(ad_journal *j, const char *line, size_t n)
{
    char path[AD_PATH_SIZE];
    const adrop_status status = ad_file_append(
        j->folder->ctx, ad_folder_file(j->folder, METRICS, path), j->metrics_bytes, line, n);

    if (!status)
        j->metrics_bytes += n;
    return status;
}

int ad_journal_is_due(const ad_journal *j, int after_epoch)
{
    return j->every > 0 ? ad_clock() >= j->next : after_epoch;
}

adrop_status ad_journal_save(ad_journal *j, adrop_trainer *t)
{
    const double start = ad_clock();
    char path[AD_PATH_SIZE];
    adrop_status status = ADROP_OK;

    if (j->flushed < j->metrics_bytes)
        status = ad_file_flush(j->folder->ctx, ad_folder_file(j->folder, METRICS, path));
    if (status)
        return status;
    j->flushed = j->metrics_bytes;
    status = ad_rotation_write(j->folder, t, j->metrics_bytes);
    j->is_saved |= !status;
    const double end = ad_clock(), least = 10 * (end - start);
    j->next = end + (j->every > least ? j->every : least);
    return status;
}
