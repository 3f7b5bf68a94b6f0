/* Buffers on the GPU, by the functions that the runtime offers for it. */
#include "library.h"

/* The runtime's function of that name, asked for once. */
static Function *deviceFunction(const char *name) {
  static Registry known;
  Object *function = registered(&known, spanOf(name));
  if (function != NULL) return (Function *)function;
  Object *webgpu = registered(&runtimeFunctions, spanOf("wasm.WebGPUDeviceAPI"));
  if (webgpu == NULL) return NULL;
  Value argument = {.kind = RAW_STRING, .pointer = (void *)name};
  Value found;
  if (call((Function *)webgpu, &argument, 1, &found) != 0) return NULL;
  registerObject(&known, spanOf(name), found.pointer);
  return found.pointer;
}

static int32_t callDevice(const char *name, Value *arguments, int32_t count, Value *result) {
  Function *function = deviceFunction(name);
  if (function == NULL) return fail("the runtime has no WebGPU: ", spanOf(name));
  return call(function, arguments, count, result);
}

void *allocateBuffer(size_t bytes) {
  Value argument = integer(bytes);
  Value buffer;
  if (callDevice("deviceAllocDataSpace", &argument, 1, &buffer) != 0) __builtin_trap();
  return (void *)(size_t)integerOf(&buffer);
}

void releaseBuffer(void *buffer) {
  Value argument = pointer(buffer);
  Value nothing;
  callDevice("deviceFreeDataSpace", &argument, 1, &nothing);
}

static int32_t copyToDevice(const Tensor *from, const Tensor *to) {
  Value arguments[] = {
    pointer(from->layout.data), pointer(to->layout.data), integer(0), integer(bytesOf(from)),
  };
  Value nothing;
  return callDevice("deviceCopyToGPU", arguments, COUNT_OF(arguments), &nothing);
}

static int32_t copyFromDevice(const Tensor *from, const Tensor *to) {
  Value arguments[] = {
    pointer(from->layout.data), integer(0), pointer(to->layout.data), integer(bytesOf(from)),
  };
  Value nothing;
  return callDevice("deviceCopyFromGPU", arguments, COUNT_OF(arguments), &nothing);
}

static int32_t copyWithinDevice(const Tensor *from, const Tensor *to) {
  Value arguments[] = {
    pointer(from->layout.data), integer(0), pointer(to->layout.data), integer(0), integer(bytesOf(from)),
  };
  Value nothing;
  return callDevice("deviceCopyWithinGPU", arguments, COUNT_OF(arguments), &nothing);
}

/* From the device, the data arrive only when the runtime waits for it. */
int32_t copyData(const Tensor *from, const Tensor *to) {
  bool fromCpu = from->layout.device == CPU;
  bool toCpu = to->layout.device == CPU;
  if (fromCpu && toCpu) {
    memcpy(to->layout.data, from->layout.data, bytesOf(from));
    return 0;
  }
  if (fromCpu) return copyToDevice(from, to);
  if (toCpu) return copyFromDevice(from, to);
  return copyWithinDevice(from, to);
}
