import { jsonSchema, sharesSchema } from '../engine/answerFormats/json.ts';
import { promptOf, promptText } from '../engine/answerFormats/prompt.ts';
import { tokensOf } from '../engine/answerFormats/tokens.ts';
import type { Prompt } from '../engine/answerFormats/words.ts';
import type { ChoiceQuestion, DecisionForm, Question } from '../engine/oracle.ts';

/** Most tokens of one JSON answer, without and with a text in it. */
const JSON_TOKENS = 64;
const TEXT_TOKENS = 200;
/** Tokens of an option's name, its number and the punctuation between them. */
const SHARE_TOKENS = 14;
/** Log-probabilities are wanted as the model has them, whatever a server does with its temperature. */
const LETTER_TEMPERATURE = 1;

/** How choices are put in a run. */
export interface Manner {
  readonly form: DecisionForm;
  readonly texts: boolean;
  /** 0 to 2. */
  readonly temperature: number;
}

/** One question as any server can be asked it. */
export interface Wanted {
  readonly form: DecisionForm | 'completion';
  /** Whether the model is to write what a person says. */
  readonly texts: boolean;
  readonly prompt: Prompt;
  /** JSON Schema that the answer is held to. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  readonly mostTokens: number;
  readonly temperature: number;
  /** A uint31: a server that can be repeatable then is. */
  readonly seed: number;
}

/** Makes of a question what a server is asked. */
export type WantedFor = (question: Question) => Wanted;

/** Puts questions in one manner, and each of them once: cache, estimate, retries and record share the result. */
export function wantedIn(manner: Manner): WantedFor {
  const made = new WeakMap<Question, Wanted>();
  return question => {
    const wanted = made.get(question) ?? wantedOf(question, manner);
    made.set(question, wanted);
    return wanted;
  };
}

/** One question in one manner. */
export function wantedOf(question: Question, manner: Manner): Wanted {
  const seed = seedOf(question.agent, question.tick);
  if (question.kind === 'choice') return { ...choiceOf(question, manner), seed };
  const { system = '', prompt, maxTokens, shape } = question;
  return {
    form: 'completion',
    texts: false,
    prompt: { system, user: prompt },
    schema: shape?.schema ?? null,
    mostTokens: maxTokens,
    temperature: manner.temperature,
    seed,
  };
}

function choiceOf(question: ChoiceQuestion, manner: Manner): Omit<Wanted, 'seed'> {
  const { form, texts, temperature } = manner;
  const { options } = question;
  const prompt = promptOf(question, form, texts);
  switch (form) {
    case 'letter':
      return { form, texts: false, prompt, schema: null, mostTokens: 1, temperature: LETTER_TEMPERATURE };
    case 'json':
      return {
        form,
        texts,
        prompt,
        schema: jsonSchema(options, texts),
        mostTokens: texts ? TEXT_TOKENS : JSON_TOKENS,
        temperature,
      };
    case 'shares':
      return {
        form,
        texts: false,
        prompt,
        schema: sharesSchema(options),
        mostTokens: Math.max(JSON_TOKENS, SHARE_TOKENS * options.length),
        temperature,
      };
  }
}

/** What a question will cost at most, about: four characters make a token. */
export const estimatedTokens = ({ prompt, mostTokens }: Wanted): number =>
  tokensOf(promptText(prompt)) + mostTokens;

/** As chat messages. */
export const messagesOf = ({ prompt: { system, user } }: Wanted) => [
  ...(system === '' ? [] : [{ role: 'system', content: system }]),
  { role: 'user', content: user },
];

/** The finaliser of MurmurHash3 on both. */
function seedOf(agent: number, tick: number): number {
  let h = Math.imul(agent + 1, 0x9e3779b1) ^ Math.imul(tick + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 1;
}
