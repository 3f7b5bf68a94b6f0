/* What the files of the toy model's library offer each other. */
#pragma once

#include "abi.h"

/* memory.c */
void *allocate(size_t bytes);
void release(void *memory);
void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);

/* text.c */
size_t lengthOf(const char *text);
Span spanOf(const char *text);
Span textOf(const Value *value);
bool isSame(Span left, Span right);
bool startsWith(Span text, const char *start);
char *copied(Span text);
int32_t fail(const char *message, Span about);

/* objects.c */
void *newObject(int32_t kind, size_t bytes);
Text *newText(int32_t kind, Span text);
Array *newArray(size_t count);
Function *newFunction(Body body, const char *name);
void *retain(void *object);
void drop(void *object);
Value integer(int64_t number);
Value pointer(void *address);
Value objectValue(void *object);
Value ownedValue(const Value *value);
int64_t integerOf(const Value *value);
int32_t call(Function *function, Value *arguments, int32_t count, Value *result);

/* registry.c */
typedef struct Registry Registry;
Object *registered(const Registry *registry, Span name);
void registerObject(Registry *registry, Span name, Object *object);
void clearRegistry(Registry *registry);
struct Registry {
  struct Entry *entries;
  size_t count;
  size_t room;
};
extern Registry runtimeFunctions;

/* device.c */
void *allocateBuffer(size_t bytes);
void releaseBuffer(void *buffer);
int32_t copyData(const Tensor *from, const Tensor *to);

/* tensors.c */
Tensor *newTensor(const int64_t *shape, int32_t dimensions, int32_t numberType, int32_t bits, int32_t device);
Tensor *newReals(const int64_t *shape, int32_t dimensions);
Tensor *newIntegers(const int64_t *shape, int32_t dimensions);
size_t elementsOf(const Tensor *tensor);
size_t bytesOf(const Tensor *tensor);
void releaseTensor(Tensor *tensor);
extern const NamedBody tensorFunctions[];
extern const int32_t tensorFunctionCount;

/* cache.c */
extern const NamedBody cacheFunctions[];
extern const int32_t cacheFunctionCount;

/* kernels.c */
int32_t launch(const char *kernel, Value *arguments, int32_t count, int64_t threads);
extern const NamedBody kernelFunctions[];
extern const int32_t kernelFunctionCount;

/* model.c */
void releaseState(Object *state);
extern const NamedBody stateFunctions[];
extern const int32_t stateFunctionCount;
extern const NamedBody modelFunctions[];
extern const int32_t modelFunctionCount;

/* sampling.c */
extern const NamedBody samplingFunctions[];
extern const int32_t samplingFunctionCount;
