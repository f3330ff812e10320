/* Messages by MPI (transport.h): the only file that includes mpi.h. It is compiled as a plug-in,
 * once per installed MPI library; the program itself needs none.
 *
 * MPI is initialised by the thread that makes all calls, so MPI_THREAD_FUNNELED is enough. */
#include <mpi.h>
#include <string.h>

#include "comm/transport.h"

_Static_assert(sizeof(MPI_Request) <= sizeof(uint64_t), "a request fits into 64 bits");

static int open_job(void *self, int *rank, int *ranks, char name[AD_TRANSPORT_TEXT])
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int given, n;

    (void)self;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) || given < MPI_THREAD_FUNNELED)
        return -1;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (MPI_Comm_rank(MPI_COMM_WORLD, rank) || MPI_Comm_size(MPI_COMM_WORLD, ranks) ||
        MPI_Get_library_version(text, &n))
        return -1;
    text[strcspn(text, ",\n")] = 0;
    const size_t length = strlen(text) < AD_TRANSPORT_TEXT ? strlen(text) : AD_TRANSPORT_TEXT - 1;
    memcpy(name, text, length);
    name[length] = 0;
    return 0;
}

static void mpi_plugin_keep(uint64_t *request, const MPI_Request *mine)
{
    *request = 0;
    memcpy(request, mine, sizeof *mine);
}

static int begin_send(void *self, const void *data, size_t bytes, int to, int tag,
                      uint64_t *request)
{
    MPI_Request mine;

    (void)self;
    if (MPI_Isend(data, (int)bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD, &mine))
        return -1;
    mpi_plugin_keep(request, &mine);
    return 0;
}

static int begin_receive(void *self, void *data, size_t bytes, int from, int tag, uint64_t *request)
{
    MPI_Request mine;

    (void)self;
    if (MPI_Irecv(data, (int)bytes, MPI_BYTE, from, tag, MPI_COMM_WORLD, &mine))
        return -1;
    mpi_plugin_keep(request, &mine);
    return 0;
}

static int test(void *self, uint64_t *request)
{
    MPI_Request mine;
    int over = 0;

    (void)self;
    memcpy(&mine, request, sizeof mine);
    if (MPI_Test(&mine, &over, MPI_STATUS_IGNORE))
        return -1;
    mpi_plugin_keep(request, &mine);
    return over != 0;
}

static void close_job(void *self)
{
    (void)self;
    MPI_Finalize();
}

static void abort_job(void *self, int code)
{
    (void)self;
    MPI_Abort(MPI_COMM_WORLD, code);
}

static const ad_transport transport = { .version = AD_TRANSPORT_VERSION,
                                        .open = open_job,
                                        .send = begin_send,
                                        .receive = begin_receive,
                                        .test = test,
                                        .close = close_job,
                                        .abort = abort_job };

const ad_transport *adrop_transport(void);
__attribute__((visibility("default"))) const ad_transport *adrop_transport(void)
{
    return &transport;
}
