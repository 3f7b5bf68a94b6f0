import { InputError } from '../../core/errors.ts';
import { GuardedSteps, isGuardedSession } from '../guardedSteps.ts';
import { GUARD_ARMS, GUARD_LABEL, GUARD_SHARE_LABEL } from '../guardSteps.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { addStepCosts } from '../traceSteps.ts';
import { addAgentCases } from './agentCases.ts';

/** Sessions as a guard of Statescope keeps them, a file each: calls, digests of their results, and what the guard decided. */
export const GUARD_SESSION: ValueFormat = {
  name: 'Statescope guard',
  fits: isGuardedSession,
  open: sink => new GuardSessionReader(sink),
};

/** A session and the place of its first line. */
interface PlacedSession {
  readonly session: GuardedSteps;
  readonly place: TracePlace;
}

class GuardSessionReader implements ValueReader {
  readonly #sink: TraceSink;
  readonly #byFile = new Map<string, PlacedSession>();
  readonly #all: PlacedSession[] = [];

  constructor(sink: TraceSink) {
    this.#sink = sink;
  }

  take(value: unknown, place: TracePlace): void {
    if (isGuardedSession(value)) {
      const placed = { session: new GuardedSteps(value), place };
      this.#byFile.set(place.file, placed);
      this.#all.push(placed);
      return;
    }
    const current = this.#byFile.get(place.file);
    if (current === undefined) throw new InputError('a line before the first of a session');
    current.session.take(value);
  }

  endFile(): void {}

  end(): void {
    const cases = this.#all.map(({ session, place }) => {
      const { facts, isStopped, owed } = session;
      const steps = session.steps.map(({ step }) => step);
      const last = session.steps.findLast(({ event }) => event === null);
      if (last !== undefined) addStepCosts(last.step, owed);
      return {
        place,
        draft: {
          ...{ id: facts.session, parent: facts.unit === facts.session ? null : facts.unit },
          end: isStopped ? 'stopped_by_guard' : null,
          labels: {
            [GUARD_LABEL]: facts.acts ? GUARD_ARMS.acted : GUARD_ARMS.noted,
            policy: facts.policy,
            [GUARD_SHARE_LABEL]: facts.act === null ? null : String(facts.act),
            agent: facts.agent,
          },
          steps,
        },
      };
    });
    addAgentCases(this.#sink, cases);
  }
}
