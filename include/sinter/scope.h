/* Scopes: who owns an array.
 *
 *     SN_SCOPE {
 *         sn_array t = sn_sqrt(sn_sum(sn_square(x)));
 *         norm = sn_scope_return(t);
 *     }                                  // all else made inside is freed here
 *
 * A scope's hold never forces a value to be stored: only what is read or evaluated is. */
#ifndef SN_SCOPE_H
#define SN_SCOPE_H

#include "sinter/array.h"

SN_BEGIN_DECLS

typedef struct sn_scope {
    uint32_t depth, serial;
} sn_scope;

/* Opens a scope for the calling thread: arrays made from now on belong to it.  A zero scope is
 * returned when memory is out; arrays then belong to the scope outside. */
SN_API sn_scope sn_scope_begin(void);

/* Frees what `scope` and the scopes still open inside it own, and closes them.  A scope that is
 * closed already, or of another thread, is refused with a status.  A zero scope is ignored. */
SN_API int sn_scope_end(sn_scope scope);

/* Lifts an array out of every scope: it lives until sn_free or the end of the thread.  Returns x. */
SN_API sn_array sn_keep(sn_array x);

/* Hands an array of the innermost scope to the scope outside it, or keeps it where there is none.
 * An array that belongs further out stays there.  Returns x. */
SN_API sn_array sn_scope_return(sn_array x);

SN_END_DECLS

#ifndef __cplusplus

/* SN_SCOPE { ... } runs its block once with a scope of its own.  However the block is left, by its
 * end, break, continue, return or goto, the scope is closed; break and continue leave the block alone,
 * not a loop around it.  `return sn_scope_return(x);` hands x to the caller's scope. */
struct sn_scope_guard_ {
    sn_scope scope;
    bool once;
};
static inline void sn_scope_leave_(const struct sn_scope_guard_ *guard) { sn_scope_end(guard->scope); }

#define SN_SCOPE SN_SCOPE_COUNTED_(__COUNTER__)
#define SN_SCOPE_COUNTED_(n) SN_SCOPE_NAMED_(n)
#define SN_SCOPE_NAMED_(n)                                                                         \
    for (struct sn_scope_guard_ sn_scope_##n##_ __attribute__((cleanup(sn_scope_leave_))) =        \
             {sn_scope_begin(), true};                                                             \
         sn_scope_##n##_.once; sn_scope_##n##_.once = false)

#endif
#endif
