import { PROGRAM_LIMITS, raiseError } from './limits.ts';
import { formatPyFloat } from './toPyRepr.ts';
import {
  getPyTypeName,
  isContainerValue,
  makeDict,
  makeList,
  makeString,
  makeTuple,
  type PyValue,
} from './value.ts';

/** A value as JSON: a number is a float, a list an array; values that JSON cannot distinguish are tagged. */
export type Plain =
  | null
  | boolean
  | string
  | number
  | readonly Plain[]
  | { readonly int: string }
  | { readonly float: string }
  | { readonly tuple: readonly Plain[] }
  | { readonly dict: readonly (readonly [Plain, Plain])[] };

/** A value as JSON-compatible data; `readPlainValue` reads it back. */
export function toPlainValue(value: PyValue): Plain {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'bigint') return { int: value.toString() };
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0) ? value : { float: formatPyFloat(value) };
  if (!isContainerValue(value)) throw new Error(`a ${getPyTypeName(value)} is not kept`);
  if (value.kind === 'dict')
    return {
      dict: [...value.entries.values()].map(
        ([key, item]) => [toPlainValue(key), toPlainValue(item)] as const,
      ),
    };
  const items = value.items.map(toPlainValue);
  return value.kind === 'list' ? items : { tuple: items };
}

/** Reads what `toPlainValue` wrote. @throws Error for anything else, and for values beyond LIMITS */
export function readPlainValue(plain: unknown): PyValue {
  return readPlainAtDepth(plain, PROGRAM_LIMITS.depth);
}

function readPlainAtDepth(plain: unknown, depth: number): PyValue {
  if (plain === null || typeof plain === 'boolean' || typeof plain === 'number') return plain;
  if (typeof plain === 'string') return checkPlainText(plain);
  if (depth === 0)
    raiseError('LimitError', `more than ${PROGRAM_LIMITS.depth} lists, tuples or dicts in each other`);
  if (Array.isArray(plain)) return makeList(readPlainItems(plain, depth));
  if (typeof plain !== 'object') throw new Error(`a ${typeof plain} is not a value of Python`);
  const entries: readonly [string, unknown][] = Object.entries(plain);
  if (entries.length !== 1) throw new Error('an object with one key is needed');
  const [[kind, inside]] = entries;
  if (kind === 'int' && typeof inside === 'string') return parsePlainInt(inside);
  if (kind === 'float' && typeof inside === 'string' && Object.hasOwn(FLOATS, inside)) return FLOATS[inside];
  if (kind === 'tuple' && Array.isArray(inside)) return makeTuple(readPlainItems(inside, depth));
  if (kind === 'dict' && Array.isArray(inside))
    return makeDict(inside.map(entry => readPlainPair(entry, depth)));
  throw new Error(`${kind.slice(0, 40)} is not a value of Python`);
}

const FLOATS: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
  '-0.0': -0,
};

function readPlainItems(plain: readonly unknown[], depth: number): readonly PyValue[] {
  if (plain.length > PROGRAM_LIMITS.items)
    raiseError('LimitError', `more than ${PROGRAM_LIMITS.items} items`);
  return plain.map(item => readPlainAtDepth(item, depth - 1));
}

function readPlainPair(plain: unknown, depth: number): readonly [PyValue, PyValue] {
  if (!Array.isArray(plain) || plain.length !== 2) throw new Error('an entry of a dict is a key and a value');
  return [readPlainAtDepth(plain[0], depth - 1), readPlainAtDepth(plain[1], depth - 1)];
}

function checkPlainText(plain: string): string {
  if (/\p{Surrogate}/u.test(plain)) throw new Error('a string with half a character');
  return makeString(plain);
}

function parsePlainInt(plain: string): bigint {
  if (!/^-?\d+$/.test(plain)) throw new Error('an int is written in digits');
  const bound = 1n << BigInt(PROGRAM_LIMITS.bits);
  const value = plain.length > PROGRAM_LIMITS.bits / 3 ? bound : BigInt(plain);
  if (value >= bound || value <= -bound)
    raiseError('LimitError', `an int of more than ${PROGRAM_LIMITS.bits} bits`);
  return value;
}
