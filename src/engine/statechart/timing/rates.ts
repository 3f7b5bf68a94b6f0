import type { Random } from '../../core/random.ts';
import { sampleOption } from '../../core/sampling.ts';
import type { CompiledChart } from '../compiled.ts';
import { getNeighbourCountColumn, getNeighbourWeightColumn } from '../definition.ts';
import { getChartColumn } from '../getChartColumn.ts';
import type { Guards } from '../guards.ts';
import type { Enabled } from '../hierarchy/interpreter.ts';
import type { Macrosteps } from '../hierarchy/macrostep.ts';
import type { Table } from '../hierarchy/table.ts';
import type { AgentColumn, Population } from '../population.ts';

/** Transitions with rates that compete: those that lead out of one region of a configuration. */
interface Contest {
  /** Purpose of the draw. */
  readonly region: number;
  readonly runners: readonly Enabled[];
}

/** A transition that a region's draw has chosen. */
interface DrawnTransition {
  readonly region: number;
  readonly one: Enabled;
}

/** Transitions with rates among which one draw decides in a tick, in its order; those whose guards do not hold are left out. */
export interface RateContest {
  readonly region: number;
  /** Sum of their probabilities if that is above 1, by which each is divided; else 1. */
  readonly scale: number;
  readonly runners: readonly { readonly transition: number; readonly probability: number }[];
}

/** Probability of a transition with a rate in a tick. */
interface RateChance {
  readonly rate: number;
  /** Number of neighbours that it is a rate of, or the sum of their weights; null for the agent's own. */
  readonly neighbours: number | null;
  /** True if weights count. */
  readonly isWeighted: boolean;
  /** By itself, whatever else may happen in the tick. */
  readonly probability: number;
  /** Sum of the probabilities of all that compete with it if that is above 1: it is divided by it. */
  readonly scale: number;
}

/** The machine that agents act on. */
interface RatesHost {
  readonly chart: CompiledChart;
  readonly table: Table;
  readonly population: Population;
  readonly log: { readonly tick: number };
  readonly guards: Guards;
  readonly macrosteps: Macrosteps;
}

/**
 * Transitions at a rate: one draw per tick for each region, which at most one of its transitions wins. Each wins with
 * its probability; if these sum to more than 1, with its share of the sum, so that none is ahead for being written
 * first. Among winners of several regions that cannot all be taken, since one leaves the states of another, the first
 * is drawn as well, each with its share.
 */
export class Rates {
  /** True if they are not scaled, and the first in the text is ahead: before version 0.7. */
  isFirstAhead = false;

  readonly #machine: RatesHost;
  readonly #contests: (readonly Contest[] | undefined)[] = [];
  readonly #constant: Float64Array;
  readonly #column: readonly (AgentColumn | null)[];
  /** Per transition, how many neighbours it is a rate of, or the sum of their weights; null for the agent's own. */
  readonly #neighbours: readonly (AgentColumn | null)[];

  constructor(machine: RatesHost) {
    const { chart, population } = machine;
    const { transitions } = chart.definition;
    this.#machine = machine;
    this.#constant = Float64Array.from(transitions, ({ rate }) => (typeof rate === 'number' ? rate : 0));
    this.#column = transitions.map(({ rate }) =>
      typeof rate === 'object' ? getChartColumn(chart, population, rate.column) : null,
    );
    this.#neighbours = transitions.map(({ per }) =>
      per === undefined
        ? null
        : (population.column(getNeighbourWeightColumn(per)) ??
          getChartColumn(chart, population, getNeighbourCountColumn(per))),
    );
  }

  /** Draws for an agent in this tick. @returns the new configuration, −1 when nothing happened */
  draw(agent: number, random: Random): number {
    const machine = this.#machine;
    const configuration = machine.population.state[agent];
    this.#contests[configuration] ??= this.#contestsOf(configuration);
    const contests = this.#contests[configuration];
    if (contests.length === 0) return -1;
    const won: DrawnTransition[] = [];
    for (const { region, runners } of contests) {
      const sum = this.#sumOf(runners, agent);
      // Where nothing has a chance no draw is needed.
      const u = sum > 0 ? random.unit(agent, machine.log.tick, region) : 1;
      const winner =
        sum > 1 && !this.isFirstAhead
          ? this.#winnerOfShares(runners, agent, u)
          : this.#winner(runners, agent, u);
      if (winner !== undefined) won.push({ region, one: winner });
    }
    if (won.length === 0) return -1;
    const [step, column] = this.#stepOf(configuration, won, agent, random);
    return machine.macrosteps.take(agent, step, column, 0);
  }

  #winner(runners: readonly Enabled[], agent: number, draw: number): Enabled | undefined {
    let left = draw;
    for (const runner of runners) {
      const { transition } = runner;
      if (!this.#machine.guards.holds(transition, agent, 0)) continue;
      left -= this.#probability(transition, agent);
      if (left < 0) return runner;
    }
    return undefined;
  }

  /** The same for sums above 1: each guard is evaluated before anything is decided. */
  #winnerOfShares(runners: readonly Enabled[], agent: number, draw: number): Enabled | undefined {
    const open = runners.filter(({ transition }) => this.#machine.guards.holds(transition, agent, 0));
    let left = draw * this.#scaleOf(open, agent);
    for (const runner of open) {
      left -= this.#probability(runner.transition, agent);
      if (left < 0) return runner;
    }
    return undefined;
  }

  #scaleOf(runners: readonly Enabled[], agent: number): number {
    return Math.max(1, this.#sumOf(runners, agent));
  }

  /** Sum of the probabilities, regardless of guards. */
  #sumOf(runners: readonly Enabled[], agent: number): number {
    let sum = 0;
    for (const { transition } of runners) sum += this.#probability(transition, agent);
    return sum;
  }

  /** Present probability of a transition with a rate, regardless of its guard. */
  chance(transition: number, agent: number): RateChance {
    const rate = this.#rate(transition, agent);
    const neighbours = this.#neighbours[transition]?.[agent] ?? null;
    const contest = this.contests(agent).find(({ runners }) =>
      runners.some(runner => runner.transition === transition),
    );
    const probability = this.#probability(transition, agent);
    const { per } = this.#machine.chart.definition.transitions[transition];
    const isWeighted =
      per !== undefined && this.#machine.population.column(getNeighbourWeightColumn(per)) !== undefined;
    return { rate, neighbours, isWeighted, probability, scale: contest?.scale ?? 1 };
  }

  /** Possible results of a draw for an agent now, region by region. */
  contests(agent: number): readonly RateContest[] {
    const machine = this.#machine;
    return this.#contestsOf(machine.population.state[agent]).map(({ region, runners }) => {
      const open = runners.filter(({ transition }) => machine.guards.holds(transition, agent, 0));
      return {
        region,
        scale: this.isFirstAhead ? 1 : this.#scaleOf(open, agent),
        runners: open.map(({ transition }) => ({
          transition,
          probability: this.#probability(transition, agent),
        })),
      };
    });
  }

  #probability(transition: number, agent: number): number {
    const rate = this.#rate(transition, agent);
    const neighbours = this.#neighbours[transition];
    return neighbours === null ? rate : 1 - computeIntegerPower(1 - rate, neighbours[agent]);
  }

  /** A column may hold anything: an invalid probability counts as the nearest valid one. */
  #rate(transition: number, agent: number): number {
    const column = this.#column[transition];
    if (column === null) return this.#constant[transition];
    const rate = column[agent];
    return rate > 0 ? Math.min(1, rate) : 0;
  }

  #stepOf(
    configuration: number,
    drawn: readonly DrawnTransition[],
    agent: number,
    random: Random,
  ): [step: number, column: number] {
    const { table, chart } = this.#machine;
    const at = table.configuration(configuration);
    const won = drawn.map(({ one }) => one);
    let taken = won.length > 1 ? chart.interpreter.withoutConflicts(at, won) : won;
    if (taken.length < won.length && !this.isFirstAhead) {
      const kept = chart.interpreter.withoutConflicts(at, this.#byChance(drawn, agent, random));
      taken = won.filter(one => kept.includes(one));
    }
    const { trigger } = chart.definition.transitions[taken[0].transition];
    return [table.stepOf(configuration, taken), table.columnOf(trigger)];
  }

  /** Draws of several regions, in random order. */
  #byChance(drawn: readonly DrawnTransition[], agent: number, random: Random): readonly Enabled[] {
    const contests = this.contests(agent);
    const winners = drawn.map(({ region, one: { transition } }) => {
      const { scale = 1, runners = [] } = contests.find(contest => contest.region === region) ?? {};
      const runner = runners.find(other => other.transition === transition);
      return { region, share: (runner?.probability ?? 0) / scale };
    });
    return drawWinnerOrder(winners, random, agent, this.#machine.log.tick).map(i => drawn[i].one);
  }

  /** Those of a configuration, by region; the states around a leaf compete with it in their region. */
  #contestsOf(configuration: number): readonly Contest[] {
    const { table, chart } = this.#machine;
    const { regions, interpreter, definition } = chart;
    const byRegion = new Map<number, Enabled[]>();
    for (const leaf of table.leavesIn(configuration))
      for (const one of interpreter.outward(leaf)) {
        if (definition.transitions[one.transition].rate === undefined) continue;
        const region = Math.max(0, regions.of[one.source]);
        const runners = byRegion.get(region) ?? [];
        byRegion.set(region, runners);
        if (!runners.some(r => r.transition === one.transition && r.source === one.source)) runners.push(one);
      }
    return [...byRegion].sort(([a], [b]) => a - b).map(([region, runners]) => ({ region, runners }));
  }
}

/** A transition that a region's draw has chosen, by its chance in the tick. */
interface Winner {
  readonly region: number;
  readonly share: number;
}

/** The order in which winners of a tick go, by the second words of their regions' draws. @returns indices */
export const drawWinnerOrder = (
  winners: readonly Winner[],
  random: Random,
  agent: number,
  tick: number,
): readonly number[] =>
  drawOrderByShares(
    winners.map(({ share }) => share),
    place => {
      random.unit(agent, tick, winners[place].region);
      return random.second();
    },
  );

/** Binary digits of a weight's fraction that count. */
const WEIGHT_FRACTION_BITS = 24;

/** A power by products and square roots alone, which give the same everywhere. @param n from 0 */
export function computeIntegerPower(base: number, n: number): number {
  // Sums of the greatest weights are beyond any number.
  const whole = Math.min(Math.floor(n), Number.MAX_SAFE_INTEGER);
  let result = 1;
  let square = base;
  for (let left = whole; left > 0; left = (left - (left % 2)) / 2) {
    if (left % 2 === 1) result *= square;
    square *= square;
  }
  let rest = n - whole;
  let root = base;
  for (let digit = 0; digit < WEIGHT_FRACTION_BITS && rest > 0 && rest < 1; digit++) {
    root = Math.sqrt(root);
    rest *= 2;
    if (rest < 1) continue;
    result *= root;
    rest -= 1;
  }
  return result;
}

/** Parts of a whole, by what each is to the others. @param shares above 0 */
export function normalizeShares(shares: readonly number[]): readonly number[] {
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map(share => share / sum);
}

/**
 * Puts several in an order by chance: each comes first with its part of the whole, and of those that are left the next
 * one likewise. So it does not matter in which order they are given.
 * @param shares above 0
 * @param draw a number in [0, 1) for each place, from 0
 * @returns indices into the shares
 */
export function drawOrderByShares(
  shares: readonly number[],
  draw: (place: number) => number,
): readonly number[] {
  const left = [...shares.keys()];
  const order: number[] = [];
  while (left.length > 1) {
    const parts = normalizeShares(left.map(i => shares[i]));
    order.push(...left.splice(sampleOption(parts, draw(order.length)), 1));
  }
  return [...order, ...left];
}
