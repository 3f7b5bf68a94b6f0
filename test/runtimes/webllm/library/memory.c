/* An allocator of blocks of 2ⁿ bytes; a freed block goes to its size's list. */
#include "library.h"

enum { PAGE = 65536, LEAST_SIZE = 4, SIZES = 32, PAGES_AHEAD = 16 };

typedef struct Block {
  /* The block has 2^size bytes, these eight included. */
  uint32_t size;
  uint32_t padding;
  struct Block *next;
} Block;

enum { HEADER = offsetof(Block, next) };

extern uint8_t __heap_base;
static Block *freed[SIZES];
static size_t heapEnd;

static void growTo(size_t end) {
  size_t have = __builtin_wasm_memory_size(0) * PAGE;
  if (end <= have) return;
  size_t pages = (end - have + PAGE - 1) / PAGE + PAGES_AHEAD;
  if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) __builtin_trap();
}

static Block *newBlock(uint32_t size) {
  if (heapEnd == 0) heapEnd = ((size_t)&__heap_base + 15) & ~(size_t)15;
  Block *block = (Block *)heapEnd;
  heapEnd += (size_t)1 << size;
  growTo(heapEnd);
  block->size = size;
  return block;
}

/* Zeroed, and aligned to 8 bytes. */
void *allocate(size_t bytes) {
  uint32_t size = LEAST_SIZE;
  while (((size_t)1 << size) < bytes + HEADER) size++;
  Block *block = freed[size];
  if (block == NULL) block = newBlock(size);
  else freed[size] = block->next;
  void *memory = &block->next;
  return memset(memory, 0, ((size_t)1 << size) - HEADER);
}

void release(void *memory) {
  if (memory == NULL) return;
  Block *block = (Block *)((uint8_t *)memory - HEADER);
  block->next = freed[block->size];
  freed[block->size] = block;
}

/* The compiler calls these two by name. */
void *memset(void *to, int byte, size_t bytes) {
  uint8_t *target = to;
  while (bytes-- > 0) *target++ = (uint8_t)byte;
  return to;
}

void *memcpy(void *to, const void *from, size_t bytes) {
  uint8_t *target = to;
  const uint8_t *source = from;
  while (bytes-- > 0) *target++ = *source++;
  return to;
}

EXPORTED void *TVMWasmAllocSpace(uint32_t bytes) {
  return allocate(bytes);
}

EXPORTED void TVMWasmFreeSpace(void *memory) {
  release(memory);
}
