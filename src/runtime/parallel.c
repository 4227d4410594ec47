/* Threads over a range.  Pieces are claimed in order from a counter, so that a busy processor holds up
 * one piece and not a whole share; which thread runs a piece never shows in the result. */
#include "runtime/runtime.h"

#include <pthread.h>

typedef struct range_job {
    _Atomic int64_t next;
    int64_t n, piece;
    sni_range run;
    void *user;
} range_job;

static SNI_THREAD_LOCAL bool inside; /* a range that runs in a thread of a range runs on it alone */

int sni_threads(void)
{
    int64_t wanted = sni_option_int(SNI_OPTION_NUM_THREADS);
    return wanted > 0 ? (int)wanted : sni_system_cpus();
}

#ifdef _OPENMP
#include <omp.h>

/* OpenMP's threads do not survive a fork and it waits for them for ever: a child that inherits a used
 * team computes alone. */
static _Atomic bool team_used, alone;

static void after_fork(void)
{
    if (atomic_load(&team_used)) atomic_store(&alone, true);
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, after_fork);
}

static void run_pieces(range_job *job, int thread)
{
    for (;;) {
        int64_t begin = atomic_fetch_add_explicit(&job->next, job->piece, memory_order_relaxed);
        if (begin >= job->n) return;
        int64_t end = job->n - begin > job->piece ? begin + job->piece : job->n;
        job->run(job->user, thread, begin, end);
    }
}

static void run_team(range_job *job, int threads)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    atomic_store_explicit(&team_used, true, memory_order_relaxed);
#pragma omp parallel num_threads(threads)
    {
        inside = true;
        run_pieces(job, omp_get_thread_num());
        inside = false;
    }
}

static int team_size(int64_t pieces)
{
    if (inside || atomic_load_explicit(&alone, memory_order_relaxed)) return 1;
    int threads = sni_threads();
    return pieces < threads ? (int)pieces : threads;
}
#else
static void run_team(range_job *job, int threads)
{
    (void)threads;
    job->run(job->user, 0, 0, job->n);
}

static int team_size(int64_t pieces)
{
    (void)pieces;
    return 1;
}
#endif

void sni_parallel(int64_t n, int64_t grain, sni_range run, void *user)
{
    if (n <= 0) return;
    int64_t pieces = grain > 0 && n > grain ? n / grain + (n % grain != 0) : 1;
    int threads = pieces > 1 ? team_size(pieces) : 1;
    if (threads <= 1) {
        run(user, 0, 0, n);
        return;
    }
    range_job job = {.n = n, .piece = grain, .run = run, .user = user};
    run_team(&job, threads);
}
