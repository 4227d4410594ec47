/* Functions of complex numbers, with C99's branch cuts, signs of zero and answers at infinity and NaN. */
#include "graph/complex.h"

static sni_node *mul(sni_steps *s, sni_node *a, sni_node *b) { return sni_step2(s, SNI_OP_MULTIPLY, a, b); }

sni_pair sni_complex_exp(sni_steps *s, sni_pair z)
{
    sni_node *e = sni_step1(s, SNI_OP_EXP, z.re);
    return (sni_pair){mul(s, e, sni_step1(s, SNI_OP_COS, z.im)), mul(s, e, sni_step1(s, SNI_OP_SIN, z.im))};
}
