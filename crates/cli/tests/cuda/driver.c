/* A CUDA driver without a GPU: memory is the host's, and the only kernel adds one to eight floats. It writes down what is
 * called, so that a test sees the order. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int said(const char *what)
{
    const char *path = getenv("CALLS");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (file) {
        fprintf(file, "%s\n", what);
        fclose(file);
    }
    return 0;
}

int cuInit(unsigned flags) { return flags ? 1 : said("init"); }
int cuDeviceGetCount(int *count) { *count = getenv("NO_DEVICE") ? 0 : 1; return 0; }
int cuDeviceGet(int *device, int number) { *device = 7; return number ? 1 : 0; }
int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    *value = attribute == 75 ? 9 : 0;
    return device == 7 && (attribute == 75 || attribute == 76) ? 0 : 1;
}
int cuDevicePrimaryCtxRetain(void **context, int device) { *context = &said; return device == 7 ? said("retain") : 1; }
int cuDevicePrimaryCtxRelease_v2(int device) { return device == 7 ? said("release") : 1; }
int cuCtxSetCurrent(void *context) { return context == (void *)&said ? 0 : 1; }
int cuCtxSynchronize(void) { return said("synchronize"); }
int cuModuleLoadData(void **module, const void *code)
{
    *module = malloc(1);
    if (strstr(code, ".version") == NULL || strstr(code, ".target sm_90a") == NULL || getenv("UNKNOWN_CODE"))
        return 218;
    return said("load");
}
int cuModuleUnload(void *module) { free(module); return said("unload"); }
int cuModuleGetFunction(void **function, void *module, const char *name)
{
    *function = module;
    return strcmp(name, "add_one") ? 500 : said("function");
}
int cuFuncSetAttribute(void *function, int attribute, int value) { return function && attribute == 8 && value ? 0 : 1; }
int cuMemAlloc_v2(uint64_t *address, size_t bytes) { *address = (uint64_t)malloc(bytes); return said("allocate"); }
int cuMemFree_v2(uint64_t address) { free((void *)address); return said("free"); }
int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes) { memcpy((void *)to, from, bytes); return said("to device"); }
int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes) { memcpy(to, (void *)from, bytes); return said("to host"); }
int cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned a, unsigned b, unsigned c, unsigned shared,
                   void *stream, void **params, void **extra)
{
    float *data = *(float **)params[0];
    if (!function || x * y * z != 1 || a % 32 || b != 1 || c != 1 || shared || stream || extra)
        return 1;
    for (int i = 0; i < 8; i++)
        data[i] += 1;
    return said("launch");
}
int cuTensorMapEncodeTiled(void *map, int type, unsigned rank, uint64_t address, const uint64_t *extents, const uint64_t *strides,
                           const unsigned *box, const unsigned *steps, int interleave, int swizzle, int promotion, int fill)
{
    (void)type, (void)rank, (void)extents, (void)strides, (void)box, (void)steps, (void)swizzle, (void)promotion, (void)fill;
    return map && address && !interleave ? said("encode") : 1;
}
int cuGetErrorString(int status, const char **text) { *text = status == 218 ? "invalid PTX" : "wrong"; return 0; }
