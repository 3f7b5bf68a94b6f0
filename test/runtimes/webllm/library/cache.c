/* The loaded weights by name, and the module that hands them to the model as one array. */
#include "library.h"

static Registry weights;

/* (name, tensor, whether to replace) */
static int32_t keep(Function *self, Value *arguments, int32_t count, Value *result) {
  registerObject(&weights, textOf(&arguments[0]), arguments[1].pointer);
  return 0;
}

static int32_t find(Function *self, Value *arguments, int32_t count, Value *result) {
  Object *tensor = registered(&weights, textOf(&arguments[0]));
  if (tensor != NULL) *result = objectValue(retain(tensor));
  return 0;
}

static int32_t forget(Function *self, Value *arguments, int32_t count, Value *result) {
  registerObject(&weights, textOf(&arguments[0]), NULL);
  return 0;
}

static int32_t forgetAll(Function *self, Value *arguments, int32_t count, Value *result) {
  clearRegistry(&weights);
  return 0;
}

/* (array of names) */
static int32_t parameterModule(Function *self, Value *arguments, int32_t count, Value *result) {
  Array *names = arguments[0].pointer;
  Array *parameters = newArray(names->count);
  for (size_t i = 0; i < names->count; i++) {
    Span name = textOf(&names->items[i]);
    Object *tensor = registered(&weights, name);
    if (tensor == NULL) return fail("no weights are named ", name);
    parameters->items[i] = objectValue(retain(tensor));
  }
  Module *module = newObject(MODULE, sizeof(Module));
  module->parameters = parameters;
  *result = objectValue(module);
  return 0;
}

const NamedBody cacheFunctions[] = {
  {"vm.builtin.tensor_cache.update", keep},
  {"vm.builtin.tensor_cache.get", find},
  {"vm.builtin.tensor_cache.remove", forget},
  {"vm.builtin.tensor_cache.clear", forgetAll},
  {"vm.builtin.param_module_from_cache_by_name", parameterModule},
};
const int32_t cacheFunctionCount = COUNT_OF(cacheFunctions);
