import { PROMPT_VERSION } from '../../engine/oracle/formats/choicePrompt.ts';
import { parseSharesAnswer } from '../../engine/oracle/formats/jsonAnswer.ts';
import {
  computeLetterOrder,
  readLetterProbabilities,
  type TokenLogprob,
} from '../../engine/oracle/formats/letter.ts';
import { parseChoiceReply } from '../../engine/oracle/formats/parseChoiceReply.ts';
import { stripThoughts } from '../../engine/oracle/formats/thoughts.ts';
import type { Answer, ChoiceQuestion, Evidence, Question, Source } from '../../engine/oracle/oracle.ts';
import { truncateRecordText } from './answerFields.ts';
import type { Utterance } from './backend.ts';
import type { Wanted } from './wanted.ts';

/** UTF-16 units of a model's reply that are kept. */
export const LONGEST_RAW = 2_000;
/** Characters that a token can have; a completion longer than its tokens allow is cut. */
const LONGEST_TOKEN = 16;

/** Evidence of an answer from its circumstances. */
export interface Circumstances {
  readonly source: Source;
  readonly model: string;
  /** Milliseconds from dispatch to the last byte. */
  readonly milliseconds: number;
  /** The reply as it came, kept when it cannot be read. */
  readonly reply: string;
}

type Decision =
  | { readonly kind: 'chosen'; readonly option: number; readonly text?: string }
  | { readonly kind: 'weighed'; readonly probabilities: readonly number[]; readonly mass?: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly reason: string };

/** Converts a model's reply to a question's answer; unusable, with the reason, if it names nothing allowed. */
export function toModelAnswer(
  question: Question,
  wanted: Wanted,
  said: Utterance,
  circumstances: Circumstances,
): Answer {
  const decision = decodeDecision(question, wanted, said);
  const evidence = buildAnswerEvidence(wanted, said, circumstances);
  if ('reason' in decision)
    return { kind: 'unusable', reason: decision.reason, said: said.text !== null, evidence };
  if (decision.kind !== 'weighed') return { ...decision, source: circumstances.source, evidence };
  const { kind, probabilities, mass } = decision;
  return {
    kind,
    probabilities,
    source: circumstances.source,
    evidence: { ...evidence, ...(mass !== undefined && { mass }) },
  };
}

function decodeDecision(question: Question, wanted: Wanted, said: Utterance): Decision {
  if (said.text === null) return { reason: 'the reply cannot be read' };
  const text = stripThoughts(said.text);
  if (text.trim() === '' && (said.thought || text !== said.text))
    return { reason: 'only thinking, no answer' };
  if (question.kind === 'completion') return decodeCompletion(text, wanted.mostTokens);
  if (wanted.form === 'letter') return decodeLetterChoice(question, said);
  if (text.trim() === '') return { reason: 'an empty answer' };
  if (wanted.form === 'shares') return toWeighedDecision(parseSharesAnswer(question.options, text));
  const read = parseChoiceReply(question.options, text);
  return 'reason' in read ? read : { kind: 'chosen', ...read };
}

function decodeLetterChoice(question: ChoiceQuestion, { tokens, held }: Utterance): Decision {
  if (tokens === null) return { reason: 'the server gives no log-probabilities' };
  const read = readLetterProbabilities(question.options, computeLetterOrder(question), tokens);
  if ('reason' in read) return read;
  if (held) return toWeighedDecision({ probabilities: read.probabilities });
  return read.mass < LEAST_MASS
    ? { reason: 'less than 0.1 % of the probability is on the letters' }
    : toWeighedDecision(read);
}

/** Probability on all letters below which a model does not answer by letter: it begins a sentence, or a thought. */
const LEAST_MASS = 0.001;

const toWeighedDecision = (
  read: { probabilities: readonly number[]; mass?: number } | { reason: string },
): Decision => ('reason' in read ? read : { kind: 'weighed', ...read });

/** Characters that cannot be shown or stored: controls except line breaks and tabs, and lone surrogates. */
const UNSHOWN = /[^\P{Cc}\n\t]|\p{Cs}/gu;

function decodeCompletion(text: string, mostTokens: number): Decision {
  const shown = truncateRecordText(text.replace(UNSHOWN, ''), LONGEST_TOKEN * Math.max(1, mostTokens));
  return shown.trim() === '' ? { reason: 'an empty answer' } : { kind: 'text', text: shown };
}

/** Evidence of what was asked, whatever the outcome. */
export const recordRequestEvidence = (wanted: Wanted, model: string): Evidence => ({
  model,
  promptVersion: PROMPT_VERSION,
  ...(wanted.form !== 'completion' && { form: wanted.form }),
  ...(wanted.texts && { texts: true }),
});

function buildAnswerEvidence(wanted: Wanted, said: Utterance, circumstances: Circumstances): Evidence {
  const raw = said.text === null ? circumstances.reply : said.text + formatTopTokens(said.tokens);
  return {
    ...recordRequestEvidence(wanted, circumstances.model),
    raw: truncateRecordText(raw, LONGEST_RAW),
    // No question takes no tokens: who says so has not counted, and the estimate stands.
    ...(said.tokensIn !== null && said.tokensIn > 0 && { tokensIn: said.tokensIn }),
    ...(said.tokensOut !== null && { tokensOut: said.tokensOut }),
    milliseconds: circumstances.milliseconds,
  };
}

/** The candidate tokens from which letters are read. */
const formatTopTokens = (tokens: readonly TokenLogprob[] | null): string =>
  tokens === null
    ? ''
    : ` (${tokens.map(t => `${JSON.stringify(t.token)} ${roundLogprobForDisplay(t.logprob)}`).join(', ')})`;

/** A log-probability rounded for people; other values are kept as they are. */
const roundLogprobForDisplay = (logprob: unknown): string =>
  typeof logprob === 'number' && logprob > -100 && logprob <= 0 ? logprob.toFixed(3) : String(logprob);
