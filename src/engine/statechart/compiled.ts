import { InputError } from '../core/errors.ts';
import {
  type ActionDefinition,
  type Block,
  type ChartDefinition,
  isTimedTransition,
  listTargetNames,
  MAX_STATE_NUMBERS,
  type TransitionDefinition,
} from './definition.ts';
import { type InterpretedMoves, Interpreter } from './hierarchy/interpreter.ts';
import {
  buildStateTree,
  findChartRegions,
  isLeafState,
  type Regions,
  ROOT,
  StateKind,
  type Tree,
} from './hierarchy/stateTree.ts';
import type { XStateInterpreter } from './hierarchy/xstateInterpreter.ts';

/** No target, in `CompiledChart.target`. */
const NOWHERE = MAX_STATE_NUMBERS;

/** A chart with its names as numbers: states, triggers and transitions in definition order. */
export interface CompiledChart {
  readonly definition: ChartDefinition;
  readonly tree: Tree;
  readonly regions: Regions;
  readonly interpreter: Interpreter;
  readonly states: readonly string[];
  readonly triggers: readonly string[];
  /** The state in which an agent starts; of parallel ones, the first. */
  readonly initial: number;
  readonly stateNumber: ReadonlyMap<string, number>;
  readonly triggerNumber: ReadonlyMap<string, number>;
  /** Per transition, its first target, NOWHERE for none. */
  readonly target: Uint16Array;
  /** Number of the `timeout` trigger, −1 if the chart has none. */
  readonly timeout: number;
  /** No state in another: a configuration is a state, a step a transition, and hashes hold no more than that. */
  readonly isFlat: boolean;
  /** Flat, and nothing happens but what is fired: an event is answered by one step. */
  readonly isSimple: boolean;
  /** True if a transition answers an event of this name. */
  answers(transition: number, event: string): boolean;
}

/** @throws InputError for a state that the chart lacks */
export function getStateNumber({ stateNumber, states }: CompiledChart, state: string): number {
  const number = stateNumber.get(state);
  if (number === undefined) throw new InputError(`"${state}" is not one of the states ${states.join(', ')}`);
  return number;
}

/** Gives other names to the states of a chart, each once; their behaviour stays. */
export function renameChartStates(chart: CompiledChart, states: readonly string[]): void {
  Object.assign(chart, { states, stateNumber: new Map(states.map((state, number) => [state, number])) });
}

/** Rules in addition to SCXML's. A run of a bundled chart does without, so callers that may need them supply them. */
interface OtherRules {
  readonly XStateInterpreter: typeof XStateInterpreter;
}

/**
 * The tables of a chart that has no mistakes; `compile` looks for them first.
 * @throws Error for a chart of XState's without its rules
 */
export function compileValidChart(
  definition: ChartDefinition,
  others: OtherRules | null = null,
): CompiledChart {
  const { transitions } = definition;
  const tree = buildStateTree(definition);
  const triggers = [...new Set(transitions.map(t => t.trigger))];
  const triggerNumber = new Map(triggers.map((t, i) => [t, i]));
  const targets = transitions.map(t => listTargetNames(t).map(id => tree.numberOf.get(id)!));
  const from = groupTransitionsBySource(transitions, tree);
  const interpreter = createInterpreter(definition, others, tree, {
    targets: transition => targets[transition],
    isInternal: transition => isInternalTransition(definition, transitions[transition]),
    isEventless: transition => transitions[transition].on?.length === 0,
    block: transition => buildActionBlock(transitions[transition]),
    from: state => from[state],
  });
  const flat = isFlatChart(definition, tree);
  let start = tree.initial(ROOT)[0];
  while (!isLeafState(tree, start)) start = tree.initial(start)[0] ?? tree.children(start)[0];
  return {
    definition,
    tree,
    regions: findChartRegions(tree),
    interpreter,
    states: tree.ids,
    triggers,
    initial: start,
    stateNumber: tree.numberOf,
    triggerNumber,
    target: Uint16Array.from(targets, ([first = NOWHERE]) => first),
    timeout: transitions.some(isTimedTransition) ? triggerNumber.get('timeout')! : -1,
    isFlat: flat,
    isSimple: flat && isSimpleChart(definition, tree),
    answers: (transition, event) => isTriggeredByEvent(transitions[transition], event),
  };
}

/** The one place in which it is decided by whose rules a chart is played. */
function createInterpreter(
  { semantics, machine, setUp = [] }: ChartDefinition,
  others: OtherRules | null,
  tree: Tree,
  moves: InterpretedMoves,
) {
  if (semantics !== 'xstate') return new Interpreter(tree, moves, setUp);
  if (others === null) throw new Error('the rules of XState are missing');
  return new others.XStateInterpreter(tree, moves, setUp, tree.numberOf.get(machine ?? '') ?? ROOT);
}

const isInternalTransition = ({ semantics }: ChartDefinition, transition: TransitionDefinition): boolean =>
  semantics === 'xstate' ? transition.reenter !== true : transition.isInternal === true;

/** Transitions out of each state, in definition order; a wildcard stands among those of every leaf. */
function groupTransitionsBySource(
  transitions: readonly TransitionDefinition[],
  tree: Tree,
): readonly (readonly number[])[] {
  const from: number[][] = tree.ids.map(() => []);
  const leaves = tree.ids.flatMap((_, state) => (isLeafState(tree, state) ? [state] : []));
  for (const [i, { source }] of transitions.entries())
    for (const state of source === '*' ? leaves : [tree.numberOf.get(source)!]) from[state].push(i);
  return from;
}

/** A bare action and a block are one block; the bare one comes first. */
function buildActionBlock({ action, actions = [] }: TransitionDefinition): Block {
  if (action === undefined) return actions;
  const bare: ActionDefinition = { kind: 'function', name: action.name, run: action };
  return [bare, ...actions];
}

/** A wildcard's step runs the exits of whatever state it leaves, so one with exits is more than a transition. */
function isFlatChart({ transitions }: ChartDefinition, { kind, definitions }: Tree): boolean {
  const hasExits = definitions.some(own => (own?.exit ?? []).length > 0);
  return (
    kind.every(one => one === StateKind.atomic || one === StateKind.final) &&
    transitions.every(t => typeof t.target === 'string' && !(t.source === '*' && hasExits))
  );
}

function isSimpleChart({ transitions, setUp = [] }: ChartDefinition, { kind, definitions }: Tree): boolean {
  return (
    setUp.length === 0 &&
    kind.every(one => one === StateKind.atomic) &&
    definitions.every(own => (own?.entry ?? []).length + (own?.exit ?? []).length === 0) &&
    transitions.every(t => !t.on && !t.actions && t.rate === undefined) &&
    !canRestartTimeout(transitions)
  );
}

/**
 * True if a state with a timeout may be entered again from itself: its time starts again then, while the ticks in
 * state, by which simple charts keep time, go on.
 */
function canRestartTimeout(transitions: readonly TransitionDefinition[]): boolean {
  const timed = new Set(transitions.filter(isTimedTransition).map(t => t.source));
  return transitions.some(
    ({ source, target }) =>
      typeof target === 'string' &&
      (source === target || source === '*') &&
      (timed.has(target) || timed.has('*')),
  );
}

/** The event with which time passes: none that is sent has its name. */
export const TIME_PASSED = '\u0000timeout';

/** A trigger answers its own name; a list of descriptors what begins with one of them, at a dot. */
function isTriggeredByEvent(transition: TransitionDefinition, event: string): boolean {
  const { trigger, on, rate } = transition;
  if (rate !== undefined) return false;
  if (event === TIME_PASSED) return isTimedTransition(transition);
  if (on === undefined) return trigger === event;
  return on.some(one => {
    const name = one.replace(/\.\*?$/, '');
    return one === '*' || name === event || event.startsWith(`${name}.`);
  });
}
