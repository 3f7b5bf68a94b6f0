/* From logits to a token. Each of these works on one row of logits or probabilities. */
#include "library.h"

static Tensor *tensor(const Value *value) {
  return value->pointer;
}

static Value dataOf(const Value *value) {
  return pointer(tensor(value)->layout.data);
}

/* (logits, numbers of sequences, mask of a bit a token) */
static int32_t applyBitmask(Function *self, Value *arguments, int32_t count, Value *result) {
  int64_t vocabulary = elementsOf(tensor(&arguments[0]));
  Value passed[] = {dataOf(&arguments[0]), dataOf(&arguments[2]), integer(vocabulary)};
  return launch("apply_bitmask", passed, COUNT_OF(passed), vocabulary);
}

/* (logits, numbers of sequences, tokens, their biases) */
static int32_t applyBias(Function *self, Value *arguments, int32_t count, Value *result) {
  int64_t tokens = elementsOf(tensor(&arguments[2]));
  Value passed[] = {dataOf(&arguments[0]), dataOf(&arguments[2]), dataOf(&arguments[3]), integer(tokens)};
  return launch("apply_bias", passed, COUNT_OF(passed), tokens);
}

/* (logits, sequences, numbers of sequences, tokens, how often each occurred, [presence, frequency, repetition]) */
static int32_t applyPenalty(Function *self, Value *arguments, int32_t count, Value *result) {
  int64_t tokens = elementsOf(tensor(&arguments[3]));
  Value passed[] = {
    dataOf(&arguments[0]), dataOf(&arguments[3]), dataOf(&arguments[4]), dataOf(&arguments[5]), integer(tokens),
  };
  return launch("apply_penalty", passed, COUNT_OF(passed), tokens);
}

/* (logits, temperature) → probabilities */
static int32_t softmax(Function *self, Value *arguments, int32_t count, Value *result) {
  Layout *layout = &tensor(&arguments[0])->layout;
  Tensor *probabilities = newReals(layout->shape, layout->dimensions);
  *result = objectValue(probabilities);
  Value passed[] = {
    dataOf(&arguments[0]), dataOf(&arguments[1]), dataOf(result), integer(elementsOf(probabilities)),
  };
  return launch("softmax", passed, COUNT_OF(passed), 1);
}

/* (probabilities) → [probabilities from the greatest down, their tokens] */
static int32_t sortProbabilities(Function *self, Value *arguments, int32_t count, Value *result) {
  Layout *layout = &tensor(&arguments[0])->layout;
  Array *sorted = newArray(2);
  sorted->items[0] = objectValue(newReals(layout->shape, layout->dimensions));
  sorted->items[1] = objectValue(newIntegers(layout->shape, layout->dimensions));
  *result = objectValue(sorted);
  int64_t vocabulary = elementsOf(tensor(&arguments[0]));
  Value passed[] = {
    dataOf(&arguments[0]), dataOf(&sorted->items[0]), dataOf(&sorted->items[1]), integer(vocabulary),
  };
  return launch("sort", passed, COUNT_OF(passed), vocabulary);
}

/* (sorted probabilities, their tokens, a number from 0 to 1, numbers of samples, top_p) → token */
static int32_t sample(Function *self, Value *arguments, int32_t count, Value *result) {
  int64_t one = 1;
  *result = objectValue(newIntegers(&one, 1));
  int64_t vocabulary = elementsOf(tensor(&arguments[0]));
  Value passed[] = {
    dataOf(&arguments[0]), dataOf(&arguments[1]), dataOf(&arguments[2]), dataOf(&arguments[4]),
    dataOf(result), integer(vocabulary),
  };
  return launch("sample", passed, COUNT_OF(passed), 1);
}

const NamedBody samplingFunctions[] = {
  {"apply_bitmask_inplace", applyBitmask},
  {"apply_logit_bias_inplace", applyBias},
  {"apply_penalty_inplace", applyPenalty},
  {"softmax_with_temperature", softmax},
  {"argsort_probs", sortProbabilities},
  {"sample_with_top_p", sample},
};
const int32_t samplingFunctionCount = COUNT_OF(samplingFunctions);
