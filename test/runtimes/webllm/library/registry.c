/* Objects by name. */
#include "library.h"

typedef struct Entry {
  Span name;
  Object *object;
} Entry;

/* What the runtime registered with us. */
Registry runtimeFunctions;

static Entry *entryOf(const Registry *registry, Span name) {
  for (size_t i = 0; i < registry->count; i++) {
    if (isSame(registry->entries[i].name, name)) return &registry->entries[i];
  }
  return NULL;
}

static Entry *newEntry(Registry *registry, Span name) {
  if (registry->count == registry->room) {
    registry->room = registry->room == 0 ? 32 : 2 * registry->room;
    Entry *wider = allocate(registry->room * sizeof(Entry));
    memcpy(wider, registry->entries, registry->count * sizeof(Entry));
    release(registry->entries);
    registry->entries = wider;
  }
  Entry *entry = &registry->entries[registry->count++];
  entry->name = (Span){copied(name), name.length};
  return entry;
}

/* Or null. Borrowed. */
Object *registered(const Registry *registry, Span name) {
  Entry *entry = entryOf(registry, name);
  return entry == NULL ? NULL : entry->object;
}

/* Null takes the name's object away. */
void registerObject(Registry *registry, Span name, Object *object) {
  Entry *entry = entryOf(registry, name);
  if (entry == NULL) entry = newEntry(registry, name);
  if (object != NULL) retain(object);
  drop(entry->object);
  entry->object = object;
}

void clearRegistry(Registry *registry) {
  for (size_t i = 0; i < registry->count; i++) {
    drop(registry->entries[i].object);
    registry->entries[i].object = NULL;
  }
}

EXPORTED int32_t TVMFFIFunctionSetGlobal(const Span *name, Function *function, int32_t override) {
  (void)override;
  registerObject(&runtimeFunctions, *name, &function->header);
  return 0;
}
