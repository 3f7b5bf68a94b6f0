import { InputError } from '../../core/errors.ts';
import type { CompiledChart } from '../compiled.ts';
import { MAX_STATE_NUMBERS } from '../definition.ts';
import { ASLEEP } from '../regionMoves.ts';
import type { Configuration, Deed, Enabled, Microstep } from './interpreter.ts';
import { isLeafState } from './stateTree.ts';

/** A step: what an agent in one configuration does at once. */
export interface NumberedStep {
  readonly from: number;
  readonly to: number;
  /** Transitions that are taken, in the order of the states that they leave. */
  readonly transitions: readonly number[];
  readonly entered: readonly number[];
  readonly deeds: readonly Deed[];
  readonly isOver: boolean;
  /** True if no eventless transition is evaluated after it. */
  readonly isStill: boolean;
  /** Nothing is done in it, and nothing follows that needs no event. */
  readonly isQuiet: boolean;
}

/** Seen configurations and steps, as plain data. */
interface SavedNumbering {
  readonly configurations: readonly Configuration[];
  /** Each transition with the state that it leaves. */
  readonly steps: readonly { readonly from: number; readonly enabled: readonly (readonly number[])[] }[];
}

/**
 * Configurations and steps under the numbers that they get as they are met; in a flat chart, its states and transitions
 * under their own. The numbers never leave the engine: the hash has transitions and states.
 */
export class Numbering {
  readonly #chart: CompiledChart;
  readonly #configurations: Configuration[] = [];
  readonly #configurationOf = new Map<string, number>();
  readonly #steps: NumberedStep[] = [];
  readonly #stepOf = new Map<string, number>();
  readonly #hashWords: Uint32Array[] = [];
  mostHashWords = 0;
  /** Configuration that each step leads to; void after the next new step. */
  targets: Uint16Array;
  /** 1 for each step that is quiet; void as the targets are. */
  quiet: Uint8Array;
  /** Configurations × states: 1 if the state is active. */
  #active: Uint8Array;
  /** Per region, the active leaf of each configuration. */
  #leaves: Uint16Array[];
  readonly #isOver: boolean[] = [];
  /** Out of nothing into the first configuration. */
  readonly first: Microstep;

  constructor(chart: CompiledChart) {
    const { states, target, regions } = chart;
    const rows = chart.isFlat ? states.length : 16;
    this.#chart = chart;
    this.targets = new Uint16Array(Math.max(16, target.length));
    this.quiet = new Uint8Array(this.targets.length);
    this.#active = new Uint8Array(rows * states.length);
    this.#leaves = regions.heads.map(() => new Uint16Array(rows).fill(ASLEEP));
    this.first = chart.interpreter.begin();
    if (chart.isFlat) this.#numberFlat();
    else this.configurationOf(this.first.next);
  }

  /** The initial configuration of all agents. */
  get initial(): number {
    return this.#chart.isFlat ? this.#chart.initial : 0;
  }

  get configurationCount(): number {
    return this.#configurations.length;
  }

  step(number: number): NumberedStep {
    return this.#steps[number];
  }

  configuration(number: number): Configuration {
    return this.#configurations[number];
  }

  /** Active states without states of their own, in document order. */
  leavesIn(configuration: number): readonly number[] {
    return this.#configurations[configuration].active.filter(state => isLeafState(this.#chart.tree, state));
  }

  isActive(configuration: number, state: number): boolean {
    return this.#active[configuration * this.#chart.states.length + state] === 1;
  }

  /** The active leaf of a region per configuration, ASLEEP for none; void after the next new configuration. */
  leaves(region: number): Uint16Array {
    return this.#leaves[region];
  }

  /** True if a chart's own final state is active: the agent answers nothing more. */
  isOver(configuration: number): boolean {
    return this.#isOver[configuration];
  }

  /** Hash words of a step: transitions and the then active leaves, by their numbers in the chart. */
  hashWords(step: number): Uint32Array {
    return this.#hashWords[step];
  }

  /** The step that takes these transitions, which do not conflict. */
  stepOf(configuration: number, enabled: readonly Enabled[]): number {
    if (this.#chart.isFlat) return enabled[0].transition;
    const key = `${configuration}:${enabled.map(e => `${e.transition}.${e.source}`).join()}`;
    const known = this.#stepOf.get(key);
    if (known !== undefined) return known;
    const micro = this.#chart.interpreter.microstep(this.#configurations[configuration], enabled);
    const transitions = enabled.map(e => e.transition);
    const number = this.#addStep(configuration, transitions, micro);
    this.#stepOf.set(key, number);
    return number;
  }

  /** The number of a configuration. */
  configurationOf(configuration: Configuration): number {
    const { active, memory, order } = configuration;
    const past = memory.map(m => m?.join() ?? '-').join(';');
    const key = `${active.join()}|${past}${order === undefined ? '' : `|${order.join()}`}`;
    const known = this.#configurationOf.get(key);
    if (known !== undefined) return known;
    const number = this.#configurations.length;
    if (number >= MAX_STATE_NUMBERS)
      throw new InputError(
        `chart "${this.#chart.definition.name}" has more than ${MAX_STATE_NUMBERS} configurations in use`,
      );
    this.#configurations.push(configuration);
    this.#configurationOf.set(key, number);
    this.#mark(number, active);
    return number;
  }

  /** Seen configurations and steps, by names of states and numbers of transitions. */
  save(): SavedNumbering {
    if (this.#chart.isFlat) return { configurations: [], steps: [] };
    return {
      configurations: [...this.#configurations],
      steps: [...this.#stepOf.keys()].map(key => {
        const [from, enabled] = key.split(':');
        return { from: Number(from), enabled: enabled.split(',').map(one => one.split('.').map(Number)) };
      }),
    };
  }

  /** Meets everything again in the same order, in a table that has just been made. */
  restore({ configurations, steps }: SavedNumbering): void {
    // A step's configuration may have been met before it.
    for (const configuration of configurations) this.configurationOf(configuration);
    for (const { from, enabled } of steps)
      this.stepOf(
        from,
        enabled.map(([transition, source]) => ({ transition, source })),
      );
  }

  #addStep(from: number, transitions: readonly number[], micro: Microstep): number {
    const { entered, deeds, isOver, isStill } = micro;
    const number = this.#steps.length;
    if (number >= MAX_STATE_NUMBERS)
      throw new InputError(
        `chart "${this.#chart.definition.name}" has more than ${MAX_STATE_NUMBERS} different steps in use`,
      );
    const to = this.configurationOf(micro.next);
    const isQuiet = this.#isQuiet(micro);
    this.#steps.push({ from, to, transitions, entered, deeds, isOver, isStill, isQuiet });
    const leaves = this.leavesIn(to);
    const words = Uint32Array.of(transitions.length, ...transitions, leaves.length, ...leaves);
    this.#hashWords.push(words);
    this.mostHashWords = Math.max(this.mostHashWords, words.length);
    if (number >= this.targets.length) {
      this.targets = growUint16Array(this.targets, number * 2);
      const { quiet } = this;
      this.quiet = new Uint8Array(number * 2);
      this.quiet.set(quiet);
    }
    this.targets[number] = to;
    this.quiet[number] = this.#steps[number].isQuiet ? 1 : 0;
    return number;
  }

  /** A flat chart's configurations are its states, and its steps its transitions, under the same numbers. */
  #numberFlat(): void {
    const { states, target, definition, stateNumber, interpreter } = this.#chart;
    for (const state of states.keys()) this.configurationOf({ active: [state], memory: [] });
    for (const [transition, to] of target.entries()) {
      // Out of whatever state: a wildcard's step is the same from each.
      const source = stateNumber.get(definition.transitions[transition].source) ?? 0;
      const micro = interpreter.microstep(this.#configurations[source], [{ transition, source }]);
      const { entered, deeds, isOver, isStill } = micro;
      const isQuiet = this.#isQuiet(micro);
      const transitions = [transition];
      this.#steps.push({ from: source, to, transitions, entered, deeds, isOver, isStill, isQuiet });
      this.targets[transition] = to;
      this.quiet[transition] = isQuiet ? 1 : 0;
    }
  }

  #isQuiet({ deeds, isOver, next }: Microstep): boolean {
    const { moves } = this.#chart.interpreter;
    const isCalm = (state: number) => !moves.from(state).some(moves.isEventless);
    return deeds.length === 0 && !isOver && next.active.every(isCalm);
  }

  #mark(number: number, active: readonly number[]): void {
    const { tree, states, regions, interpreter } = this.#chart;
    if ((number + 1) * states.length > this.#active.length) {
      const rows = number * 2;
      const marks = new Uint8Array(rows * states.length);
      marks.set(this.#active);
      this.#active = marks;
      this.#leaves = this.#leaves.map(leaves => growUint16Array(leaves, rows, ASLEEP));
    }
    this.#isOver[number] = interpreter.isOver(active);
    for (const state of active) {
      this.#active[number * states.length + state] = 1;
      if (isLeafState(tree, state)) this.#leaves[regions.of[state]][number] = state;
    }
  }
}

/** A longer array with the same beginning. */
function growUint16Array(narrow: Uint16Array, length: number, fill = 0): Uint16Array {
  const wide = new Uint16Array(length).fill(fill);
  wide.set(narrow);
  return wide;
}
