import type { CompiledChart } from '../statechart/compiled.ts';
import { MAX_STATE_NUMBERS } from '../statechart/definition.ts';
import { Projection } from '../statechart/hierarchy/projection.ts';
import type { Machine } from '../statechart/machine.ts';

/** A way from one place to another, by one trigger. */
interface Way {
  readonly from: number;
  readonly to: number;
  /** Number of the trigger in the chart. */
  readonly trigger: number;
}

/** In `PlaceTable.wayIn`: nobody has come this way yet. */
export const UNMET = -2;
/** In `PlaceTable.wayIn`: this step stays in its place. */
const STAYS = -1;

/**
 * Places for counting agents: the states of a flat chart, or the places of one region of a chart with hierarchy. Ways
 * are numbered in the order of their first use.
 */
export class PlaceTable {
  readonly names: readonly string[];
  /** Place in which everybody begins. */
  readonly initial: number;
  readonly ways: Way[] = [];
  /** Slot of a step out of a place: `base[step] + wide[step] * place`. */
  readonly base: Int32Array;
  /** 1 for steps that lead out of several places. */
  readonly wide: Uint8Array;
  /** The way in each slot, or UNMET or STAYS. */
  readonly wayIn: Int32Array;
  readonly #machine: Machine;
  readonly #projection: Projection | null;
  readonly #numberOf = new Map<string, number>();

  /** @param region of a chart with hierarchy; absent: the one that is shown */
  constructor(machine: Machine, region?: number) {
    const { chart, table } = machine;
    this.#machine = machine;
    this.#projection =
      region === undefined || chart.isFlat ? table.projection : new Projection(chart, table, region);
    this.names = this.#projection?.places ?? chart.states;
    this.initial = this.placeOf(table.initial);
    const isWide = chart.isFlat ? chart.definition.transitions.map(({ source }) => source === '*') : [];
    const steps = chart.isFlat ? isWide.length : MAX_STATE_NUMBERS;
    this.wide = Uint8Array.from({ length: steps }, (_, step) => (isWide[step] ? 1 : 0));
    this.base = new Int32Array(steps);
    let slots = 0;
    for (let step = 0; step < steps; step++) {
      this.base[step] = slots;
      slots += isWide[step] ? this.names.length : 1;
    }
    this.wayIn = new Int32Array(slots).fill(UNMET);
  }

  /** The place of a configuration. */
  placeOf(configuration: number): number {
    return this.#projection?.placeOf(configuration) ?? configuration;
  }

  /** Numbers the way of a step out of a place. @returns STAYS for one that leads nowhere else */
  meet(step: number, from: number): number {
    const { table } = this.#machine;
    const to = this.placeOf(table.targets[step]);
    const way =
      from === to ? STAYS : this.#number({ from, to, trigger: getStepTrigger(this.#machine, step) });
    this.wayIn[this.base[step] + this.wide[step] * from] = way;
    return way;
  }

  #number(way: Way): number {
    const key = `${way.from}:${way.to}:${way.trigger}`;
    const number = this.#numberOf.get(key) ?? this.ways.push(way) - 1;
    this.#numberOf.set(key, number);
    return number;
  }
}

/** The trigger of a step's first transition, as the run document has it. */
function getStepTrigger({ chart, table }: Machine, step: number): number {
  const { trigger } = chart.definition.transitions[table.step(step).transitions[0]];
  return chart.triggerNumber.get(trigger) ?? -1;
}

/** The state around the leaves of each region; null for the chart itself. One null for a flat chart. */
export const listChartRegions = ({ isFlat, regions, states }: CompiledChart): readonly (string | null)[] =>
  isFlat ? [null] : regions.heads.map(head => states[head] ?? null);
