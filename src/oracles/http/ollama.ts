import {
  type AnswerFields,
  parseJsonObjects,
  readFirstTokenCandidates,
  toAnswerFields,
  toCountOrNull,
  toStringOrNull,
  toUnknownList,
} from '../client/answerFields.ts';
import { getErrorFieldText, ServerFailure } from '../client/http.ts';
import { type Backend, NOTHING_SAID, type Probe, type Utterance } from '../client/sharedPlaces.ts';
import { toChatMessages, type Wanted } from '../client/wanted.ts';

/** Ollama's own dialect, `/api/chat`. */
export const ollama: Backend = {
  source: 'ollama',
  answerPath: '/api/chat',
  modelsPath: '/api/tags',
  mayLackModels: false,
  request: buildOllamaRequest,
  refusedBy: () => null,
  read: parseOllamaReply,
  readModels: parseOllamaModels,
  version: async look =>
    toStringOrNull(toAnswerFields(parseJsonObjects(await look('/api/version'))?.[0]).version),
  thinks: canModelThink,
  sameModel: (one, other) => toTaggedModelName(one) === toTaggedModelName(other),
};

/** The runner's own options (num_ctx …) are never sent: changing them would reload the model. */
function buildOllamaRequest(model: string, wanted: Wanted): object {
  return {
    model,
    messages: toChatMessages(wanted),
    stream: false,
    think: false,
    ...(wanted.schema !== null && { format: wanted.schema }),
    ...(wanted.form === 'letter' && { logprobs: true, top_logprobs: 20 }),
    options: { seed: wanted.seed, temperature: wanted.temperature, num_predict: wanted.mostTokens },
  };
}

function parseOllamaReply(text: string): Utterance {
  const lines = parseJsonObjects(text);
  if (lines === null) return NOTHING_SAID;
  const failed = lines.find(line => line.error !== undefined && line.error !== null);
  if (failed !== undefined) throw new ServerFailure('status', getErrorFieldText(failed.error) ?? '', 500);
  const thinking = joinMessageField(lines, 'thinking');
  return {
    text: joinMessageField(lines, 'content'),
    thought: thinking !== null && thinking !== '',
    tokens: readFirstTokenCandidates(lines.find(line => toUnknownList(line.logprobs).length > 0)?.logprobs),
    held: false,
    tokensIn: getLastCount(lines, 'prompt_eval_count'),
    tokensOut: getLastCount(lines, 'eval_count'),
  };
}

/** One field of all messages; null when none has it, or one of them is not text. */
function joinMessageField(lines: readonly AnswerFields[], name: 'content' | 'thinking'): string | null {
  const parts = lines.map(line => toAnswerFields(line.message)[name]).filter(part => part !== undefined);
  return parts.length > 0 && parts.every(part => typeof part === 'string') ? parts.join('') : null;
}

const getLastCount = (lines: readonly AnswerFields[], name: string): number | null =>
  lines.reduce<number | null>((found, line) => toCountOrNull(line[name]) ?? found, null);

function parseOllamaModels(text: string) {
  const models = parseJsonObjects(text)?.[0].models;
  if (!Array.isArray(models)) return null;
  return models.flatMap(value => {
    const { name, digest } = toAnswerFields(value);
    return typeof name === 'string' ? [{ name, digest: toStringOrNull(digest) }] : [];
  });
}

async function canModelThink(look: Probe, model: string): Promise<boolean> {
  const { capabilities } = toAnswerFields(parseJsonObjects(await look('/api/show', { model }))?.[0]);
  return toUnknownList(capabilities).includes('thinking');
}

const toTaggedModelName = (name: string): string => (/:[^/]*$/.test(name) ? name : `${name}:latest`);
