/* The shaders: the runtime asks for their sources, compiles them and hands back what runs them. */
#include "library.h"

typedef struct {
  const char *name;
  /* What the runtime must know of its arguments, as JSON. */
  const char *description;
  const char *source;
  int64_t workgroupSize;
  Function *run;
} Kernel;

static Kernel kernels[] = {
#include "kernels.inc"
};

enum { MOST_ARGUMENTS = 12 };

static Kernel *kernelOf(Span name) {
  for (int32_t i = 0; i < COUNT_OF(kernels); i++) {
    if (isSame(name, spanOf(kernels[i].name))) return &kernels[i];
  }
  return NULL;
}

/* The arguments are the shader's buffers, then its numbers. */
int32_t launch(const char *name, Value *arguments, int32_t count, int64_t threads) {
  Kernel *kernel = kernelOf(spanOf(name));
  if (kernel == NULL || kernel->run == NULL) return fail("no compiled shader: ", spanOf(name));
  Value all[MOST_ARGUMENTS];
  memcpy(all, arguments, count * sizeof(Value));
  all[count] = integer((threads + kernel->workgroupSize - 1) / kernel->workgroupSize);
  Value nothing;
  return call(kernel->run, all, count + 1, &nothing);
}

/* {name: description, …} */
static int32_t descriptions(Function *self, Value *arguments, int32_t count, Value *result) {
  size_t length = 2;
  for (int32_t i = 0; i < COUNT_OF(kernels); i++) {
    length += lengthOf(kernels[i].name) + lengthOf(kernels[i].description) + lengthOf(",\"\":");
  }
  Span text = {allocate(length), 0};
  for (int32_t i = 0; i < COUNT_OF(kernels); i++) {
    const char *parts[] = {i == 0 ? "{\"" : ",\"", kernels[i].name, "\":", kernels[i].description};
    for (int32_t part = 0; part < COUNT_OF(parts); part++) {
      memcpy(text.data + text.length, parts[part], lengthOf(parts[part]));
      text.length += lengthOf(parts[part]);
    }
  }
  text.data[text.length++] = '}';
  *result = objectValue(newText(STRING, text));
  release(text.data);
  return 0;
}

static int32_t sourceOf(Function *self, Value *arguments, int32_t count, Value *result) {
  Kernel *kernel = kernelOf(textOf(&arguments[0]));
  if (kernel == NULL) return fail("no shader: ", textOf(&arguments[0]));
  *result = objectValue(newText(STRING, spanOf(kernel->source)));
  return 0;
}

/* (name, what runs it) */
static int32_t keepCompiled(Function *self, Value *arguments, int32_t count, Value *result) {
  Kernel *kernel = kernelOf(textOf(&arguments[0]));
  if (kernel == NULL) return fail("no shader: ", textOf(&arguments[0]));
  drop(kernel->run);
  kernel->run = retain(arguments[1].pointer);
  return 0;
}

const NamedBody kernelFunctions[] = {
  {"webgpu.get_fmap", descriptions},
  {"webgpu.get_shader", sourceOf},
  {"webgpu.update_prebuild", keepCompiled},
};
const int32_t kernelFunctionCount = COUNT_OF(kernelFunctions);
