/* Programs with habits of their own about children: one ignores SIGCHLD, one waits for every child, one
 * catches the signal.  Sinter compiles for all of them, and none sees a process of Sinter's. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../help.h"

static _Atomic int signals, reaped;

static void on_child(int number)
{
    int before = errno;
    (void)number;
    signals++;
    while (waitpid(-1, NULL, WNOHANG) > 0) reaped++;
    errno = before;
}

/* Children of this process, ended ones too. */
static int children(void)
{
    int count = 0;
    DIR *d = opendir("/proc");
    for (const struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
        char path[300], line[512];
        int parent = 0;
        snprintf(path, sizeof path, "/proc/%s/stat", e->d_name);
        FILE *f = atoi(e->d_name) > 0 ? fopen(path, "r") : NULL;
        if (f == NULL) continue;
        const char *end = fgets(line, sizeof line, f) != NULL ? strrchr(line, ')') : NULL;
        if (end != NULL && sscanf(end + 1, " %*c %d", &parent) == 1 && parent == getpid()) count++;
        fclose(f);
    }
    if (d != NULL) closedir(d);
    return count;
}

/* Compiles a kernel that no other run has, evaluates by it, and looks around. */
static void compile_one(const char *host, int number)
{
    char text[128];
    sn_stats before, after;
    snprintf(text, sizeof text, "sin(x * %d) ** %d + exp(x)", number, number % 2 ? 3 : 5);
    for (int k = 0; k < number; k++) strcat(text, " - x"); /* another kernel for each number */
    sn_stats_get(&before);
    SN_SCOPE {
        float values[100] = {0}, out[100];
        sn_array x = sn_from_host(values, SN_FLOAT32, SN_SHAPE(100), NULL);
        NEED(sn_to_host(SN_EXPR(text, x), out, sizeof out) == SN_OK);
        CHECK(out[0] == 1 && out[99] == 1, "%s: wrong values", host);
    }
    sn_wait_compiles(60);
    sn_stats_get(&after);
    CHECK(after.compiled == before.compiled + 1, "%s: nothing was compiled", host);
    CHECK(children() == 0, "%s: %d children are left", host, children());
}

static void both_ways(const char *host, int number)
{
    option("JIT", "sync");
    compile_one(host, number);
    option("JIT", "async");
    compile_one(host, number + 1);
}

static void ignoring(void)
{
    signal(SIGCHLD, SIG_IGN);
    both_ways("a host that ignores SIGCHLD", 1);
    signal(SIGCHLD, SIG_DFL);
}

static void catching(void)
{
    signal(SIGCHLD, on_child);
    both_ways("a host that reaps in a handler", 3);
    CHECK(signals == 0 && reaped == 0, "the host got %d signals and %d children that are not its own", signals, reaped);
    signal(SIGCHLD, SIG_DFL);
}

static void *wait_for_all(void *stop)
{
    while (!atomic_load((_Atomic bool *)stop)) {
        if (waitpid(-1, NULL, WNOHANG) > 0) reaped++;
        usleep(200);
    }
    return NULL;
}

/* Its own child is there for it afterwards, with the status it ended with. */
static void own_child(void)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) _exit(23);
    option("JIT", "sync");
    SN_SCOPE {
        float value = 2;
        sn_array x = sn_from_host(&value, SN_FLOAT32, SN_SHAPE(1), NULL);
        CHECK(sn_item(SN_EXPR("cos(x) * x * x * x * x * x * x - x", x)) < 0, "a host with a child: wrong value");
    }
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 23,
          "the host's own child was taken from it");
}

static void waiting(void)
{
    pthread_t thread;
    _Atomic bool stop = false;
    NEED(pthread_create(&thread, NULL, wait_for_all, &stop) == 0);
    both_ways("a host that waits for all children", 5);
    atomic_store(&stop, true);
    pthread_join(thread, NULL);
    CHECK(reaped == 0, "the host was given %d children that are not its own", reaped);
}

int main(void)
{
    char folder[] = "/tmp/sinter-hosts-XXXXXX", command[64], info[8192];
    NEED(mkdtemp(folder) != NULL);
    option("CACHE_DIR", folder); /* nothing is compiled yet */
    sn_info(true, info, sizeof info);
    if (strstr(info, "\"compiler\": null") != NULL) return SKIPPED;
    ignoring();
    catching();
    own_child();
    waiting();
    sn_shutdown();
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) != 0 || failures != 0;
}
