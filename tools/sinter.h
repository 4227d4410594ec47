/* The parts of the sinter command.  Each subcommand gets the arguments after its name and returns the
 * exit status: 0, 1 for a user's error (one line on stderr), 2 for wrong usage. */
#ifndef SINTER_COMMAND_H
#define SINTER_COMMAND_H

#include <sinter.h>

enum { EXIT_OK = 0, EXIT_ERROR = 1, EXIT_USAGE = 2 };

int command_eval(int argc, char **argv);
int command_info(int argc, char **argv);
int command_warm(int argc, char **argv);
int command_cache(int argc, char **argv);
int command_bench(int argc, char **argv);

__attribute__((format(printf, 1, 2))) int fail(const char *format, ...);  /* prints a line; EXIT_ERROR */
__attribute__((format(printf, 1, 2))) int usage(const char *format, ...); /* prints a line; EXIT_USAGE */
int fail_library(const char *about); /* the library's message, after "about: " unless NULL */

/* NAME=FILE.npy arguments; each int is an exit status, after a message. */
enum { ARRAYS_MAX = 256 };
typedef struct arrays {
    size_t count;
    char *names[ARRAYS_MAX];
    const char *files[ARRAYS_MAX];
    sn_array arrays[ARRAYS_MAX];
} arrays;
int arrays_add(arrays *a, char *arg);
int arrays_load(arrays *a);
sn_array arrays_record(const arrays *a, const char *text);
/* Records and evaluates; the value stays in *kept unless that is NULL.  A failure is told. */
int arrays_evaluate(const arrays *a, const char *text, sn_array *kept);
int fail_expression(sn_array x); /* the library's message and the place in the text */

double seconds_now(void);

/* A whole text file, to be freed; NULL and a message on stderr. */
char *read_text(const char *path);
bool is_name(const char *text, size_t length); /* of a variable */

/* An option with a value, given as "--name VALUE" or "--name=VALUE": NULL when argv[*k] is another
 * argument.  *missing is set when the value is not there. */
const char *option_value(const char *name, int argc, char **argv, int *k, bool *missing);

#endif
