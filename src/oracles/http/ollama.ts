import { type Backend, type Look, NOTHING_SAID, type Utterance } from '../client/backend.ts';
import { ServerFailure } from '../client/failure.ts';
import { errorText } from '../client/http.ts';
import {
  type AnswerFields,
  countOf,
  fieldsOf,
  firstToken,
  listOf,
  parseObjects,
  textOf,
} from '../client/reading.ts';
import { messagesOf, type Wanted } from '../client/wanted.ts';

/** Ollama's own dialect, `/api/chat`. */
export const ollama: Backend = {
  source: 'ollama',
  answerPath: '/api/chat',
  modelsPath: '/api/tags',
  request,
  refusedBy: () => null,
  read,
  readModels,
  version: async look => textOf(fieldsOf(parseObjects(await look('/api/version'))?.[0]).version),
  thinks,
  sameModel: (one, other) => withTag(one) === withTag(other),
};

/** The runner's own options (num_ctx …) are never sent: changing them would reload the model. */
function request(model: string, wanted: Wanted): object {
  return {
    model,
    messages: messagesOf(wanted),
    stream: false,
    think: false,
    ...(wanted.schema !== null && { format: wanted.schema }),
    ...(wanted.form === 'letter' && { logprobs: true, top_logprobs: 20 }),
    options: { seed: wanted.seed, temperature: wanted.temperature, num_predict: wanted.mostTokens },
  };
}

function read(text: string): Utterance {
  const lines = parseObjects(text);
  if (lines === null) return NOTHING_SAID;
  const failed = lines.find(line => line.error !== undefined && line.error !== null);
  if (failed !== undefined) throw new ServerFailure('status', errorText(failed.error) ?? '', 500);
  const thinking = joined(lines, 'thinking');
  return {
    text: joined(lines, 'content'),
    thought: thinking !== null && thinking !== '',
    tokens: firstToken(lines.find(line => listOf(line.logprobs).length > 0)?.logprobs),
    held: false,
    tokensIn: last(lines, 'prompt_eval_count'),
    tokensOut: last(lines, 'eval_count'),
  };
}

/** One field of all messages; null when none has it, or one of them is not text. */
function joined(lines: readonly AnswerFields[], name: 'content' | 'thinking'): string | null {
  const parts = lines.map(line => fieldsOf(line.message)[name]).filter(part => part !== undefined);
  return parts.length > 0 && parts.every(part => typeof part === 'string') ? parts.join('') : null;
}

const last = (lines: readonly AnswerFields[], name: string): number | null =>
  lines.reduce<number | null>((found, line) => countOf(line[name]) ?? found, null);

function readModels(text: string) {
  const models = parseObjects(text)?.[0].models;
  if (!Array.isArray(models)) return null;
  return models.flatMap(value => {
    const { name, digest } = fieldsOf(value);
    return typeof name === 'string' ? [{ name, digest: textOf(digest) }] : [];
  });
}

async function thinks(look: Look, model: string): Promise<boolean> {
  const { capabilities } = fieldsOf(parseObjects(await look('/api/show', { model }))?.[0]);
  return listOf(capabilities).includes('thinking');
}

const withTag = (name: string): string => (/:[^/]*$/.test(name) ? name : `${name}:latest`);
