import type { OutcomeValues } from '../model/outcomeDefinition.ts';
import { createMoment } from '../run/moment.ts';
import type { Run } from '../run/run.ts';
import { compileAgentTest } from './compileAgentTest.ts';
import type { Condition, ReachOperator } from './condition.ts';
import type { MetBy } from './rowConditionMatcher.ts';

/** A condition with what is known of it after one tick, to say what the next one brings. */
export interface Watched {
  /** Looks at a run after the tick that follows the last one looked at, and adds what that tick met. */
  look(run: Run, met: MetBy): void;
}

/** A run's outcomes at its last tick; conditions share them. */
export type OutcomesNow = (run: Run) => OutcomeValues;

type ConditionOfKind<Kind extends Condition['kind']> = Extract<Condition, { readonly kind: Kind }>;
type WatchedCondition = ConditionOfKind<'compares' | 'fails' | 'holds' | 'sticks'>;

/** True if a condition depends on more than a tick's number and its rows in the log. */
export const isStatefulCondition = (condition: Condition): condition is WatchedCondition =>
  condition.kind !== 'enters' &&
  condition.kind !== 'takes' &&
  condition.kind !== 'moves' &&
  condition.kind !== 'round';

/** Watches a condition from the last tick of a run on. @param at its place among all */
export function watchCondition(
  run: Run,
  condition: WatchedCondition,
  at: number,
  outcomes: OutcomesNow,
): Watched {
  switch (condition.kind) {
    case 'compares':
      return watchComparison(run, condition, at, outcomes);
    case 'fails':
      return watchFailures(run, at);
    case 'sticks':
      return watchStuckAgents(run, condition, at);
    case 'holds':
      return new Holding(run, condition, at);
  }
}

const HOLDS: Readonly<Record<ReachOperator, (a: number, b: number) => boolean>> = {
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
};

/** True if a value satisfies a comparison; one that cannot be measured does not. */
export const satisfiesComparison = ({ by, value }: ConditionOfKind<'compares'>, is: number | null): boolean =>
  is !== null && HOLDS[by](is, value);

function watchComparison(
  run: Run,
  condition: ConditionOfKind<'compares'>,
  at: number,
  outcomes: OutcomesNow,
): Watched {
  const { of, number } = condition;
  const holds = (now: Run) =>
    satisfiesComparison(
      condition,
      of === 'outcome' ? outcomes(now)[number] : createMoment(now, now.tick).counts[number],
    );
  let held = holds(run);
  return {
    look(now, met) {
      const before = held;
      held = holds(now);
      if (held && !before) met.set(at, null);
    },
  };
}

/** Numbers of the outcomes that conditions compare. */
export const collectComparedOutcomes = (conditions: readonly Condition[]): ReadonlySet<number> =>
  new Set(conditions.flatMap(one => (one.kind === 'compares' && one.of === 'outcome' ? [one.number] : [])));

/** Failures of a run so far: of its agents, and of its machine. */
export const countRunFailures = ({ state, machine }: Run): number =>
  state.failureCount + machine.failures.count;

function watchFailures(run: Run, at: number): Watched {
  let count = countRunFailures(run);
  return {
    look(now, met) {
      const before = count;
      count = countRunFailures(now);
      if (count > before) met.set(at, null);
    },
  };
}

function watchStuckAgents(run: Run, { agent }: ConditionOfKind<'sticks'>, at: number): Watched {
  const foundBy = ({ state }: Run) => new Set(state.verdicts?.().map(one => one.agent));
  let found = foundBy(run);
  return {
    look(now, met) {
      const before = found;
      found = foundBy(now);
      const fresh = [...found].filter(one => !before.has(one) && (agent === null || one === agent));
      if (fresh.length > 0) met.set(at, Math.min(...fresh));
    },
  };
}

/** An expression over one agent, or all of them. */
class Holding implements Watched {
  readonly #condition: ConditionOfKind<'holds'>;
  readonly #at: number;
  readonly #from: number;
  readonly #to: number;
  /** 1 for each agent for which it holds: after the tick before, and after the one that is looked at. */
  #before: Uint8Array;
  #now: Uint8Array;
  /** The run that the test reads; in the past they change. */
  #run: Run;
  #test: ReturnType<typeof compileAgentTest>;

  constructor(run: Run, condition: ConditionOfKind<'holds'>, at: number) {
    const { agents } = run.config;
    this.#condition = condition;
    this.#at = at;
    this.#from = condition.agent ?? 0;
    this.#to = condition.agent === null ? agents : condition.agent + 1;
    this.#before = new Uint8Array(agents);
    this.#now = new Uint8Array(agents);
    this.#run = run;
    this.#test = compileAgentTest(run.state, condition.expression);
    this.#test(this.#from, this.#to, this.#now);
  }

  look(run: Run, met: MetBy): void {
    if (run !== this.#run) {
      this.#run = run;
      this.#test = compileAgentTest(run.state, this.#condition.expression);
    }
    const now = this.#before;
    const before = this.#now;
    const any = this.#test(this.#from, this.#to, now);
    [this.#before, this.#now] = [before, now];
    if (any === 0) return;
    for (let agent = this.#from; agent < this.#to; agent++)
      if (now[agent] > before[agent]) {
        met.set(this.#at, agent);
        return;
      }
  }
}
