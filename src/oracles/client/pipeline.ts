import type { Prompt } from '../../engine/oracle/formats/words.ts';
import type { DecisionForm, Question } from '../../engine/oracle/oracle.ts';
import type { AskModel } from './ask.ts';
import { attemptIn } from './attempt.ts';
import { Cache, cacheKey } from './cache.ts';
import { askedOf } from './decide.ts';
import type { Environment } from './environment.ts';
import { kin } from './kin.ts';
import type { Breaker } from './limits/breaker.ts';
import type { Budget, Reach } from './limits/budget.ts';
import { deadline, type Waits } from './limits/deadline.ts';
import type { CostMeter } from './limits/meter.ts';
import { retries } from './limits/retries.ts';
import type { Windows } from './limits/window.ts';
import type { Speaker } from './speaker.ts';
import { estimatedTokens, type Manner, type WantedFor, wantedIn } from './wanted.ts';

/** Stages that a run's questions go through, and what all paths through them share. */
export interface Parts {
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
export function runAsk(parts: Parts, archetypes: boolean): AskModel {
  const chain = (manner: Manner): AskModel => {
    const wantedFor = wantedIn(manner);
    const sent = sending(parts, wantedFor, 'round');
    return cached(parts, wantedFor, parts.cache, parts.breaker.around(sent));
  };
  const own = chain(parts.manner);
  return archetypes ? kin(chain(ofKind(parts.manner)), own) : own;
}

/** A measurement's path: without breaker, the run's cache and the round's budget. */
export const measuringAsk = (parts: Parts): AskModel => sending(parts, wantedIn(parts.manner), 'run');

/** A measurement's path for one question with another prompt. */
export function tryingAsk(parts: Parts, form: DecisionForm, prompt: Prompt): AskModel {
  const wantedFor = wantedIn({ ...parts.manner, form });
  return sending(parts, question => ({ ...wantedFor(question), prompt }), 'run');
}

/** As above for kinds, each of which is asked once. */
export function measuringKin(parts: Parts): AskModel {
  const wantedFor = wantedIn(ofKind(parts.manner));
  const shared = cached(parts, wantedFor, new Cache(), sending(parts, wantedFor, 'run'));
  return kin(shared, measuringAsk(parts));
}

/** The manner of asking a kind: for frequencies where there are no letters. */
export const ofKind = (manner: Manner): Manner => ({ ...manner, form: formOfKind(manner.form) });

const formOfKind = (form: DecisionForm): DecisionForm => (form === 'json' ? 'shares' : form);

function sending(parts: Parts, wantedFor: WantedFor, reach: Reach): AskModel {
  const { speaker, environment, windows, budget, meter } = parts;
  const tried = retries(windows.around(attemptIn(speaker, environment, wantedFor)), environment);
  const timed = told(
    deadline(tried, environment, () => parts.deadline(), parts.waits),
    speaker.model,
    wantedFor,
  );
  const estimate = (question: Question) => estimatedTokens(wantedFor(question));
  return budget.around(meter.around(timed), estimate, reach);
}

/** Adds what was asked to the evidence of every reply. */
const told =
  (inner: AskModel, model: string, wantedFor: WantedFor): AskModel =>
  async call => {
    const reply = await inner(call);
    if (reply.kind === 'spent') return reply;
    return { ...reply, evidence: { ...askedOf(wantedFor(call.question), model), ...reply.evidence } };
  };

const cached = (
  { speaker: { model } }: Parts,
  wantedFor: WantedFor,
  cache: Cache,
  inner: AskModel,
): AskModel => cache.around(inner, question => cacheKey(model, question, wantedFor(question)));
