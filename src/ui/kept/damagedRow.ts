import { pageModels } from '../model/registered.ts';
import type { KeptRow } from '../state/keptRow.ts';

type Check = (value: unknown) => boolean;
const text: Check = value => typeof value === 'string';
const number: Check = value => Number.isFinite(value);
const object: Check = value => typeof value === 'object' && value !== null && !Array.isArray(value);
const list =
  (each: Check): Check =>
  value =>
    Array.isArray(value) && value.every(each);
const orNull =
  (check: Check): Check =>
  value =>
    value === null || check(value);
const having =
  (parts: Readonly<Record<string, Check>>): Check =>
  value =>
    object(value) &&
    Object.entries(parts).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const SETUP = having({
  model: value => pageModels().some(({ name }) => name === value),
  network: text,
  preset: text,
  seed: number,
  agents: orNull(number),
  oracle: having({ kind: text }),
  parameters: object,
  changes: list(object),
});

/** What each part of a row must be. */
const PARTS: Readonly<Record<Exclude<keyof KeptRow, 'closed'>, Check>> = {
  id: text,
  name: orNull(text),
  setup: SETUP,
  words: text,
  agents: number,
  tick: number,
  hash: text,
  bytes: number,
  address: text,
  touched: number,
  isPinned: value => typeof value === 'boolean',
  spark: list(number),
  decider: orNull(text),
  parent: orNull(
    having({
      id: orNull(text),
      hash: text,
      head: number,
      setup: SETUP,
      from: number,
      change: text,
      since: text,
    }),
  ),
  view: having({ selection: having({ agents: list(number), cursor: orNull(number) }), scale: object }),
};

/** What is wrong with a row; null where it is whole. */
export function damageOf(row: unknown): string | null {
  if (!object(row)) return 'it is no row';
  const given = row as Record<string, unknown>;
  const wrong = Object.entries(PARTS).find(([name, check]) => !check(given[name]));
  if (wrong === undefined) return null;
  return given[wrong[0]] === undefined ? `${wrong[0]} is missing` : `${wrong[0]} cannot be understood`;
}
