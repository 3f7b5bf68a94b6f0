import type { DecisionForm, Question } from '../engine/oracle.ts';
import type { AskModel } from './ask.ts';
import { attemptIn } from './attempt.ts';
import type { Breaker } from './breaker.ts';
import type { Budget, Reach } from './budget.ts';
import { Cache, cacheKey } from './cache.ts';
import { deadline } from './deadline.ts';
import { askedOf } from './decide.ts';
import type { Environment } from './environment.ts';
import { kin } from './kin.ts';
import type { CostMeter } from './meter.ts';
import { retries } from './retries.ts';
import type { Speaker } from './speaker.ts';
import { estimatedTokens, type Manner, wantedOf } from './wanted.ts';
import type { Windows } from './window.ts';

/** What a run's questions go through, and what is shared by all ways through it. */
export interface Parts {
  readonly speaker: Speaker;
  readonly environment: Environment;
  readonly windows: Windows;
  readonly budget: Budget;
  readonly meter: CostMeter;
  readonly breaker: Breaker;
  readonly cache: Cache;
  /** An agent's own question is put so. */
  readonly manner: Manner;
  /** Seconds. */
  deadline(): number | null;
}

/** A run's way to an answer: kin → cache → breaker → budget → meter → deadline → retries → window → model. */
export function runAsk(parts: Parts, archetypes: boolean): AskModel {
  const chain = (manner: Manner): AskModel => {
    const sent = sending(parts, manner, 'round');
    return cached(parts, manner, parts.cache, parts.breaker.around(sent));
  };
  const own = chain(parts.manner);
  return archetypes ? kin(chain(ofKind(parts.manner)), own) : own;
}

/** A measurement's way: no breaker, and nothing that the run would find in its cache or in its round's budget. */
export const measuringAsk = (parts: Parts): AskModel => sending(parts, parts.manner, 'run');

/** As above for kinds, each of which is asked once. */
export function measuringKin(parts: Parts): AskModel {
  const manner = ofKind(parts.manner);
  const shared = cached(parts, manner, new Cache(), sending(parts, manner, 'run'));
  return kin(shared, measuringAsk(parts));
}

/** How a kind is asked: for frequencies where there are no letters. */
export const ofKind = (manner: Manner): Manner => ({ ...manner, form: formOfKind(manner.form) });

const formOfKind = (form: DecisionForm): DecisionForm => (form === 'json' ? 'shares' : form);

function sending(parts: Parts, manner: Manner, reach: Reach): AskModel {
  const { speaker, environment, windows, budget, meter } = parts;
  const tried = retries(windows.around(attemptIn(speaker, environment, manner)), environment);
  const timed = told(
    deadline(tried, environment, () => parts.deadline()),
    speaker.model,
    manner,
  );
  const estimate = (question: Question) => estimatedTokens(wantedOf(question, manner));
  return budget.around(meter.around(timed), estimate, reach);
}

/** Whatever comes of a question, what was asked stands beside it. */
const told =
  (inner: AskModel, model: string, manner: Manner): AskModel =>
  async call => {
    const reply = await inner(call);
    if (reply.kind === 'spent') return reply;
    return { ...reply, evidence: { ...askedOf(wantedOf(call.question, manner), model), ...reply.evidence } };
  };

const cached = ({ speaker: { model } }: Parts, manner: Manner, cache: Cache, inner: AskModel): AskModel =>
  cache.around(inner, question => cacheKey(model, question, wantedOf(question, manner)));
