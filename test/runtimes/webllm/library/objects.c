/* Counted objects, values that hold them, and calls of functions of either side. */
#include "library.h"

/* The runtime's: they call and free a function that it gave us. */
int32_t TVMFFIWasmSafeCall(int32_t function, Value *arguments, int32_t count, Value *result);
void TVMFFIWasmFunctionDeleter(int32_t function);

void *newObject(int32_t kind, size_t bytes) {
  Object *object = allocate(bytes);
  object->references = 1;
  object->kind = kind;
  return object;
}

Text *newText(int32_t kind, Span text) {
  Text *object = newObject(kind, sizeof(Text));
  object->text = (Span){copied(text), text.length};
  return object;
}

Array *newArray(size_t count) {
  Array *array = newObject(ARRAY, sizeof(Array));
  array->items = allocate(count * sizeof(Value));
  array->count = count;
  return array;
}

Function *newFunction(Body body, const char *name) {
  Function *function = newObject(FUNCTION, sizeof(Function));
  function->body = body;
  function->name = name;
  return function;
}

void *retain(void *object) {
  ((Object *)object)->references++;
  return object;
}

static void releaseArray(Array *array) {
  for (size_t i = 0; i < array->count; i++) {
    if (array->items[i].kind >= FIRST_OBJECT) drop(array->items[i].pointer);
  }
  release(array->items);
}

static void releaseFunction(Function *function) {
  if (function->body == NULL) TVMFFIWasmFunctionDeleter(function->runtimeIndex);
  drop(function->captured);
}

static void releaseParts(Object *object) {
  switch (object->kind) {
    case STRING:
    case BYTES:
      release(((Text *)object)->text.data);
      break;
    case SHAPE:
      release(((Shape *)object)->sizes);
      break;
    case TENSOR:
      releaseTensor((Tensor *)object);
      break;
    case ARRAY:
      releaseArray((Array *)object);
      break;
    case FUNCTION:
      releaseFunction((Function *)object);
      break;
    case MODULE:
      drop(((Module *)object)->parameters);
      break;
    case STATE:
      releaseState(object);
      break;
  }
}

/* Does nothing to null. */
void drop(void *pointer) {
  Object *object = pointer;
  if (object == NULL || --object->references > 0) return;
  releaseParts(object);
  release(object);
}

Value integer(int64_t number) {
  return (Value){.kind = INTEGER, .integer = number};
}

Value pointer(void *address) {
  return (Value){.kind = POINTER, .pointer = address};
}

/* Takes over the caller's reference. */
Value objectValue(void *object) {
  return (Value){.kind = ((Object *)object)->kind, .pointer = object};
}

/* A value of one's own of a borrowed one. */
Value ownedValue(const Value *value) {
  if (value->kind == RAW_STRING) return objectValue(newText(STRING, textOf(value)));
  if (value->kind == BYTE_SPAN) return objectValue(newText(BYTES, textOf(value)));
  if (value->kind >= FIRST_OBJECT) retain(value->pointer);
  return *value;
}

int64_t integerOf(const Value *value) {
  return value->kind == FLOAT ? (int64_t)value->real : value->integer;
}

int32_t call(Function *function, Value *arguments, int32_t count, Value *result) {
  *result = (Value){.kind = NONE};
  if (function->body != NULL) return function->body(function, arguments, count, result);
  return TVMFFIWasmSafeCall(function->runtimeIndex, arguments, count, result);
}

EXPORTED int32_t TVMFFIFunctionCall(Function *function, Value *arguments, int32_t count, Value *result) {
  return call(function, arguments, count, result);
}

EXPORTED int32_t TVMFFIWasmFunctionCreate(int32_t runtimeIndex, Function **created) {
  *created = newFunction(NULL, "");
  (*created)->runtimeIndex = runtimeIndex;
  return 0;
}

EXPORTED int32_t TVMFFIObjectIncRef(Object *object) {
  retain(object);
  return 0;
}

EXPORTED int32_t TVMFFIObjectDecRef(Object *object) {
  drop(object);
  return 0;
}

EXPORTED int32_t TVMFFIAnyViewToOwnedAny(const Value *view, Value *owned) {
  *owned = ownedValue(view);
  return 0;
}

EXPORTED int32_t TVMFFITypeKeyToIndex(const Span *key, int32_t *index) {
  if (isSame(*key, spanOf("ffi.Array"))) *index = ARRAY;
  else if (isSame(*key, spanOf("ffi.Module"))) *index = MODULE;
  else *index = STATE - 1;
  return 0;
}

/* The runtime asks for the type of what it cannot name; it reads only the key. */
EXPORTED const void *TVMFFIGetTypeInfo(int32_t index) {
  static struct {
    int32_t index;
    int32_t depth;
    Span key;
  } info;
  info.index = index;
  info.key = spanOf("object");
  return &info;
}

EXPORTED int32_t TVMFFIDataTypeToString(const void *type, Value *text) {
  (void)type;
  (void)text;
  return fail("types of numbers have no names here", spanOf(""));
}
