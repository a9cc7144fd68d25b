/* A CUDA driver without a GPU, against the real header: memory is the host's, kernels do nothing, and launches are written down as
 * the driver would read them. So layouts and numbers that Python passes are checked by the header. */

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *calls(void)
{
    static FILE *file;
    if (!file)
        file = fopen(getenv("CALLS"), "a");
    return file;
}

static CUresult ok(void) { fflush(calls()); return CUDA_SUCCESS; }

CUresult cuInit(unsigned flags) { return flags ? CUDA_ERROR_INVALID_VALUE : ok(); }
CUresult cuDriverGetVersion(int *version) { *version = CUDA_VERSION; return ok(); }
CUresult cuDeviceGet(CUdevice *device, int number) { *device = number; return ok(); }
CUresult cuDeviceGetName(char *name, int size, CUdevice device) { snprintf(name, size, "no GPU %d", device); return ok(); }
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    *value = attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR ? 9 : device;
    if (attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)
        *value = 2;
    return ok();
}
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) { *context = (CUcontext)&calls; (void)device; return ok(); }
CUresult cuCtxSetCurrent(CUcontext context) { return context == (CUcontext)&calls ? ok() : CUDA_ERROR_INVALID_CONTEXT; }
CUresult cuCtxSynchronize(void) { return ok(); }
CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    *module = (CUmodule)&ok;
    return memcmp(image, "\177ELF", 4) ? CUDA_ERROR_INVALID_IMAGE : ok();
}
CUresult cuModuleUnload(CUmodule module) { return module == (CUmodule)&ok ? ok() : CUDA_ERROR_INVALID_HANDLE; }
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    *function = (CUfunction)strdup(name);
    return module == (CUmodule)&ok ? ok() : CUDA_ERROR_INVALID_HANDLE;
}
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    const char *name = attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES ? "dynamic shared" : "other";
    fprintf(calls(), "%s: %s %d\n", (const char *)function, name, value);
    return ok();
}
CUresult cuMemAlloc(CUdeviceptr *address, size_t bytes) { *address = (CUdeviceptr)calloc(bytes, 1); return ok(); }
CUresult cuMemFree(CUdeviceptr address) { free((void *)address); return ok(); }
CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes) { memcpy((void *)to, from, bytes); return ok(); }
CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes) { memcpy(to, (void *)from, bytes); return ok(); }
CUresult cuStreamCreate(CUstream *stream, unsigned flags)
{
    *stream = (CUstream)&cuStreamCreate;
    return flags == CU_STREAM_NON_BLOCKING ? ok() : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode)
{
    return stream == (CUstream)&cuStreamCreate && mode == CU_STREAM_CAPTURE_MODE_GLOBAL ? ok() : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph) { *graph = (CUgraph)&ok; return stream ? ok() : CUDA_ERROR_INVALID_VALUE; }
CUresult cuGraphInstantiateWithFlags(CUgraphExec *runnable, CUgraph graph, unsigned long long flags)
{
    *runnable = (CUgraphExec)graph;
    return flags ? CUDA_ERROR_INVALID_VALUE : ok();
}
CUresult cuGraphLaunch(CUgraphExec runnable, CUstream stream)
{
    fprintf(calls(), "graph\n");
    return runnable == (CUgraphExec)&ok && stream ? ok() : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuLaunchKernel(CUfunction function, unsigned x, unsigned y, unsigned z, unsigned a, unsigned b, unsigned c, unsigned shared,
                        CUstream stream, void **parameters, void **extra)
{
    fprintf(calls(), "%s: grid %u %u %u, block %u %u %u, shared %u%s\n", (const char *)function, x, y, z, a, b, c, shared,
            stream ? ", stream" : "");
    return parameters && !extra ? ok() : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **parameters, void **extra)
{
    fprintf(calls(), "%s: extended", (const char *)function);
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const CUlaunchAttribute *attribute = &config->attrs[i];
        if (attribute->id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
            fprintf(calls(), ", cluster %u %u %u", attribute->value.clusterDim.x, attribute->value.clusterDim.y,
                    attribute->value.clusterDim.z);
        if (attribute->id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION)
            fprintf(calls(), ", overlapped %d", attribute->value.programmaticStreamSerializationAllowed);
    }
    fprintf(calls(), "\n");
    return cuLaunchKernel(function, config->gridDimX, config->gridDimY, config->gridDimZ, config->blockDimX, config->blockDimY,
                          config->blockDimZ, config->sharedMemBytes, config->hStream, parameters, extra);
}
CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address, const cuuint64_t *extents,
                                const cuuint64_t *strides, const cuuint32_t *box, const cuuint32_t *steps,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
                                CUtensorMapFloatOOBfill fill)
{
    fprintf(calls(), "map: f16 %d, rank %u, extents %llu %llu, stride %llu, box %u %u, steps %u %u, swizzle 128 %d, zeros %d\n",
            type == CU_TENSOR_MAP_DATA_TYPE_FLOAT16, rank, (unsigned long long)extents[0], (unsigned long long)extents[1],
            (unsigned long long)strides[0], box[0], box[1], steps[0], steps[1], swizzle == CU_TENSOR_MAP_SWIZZLE_128B,
            fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    int fits = address && interleave == CU_TENSOR_MAP_INTERLEAVE_NONE && promotion == CU_TENSOR_MAP_L2_PROMOTION_L2_128B;
    return fits && (size_t)map % 64 == 0 ? ok() : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuGetErrorString(CUresult status, const char **text) { *text = status ? "wrong" : "right"; return CUDA_SUCCESS; }
