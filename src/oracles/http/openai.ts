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
import { type Backend, NOTHING_SAID, type Utterance } from '../client/sharedPlaces.ts';
import { toChatMessages, type Wanted } from '../client/wanted.ts';

/** The dialect that vLLM, llama.cpp, LM Studio, LiteLLM and others share: `/v1/chat/completions`. */
export const openai: Backend = {
  source: 'openai',
  answerPath: '/v1/chat/completions',
  modelsPath: '/v1/models',
  mayLackModels: true,
  request: buildOpenaiRequest,
  refusedBy: findRefusedParameter,
  read: parseOpenaiReply,
  readModels: parseOpenaiModels,
  version: async look =>
    toStringOrNull(toAnswerFields(parseJsonObjects(await look('/v1/models'))?.[0]).server),
  // Thinking shows only in the answers.
  thinks: () => Promise.resolve(false),
  sameModel: (one, other) => one === other,
};

/** Tokens for thinking, if a model's thoughts count as its answer. */
const THOUGHTS = 2_000;

function buildOpenaiRequest(model: string, wanted: Wanted, refused: ReadonlySet<string>): object {
  const { schema, seed, temperature, mostTokens } = wanted;
  const optional = {
    max_tokens: mostTokens,
    temperature,
    seed,
    ...(schema !== null && {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
    }),
  };
  return {
    model,
    messages: toChatMessages(wanted),
    stream: false,
    ...Object.fromEntries(Object.entries(optional).filter(([name]) => !refused.has(name))),
    ...(refused.has('max_tokens') && { max_completion_tokens: mostTokens + THOUGHTS }),
    ...(wanted.form === 'letter' && { logprobs: true, top_logprobs: 20 }),
  };
}

/** As OpenAI's newer models refuse: "Unsupported parameter: 'max_tokens' is not supported with this model …". */
const REFUSAL = /unsupported|not support|unrecognized|unknown|not permitted/i;
const OPTIONAL =
  /(?:['"`]|\b(?:parameter|argument|value|field):? )(max_tokens|temperature|seed|response_format)\b/i;

function findRefusedParameter({ kind, status, message }: ServerFailure): string | null {
  const isRefusal = kind === 'status' && (status === 400 || status === 422) && REFUSAL.test(message);
  return isRefusal ? (OPTIONAL.exec(message)?.[1] ?? null) : null;
}

function parseOpenaiReply(text: string): Utterance {
  const lines = parseJsonObjects(text);
  if (lines === null) return NOTHING_SAID;
  const failed = lines.find(line => line.error !== undefined && line.error !== null);
  if (failed !== undefined) throw new ServerFailure('status', getErrorFieldText(failed.error) ?? '', 500);
  const choices = lines.map(line => toAnswerFields(toUnknownList(line.choices)[0]));
  const messages = choices.map(choice => toAnswerFields(choice.message ?? choice.delta));
  const usage = toAnswerFields(
    lines.findLast(line => toAnswerFields(line.usage).prompt_tokens !== undefined)?.usage,
  );
  const thought = messages.some(m => isNonEmptyText(m.reasoning_content) || isNonEmptyText(m.reasoning));
  return {
    text: joinMessageContents(messages) ?? (thought ? '' : null),
    thought,
    tokens: choices.reduce<Utterance['tokens']>(
      (found, choice) => found ?? readFirstTokenCandidates(toAnswerFields(choice.logprobs).content),
      null,
    ),
    held: false,
    tokensIn: toCountOrNull(usage.prompt_tokens),
    tokensOut: toCountOrNull(usage.completion_tokens),
  };
}

const isNonEmptyText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** The content of all messages; null when none has one, or one of them is not text. */
function joinMessageContents(messages: readonly AnswerFields[]): string | null {
  const parts = messages.map(m => m.content).filter(part => part !== undefined && part !== null);
  return parts.length > 0 && parts.every(part => typeof part === 'string') ? parts.join('') : null;
}

function parseOpenaiModels(text: string) {
  const models = parseJsonObjects(text)?.[0].data;
  if (!Array.isArray(models)) return null;
  return models.flatMap(value => {
    const { id } = toAnswerFields(value);
    return typeof id === 'string' ? [{ name: id, digest: null }] : [];
  });
}
