import fc from 'fast-check';
import { type Society, society } from './any.ts';

/** Workflows with states in one another, made of flat ones, and the flat ones written out by hand. */

type Shape = string | Compound;
interface Compound {
  readonly name: string;
  readonly states: readonly Shape[];
  readonly initial_state?: string;
  readonly history?: string;
}
interface Edge {
  readonly from: string;
  readonly to: string;
  readonly condition?: string;
}
type Step = Record<string, unknown> & { in_state?: string | string[]; transition_to?: string };
interface Text {
  workflow: {
    state_machine: { states: readonly Shape[]; initial_state: string; transitions: Edge[] };
    steps: Step[];
  };
}

const SHAPES: readonly (readonly Shape[])[] = [
  ['a', { name: 'g', states: ['b', 'c'] }, 'd'],
  [{ name: 'g', states: ['a', { name: 'h', states: ['b', 'c'], initial_state: 'c' }] }, 'd'],
  [{ name: 'g', states: ['a', 'b', 'c', 'd'], initial_state: 'b' }],
  ['a', { name: 'g', states: [{ name: 'h', states: ['b', 'c'] }, 'd'], initial_state: 'h' }],
];

const compoundsIn = (shapes: readonly Shape[]): readonly Compound[] =>
  shapes.flatMap(one => (typeof one === 'string' ? [] : [...compoundsIn(one.states), one]));
const leavesIn = (shapes: readonly Shape[]): readonly string[] =>
  shapes.flatMap(one => (typeof one === 'string' ? [one] : leavesIn(one.states)));
const nameOf = (shape: Shape): string => (typeof shape === 'string' ? shape : shape.name);

/** The leaf in which a state begins. */
function beginningOf(name: string, shapes: readonly Shape[]): string {
  const own = compoundsIn(shapes).find(one => one.name === name);
  return own === undefined ? name : beginningOf(own.initial_state ?? nameOf(own.states[0]), shapes);
}

const edge = fc.record({
  from: fc.constantFrom('g', 'h'),
  to: fc.constantFrom('a', 'b', 'c', 'd', 'g', 'h'),
  condition: fc.constantFrom('tick % 3 == 0', 'x > 2', 'last_action_ok', 'True'),
});
const drawn = fc.record({
  of: society.filter(({ given }) => given.text.startsWith('{')),
  shape: fc.constantFrom(...SHAPES),
  wider: fc.array(edge, { maxLength: 4 }),
  isNamed: fc.boolean(),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer One> ? One : never;

/** @param flatten whether the states are written out as a list of names */
function written({ of, shape, wider, isNamed }: Drawn, flatten: boolean): Society {
  const text = JSON.parse(of.given.text) as Text;
  const machine = text.workflow.state_machine;
  const compounds = compoundsIn(shape);
  const known = new Set([...leavesIn(shape), ...compounds.map(({ name }) => name)]);
  const ours = wider.filter(({ from, to }) => known.has(from) && known.has(to));
  /** A state by the name of the outermost that begins in it, where it goes by that. */
  const named = (leaf: string): string =>
    (isNamed && !flatten && compounds.findLast(({ name }) => beginningOf(name, shape) === leaf)?.name) ||
    leaf;
  machine.transitions = machine.transitions.map(one => ({ ...one, to: named(one.to) }));
  // What stands further in comes first, and none leads to where it begins.
  for (const { name, states } of compounds)
    for (const one of ours.filter(({ from }) => from === name)) {
      const to = beginningOf(one.to, shape);
      const out = leavesIn(states).filter(leaf => leaf !== to);
      machine.transitions.push(...(flatten ? out.map(from => ({ ...one, from, to })) : [one]));
    }
  for (const step of text.workflow.steps) {
    if (step.transition_to !== undefined) step.transition_to = named(step.transition_to);
    if (step.in_state === undefined || !isNamed) continue;
    const around = compounds.filter(({ states }) => [step.in_state].flat().includes(leavesIn(states)[0]));
    step.in_state = flatten
      ? [...new Set([...[step.in_state].flat(), ...around.flatMap(({ states }) => leavesIn(states))])]
      : [...[step.in_state].flat(), ...around.map(({ name }) => name)];
  }
  if (!flatten) machine.states = shape;
  machine.initial_state = named(machine.initial_state);
  return { ...of, given: { ...of.given, text: JSON.stringify(text, null, 1) } };
}

/** A society whose states stand in one another, and the same with a list of names. */
export const pair = drawn.map(one => ({ nested: written(one, false), flat: written(one, true) }));

/** A society in which an edge to some state leads back to where the agent was. */
export const remembering = fc
  .tuple(drawn, fc.constantFrom('shallow', 'deep'), fc.constantFrom('g', 'h'))
  .map(([one, history, name]) => {
    const remember = (shapes: readonly Shape[]): readonly Shape[] =>
      shapes.map(shape =>
        typeof shape === 'string'
          ? shape
          : { ...shape, states: remember(shape.states), ...(shape.name === name && { history }) },
      );
    const society = written({ ...one, shape: remember(one.shape), isNamed: false }, false);
    const text = JSON.parse(society.given.text) as Text;
    const back = compoundsIn(one.shape).map(compound => ({ to: compound.name, condition: 'tick % 3 == 1' }));
    text.workflow.state_machine.transitions.unshift(...back.map(edge => ({ from: '*', ...edge })));
    return { ...society, given: { ...society.given, text: JSON.stringify(text, null, 1) } };
  });
