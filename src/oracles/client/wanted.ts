import { buildChoicePrompt, formatPromptText } from '../../engine/oracle/formats/choicePrompt.ts';
import { buildJsonAnswerSchema, buildSharesSchema } from '../../engine/oracle/formats/jsonAnswer.ts';
import type { Prompt } from '../../engine/oracle/formats/prompt.ts';
import { estimateTextTokens } from '../../engine/oracle/formats/tokens.ts';
import type { ChoiceQuestion, DecisionForm, Question } from '../../engine/oracle/oracle.ts';

/** Most tokens of one JSON answer, without and with a text in it. */
const JSON_TOKENS = 64;
const TEXT_TOKENS = 200;
/** Tokens of an option's name, its number and the punctuation between them. */
const SHARE_TOKENS = 14;
/** Temperature at which log-probabilities are the model's own, whatever a server does with it. */
const LETTER_TEMPERATURE = 1;

/** The manner in which a run puts its choices. */
export interface Manner {
  readonly form: DecisionForm;
  readonly texts: boolean;
  /** 0 to 2. */
  readonly temperature: number;
  /** Number of the run that asks, for which a model draws separately; absent or 0 for a single run. */
  readonly world?: () => number;
}

/** One question in a form that any server understands. */
export interface Wanted {
  readonly form: DecisionForm | 'completion';
  /** True if the model writes the person's text. */
  readonly texts: boolean;
  readonly prompt: Prompt;
  /** JSON Schema that the answer is held to. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  readonly mostTokens: number;
  readonly temperature: number;
  /** A uint31, which makes a server's answers repeatable if it can. */
  readonly seed: number;
  /** The run that it is drawn for; 0 if nothing is drawn, or for a single run. */
  readonly world: number;
}

/** Turns a question into a request. */
export type WantedFor = (question: Question) => Wanted;

/**
 * Turns questions into requests in one manner, each only once: cache, estimate, retries and record share the
 * result.
 */
export function createRequestMapper(manner: Manner): WantedFor {
  const made = new WeakMap<Question, Wanted>();
  return question => {
    const wanted = made.get(question) ?? buildModelRequest(question, manner);
    made.set(question, wanted);
    return wanted;
  };
}

/** One question in one manner. */
export function buildModelRequest(question: Question, manner: Manner): Wanted {
  const draws = manner.temperature > 0 && (question.kind === 'completion' || manner.form !== 'letter');
  const world = draws ? (manner.world?.() ?? 0) : 0;
  const seed = computeRequestSeed(question.agent, question.tick, world);
  if (question.kind === 'choice') return { ...buildChoiceRequest(question, manner), seed, world };
  const { system = '', prompt, maxTokens, shape } = question;
  return {
    form: 'completion',
    texts: false,
    prompt: { system, user: prompt },
    schema: shape?.schema ?? null,
    mostTokens: maxTokens,
    temperature: manner.temperature,
    seed,
    world,
  };
}

function buildChoiceRequest(question: ChoiceQuestion, manner: Manner): Omit<Wanted, 'seed' | 'world'> {
  const { form, texts, temperature } = manner;
  const { options } = question;
  const prompt = buildChoicePrompt(question, form, texts);
  switch (form) {
    case 'letter':
      return { form, texts: false, prompt, schema: null, mostTokens: 1, temperature: LETTER_TEMPERATURE };
    case 'json':
      return {
        form,
        texts,
        prompt,
        schema: buildJsonAnswerSchema(options, texts),
        mostTokens: texts ? TEXT_TOKENS : JSON_TOKENS,
        temperature,
      };
    case 'shares':
      return {
        form,
        texts: false,
        prompt,
        schema: buildSharesSchema(options),
        mostTokens: Math.max(JSON_TOKENS, SHARE_TOKENS * options.length),
        temperature,
      };
  }
}

/** Upper estimate of a question's cost: four characters make a token. */
export const estimateRequestTokens = ({ prompt, mostTokens }: Wanted): number =>
  estimateTextTokens(formatPromptText(prompt)) + mostTokens;

/** A prompt as chat messages. */
export const toChatMessages = ({ prompt: { system, user } }: Wanted) => [
  ...(system === '' ? [] : [{ role: 'system', content: system }]),
  { role: 'user', content: user },
];

/** The finaliser of MurmurHash3 on all. */
function computeRequestSeed(agent: number, tick: number, world: number): number {
  let h = Math.imul(agent + 1, 0x9e3779b1) ^ Math.imul(tick + 1, 0x85ebca6b) ^ Math.imul(world, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 1;
}
