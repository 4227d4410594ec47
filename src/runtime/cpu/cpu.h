/* CPU device: block interpreter, compiler driver, loader. */
#ifndef SNI_CPU_H
#define SNI_CPU_H

#include "runtime/runtime.h"

/* ---- features (features.c) --------------------------------------------------------------------- */
const sni_cpu_target *sni_cpu_target_get(void);          /* what this processor and build offer */
const char *sni_cpu_features(void);                      /* what compiled kernels need, for cache keys and info: "x86-64-v4" */

/* ---- vector math registry (vmath.c): address of a SLEEF function or of our own wrapper by name ----- */
void *sni_vmath_find(const char *name);                  /* NULL if unknown */

/* ---- interpreter (interp.c, loops.c) -----------------------------------------------------------------
 * Runs the units [begin, end) of a kernel's flat kept space (SPLIT patterns run as their unsplit form,
 * still in the one order).  `scratch` holds sni_interp_scratch bytes, 64-byte aligned. */
size_t sni_interp_scratch(const sni_kernel *k, const sni_geometry *g);
int sni_interp_run(const sni_kernel *k, const sni_geometry *g, void *const *ptr, const sni_scalar *scalars, void *scratch, int64_t begin, int64_t end);

/* ---- compiler (cc.c) and loader (loader.c) --------------------------------------------------------------- */
typedef void (*sni_kernel_fn)(void *const *ptr, const int64_t *geo, const sni_scalar *scalars, void *scratch, int64_t begin, int64_t end);
typedef struct sni_object { void *handle; sni_kernel_fn kernel, finish; } sni_object;
int sni_object_load(const void *elf, size_t size, sni_object *out); /* memfd under a fresh name; fills imports */
void sni_object_unload(sni_object *o);

typedef struct sni_cc { char path[4096]; char identity[256]; } sni_cc; /* identity: version line and target, no path */
int sni_cc_find(sni_cc *out);                             /* ERR_COMPILE: none on PATH, with what was looked for */
typedef struct sni_compile sni_compile;                    /* a compile in progress */
/* key->compiler may be "": the identity is then found out by the child, and published under the full key. */
int sni_compile_start(const sni_cc *cc, const sni_cache_key *key, sni_compile **out);
/* 1: done, payload malloc'd and already published by the child; 0: still running; <0: failed, compiler's message in the log. */
int sni_compile_poll(sni_compile *c, double wait_seconds, void **payload, size_t *size);
void sni_compile_abandon(sni_compile *c);                 /* the child finishes and publishes alone */

#endif
