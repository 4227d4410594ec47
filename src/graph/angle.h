/* What is asked about the elements of complex arrays, and of real ones beside them. */
#ifndef SNI_GRAPH_ANGLE_H
#define SNI_GRAPH_ANGLE_H

#include "graph/graph.h"

sni_node *sni_angle(sni_graph *g, sni_node *x, bool degrees);
/* Whether the imaginary part is 0, or with `complex` whether it is not. */
sni_node *sni_isreal(sni_graph *g, sni_node *x, bool complex);

#endif
