/* A profiler in miniature: NVTX_INJECTION64_PATH names it, and it writes each range to the file that NVTX_RECORD names,
 * "+NAME" where one begins and "-" where one ends. */
#include <nvtx3/nvToolsExt.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *file;
static int depth;

static int NVTX_API push(const char *name)
{
    fprintf(file, "+%s\n", name);
    fflush(file);
    return depth++;
}

static int NVTX_API pop(void)
{
    fprintf(file, "-\n");
    fflush(file);
    return --depth;
}

__attribute__((visibility("default"))) int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get);

int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get)
{
    const NvtxExportTableCallbacks *table = get(NVTX_ETID_CALLBACKS);
    NvtxFunctionTable functions = NULL;
    unsigned size = 0;
    const char *path = getenv("NVTX_RECORD");
    file = path ? fopen(path, "a") : NULL;
    if (!file || !table || !table->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &functions, &size)) return 0;
    if (size <= NVTX_CBID_CORE_RangePop) return 0;
    *functions[NVTX_CBID_CORE_RangePushA] = (NvtxFunctionPointer)push;
    *functions[NVTX_CBID_CORE_RangePop] = (NvtxFunctionPointer)pop;
    return 1;
}
