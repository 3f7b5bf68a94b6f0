/* Tensors, shapes and arrays, and what the runtime does with them. */
#include "library.h"

static Tensor *newView(const int64_t *shape, int32_t dimensions, const Layout *like) {
  Tensor *tensor = newObject(TENSOR, sizeof(Tensor));
  tensor->layout = *like;
  tensor->layout.dimensions = dimensions;
  tensor->layout.shape = allocate((dimensions + 1) * sizeof(int64_t));
  memcpy(tensor->layout.shape, shape, dimensions * sizeof(int64_t));
  return tensor;
}

Tensor *newTensor(const int64_t *shape, int32_t dimensions, int32_t numberType, int32_t bits, int32_t device) {
  Layout layout = {.device = device, .numberType = numberType, .bits = bits, .lanes = 1};
  Tensor *tensor = newView(shape, dimensions, &layout);
  size_t bytes = bytesOf(tensor);
  tensor->layout.data = device == CPU ? allocate(bytes) : allocateBuffer(bytes);
  return tensor;
}

Tensor *newReals(const int64_t *shape, int32_t dimensions) {
  return newTensor(shape, dimensions, REAL, 32, WEBGPU);
}

Tensor *newIntegers(const int64_t *shape, int32_t dimensions) {
  return newTensor(shape, dimensions, INT, 32, WEBGPU);
}

size_t elementsOf(const Tensor *tensor) {
  size_t elements = 1;
  for (int32_t i = 0; i < tensor->layout.dimensions; i++) elements *= tensor->layout.shape[i];
  return elements;
}

size_t bytesOf(const Tensor *tensor) {
  return (elementsOf(tensor) * tensor->layout.bits + 7) / 8;
}

void releaseTensor(Tensor *tensor) {
  release(tensor->layout.shape);
  if (tensor->owner != NULL) drop(tensor->owner);
  else if (tensor->layout.device == CPU) release(tensor->layout.data);
  else releaseBuffer(tensor->layout.data);
}

/* "int32", "uint8", "float32", … */
static void readNumberType(Span name, int32_t *numberType, int32_t *bits) {
  *numberType = startsWith(name, "uint") ? UINT : startsWith(name, "int") ? INT : REAL;
  *bits = 0;
  for (size_t i = 0; i < name.length; i++) {
    char digit = name.data[i];
    if (digit >= '0' && digit <= '9') *bits = 10 * *bits + digit - '0';
  }
}

/* (shape, name of the numbers' type, device) */
static int32_t createTensor(Function *self, Value *arguments, int32_t count, Value *result) {
  Shape *shape = arguments[0].pointer;
  int32_t numberType;
  int32_t bits;
  readNumberType(textOf(&arguments[1]), &numberType, &bits);
  int32_t device = arguments[2].device.type;
  *result = objectValue(newTensor(shape->sizes, shape->count, numberType, bits, device));
  return 0;
}

/* (tensor, shape) */
static int32_t createView(Function *self, Value *arguments, int32_t count, Value *result) {
  Tensor *tensor = arguments[0].pointer;
  Shape *shape = arguments[1].pointer;
  Tensor *view = newView(shape->sizes, shape->count, &tensor->layout);
  view->owner = retain(tensor);
  *result = objectValue(view);
  return 0;
}

static int32_t copyTensor(Function *self, Value *arguments, int32_t count, Value *result) {
  return copyData(arguments[0].pointer, arguments[1].pointer);
}

static int32_t copyFromBytes(Function *self, Value *arguments, int32_t count, Value *result) {
  Tensor *tensor = arguments[0].pointer;
  Span bytes = textOf(&arguments[1]);
  memcpy(tensor->layout.data, bytes.data, bytes.length);
  return 0;
}

static int32_t copyToBytes(Function *self, Value *arguments, int32_t count, Value *result) {
  Tensor *tensor = arguments[0].pointer;
  *result = objectValue(newText(BYTES, (Span){tensor->layout.data, bytesOf(tensor)}));
  return 0;
}

static int32_t createShape(Function *self, Value *arguments, int32_t count, Value *result) {
  Shape *shape = newObject(SHAPE, sizeof(Shape));
  shape->count = count;
  shape->sizes = allocate((count + 1) * sizeof(int64_t));
  for (int32_t i = 0; i < count; i++) shape->sizes[i] = integerOf(&arguments[i]);
  *result = objectValue(shape);
  return 0;
}

static int32_t createArray(Function *self, Value *arguments, int32_t count, Value *result) {
  Array *array = newArray(count);
  for (int32_t i = 0; i < count; i++) array->items[i] = ownedValue(&arguments[i]);
  *result = objectValue(array);
  return 0;
}

static int32_t arrayItem(Function *self, Value *arguments, int32_t count, Value *result) {
  Array *array = arguments[0].pointer;
  *result = ownedValue(&array->items[integerOf(&arguments[1])]);
  return 0;
}

static int32_t arraySize(Function *self, Value *arguments, int32_t count, Value *result) {
  *result = integer(((Array *)arguments[0].pointer)->count);
  return 0;
}

const NamedBody tensorFunctions[] = {
  {"runtime.TVMTensorAllocWithScope", createTensor},
  {"runtime.TVMTensorCreateView", createView},
  {"runtime.TVMTensorCopyFromTo", copyTensor},
  {"tvmjs.runtime.TensorCopyFromBytes", copyFromBytes},
  {"tvmjs.runtime.TensorCopyToBytes", copyToBytes},
  {"ffi.Shape", createShape},
  {"ffi.Array", createArray},
  {"ffi.ArrayGetItem", arrayItem},
  {"ffi.ArraySize", arraySize},
};
const int32_t tensorFunctionCount = COUNT_OF(tensorFunctions);
