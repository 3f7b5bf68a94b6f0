import type { Tick } from '../core/indices.ts';

/** A scalar result of a run: what runs are summarised by, and compared with each other. */
export interface OutcomeDefinition {
  /** Name in summary and document: `largest_cascade`. */
  readonly name: string;
  readonly label: string;
  /** Unit: "people"; `share` for 0 to 1, empty for a pure number. */
  readonly unit: string;
  /** True if it is 1 for an event that happened and 0 for one that did not, in each run. */
  readonly isYesOrNo?: true;
  /** Desired direction; null if neither is. */
  readonly better: 'more' | 'less' | null;
  /** Definition in a sentence: what is counted, of what, and what is left out. */
  readonly meaning: string;
  /** Subject of the measurement, if it differs from run to run: "the largest in each". */
  readonly measuredOn?: string;
  /** True if it counts what began since the change that is compared alone: the first one to look at then. */
  readonly isOfNew?: true;
  /** True for the one to look at first where it is not the first in the list. */
  readonly isFirst?: true;
  /** The parameter without which no run has a value. */
  readonly needs?: string;
  /** Its limits: 0 and the number of agents, or none. Absent: it is never below 0, and a `share` never above 1. */
  readonly bounds?: 'agents' | 'none';
}

/** One value per definition, in their order; null if there is nothing to measure yet. */
export type OutcomeValues = readonly (number | null)[];

/** Values by name as one per definition. */
export const orderOutcomeValues = <Name extends string>(
  definitions: readonly { readonly name: Name }[],
  values: Readonly<Record<Name, number | null>>,
): OutcomeValues => definitions.map(({ name }) => values[name]);

/** A tick, past or latest, at which a model measures its outcomes. */
export interface Moment {
  readonly tick: Tick;
  /** Agents in each state of the chart after it. */
  readonly counts: ArrayLike<number>;
  /** The same after each tick from the first one on, as many numbers a tick as `counts` has. */
  readonly course: ArrayLike<number>;
  /** Tick of the last change of the runs that are compared; absent: none is. */
  readonly since?: Tick;
}

/** The least and the greatest possible value of an outcome. @param agents of the run; infinite if unknown */
export function getOutcomeRange(
  { unit, bounds }: Pick<OutcomeDefinition, 'unit' | 'bounds'>,
  agents: number,
): readonly [least: number, most: number] {
  if (bounds === 'agents') return [0, agents];
  if (bounds === 'none') return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return [0, unit === 'share' ? 1 : Number.POSITIVE_INFINITY];
}

/** A value to six decimals, the form of all values that leave the engine; null stays. */
export const roundToSixDecimals = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 1e6) / 1e6;

/** Values under their names, to six decimals; without those that the run cannot have. */
export const nameOutcomeValues = (
  definitions: readonly OutcomeDefinition[],
  values: OutcomeValues,
): Readonly<Record<string, number | null>> =>
  Object.fromEntries(
    definitions.flatMap(({ name, needs }, i) => {
      const value = roundToSixDecimals(values[i] ?? null);
      return needs !== undefined && value === null ? [] : [[name, value]];
    }),
  );
