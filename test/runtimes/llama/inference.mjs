import { randomInt } from 'node:crypto';
import { getLlama, LlamaGrammarEvaluationState } from 'node-llama-cpp';
import { CONTEXT } from './gguf.mjs';
import { Refusal } from './refusal.mjs';
import { Slots } from './slots.mjs';

/** Loads the model with `slots` sequences; it neither compiles nor downloads anything. */
export async function load({ file, slots, threads, maxQueue }) {
  const llama = await getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    logLevel: 'error',
    maxThreads: threads,
  });
  const model = await llama.loadModel({ modelPath: file });
  const context = await model.createContext({
    sequences: slots,
    contextSize: CONTEXT,
    batchSize: 512,
    threads,
    ignoreMemorySafetyChecks: true,
  });
  const sequences = Array.from({ length: slots }, () => context.getSequence());
  return new Inference(llama, model, new Slots(sequences, maxQueue));
}

class Inference {
  #llama;
  #model;
  #slots;
  #grammars = new Map();
  #counts = { decoded: 0, done: 0, aborted: 0 };

  constructor(llama, model, slots) {
    this.#llama = llama;
    this.#model = model;
    this.#slots = slots;
  }

  health() {
    return { ...this.#counts, busy: this.#slots.busy, waiting: this.#slots.waiting };
  }

  /**
   * request: {prompt, schema?: JSON Schema or 'json', grammar?: GBNF instead, maxTokens, temperature, seed?, topLogprobs: 0 for none};
   * → {text, reason: 'stop' | 'length', logprobs, prompt, cached, completion: tokens, nanoseconds}.
   */
  async answer(request, signal, onText) {
    const start = performance.now();
    const tokens = this.#model.tokenize(request.prompt, true);
    if (tokens.length >= CONTEXT) throw new Refusal(400, 'the request exceeds the available context size');
    const grammar = await this.#grammar(request.schema, request.grammar);
    try {
      const sequence = await this.#slots.take(tokens, signal);
      try {
        const answer = await this.#decode(sequence, tokens, request, grammar, signal, onText);
        this.#counts.done++;
        return { ...answer, nanoseconds: Math.round((performance.now() - start) * 1e6) };
      } finally {
        this.#slots.give(sequence);
      }
    } catch (error) {
      if (error.status === 499) this.#counts.aborted++;
      throw error;
    }
  }

  async #decode(sequence, tokens, request, grammar, signal, onText) {
    await sequence.adaptStateToTokens(tokens.slice(0, -1), false);
    const cached = sequence.nextTokenIndex;
    const { temperature, topLogprobs } = request;
    const steps = sequence.evaluateWithMetadata(
      tokens.slice(cached),
      { probabilities: topLogprobs > 0 },
      {
        temperature,
        seed: request.seed ?? randomInt(2 ** 32),
        topK: 0,
        topP: 1,
        ...(grammar && {
          grammarEvaluationState: new LlamaGrammarEvaluationState({ model: this.#model, grammar }),
        }),
      },
    );
    const room = Math.min(request.maxTokens, CONTEXT - tokens.length);
    const out = [];
    const logprobs = [];
    let text = '';
    let reason = 'length';
    for await (const { token, probabilities } of steps) {
      if (signal.aborted) throw new Refusal(499, 'request canceled');
      if (this.#model.isEogToken(token)) {
        reason = 'stop';
        break;
      }
      out.push(token);
      this.#counts.decoded++;
      const longer = this.#model.detokenize(out, false);
      onText?.(longer.slice(text.length));
      text = longer;
      if (topLogprobs > 0) logprobs.push(this.#logprobs(token, probabilities, temperature, topLogprobs));
      if (grammar && isJson(text)) {
        reason = 'stop';
        break;
      }
      if (out.length >= room) break;
    }
    return { text, reason, logprobs, prompt: tokens.length, cached, completion: out.length };
  }

  #logprobs(token, probabilities, temperature, count) {
    const all = [...atTemperatureOne(probabilities, temperature)];
    const named = ([id, logprob]) => ({ token: this.#model.detokenize([id], true), logprob });
    return {
      ...named(all.find(([id]) => id === token)),
      top_logprobs: all.slice(0, count).map(named),
    };
  }

  async #grammar(schema, text) {
    if (!schema && !text) return null;
    const key = JSON.stringify(schema ?? { text });
    const known = this.#grammars.get(key);
    if (known) return known;
    try {
      const grammar = text
        ? await this.#llama.createGrammar({ grammar: text })
        : schema === 'json'
          ? await this.#llama.getGrammarFor('json')
          : await this.#llama.createGrammarForJsonSchema(schema);
      this.#grammars.set(key, grammar);
      return grammar;
    } catch (error) {
      throw new Refusal(400, `invalid JSON schema: ${error.message}`);
    }
  }
}

/** JSON has no sign for −∞. */
const LEAST = -9999;

/**
 * Log-probabilities as both servers give them: of the model itself, before the temperature. The sampler's own are
 * p^(1/t), so their logarithms times t, made to sum to one again.
 */
function atTemperatureOne(probabilities, temperature) {
  const raw = [...probabilities].map(([id, p]) => [id, Math.log(p) * (temperature > 0 ? temperature : 1)]);
  const sum = Math.log(raw.reduce((total, [, log]) => total + Math.exp(log), 0));
  return raw.map(([id, log]) => [id, Math.max(LEAST, Math.min(0, log - sum))]);
}

/** Whole as it stands; a number alone could go on. */
function isJson(text) {
  if (!/[}\]"]\s*$/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
