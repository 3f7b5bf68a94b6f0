import { StepKeyer, type StepKeys } from '../../../rules/stepKeyer.ts';
import { createStateMapper } from '../../../stateMapping/createStateMapper.ts';
import type { Mapping } from '../../../stateMapping/mapping.ts';
import { isGuardTool } from '../../../traces/guardSteps.ts';
import type { TraceCase, TraceStep } from '../../../traces/traces.ts';
import { type Amounts, Ledger } from './ruleAmounts.ts';

/** A case made ready for rules and for graphs. */
export interface PreparedCase {
  readonly source: TraceCase;
  /** State of each step that the mapping does not ignore. */
  readonly states: readonly string[];
  /** Place of each of these among the steps of the source, from 0. */
  readonly places: readonly number[];
  /** The same steps as rules see them, without a guard's decisions, which are not the agent's. */
  readonly steps: readonly StepKeys[];
  /** Place of each of these among the steps of the source. */
  readonly stepPlaces: readonly number[];
  /** State of each of these. */
  readonly stepStates: readonly string[];
  /** Place of the last step that is not a guard's decision; −1 if there is none. */
  readonly lastPlace: number;
  readonly ledger: Ledger;
  /** Amounts of the whole case. */
  readonly total: Amounts;
}

/** Cases with the states that a mapping gives their steps. */
export const prepareCases = (cases: readonly TraceCase[], mapping: Mapping): PreparedCase[] =>
  prepareCasesBy(cases, createStateMapper(mapping));

/** The same by a function. @param named the state of a step; null for one that is ignored */
export function prepareCasesBy(
  cases: readonly TraceCase[],
  named: (step: TraceStep) => string | null,
): PreparedCase[] {
  const keys = new KeysOfAll();
  const prepared = cases.map(source => {
    const states: string[] = [];
    const places: number[] = [];
    for (let place = 0; place < source.steps.length; place++) {
      const state = named(source.steps[place]);
      if (state === null) continue;
      states.push(state);
      places.push(place);
    }
    return new LazyCase(source, states, places, keys);
  });
  keys.cases = prepared;
  return prepared;
}

/** The keys of all cases, which have their numbers in common: made when the first of them is wanted. */
class KeysOfAll {
  cases: readonly LazyCase[] = [];
  #keys: ReadonlyMap<PreparedCase, readonly StepKeys[]> | null = null;

  of(one: LazyCase): readonly StepKeys[] {
    this.#keys ??= this.#made();
    return this.#keys.get(one) ?? [];
  }

  #made(): ReadonlyMap<PreparedCase, readonly StepKeys[]> {
    const keyer = new StepKeyer();
    const keysOf = ({ source, stepPlaces, stepStates }: LazyCase) =>
      stepPlaces.map((place, i) => keyer.of(source.steps[place], stepStates[i]));
    return new Map(this.cases.map(one => [one, keysOf(one)]));
  }
}

/** A case whose keys and amounts, which rules alone want, are worked out when they are asked for. */
class LazyCase implements PreparedCase {
  readonly #keys: KeysOfAll;
  #ledger: Ledger | null = null;
  #total: Amounts | null = null;
  readonly stepPlaces: readonly number[];
  readonly stepStates: readonly string[];

  constructor(
    readonly source: TraceCase,
    readonly states: readonly string[],
    readonly places: readonly number[],
    keys: KeysOfAll,
  ) {
    this.#keys = keys;
    const isOwn = (place: number) => !isGuardTool(source.steps[place].tool);
    const isGuarded = !places.every(isOwn);
    this.stepPlaces = isGuarded ? places.filter(isOwn) : places;
    this.stepStates = isGuarded ? states.filter((_, i) => isOwn(places[i])) : states;
  }

  get lastPlace(): number {
    return this.source.steps.findLastIndex(({ tool }) => !isGuardTool(tool));
  }

  get steps(): readonly StepKeys[] {
    return this.#keys.of(this);
  }

  get ledger(): Ledger {
    this.#ledger ??= new Ledger(this.source);
    return this.#ledger;
  }

  get total(): Amounts {
    this.#total ??= this.ledger.from(0);
    return this.#total;
  }
}

/** Agents by the ids of their cases. */
export const indexAgentsByCaseId = (cases: readonly PreparedCase[]): ReadonlyMap<string, number> =>
  new Map(cases.map(({ source }, agent) => [source.id, agent]));
