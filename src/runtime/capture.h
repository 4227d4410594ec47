/* A captured computation: a plan with the leaves that each run binds anew, so that nothing is recorded, looked up or
 * fused again.
 *
 * Inputs are LEAFs or VIEWs of one when captured, and must be of the same form in each run: dtype, layout, and for a
 * view the base's layout and the offset.  Leaves that are no input's and constants are held as they were.  No run
 * writes into an input.  Belongs to the thread of its graph. */
#ifndef SNI_CAPTURE_H
#define SNI_CAPTURE_H

#include "runtime/runtime.h"

typedef struct sni_captured sni_captured;

/* ERR_ARGUMENT when an output is computed already. */
int sni_capture(sni_graph *g, sni_node *const *inputs, size_t ninputs, sni_node *const *outputs, size_t noutputs,
                sni_captured **out);
/* One new evaluated node for each output, with a reference each; none after a failure. */
int sni_replay(sni_captured *c, sni_graph *g, sni_node *const *inputs, size_t ninputs, sni_node **outputs, size_t noutputs);
void sni_captured_free(sni_captured *c, sni_graph *g);

#endif
