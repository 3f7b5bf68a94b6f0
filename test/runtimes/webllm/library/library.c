/* The library's functions by name: the runtime's global ones, and the model's own. */
#include "library.h"

typedef struct {
  const NamedBody *bodies;
  const int32_t *count;
} Table;

static const Table modelTables[] = {
  {modelFunctions, &modelFunctionCount},
  {samplingFunctions, &samplingFunctionCount},
  {kernelFunctions, &kernelFunctionCount},
};

static const Table globalTables[] = {
  {tensorFunctions, &tensorFunctionCount},
  {cacheFunctions, &cacheFunctionCount},
  {stateFunctions, &stateFunctionCount},
};

/* Or null. */
static Function *functionIn(const Table *tables, int32_t tableCount, Span name) {
  for (int32_t table = 0; table < tableCount; table++) {
    for (int32_t i = 0; i < *tables[table].count; i++) {
      const NamedBody *body = &tables[table].bodies[i];
      if (isSame(name, spanOf(body->name))) return newFunction(body->body, body->name);
    }
  }
  return NULL;
}

static int32_t library(Function *self, Value *arguments, int32_t count, Value *result) {
  static Module *module;
  if (module == NULL) module = newObject(MODULE, sizeof(Module));
  *result = objectValue(retain(module));
  return 0;
}

static int32_t capturedParameters(Function *self, Value *arguments, int32_t count, Value *result) {
  *result = objectValue(retain(self->captured));
  return 0;
}

/* (module, name) → a function, or nothing */
static int32_t moduleFunction(Function *self, Value *arguments, int32_t count, Value *result) {
  Module *module = arguments[0].pointer;
  Function *function;
  if (module->parameters != NULL) {
    function = newFunction(capturedParameters, "get_params");
    function->captured = retain(module->parameters);
  } else if (isSame(textOf(&arguments[1]), spanOf("vm_load_executable"))) {
    function = newFunction(library, "vm_load_executable");
  } else {
    function = functionIn(modelTables, COUNT_OF(modelTables), textOf(&arguments[1]));
  }
  if (function != NULL) *result = objectValue(function);
  return 0;
}

/* The runtime looks up far more than it calls here. */
static int32_t notHere(Function *self, Value *arguments, int32_t count, Value *result) {
  return fail("the toy model's library lacks ", spanOf(self->name));
}

static Function *globalFunction(Span name) {
  Object *theirs = registered(&runtimeFunctions, name);
  if (theirs != NULL) return retain(theirs);
  if (isSame(name, spanOf("ffi.SystemLib"))) return newFunction(library, "ffi.SystemLib");
  if (isSame(name, spanOf("ffi.ModuleGetFunction"))) return newFunction(moduleFunction, "ffi.ModuleGetFunction");
  return functionIn(globalTables, COUNT_OF(globalTables), name);
}

EXPORTED int32_t TVMFFIFunctionGetGlobal(const Span *name, Function **found) {
  *found = globalFunction(*name);
  if (*found != NULL) return 0;
  /* The one that the runtime does without when it is null. */
  if (isSame(*name, spanOf("tvmjs.array.decode_bf16_to_f32_inplace"))) return 0;
  *found = newFunction(notHere, copied(*name));
  return 0;
}

EXPORTED void _initialize(void) {}
