import { PROMPT_VERSION } from '../../engine/oracle/formats/choicePrompt.ts';
import { parseSharesAnswer } from '../../engine/oracle/formats/jsonAnswer.ts';
import {
  computeLetterOrder,
  readLetterProbabilities,
  type TokenLogprob,
} from '../../engine/oracle/formats/letter.ts';
import { parseChoiceReply } from '../../engine/oracle/formats/parseChoiceReply.ts';
import type { Prompt } from '../../engine/oracle/formats/prompt.ts';
import { stripThoughts } from '../../engine/oracle/formats/thoughts.ts';
import type {
  Answer,
  ChoiceQuestion,
  DecisionForm,
  Evidence,
  Question,
  Source,
} from '../../engine/oracle/oracle.ts';
import { truncateRecordText } from './answerFields.ts';
import type { AskModel } from './ask.ts';
import { Cache, computeCacheKey } from './cache.ts';
import type { Environment } from './environment.ts';
import type { Breaker } from './limits/breaker.ts';
import type { Budget, Reach } from './limits/budget.ts';
import type { CostMeter } from './limits/costMeter.ts';
import type { AttemptAt, Windows } from './limits/windows.ts';
import { type Waits, withCallDeadline } from './limits/withCallDeadline.ts';
import { withCallRetries } from './limits/withCallRetries.ts';
import { createGroupAsk } from './measure.ts';
import type { Speaker, Utterance } from './sharedPlaces.ts';
import {
  createRequestMapper,
  estimateRequestTokens,
  type Manner,
  type Wanted,
  type WantedFor,
} from './wanted.ts';

/** Stages that a run's questions go through, and what all paths through them share. */
export interface PipelineParts {
  readonly speaker: Speaker;
  readonly environment: Environment;
  readonly windows: Windows;
  readonly budget: Budget;
  readonly meter: CostMeter;
  readonly breaker: Breaker;
  readonly cache: Cache;
  /** The manner of putting an agent's own question. */
  readonly manner: Manner;
  readonly waits: Waits;
  /** Seconds. */
  deadline(): number | null;
}

/** A run's path to an answer: kin → cache → breaker → budget → meter → deadline → retries → window → model. */
export function createRunAsk(parts: PipelineParts, archetypes: boolean): AskModel {
  const chain = (manner: Manner): AskModel => {
    const wantedFor = createRequestMapper(manner);
    const sent = createSendingAsk(parts, wantedFor, 'round');
    return withAnswerCache(parts, wantedFor, parts.cache, parts.breaker.around(sent));
  };
  const own = chain(parts.manner);
  return archetypes ? createGroupAsk(chain(toGroupManner(parts.manner)), own) : own;
}

/** A measurement's path: without breaker, the run's cache and the round's budget. */
export const createMeasuringAsk = (parts: PipelineParts): AskModel =>
  createSendingAsk(parts, createRequestMapper(parts.manner), 'run');

/** A measurement's path for one question with another prompt. */
export function createTrialAsk(parts: PipelineParts, form: DecisionForm, prompt: Prompt): AskModel {
  const wantedFor = createRequestMapper({ ...parts.manner, form });
  return createSendingAsk(parts, question => ({ ...wantedFor(question), prompt }), 'run');
}

/** As above for kinds, each of which is asked once. */
export function createMeasuringGroupAsk(parts: PipelineParts): AskModel {
  const wantedFor = createRequestMapper(toGroupManner(parts.manner));
  const shared = withAnswerCache(parts, wantedFor, new Cache(), createSendingAsk(parts, wantedFor, 'run'));
  return createGroupAsk(shared, createMeasuringAsk(parts));
}

/** The form for asking a kind: frequencies if there are no letters. */
export const toGroupManner = (manner: Manner): Manner => ({ ...manner, form: chooseGroupForm(manner.form) });

const chooseGroupForm = (form: DecisionForm): DecisionForm => (form === 'json' ? 'shares' : form);

function createSendingAsk(parts: PipelineParts, wantedFor: WantedFor, reach: Reach): AskModel {
  const { speaker, environment, windows, budget, meter } = parts;
  const tried = withCallRetries(
    windows.around(createAnswerAttempt(speaker, environment, wantedFor)),
    environment,
  );
  const timed = withRequestEvidence(
    withCallDeadline(tried, environment, () => parts.deadline(), parts.waits),
    speaker.model,
    wantedFor,
  );
  const estimate = (question: Question) => estimateRequestTokens(wantedFor(question));
  return budget.around(meter.around(timed), estimate, reach);
}

/** Adds what was asked to the evidence of every reply. */
const withRequestEvidence =
  (inner: AskModel, model: string, wantedFor: WantedFor): AskModel =>
  async call => {
    const reply = await inner(call);
    if (reply.kind === 'spent') return reply;
    return {
      ...reply,
      evidence: { ...recordRequestEvidence(wantedFor(call.question), model), ...reply.evidence },
    };
  };

const withAnswerCache = (
  { speaker: { model } }: PipelineParts,
  wantedFor: WantedFor,
  cache: Cache,
  inner: AskModel,
): AskModel => cache.around(inner, question => computeCacheKey(model, question, wantedFor(question)));

/** Puts a question once, in one form, and reads the answer. */
export function createAnswerAttempt(
  speaker: Speaker,
  environment: Pick<Environment, 'now'>,
  wantedFor: WantedFor,
): AttemptAt {
  return async ({ question, signal, dispatched }, url) => {
    const wanted = wantedFor(question);
    signal.throwIfAborted();
    const begun = environment.now();
    dispatched();
    const { utterance, reply } = await speaker.say({ question, wanted, url, signal });
    const { source, model } = speaker;
    return toModelAnswer(question, wanted, utterance, {
      source,
      model,
      milliseconds: environment.now() - begun,
      reply,
    });
  };
}

/** UTF-16 units of a model's reply that are kept. */
const MAX_RAW_LENGTH = 2_000;
/** Characters that a token can have; a completion longer than its tokens allow is cut. */
const MAX_TOKEN_LENGTH = 16;

/** Evidence of an answer from its circumstances. */
interface Circumstances {
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
function toModelAnswer(
  question: Question,
  wanted: Wanted,
  utterance: Utterance,
  circumstances: Circumstances,
): Answer {
  const decision = decodeDecision(question, wanted, utterance);
  const evidence = buildAnswerEvidence(wanted, utterance, circumstances);
  if ('reason' in decision)
    return { kind: 'unusable', reason: decision.reason, said: utterance.text !== null, evidence };
  if (decision.kind !== 'weighed') return { ...decision, source: circumstances.source, evidence };
  const { kind, probabilities, mass } = decision;
  return {
    kind,
    probabilities,
    source: circumstances.source,
    evidence: { ...evidence, ...(mass !== undefined && { mass }) },
  };
}

function decodeDecision(question: Question, wanted: Wanted, utterance: Utterance): Decision {
  if (utterance.text === null) return { reason: 'the reply cannot be read' };
  const text = stripThoughts(utterance.text);
  if (text.trim() === '' && (utterance.thought || text !== utterance.text))
    return { reason: 'only thinking, no answer' };
  if (question.kind === 'completion') return decodeCompletion(text, wanted.mostTokens);
  if (wanted.form === 'letter') return decodeLetterChoice(question, utterance);
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
  return read.mass < MIN_LETTER_MASS
    ? { reason: 'less than 0.1 % of the probability is on the letters' }
    : toWeighedDecision(read);
}

/** Probability on all letters below which a model does not answer by letter: it begins a sentence, or a thought. */
const MIN_LETTER_MASS = 0.001;

const toWeighedDecision = (
  read: { probabilities: readonly number[]; mass?: number } | { reason: string },
): Decision => ('reason' in read ? read : { kind: 'weighed', ...read });

/** Characters that cannot be shown or stored: controls except line breaks and tabs, and lone surrogates. */
const UNSHOWN = /[^\P{Cc}\n\t]|\p{Cs}/gu;

function decodeCompletion(text: string, mostTokens: number): Decision {
  const shown = truncateRecordText(text.replace(UNSHOWN, ''), MAX_TOKEN_LENGTH * Math.max(1, mostTokens));
  return shown.trim() === '' ? { reason: 'an empty answer' } : { kind: 'text', text: shown };
}

/** Evidence of what was asked, whatever the outcome. */
const recordRequestEvidence = (wanted: Wanted, model: string): Evidence => ({
  model,
  promptVersion: PROMPT_VERSION,
  ...(wanted.form !== 'completion' && { form: wanted.form }),
  ...(wanted.texts && { texts: true }),
});

function buildAnswerEvidence(wanted: Wanted, utterance: Utterance, circumstances: Circumstances): Evidence {
  const raw =
    utterance.text === null ? circumstances.reply : utterance.text + formatTopTokens(utterance.tokens);
  return {
    ...recordRequestEvidence(wanted, circumstances.model),
    raw: truncateRecordText(raw, MAX_RAW_LENGTH),
    // No question takes no tokens: who says so has not counted, and the estimate stands.
    ...(utterance.tokensIn !== null && utterance.tokensIn > 0 && { tokensIn: utterance.tokensIn }),
    ...(utterance.tokensOut !== null && { tokensOut: utterance.tokensOut }),
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
