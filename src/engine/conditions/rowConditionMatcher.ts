import type { Tick } from '../core/indices.ts';
import { listTargetNames, type TransitionDefinition } from '../statechart/definition.ts';
import type { NumberedStep } from '../statechart/hierarchy/numbering.ts';
import type { Machine } from '../statechart/machine.ts';
import type { Condition } from './condition.ts';

/** Conditions on what agents do, with their places among all. */
interface RowCondition {
  readonly condition: Extract<Condition, { readonly kind: 'enters' | 'takes' | 'moves' }>;
  readonly at: number;
}

/** The first agent to meet each condition, by its place; null if it is not about an agent. */
export type MetBy = Map<number, number | null>;

/** Looks at a tick's number, and through its rows in the log; of a row only at conditions that its step can meet. */
export class RowConditionMatcher {
  readonly #machine: Machine;
  readonly #conditions: readonly RowCondition[];
  /** Places of conditions on a tick's number, with it. */
  readonly #rounds: readonly (readonly [at: number, tick: Tick])[];
  /** By the step's number, as steps are met. */
  readonly #byStep: (readonly RowCondition[] | undefined)[] = [];
  /** 1 for agents whose moves are looked for; null for none. */
  readonly #movers: Uint8Array | null;

  constructor(machine: Machine, agents: number, conditions: readonly Condition[]) {
    this.#machine = machine;
    this.#conditions = conditions.flatMap((condition, at) =>
      condition.kind === 'enters' || condition.kind === 'takes' || condition.kind === 'moves'
        ? [{ condition, at }]
        : [],
    );
    this.#rounds = conditions.flatMap((one, at) => (one.kind === 'round' ? [[at, one.tick] as const] : []));
    const moves = conditions.flatMap(one => (one.kind === 'moves' ? [one.agent] : []));
    this.#movers = moves.length === 0 ? null : new Uint8Array(agents);
    for (const agent of moves) this.#movers![agent] = 1;
  }

  /** Adds what a sealed tick met. O(its rows) */
  meet(tick: Tick, met: MetBy): void {
    for (const [at, round] of this.#rounds) if (round === tick) met.set(at, null);
    this.visit(tick, (at, agent) => {
      if (!met.has(at)) met.set(at, agent);
    });
  }

  /** Calls a function for each time that an agent met a condition in a sealed tick. O(its rows) */
  visit(tick: Tick, visit: (condition: number, agent: number) => void): void {
    if (this.#conditions.length === 0) return;
    const { log } = this.#machine;
    const [byStep, movers] = [this.#byStep, this.#movers];
    const [from, to] = log.range(tick);
    log.stretches(from, to, ({ agent: agents, transition: steps }, first, end) => {
      for (let i = first; i < end; i++) {
        const [agent, step] = [agents[i], steps[i]];
        const fitting = byStep[step] ?? this.#fitting(step);
        if (fitting.length > 0) for (const one of fitting) visitMetCondition(one, agent, visit);
        if (movers !== null && movers[agent] === 1)
          for (const one of this.#conditions)
            if (one.condition.kind === 'moves') visitMetCondition(one, agent, visit);
      }
    });
  }

  #fitting(number: number): readonly RowCondition[] {
    const { table, chart } = this.#machine;
    const step = table.step(number);
    const taken = step.transitions.map(transition => chart.definition.transitions[transition]);
    const fitting = this.#conditions.filter(({ condition }) => isConditionMetByStep(step, taken, condition));
    this.#byStep[number] = fitting;
    return fitting;
  }
}

function isConditionMetByStep(
  step: NumberedStep,
  taken: readonly TransitionDefinition[],
  condition: RowCondition['condition'],
): boolean {
  if (condition.kind === 'enters') return step.entered.includes(condition.state);
  if (condition.kind !== 'takes') return false;
  const { trigger, target } = condition;
  return taken.some(
    one => one.trigger === trigger && (target === null || listTargetNames(one).includes(target)),
  );
}

function visitMetCondition(
  { condition, at }: RowCondition,
  agent: number,
  visit: (condition: number, agent: number) => void,
): void {
  if (condition.agent === null || condition.agent === agent) visit(at, agent);
}
