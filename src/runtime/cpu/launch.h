/* One launch shared out between threads (launch.c). */
#ifndef SNI_LAUNCH_H
#define SNI_LAUNCH_H

#include "runtime/cpu/cpu.h"

typedef struct sni_cost { int64_t kept, reduced; } sni_cost; /* per kept and per reduced element, in additions */

sni_cost sni_cost_of(const sni_kernel *k);
int sni_run_object(const sni_object *o, const sni_launch *l, sni_cost cost);
int sni_run_interpreted(const sni_launch *l, sni_cost cost);

#endif
