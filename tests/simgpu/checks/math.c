/* CUDA's math functions, compiled by NVRTC and run on the simulated GPU, against the C library in long double:
 * within the bounds of the CUDA programming guide, so that the approximations they start from are good enough. */
#include "gpu.h"

#include <float.h>

enum { N = 3000 };

/* ulp: maximal difference from the correctly rounded result, float32 and float64 */
typedef struct function {
    const char *name;
    int ulp32, ulp64;
    long double (*one)(long double), (*two)(long double, long double);
    double low, high; /* arguments; beside them, where all are right (low > high), everything */
} function;

static long double exp10_(long double x)
{
    return powl(10, x);
}

static const function functions[] = {
    {"sqrt", 0, 0, sqrtl, NULL, 1, 0},
    {"cbrt", 1, 1, cbrtl, NULL, 1, 0},
    {"exp", 2, 1, expl, NULL, 1, 0},
    {"exp2", 2, 1, exp2l, NULL, 1, 0},
    {"exp10", 2, 1, exp10_, NULL, 1, 0},
    {"expm1", 1, 1, expm1l, NULL, 1, 0},
    {"log", 1, 1, logl, NULL, 1, 0},
    {"log2", 1, 1, log2l, NULL, 1, 0},
    {"log10", 2, 1, log10l, NULL, 1, 0},
    {"log1p", 1, 1, log1pl, NULL, 1, 0},
    {"sin", 2, 2, sinl, NULL, 1, 0},
    {"cos", 2, 2, cosl, NULL, 1, 0},
    {"tan", 4, 2, tanl, NULL, 1, 0},
    {"asin", 2, 2, asinl, NULL, 1, 0},
    {"acos", 2, 2, acosl, NULL, 1, 0},
    {"atan", 2, 2, atanl, NULL, 1, 0},
    {"sinh", 3, 2, sinhl, NULL, 1, 0},
    {"cosh", 2, 1, coshl, NULL, 1, 0},
    {"tanh", 2, 1, tanhl, NULL, 1, 0},
    {"asinh", 3, 3, asinhl, NULL, 1, 0},
    {"acosh", 4, 3, acoshl, NULL, 1, 0},
    {"atanh", 3, 2, atanhl, NULL, 1, 0},
    {"erf", 2, 2, erfl, NULL, 1, 0},
    {"erfc", 4, 5, erfcl, NULL, 1, 0},
    {"tgamma", 5, 10, tgammal, NULL, -30, 180},
    {"lgamma", 6, 4, lgammal, NULL, 0, 1e30},
    {"floor", 0, 0, floorl, NULL, 1, 0},
    {"ceil", 0, 0, ceill, NULL, 1, 0},
    {"trunc", 0, 0, truncl, NULL, 1, 0},
    {"rint", 0, 0, rintl, NULL, 1, 0},
    {"fabs", 0, 0, fabsl, NULL, 1, 0},
    {"logb", 0, 0, logbl, NULL, 1, 0},
    {"pow", 4, 2, NULL, powl, 1, 0},
    {"atan2", 3, 2, NULL, atan2l, 1, 0},
    {"hypot", 3, 2, NULL, hypotl, 1, 0},
    {"fmod", 0, 0, NULL, fmodl, 1, 0},
    {"remainder", 0, 0, NULL, remainderl, 1, 0},
    {"fdim", 0, 0, NULL, fdiml, 1, 0},
    {"fmax", 0, 0, NULL, fmaxl, 1, 0},
    {"fmin", 0, 0, NULL, fminl, 1, 0},
    {"copysign", 0, 0, NULL, copysignl, 1, 0},
};
enum { COUNT = sizeof functions / sizeof *functions };

/* ---- arguments ------------------------------------------------------------------------------------------------------ */

static double draw(const function *f, bool single)
{
    static const double odd[] = {0,    -0.0,  1,       -1,    0.5,   -0.5,       2,
                                 3,    -3,    10,      1.5,   -2.5,  INFINITY,   -INFINITY,
                                 NAN,  1e-42, -1e-310, 1e30,  -1e30, 105615,     2e5,
                                 1e22, 88.7,  -103.9,  709.7, -745,  0.99999994, 3.1415926535897931};
    unsigned long long r = gpu_random();
    double v;
    if (f->low <= f->high) {
        double u = (double)(r >> 11) * 0x1p-53;
        v = f->high > 1e6 ? exp(u * log(f->high) * 1.0 - 3) : f->low + u * (f->high - f->low);
    } else if (r % 8 == 0) {
        v = odd[(r >> 8) % (sizeof odd / sizeof *odd)];
    } else {
        int exponent = (r >> 8) % 4 == 0 ? (int)((r >> 12) % 200) - 100 : (int)((r >> 12) % 16) - 8;
        v = ldexp((double)(long long)gpu_random() * 0x1p-63, exponent);
    }
    return single ? (double)(float)v : v;
}

/* ---- comparing -------------------------------------------------------------------------------------------------------- */

static double ulps(double got, long double wanted, bool single)
{
    double rounded = single ? (double)(float)wanted : (double)wanted, most = single ? FLT_MAX : DBL_MAX;
    if (isnan(wanted) || isnan(got)) return isnan(wanted) && isnan(got) ? 0 : INFINITY;
    if (isinf(rounded) && !isinf(wanted)) return isinf(got) || fabs(got) == most ? 0 : INFINITY;
    if (isinf(rounded) || isinf(got))
        return got == rounded || (isinf(got) && fabsl(wanted) > most * 0.999999L) ? 0 : INFINITY;
    int exponent = rounded == 0 ? -2000 : ilogb(rounded), lowest = single ? -126 : -1022,
        digits = single ? 23 : 52;
    if (exponent < lowest) exponent = lowest;
    return (double)(fabsl((long double)got - wanted) / ldexpl(1, exponent - digits));
}

static void put_kernel(const function *f, bool single, char *out, size_t size)
{
    const char *t = single ? "float" : "double";
    snprintf(out, size,
             "extern \"C\" __global__ void %s%s_k(const %s *x, const %s *y, %s *z, int n) { int k = "
             "blockIdx.x * blockDim.x + threadIdx.x; if (k < n) z[k] = %s%s(x[k]%s); }\n",
             f->name, single ? "f" : "", t, t, t, f->name, single ? "f" : "", f->two ? ", y[k]" : "");
}

static void check(CUmodule m, const function *f, bool single)
{
    static double x[N], y[N], z[N];
    static float xf[N], yf[N], zf[N];
    char name[64];
    int n = N, width = single ? 4 : 8, bound = single ? f->ulp32 : f->ulp64;
    for (int k = 0; k < N; k++)
        x[k] = draw(f, single), y[k] = draw(f, single), xf[k] = (float)x[k], yf[k] = (float)y[k];
    CUdeviceptr dx = gpu_take((size_t)(N * width), single ? (void *)xf : x),
                dy = gpu_take((size_t)(N * width), single ? (void *)yf : y),
                dz = gpu_take((size_t)(N * width), NULL);
    void *params[] = {&dx, &dy, &dz, &n};
    snprintf(name, sizeof name, "%s%s_k", f->name, single ? "f" : "");
    gpu_launch(gpu_function(m, name), (N + 127) / 128, 128, params);
    CU(cuCtxSynchronize());
    CU(cuMemcpyDtoH(single ? (void *)zf : z, dz, (size_t)(N * width)));
    double worst = 0;
    int at = 0;
    for (int k = 0; k < N; k++) {
        double got = single ? (double)zf[k] : z[k];
        double e = ulps(got, f->one ? f->one(x[k]) : f->two(x[k], y[k]), single);
        if (e > worst) worst = e, at = k;
    }
    CHECK(worst <= bound + 0.51, "%s of %a, %a is off by %g ULP, at most %d", name, x[at], y[at], worst,
          bound);
    if (getenv("VERBOSE")) printf("%-12s %g of %d\n", name, worst, bound);
    CU(cuMemFree(dx));
    CU(cuMemFree(dy));
    CU(cuMemFree(dz));
}

int main(void)
{
    static char source[1 << 16];
    gpu_start();
    for (int k = 0; k < COUNT; k++)
        for (int single = 0; single < 2; single++)
            put_kernel(&functions[k], single, source + strlen(source), sizeof source - strlen(source));
    CUmodule m = gpu_module(source);
    for (int k = 0; k < COUNT; k++)
        for (int single = 0; single < 2; single++) check(m, &functions[k], single);
    CU(cuModuleUnload(m));
    CU(cuDevicePrimaryCtxRelease(0));
    return gpu_done();
}
