import type { ChartDefinition, TransitionDefinition } from './definition.ts';

/** No transition in this cell. */
export const NONE = 0xffff;
/** The cell has guards: look through its candidates. */
export const GUARDED = 0xfffe;
const MAX_STATES = 0xfff0;

/** A chart as integer tables; states, triggers and transitions are numbered in definition order. */
export interface CompiledChart {
  readonly definition: ChartDefinition;
  readonly states: readonly string[];
  readonly triggers: readonly string[];
  readonly initial: number;
  readonly stateNumber: ReadonlyMap<string, number>;
  readonly triggerNumber: ReadonlyMap<string, number>;
  /** states × triggers: a transition, GUARDED or NONE. */
  readonly table: Uint16Array;
  /** Candidates of cell c: candidates[first[c]] … candidates[first[c + 1] − 1]. */
  readonly first: Uint32Array;
  readonly candidates: Uint16Array;
  /** Per transition. */
  readonly target: Uint16Array;
  /** Number of the `timeout` trigger, −1 where the chart has none. */
  readonly timeout: number;
}

/** Every mistake in a chart's definition, one line each. */
export class ChartError extends Error {
  override readonly name = 'ChartError';
  constructor(
    chart: string,
    readonly mistakes: readonly string[],
  ) {
    super(`chart "${chart}": ${mistakes.join('; ')}`);
  }
}

/** Compiles a chart. @throws ChartError with every authoring mistake at once. */
export function compile(definition: ChartDefinition): CompiledChart {
  const mistakes = findMistakes(definition);
  if (mistakes.length > 0) throw new ChartError(definition.name, mistakes);
  const { states, transitions } = definition;
  const triggers = [...new Set(transitions.map(t => t.trigger))];
  const stateNumber = new Map(states.map((s, i) => [s, i]));
  const triggerNumber = new Map(triggers.map((t, i) => [t, i]));
  const cells = states.length * triggers.length;
  const table = new Uint16Array(cells);
  const first = new Uint32Array(cells + 1);
  const candidates: number[] = [];
  const byCell = candidatesOf(transitions, stateNumber, triggerNumber);
  for (let cell = 0; cell < cells; cell++) {
    const found = byCell.get(cell) ?? [];
    first[cell] = candidates.length;
    candidates.push(...found);
    table[cell] = summary(found, transitions);
  }
  first[cells] = candidates.length;
  return {
    definition,
    states,
    triggers,
    initial: stateNumber.get(definition.initial)!,
    stateNumber,
    triggerNumber,
    table,
    first,
    candidates: Uint16Array.from(candidates),
    target: Uint16Array.from(transitions, t => stateNumber.get(t.target)!),
    timeout: triggerNumber.get('timeout') ?? -1,
  };
}

/** Transitions by cell, in definition order. */
function candidatesOf(
  transitions: readonly TransitionDefinition[],
  stateNumber: ReadonlyMap<string, number>,
  triggerNumber: ReadonlyMap<string, number>,
): ReadonlyMap<number, readonly number[]> {
  const cells = new Map<number, number[]>();
  for (const [i, { trigger, source }] of transitions.entries())
    for (const state of source === '*' ? stateNumber.values() : [stateNumber.get(source)!]) {
      const cell = state * triggerNumber.size + triggerNumber.get(trigger)!;
      const found = cells.get(cell);
      if (found === undefined) cells.set(cell, [i]);
      else found.push(i);
    }
  return cells;
}

/** Entry of a cell: a first candidate without a guard decides it alone. */
function summary(found: readonly number[], transitions: readonly TransitionDefinition[]): number {
  const head = found[0];
  if (head === undefined) return NONE;
  return transitions[head].guard === undefined ? head : GUARDED;
}

function findMistakes(definition: ChartDefinition): string[] {
  const { states, initial, transitions, thresholds = {} } = definition;
  const known = new Set(states);
  const mistakes: string[] = [];
  if (states.length === 0) mistakes.push('it has no states');
  if (states.length > MAX_STATES) mistakes.push(`${states.length} states, at most ${MAX_STATES}`);
  if (transitions.length >= GUARDED)
    mistakes.push(`${transitions.length} transitions, at most ${GUARDED - 1}`);
  for (const [i, state] of states.entries()) {
    if (state === '' || state === '*') mistakes.push(`state ${i + 1} cannot be named "${state}"`);
    if (states.indexOf(state) !== i) mistakes.push(`state "${state}" is defined twice`);
  }
  if (!known.has(initial)) mistakes.push(`initial state "${initial}" is not one of its states`);
  for (const [i, t] of transitions.entries()) {
    const place = `transition ${i + 1} ("${t.trigger}")`;
    if (t.trigger === '') mistakes.push(`transition ${i + 1} has an empty trigger`);
    if (t.source !== '*' && !known.has(t.source)) mistakes.push(`${place}: unknown source "${t.source}"`);
    if (!known.has(t.target)) mistakes.push(`${place}: unknown target "${t.target}"`);
    if (typeof t.guard === 'function')
      mistakes.push(
        `${place}: its guard is a bare function; write {kind: "function", name: "what it asks", test: …}`,
      );
  }
  for (const [state, value] of Object.entries(thresholds)) {
    if (!known.has(state)) mistakes.push(`threshold of unknown state "${state}"`);
    if (typeof value === 'number' && !(Number.isInteger(value) && value >= 0 && value < 0xffff))
      mistakes.push(`threshold of "${state}" is ${value}, needs a whole number of ticks from 0`);
  }
  return mistakes;
}
