/*
 * The part of TVM's foreign function interface that web-llm 0.2.86 calls, as its runtime reads it from memory.
 * Pointers and sizes have 32 bits. A function returns 0, or −1 once fail() has kept a message.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORTED __attribute__((visibility("default")))
#define COUNT_OF(array) ((int32_t)(sizeof(array) / sizeof((array)[0])))

enum Kind {
  NONE = 0,
  INTEGER = 1,
  FLOAT = 3,
  POINTER = 4,
  DEVICE = 6,
  RAW_STRING = 8,
  BYTE_SPAN = 9,
  /* From here on a value is a pointer to a counted object. */
  FIRST_OBJECT = 64,
  STRING = 65,
  BYTES = 66,
  FUNCTION = 68,
  SHAPE = 69,
  TENSOR = 70,
  ARRAY = 71,
  MODULE = 73,
  /* The runtime only hands this one back to us. */
  STATE = 200,
};

enum DeviceType { CPU = 1, WEBGPU = 15 };
enum NumberType { INT = 0, UINT = 1, REAL = 2 };

/* A borrowed or owned value: TVMFFIAny. */
typedef struct {
  int32_t kind;
  uint32_t padding;
  union {
    int64_t integer;
    double real;
    void *pointer;
    struct {
      int32_t type;
      int32_t number;
    } device;
  };
} Value;
_Static_assert(sizeof(Value) == 16, "the runtime strides by 16 bytes");

/* What every object begins with: TVMFFIObject. */
typedef struct {
  int32_t references;
  int32_t weakReferences;
  int32_t kind;
  uint32_t padding;
  uint64_t deleter;
} Object;
_Static_assert(sizeof(Object) == 24, "the runtime reads what follows the header at 24");

typedef struct {
  char *data;
  size_t length;
} Span;

/* Of kind STRING or BYTES. */
typedef struct {
  Object header;
  Span text;
} Text;

typedef struct {
  Object header;
  int64_t *sizes;
  size_t count;
} Shape;

typedef struct {
  Object header;
  Value *items;
  size_t count;
} Array;

/* DLTensor; on WebGPU `data` is the runtime's number of a buffer. */
typedef struct {
  void *data;
  int32_t device;
  int32_t deviceNumber;
  int32_t dimensions;
  uint8_t numberType;
  uint8_t bits;
  uint16_t lanes;
  int64_t *shape;
  int64_t *strides;
  int32_t padding;
  uint64_t offset;
} Layout;
_Static_assert(sizeof(Layout) == 40, "the runtime reads DLTensor's fields at their offsets");

typedef struct Tensor {
  Object header;
  Layout layout;
  /* Of a view: whose data it shows. */
  struct Tensor *owner;
} Tensor;

typedef struct Function Function;
typedef int32_t (*Body)(Function *self, Value *arguments, int32_t count, Value *result);

struct Function {
  Object header;
  /* Null when the function is the runtime's. */
  Body body;
  int32_t runtimeIndex;
  /* What the body works on besides its arguments. */
  Object *captured;
  const char *name;
};

typedef struct {
  const char *name;
  Body body;
} NamedBody;

/* The library itself, or what gives the parameters as an array. */
typedef struct {
  Object header;
  Array *parameters;
} Module;
