import type { Prompt } from '../../engine/oracle/formats/prompt.ts';
import type { DecisionForm, Question } from '../../engine/oracle/oracle.ts';
import type { AskModel } from './ask.ts';
import { Cache, computeCacheKey } from './cache.ts';
import { createAnswerAttempt } from './createAnswerAttempt.ts';
import { createGroupAsk } from './createGroupAsk.ts';
import { recordRequestEvidence } from './decide.ts';
import type { Environment } from './environment.ts';
import type { Breaker } from './limits/breaker.ts';
import type { Budget, Reach } from './limits/budget.ts';
import type { CostMeter } from './limits/costMeter.ts';
import type { Windows } from './limits/windows.ts';
import { type Waits, withCallDeadline } from './limits/withCallDeadline.ts';
import { withCallRetries } from './limits/withCallRetries.ts';
import type { Speaker } from './speaker.ts';
import { createRequestMapper, estimateRequestTokens, type Manner, type WantedFor } from './wanted.ts';

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
