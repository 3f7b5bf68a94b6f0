import type { AgentVariables } from '../model/model.ts';
import { PROGRAM_LIMITS } from '../python/limits.ts';
import { Meter } from '../python/meter.ts';
import type { Condition as Expression, Expression as Part } from '../python/program.ts';
import { evaluateCondition } from '../python/runCode.ts';
import { isTruthy, type PyValue } from '../python/value.ts';
import { type AgentColumn, NUMBERS_OF_ALL, type Population } from '../statechart/population.ts';
import { compileTerm, type Term } from './term.ts';

/**
 * Writes 1 for each of the agents from … to − 1 for which an expression holds, else 0.
 * @returns 0 if it holds for none
 */
type AgentTest = (from: number, to: number, out: Uint8Array) => number;

/** Source of an agent's values. */
interface Holder {
  readonly population: Population;
  readonly variables?: AgentVariables;
}

/** Valid names in an expression. */
const COLUMN_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** Names of what conditions can read of an agent. */
export const listReadableValues = ({ population, variables }: Holder): readonly string[] => [
  ...new Set([
    ...(variables?.names ?? []),
    ...[...population.names, ...NUMBERS_OF_ALL].filter(name => COLUMN_NAME.test(name)),
  ]),
];

/**
 * An expression at work on a run's agents, as they are when it is asked. Comparisons of columns, numbers, their sums and products are
 * made column by column; all else goes agent by agent, and what cannot be evaluated does not hold.
 */
export function compileAgentTest(holder: Holder, given: Expression): AgentTest {
  const { population, variables } = holder;
  const hidden = variables?.names ?? [];
  const isFloat = (name: string) =>
    !hidden.includes(name) && population.numbers(name) instanceof Float32Array;
  const expression = { ...given, expression: roundConstants(given.expression, isFloat) };
  // A variable of an agent's own hides a column.
  const columns = variables === undefined ? compileColumnTest(expression.expression, population) : null;
  if (columns !== null) return columns;
  const one = (agent: number): boolean => {
    const own = variables?.of(agent);
    const get = (name: string): PyValue | undefined => {
      const value = own?.get(name);
      return value === undefined ? getColumnValue(population.numbers(name), agent) : value;
    };
    const outcome = evaluateCondition(expression, { size: 0, get }, new Meter(PROGRAM_LIMITS));
    return outcome.kind === 'done' && isTruthy(outcome.value);
  };
  return (from, to, out) => {
    let any = 0;
    for (let agent = from; agent < to; agent++) any |= out[agent] = one(agent) ? 1 : 0;
    return any;
  };
}

/** An expression whose constants, where they are compared with a column of floats, are as that column holds them: 0.7 is at 0.7. */
function roundConstants(part: Part, isFloat: (name: string) => boolean): Part {
  if (part.kind === 'unary') return { ...part, operand: roundConstants(part.operand, isFloat) };
  if (part.kind === 'and' || part.kind === 'or')
    return { ...part, operands: part.operands.map(one => roundConstants(one, isFloat)) };
  if (part.kind !== 'comparison') return part;
  const sides = [part.first, ...part.links.map(({ right }) => right)];
  const isColumn = (side: Part | null | undefined) => side?.kind === 'name' && isFloat(side.name);
  const round = <Side extends Part | null>(side: Side, at: number): Side => {
    const isCompared = isColumn(sides[at - 1]) || isColumn(sides[at + 1]);
    return isCompared && side?.kind === 'constant' && typeof side.value === 'number'
      ? { ...side, value: Math.fround(side.value) }
      : side;
  };
  const links = part.links.map((link, at) => ({ ...link, right: round(link.right, at + 1) }));
  return { ...part, first: round(part.first, 0), links };
}

function getColumnValue(column: AgentColumn | Uint16Array | undefined, agent: number): PyValue | undefined {
  if (column === undefined) return undefined;
  return column instanceof Float32Array ? column[agent] : BigInt(column[agent]);
}

type ComparisonLoop = (
  a: Term['values'],
  b: Term['values'],
  from: number,
  to: number,
  out: Uint8Array,
) => number;

/** A loop for each, as a function that is called for each agent takes several times as long. */
const LOOPS: Readonly<Record<string, ComparisonLoop>> = {
  '<': (a, b, from, to, out) => {
    let any = 0;
    for (let i = from; i < to; i++) any |= out[i] = a[i] < b[i] ? 1 : 0;
    return any;
  },
  '<=': (a, b, from, to, out) => {
    let any = 0;
    for (let i = from; i < to; i++) any |= out[i] = a[i] <= b[i] ? 1 : 0;
    return any;
  },
  '>': (a, b, from, to, out) => {
    let any = 0;
    for (let i = from; i < to; i++) any |= out[i] = a[i] > b[i] ? 1 : 0;
    return any;
  },
  '>=': (a, b, from, to, out) => {
    let any = 0;
    for (let i = from; i < to; i++) any |= out[i] = a[i] >= b[i] ? 1 : 0;
    return any;
  },
  '==': (a, b, from, to, out) => {
    let any = 0;
    for (let i = from; i < to; i++) any |= out[i] = a[i] === b[i] ? 1 : 0;
    return any;
  },
  '!=': (a, b, from, to, out) => {
    let any = 0;
    for (let i = from; i < to; i++) any |= out[i] = a[i] !== b[i] ? 1 : 0;
    return any;
  },
};

/** Null for what is more than comparisons, joined by `and`, `or` and `not`. */
function compileColumnTest(part: Part, population: Population): AgentTest | null {
  if (part.kind === 'unary' && part.operator === 'not')
    return negateAgentTest(compileColumnTest(part.operand, population));
  if (part.kind === 'and' || part.kind === 'or')
    return combineAgentTests(
      part.operands.map(one => compileColumnTest(one, population)),
      part.kind,
      population.size,
    );
  if (part.kind !== 'comparison') return null;
  const sides = [part.first, ...part.links.map(({ right }) => right)].map(side =>
    compileTerm(side, population),
  );
  const links = part.links.map(({ operator }, i) =>
    compileComparison(LOOPS[operator], sides[i], sides[i + 1]),
  );
  return combineAgentTests(links, 'and', population.size);
}

function compileComparison(
  loop: ComparisonLoop | undefined,
  a: Term | null,
  b: Term | null,
): AgentTest | null {
  if (loop === undefined || a === null || b === null) return null;
  return (from, to, out) => {
    a.fill?.(from, to);
    b.fill?.(from, to);
    return loop(a.values, b.values, from, to, out);
  };
}

function negateAgentTest(test: AgentTest | null): AgentTest | null {
  if (test === null) return null;
  return (from, to, out) => {
    let any = 0;
    test(from, to, out);
    for (let i = from; i < to; i++) any |= out[i] ^= 1;
    return any;
  };
}

function combineAgentTests(
  tests: readonly (AgentTest | null)[],
  by: 'and' | 'or',
  agents: number,
): AgentTest | null {
  const all = tests.filter(test => test !== null);
  if (all.length < tests.length) return null;
  const [first, ...rest] = all;
  const next = new Uint8Array(rest.length > 0 ? agents : 0);
  return (from, to, out) => {
    let any = first(from, to, out);
    for (const test of rest) {
      // Nobody is left.
      if (by === 'and' && any === 0) return 0;
      test(from, to, next);
      any = by === 'and' ? intersectSelections(next, from, to, out) : uniteSelections(next, from, to, out);
    }
    return any;
  };
}

function intersectSelections(next: Uint8Array, from: number, to: number, out: Uint8Array): number {
  let any = 0;
  for (let i = from; i < to; i++) any |= out[i] &= next[i];
  return any;
}

function uniteSelections(next: Uint8Array, from: number, to: number, out: Uint8Array): number {
  let any = 0;
  for (let i = from; i < to; i++) any |= out[i] |= next[i];
  return any;
}
