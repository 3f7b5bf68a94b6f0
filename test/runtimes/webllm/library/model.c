/*
 * The language model: each token turns WIDTH dials by an angle of its own, and the dials' cosines are the hidden
 * state. So every token of a prompt counts, however far back it stands, and no probability comes near one.
 */
#include "library.h"
#include "metadata.h"

/* In the order of the metadata's parameters. */
enum { EMBEDDING, OUTPUT, BIAS };

/* Takes the place of a transformer's cache of keys and values. */
typedef struct {
  Object header;
  /* Angles of the dials, in turns. */
  Tensor *dials;
  Tensor *hidden;
  /* Tokens read. */
  int64_t length;
} State;

static void *parameter(const Value *parameters, int32_t index) {
  return ((Array *)parameters->pointer)->items[index].pointer;
}

static Value dataOf(const Tensor *tensor) {
  return pointer(tensor->layout.data);
}

void releaseState(Object *object) {
  State *state = (State *)object;
  drop(state->dials);
  drop(state->hidden);
}

static int32_t createState(Function *self, Value *arguments, int32_t count, Value *result) {
  int64_t width = WIDTH;
  State *state = newObject(STATE, sizeof(State));
  state->dials = newReals(&width, 1);
  state->hidden = newReals(&width, 1);
  *result = objectValue(state);
  return 0;
}

static int32_t clearState(Function *self, Value *arguments, int32_t count, Value *result) {
  State *state = arguments[0].pointer;
  state->length = 0;
  Tensor *zeros = newTensor(state->dials->layout.shape, 1, REAL, 32, CPU);
  int32_t status = copyData(zeros, state->dials);
  drop(zeros);
  return status;
}

/* (token ids, parameters) → a row for each token */
static int32_t embed(Function *self, Value *arguments, int32_t count, Value *result) {
  Tensor *ids = arguments[0].pointer;
  int64_t shape[] = {ids->layout.shape[0], WIDTH};
  Tensor *rows = newReals(shape, 2);
  Value passed[] = {
    dataOf(ids), dataOf(parameter(&arguments[1], EMBEDDING)), dataOf(rows), integer(shape[0] * WIDTH), integer(WIDTH),
  };
  *result = objectValue(rows);
  return launch("embed", passed, COUNT_OF(passed), shape[0] * WIDTH);
}

static int32_t turnDials(State *state, const Tensor *rows) {
  int64_t tokens = rows->layout.shape[1];
  Value passed[] = {
    dataOf(rows), dataOf(state->dials), dataOf(state->hidden),
    integer(tokens), integer(state->length), integer(WIDTH),
  };
  state->length += tokens;
  return launch("turn_dials", passed, COUNT_OF(passed), WIDTH);
}

static int32_t computeLogits(const State *state, const Value *parameters, const Tensor *logits) {
  int64_t vocabulary = elementsOf(logits);
  Value passed[] = {
    dataOf(state->hidden), dataOf(parameter(parameters, OUTPUT)), dataOf(parameter(parameters, BIAS)),
    dataOf(logits), integer(vocabulary), integer(WIDTH),
  };
  return launch("logits", passed, COUNT_OF(passed), vocabulary);
}

/* (rows, state, parameters) → [logits after the last token, state] */
static int32_t forward(Function *self, Value *arguments, int32_t count, Value *result) {
  State *state = arguments[1].pointer;
  Tensor *bias = parameter(&arguments[2], BIAS);
  int64_t shape[] = {1, 1, elementsOf(bias)};
  Tensor *logits = newReals(shape, 3);
  Array *both = newArray(2);
  both->items[0] = objectValue(logits);
  both->items[1] = objectValue(retain(state));
  *result = objectValue(both);
  if (turnDials(state, arguments[0].pointer) != 0) return -1;
  return computeLogits(state, &arguments[2], logits);
}

static int32_t metadata(Function *self, Value *arguments, int32_t count, Value *result) {
  *result = objectValue(newText(STRING, spanOf(METADATA)));
  return 0;
}

static int32_t doNothing(Function *self, Value *arguments, int32_t count, Value *result) {
  return 0;
}

const NamedBody stateFunctions[] = {
  {"vm.builtin.kv_state_clear", clearState},
  {"vm.builtin.kv_state_add_sequence", doNothing},
  {"vm.builtin.kv_state_remove_sequence", doNothing},
  {"vm.builtin.kv_state_begin_forward", doNothing},
  {"vm.builtin.kv_state_end_forward", doNothing},
};
const int32_t stateFunctionCount = COUNT_OF(stateFunctions);

const NamedBody modelFunctions[] = {
  {"vm_initialization", doNothing},
  {"_metadata", metadata},
  {"create_tir_paged_kv_cache", createState},
  {"embed", embed},
  {"prefill", forward},
  {"decode", forward},
};
const int32_t modelFunctionCount = COUNT_OF(modelFunctions);
