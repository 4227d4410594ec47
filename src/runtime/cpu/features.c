/* What this processor offers: the target of generated code and its name in cache keys. */
#include "runtime/cpu/cpu.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static sni_cpu_target target;
static char features[256];

#ifdef __x86_64__
#include <cpuid.h>

/* Kernels are compiled for a level of the x86-64 psABI and not for the one processor: a cache serves
 * every machine of its level, and what is seen here (under an emulator, say) is what the compiler uses,
 * where -march=native would look at the processor again by itself. */
enum { EAX, EBX, ECX, EDX };
enum { SAVED_AVX = 6, SAVED_AVX512 = 0xe6 }; /* registers the system must save */

typedef struct need { uint32_t leaf; uint8_t reg, bit; } need;

static const need v3[] = {
    {1, ECX, 12},         /* fma */
    {1, ECX, 22},         /* movbe */
    {1, ECX, 28},         /* avx */
    {1, ECX, 29},         /* f16c */
    {7, EBX, 3},          /* bmi1 */
    {7, EBX, 5},          /* avx2 */
    {7, EBX, 8},          /* bmi2 */
    {0x80000001, ECX, 5}, /* lzcnt */
};
static const need v4[] = {
    {7, EBX, 16}, /* avx512f */
    {7, EBX, 17}, /* avx512dq */
    {7, EBX, 28}, /* avx512cd */
    {7, EBX, 30}, /* avx512bw */
    {7, EBX, 31}, /* avx512vl */
};

/* Without the system's saving its registers an instruction faults whatever the processor says. */
static bool saves(uint32_t registers)
{
    uint32_t a, b, c, d, low, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 27 & 1)) return false;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    (void)high;
    return (low & registers) == registers;
}

static bool offers(const need *needs, size_t count)
{
    uint32_t regs[4] = {0}, leaf = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        if (needs[i].leaf != leaf && /* in a virtual machine a question takes ten microseconds */
            !__get_cpuid_count(leaf = needs[i].leaf, 0, &regs[EAX], &regs[EBX], &regs[ECX], &regs[EDX]))
            return false;
        if (!(regs[needs[i].reg] >> needs[i].bit & 1)) return false;
    }
    return true;
}

static void find_out(void)
{
    bool avx2 = saves(SAVED_AVX) && offers(v3, SNI_COUNT(v3));
    bool avx512 = avx2 && saves(SAVED_AVX512) && offers(v4, SNI_COUNT(v4));
    target = avx512 ? (sni_cpu_target){64, true, "avx512f", "x86-64-v4"}
             : avx2 ? (sni_cpu_target){32, true, "avx2", "x86-64-v3"}
                    : (sni_cpu_target){16, false, "sse2", "x86-64"};
    snprintf(features, sizeof features, "%s", target.arch);
}
#else
#include <sys/utsname.h>

#ifdef __linux__
#include <sys/auxv.h>
#define HWCAP getauxval(AT_HWCAP)
#define HWCAP2 getauxval(AT_HWCAP2)
#else
#define HWCAP 0ul
#define HWCAP2 0ul
#endif

static void find_out(void)
{
    struct utsname name;
    const char *machine = uname(&name) == 0 ? name.machine : "unknown";
    snprintf(features, sizeof features, "%s,hwcap=%lx,hwcap2=%lx", machine, HWCAP, HWCAP2);
    target = (sni_cpu_target){16, true, "purec", "native"};
}
#endif

const sni_cpu_target *sni_cpu_target_get(void)
{
    pthread_once(&once, find_out);
    return &target;
}

const char *sni_cpu_features(void)
{
    pthread_once(&once, find_out);
    return features;
}
