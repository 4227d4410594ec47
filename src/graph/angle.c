/* The angle of a complex number, and whether it is one. */
#include "graph/angle.h"
#include "graph/steps.h"

/* Of a real array the imaginary part is Python's 0. */
sni_node *sni_angle(sni_graph *g, sni_node *x, bool degrees)
{
    bool complex = sni_dtype_complex((sni_dtype)x->dtype);
    sni_node *im = complex ? sni_imag(g, x) : sni_scalar_const(g, SNI_INT64, (sni_scalar){.i64 = 0});
    sni_node *n = sni_step2_weak(g, SNI_OP_ARCTAN2, im, sni_real(g, x), (const bool[]){!complex, false});
    return n && degrees ? sni_step_real(g, SNI_OP_MULTIPLY, n, 180 / 3.14159265358979323846) : n;
}

sni_node *sni_isreal(sni_graph *g, sni_node *x, bool complex)
{
    if (sni_dtype_complex((sni_dtype)x->dtype))
        return sni_step_real(g, complex ? SNI_OP_NOT_EQUAL : SNI_OP_EQUAL, sni_imag(g, x), 0);
    return sni_const(g, SNI_BOOL, (sni_scalar){.b8 = !complex}, x->layout->rank, x->layout->dims);
}
