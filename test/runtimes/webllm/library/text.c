/* Texts, and the message of what failed last. */
#include "library.h"

size_t lengthOf(const char *text) {
  size_t length = 0;
  while (text[length] != 0) length++;
  return length;
}

Span spanOf(const char *text) {
  return (Span){(char *)text, lengthOf(text)};
}

/* Empty when the value is none. */
Span textOf(const Value *value) {
  if (value->kind == RAW_STRING) return spanOf(value->pointer);
  if (value->kind == BYTE_SPAN) return *(Span *)value->pointer;
  if (value->kind == STRING || value->kind == BYTES) return ((Text *)value->pointer)->text;
  return spanOf("");
}

bool isSame(Span left, Span right) {
  if (left.length != right.length) return false;
  for (size_t i = 0; i < left.length; i++) {
    if (left.data[i] != right.data[i]) return false;
  }
  return true;
}

bool startsWith(Span text, const char *start) {
  size_t length = lengthOf(start);
  return text.length >= length && isSame((Span){text.data, length}, spanOf(start));
}

/* Ends in a zero. */
char *copied(Span text) {
  return memcpy(allocate(text.length + 1), text.data, text.length);
}

static char lastError[512];

static size_t append(size_t at, Span text) {
  for (size_t i = 0; i < text.length && at + 1 < sizeof lastError; i++) lastError[at++] = text.data[i];
  lastError[at] = 0;
  return at;
}

/* Keeps the message for the runtime to throw. */
int32_t fail(const char *message, Span about) {
  append(append(0, spanOf(message)), about);
  return -1;
}

EXPORTED const char *TVMFFIWasmGetLastError(void) {
  return lastError;
}

EXPORTED void TVMFFIErrorSetRaisedFromCStr(const char *kind, const char *message) {
  (void)kind;
  fail(message, spanOf(""));
}
