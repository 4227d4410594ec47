/* What this processor offers: the target of generated code, and text that names all that
 * -march=native may use, so that code compiled here is found again on such processors alone. */
#include "runtime/cpu/cpu.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static sni_cpu_target target;
static char features[2048];

#ifdef __x86_64__
#include <cpuid.h>

typedef enum state { STATE_NONE, STATE_AVX, STATE_AVX512 } state; /* registers the system must save */
enum { EAX, EBX, ECX, EDX };

typedef struct feature {
    const char *name;
    uint32_t leaf, subleaf;
    uint8_t reg, bit, state;
} feature;

/* Names as in /proc/cpuinfo, sorted. */
static const feature known[] = {
    {"3dnow", 0x80000001, 0, EDX, 31, STATE_NONE},
    {"abm", 0x80000001, 0, ECX, 5, STATE_NONE},
    {"adx", 7, 0, EBX, 19, STATE_NONE},
    {"aes", 1, 0, ECX, 25, STATE_NONE},
    {"amx_bf16", 7, 0, EDX, 22, STATE_NONE},
    {"amx_int8", 7, 0, EDX, 25, STATE_NONE},
    {"amx_tile", 7, 0, EDX, 24, STATE_NONE},
    {"avx", 1, 0, ECX, 28, STATE_AVX},
    {"avx2", 7, 0, EBX, 5, STATE_AVX},
    {"avx512_4fmaps", 7, 0, EDX, 3, STATE_AVX512},
    {"avx512_4vnniw", 7, 0, EDX, 2, STATE_AVX512},
    {"avx512_bf16", 7, 1, EAX, 5, STATE_AVX512},
    {"avx512_bitalg", 7, 0, ECX, 12, STATE_AVX512},
    {"avx512_fp16", 7, 0, EDX, 23, STATE_AVX512},
    {"avx512_vbmi2", 7, 0, ECX, 6, STATE_AVX512},
    {"avx512_vnni", 7, 0, ECX, 11, STATE_AVX512},
    {"avx512_vp2intersect", 7, 0, EDX, 8, STATE_AVX512},
    {"avx512_vpopcntdq", 7, 0, ECX, 14, STATE_AVX512},
    {"avx512bw", 7, 0, EBX, 30, STATE_AVX512},
    {"avx512cd", 7, 0, EBX, 28, STATE_AVX512},
    {"avx512dq", 7, 0, EBX, 17, STATE_AVX512},
    {"avx512er", 7, 0, EBX, 27, STATE_AVX512},
    {"avx512f", 7, 0, EBX, 16, STATE_AVX512},
    {"avx512ifma", 7, 0, EBX, 21, STATE_AVX512},
    {"avx512pf", 7, 0, EBX, 26, STATE_AVX512},
    {"avx512vbmi", 7, 0, ECX, 1, STATE_AVX512},
    {"avx512vl", 7, 0, EBX, 31, STATE_AVX512},
    {"avx_ifma", 7, 1, EAX, 23, STATE_AVX},
    {"avx_vnni", 7, 1, EAX, 4, STATE_AVX},
    {"bmi1", 7, 0, EBX, 3, STATE_NONE},
    {"bmi2", 7, 0, EBX, 8, STATE_NONE},
    {"cldemote", 7, 0, ECX, 25, STATE_NONE},
    {"clflushopt", 7, 0, EBX, 23, STATE_NONE},
    {"clwb", 7, 0, EBX, 24, STATE_NONE},
    {"clzero", 0x80000008, 0, EBX, 0, STATE_NONE},
    {"cmpccxadd", 7, 1, EAX, 7, STATE_NONE},
    {"cx16", 1, 0, ECX, 13, STATE_NONE},
    {"enqcmd", 7, 0, ECX, 29, STATE_NONE},
    {"f16c", 1, 0, ECX, 29, STATE_AVX},
    {"fma", 1, 0, ECX, 12, STATE_AVX},
    {"fma4", 0x80000001, 0, ECX, 16, STATE_AVX},
    {"fsgsbase", 7, 0, EBX, 0, STATE_NONE},
    {"gfni", 7, 0, ECX, 8, STATE_NONE},
    {"hle", 7, 0, EBX, 4, STATE_NONE},
    {"lahf_lm", 0x80000001, 0, ECX, 0, STATE_NONE},
    {"lwp", 0x80000001, 0, ECX, 15, STATE_NONE},
    {"movbe", 1, 0, ECX, 22, STATE_NONE},
    {"movdir64b", 7, 0, ECX, 28, STATE_NONE},
    {"movdiri", 7, 0, ECX, 27, STATE_NONE},
    {"mwaitx", 0x80000001, 0, ECX, 29, STATE_NONE},
    {"pclmulqdq", 1, 0, ECX, 1, STATE_NONE},
    {"pku", 7, 0, ECX, 3, STATE_NONE},
    {"popcnt", 1, 0, ECX, 23, STATE_NONE},
    {"prefetchw", 0x80000001, 0, ECX, 8, STATE_NONE},
    {"ptwrite", 0x14, 0, EBX, 4, STATE_NONE},
    {"rdpid", 7, 0, ECX, 22, STATE_NONE},
    {"rdrand", 1, 0, ECX, 30, STATE_NONE},
    {"rdseed", 7, 0, EBX, 18, STATE_NONE},
    {"rtm", 7, 0, EBX, 11, STATE_NONE},
    {"serialize", 7, 0, EDX, 14, STATE_NONE},
    {"sgx", 7, 0, EBX, 2, STATE_NONE},
    {"sha_ni", 7, 0, EBX, 29, STATE_NONE},
    {"shstk", 7, 0, ECX, 7, STATE_NONE},
    {"sse3", 1, 0, ECX, 0, STATE_NONE},
    {"sse4_1", 1, 0, ECX, 19, STATE_NONE},
    {"sse4_2", 1, 0, ECX, 20, STATE_NONE},
    {"sse4a", 0x80000001, 0, ECX, 6, STATE_NONE},
    {"ssse3", 1, 0, ECX, 9, STATE_NONE},
    {"tbm", 0x80000001, 0, ECX, 21, STATE_NONE},
    {"tsxldtrk", 7, 0, EDX, 16, STATE_NONE},
    {"uintr", 7, 0, EDX, 5, STATE_NONE},
    {"vaes", 7, 0, ECX, 9, STATE_AVX},
    {"vpclmulqdq", 7, 0, ECX, 10, STATE_AVX},
    {"waitpkg", 7, 0, ECX, 5, STATE_NONE},
    {"wbnoinvd", 0x80000008, 0, EBX, 9, STATE_NONE},
    {"xop", 0x80000001, 0, ECX, 11, STATE_AVX},
    {"xsave", 1, 0, ECX, 26, STATE_NONE},
    {"xsavec", 0xd, 1, EAX, 1, STATE_NONE},
    {"xsaveopt", 0xd, 1, EAX, 0, STATE_NONE},
    {"xsaves", 0xd, 1, EAX, 3, STATE_NONE},
};

typedef struct leaf_answer { uint32_t leaf, subleaf, regs[4]; bool known, there; } leaf_answer;

/* In a virtual machine each question leaves it, ten microseconds a time: a leaf is asked for once. */
static bool cpuid(uint32_t leaf, uint32_t subleaf, uint32_t regs[4])
{
    static leaf_answer answers[12];
    leaf_answer *a = answers;
    while (a->known && (a->leaf != leaf || a->subleaf != subleaf)) a++;
    if (!a->known) {
        *a = (leaf_answer){.leaf = leaf, .subleaf = subleaf, .known = true};
        a->there = __get_cpuid_count(leaf, subleaf, &a->regs[EAX], &a->regs[EBX], &a->regs[ECX], &a->regs[EDX]) != 0;
    }
    memcpy(regs, a->regs, sizeof a->regs);
    return a->there;
}

/* Registers that the system saves: without that their instructions fault whatever the processor says. */
static state saved_state(void)
{
    uint32_t regs[4], low, high;
    if (!cpuid(1, 0, regs) || !(regs[ECX] >> 27 & 1)) return STATE_NONE;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    (void)high;
    if ((low & 0xe6) == 0xe6) return STATE_AVX512;
    return (low & 6) == 6 ? STATE_AVX : STATE_NONE;
}

static bool offers(const feature *f, state saved)
{
    uint32_t regs[4];
    return f->state <= saved && cpuid(f->leaf, f->subleaf, regs) && (regs[f->reg] >> f->bit & 1);
}

static size_t put(size_t at, const char *text)
{
    size_t n = strlen(text);
    if (at + n < sizeof features) memcpy(features + at, text, n + 1);
    return at + n;
}

/* Tuning follows the maker, family, model and stepping. */
static size_t put_model(void)
{
    uint32_t id[4] = {0}, version[4] = {0};
    char text[64], maker[13] = "";
    cpuid(0, 0, id);
    cpuid(1, 0, version);
    memcpy(maker, &id[EBX], 4);
    memcpy(maker + 4, &id[EDX], 4);
    memcpy(maker + 8, &id[ECX], 4);
    snprintf(text, sizeof text, "x86_64-%s-%08x", maker, version[EAX] & 0x0fff3fff);
    return put(0, text);
}

static bool has(const char *name)
{
    char text[64];
    size_t n = (size_t)snprintf(text, sizeof text, ",%s", name);
    for (const char *at = features; (at = strstr(at, text)) != NULL; at += n)
        if (at[n] == ',' || at[n] == 0) return true;
    return false;
}

static void find_out(void)
{
    state saved = saved_state();
    size_t at = put_model();
    for (size_t i = 0; i < SNI_COUNT(known); i++) {
        if (!offers(&known[i], saved)) continue;
        at = put(at, ",");
        at = put(at, known[i].name);
    }
    bool avx2 = has("avx2") && has("fma") && has("f16c") && has("bmi1") && has("bmi2") && has("abm") && has("movbe");
    bool avx512 = avx2 && has("avx512f") && has("avx512bw") && has("avx512cd") && has("avx512dq") && has("avx512vl");
    target = avx512 ? (sni_cpu_target){64, true, "avx512f", true}
             : avx2 ? (sni_cpu_target){32, true, "avx2", true}
                    : (sni_cpu_target){16, false, "sse2", true};
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
    target = (sni_cpu_target){16, true, "purec", true};
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
