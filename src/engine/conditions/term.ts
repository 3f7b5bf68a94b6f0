import type { Expression as Part } from '../python/program.ts';
import type { PyValue } from '../python/value.ts';
import type { AgentColumn, Population } from '../statechart/population.ts';

type Numbers = Float64Array | AgentColumn | Uint16Array;

/** A number of every agent's: a column, a constant, or a sum, a difference or a product of such. */
export interface Term {
  readonly values: Numbers;
  /** Computes `values` for the agents from … to − 1; absent if they are there. */
  readonly fill?: (from: number, to: number) => void;
  /** Of whole numbers, how far from 0 one can be; null for floats. */
  readonly most: number | null;
}

/** Null for what is none, or cannot be worked out in floats as Python does it. */
export function compileTerm(part: Part | null, population: Population): Term | null {
  if (part?.kind === 'name') return createColumnTerm(population.numbers(part.name));
  if (part?.kind === 'constant') return createConstantTerm(part.value, population.size);
  if (part?.kind === 'unary' && part.operator === '-')
    return compileDifferenceTerm(ZERO, part.operand, population);
  if (part?.kind !== 'binary') return null;
  const loop = LOOPS[part.operator];
  return loop === undefined
    ? null
    : createArithmeticTerm(loop, compileTerm(part.left, population), part.right, population);
}

const ZERO: Part = { kind: 'constant', value: 0n, at: { line: 1, column: 1 } };

const compileDifferenceTerm = (from: Part, part: Part, population: Population): Term | null =>
  createArithmeticTerm(LOOPS['-'], compileTerm(from, population), part, population);

function createColumnTerm(values: AgentColumn | Uint16Array | undefined): Term | null {
  if (values === undefined) return null;
  if (values instanceof Float32Array) return { values, most: null };
  return { values, most: values instanceof Uint16Array ? 0xffff : 0x8000_0000 };
}

function createConstantTerm(value: PyValue, agents: number): Term | null {
  if (typeof value !== 'number' && typeof value !== 'bigint') return null;
  const number = Number(value);
  if (typeof value === 'bigint' && !Number.isSafeInteger(number)) return null;
  const most = typeof value === 'bigint' ? Math.abs(number) : null;
  return { values: new Float64Array(agents).fill(number), most };
}

interface TermLoop {
  readonly most: (a: number, b: number) => number;
  readonly run: (a: Numbers, b: Numbers, from: number, to: number, out: Float64Array) => void;
}

/** A loop for each, as a function that is called for each agent takes several times as long. */
const LOOPS: Readonly<Partial<Record<string, TermLoop>>> & Readonly<Record<'-', TermLoop>> = {
  '+': {
    most: (a, b) => a + b,
    run: (a, b, from, to, out) => {
      for (let i = from; i < to; i++) out[i] = a[i] + b[i];
    },
  },
  '-': {
    most: (a, b) => a + b,
    run: (a, b, from, to, out) => {
      for (let i = from; i < to; i++) out[i] = a[i] - b[i];
    },
  },
  '*': {
    most: (a, b) => a * b,
    run: (a, b, from, to, out) => {
      for (let i = from; i < to; i++) out[i] = a[i] * b[i];
    },
  },
};

function createArithmeticTerm(
  { most, run }: TermLoop,
  left: Term | null,
  part: Part,
  population: Population,
): Term | null {
  const right = compileTerm(part, population);
  if (left === null || right === null) return null;
  const whole = left.most === null || right.most === null ? null : most(left.most, right.most);
  // Beyond it Python's whole numbers are exact, and floats are not.
  if (whole !== null && whole > Number.MAX_SAFE_INTEGER) return null;
  const values = new Float64Array(population.size);
  return {
    values,
    most: whole,
    fill(from, to) {
      left.fill?.(from, to);
      right.fill?.(from, to);
      run(left.values, right.values, from, to, values);
    },
  };
}
