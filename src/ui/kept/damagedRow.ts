import { listPageModels } from '../model/registered.ts';
import type { KeptRow } from '../state/keptRow.ts';

type Check = (value: unknown) => boolean;
const isTextField: Check = value => typeof value === 'string';
const isNumberField: Check = value => Number.isFinite(value);
const isObjectField: Check = value => typeof value === 'object' && value !== null && !Array.isArray(value);
const createListCheck =
  (each: Check): Check =>
  value =>
    Array.isArray(value) && value.every(each);
const createNullableCheck =
  (check: Check): Check =>
  value =>
    value === null || check(value);
const createFieldsCheck =
  (parts: Readonly<Record<string, Check>>): Check =>
  value =>
    isObjectField(value) &&
    Object.entries(parts).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const SETUP = createFieldsCheck({
  model: value => listPageModels().some(({ name }) => name === value),
  network: isTextField,
  preset: isTextField,
  seed: isNumberField,
  agents: createNullableCheck(isNumberField),
  oracle: createFieldsCheck({ kind: isTextField }),
  parameters: isObjectField,
  changes: createListCheck(isObjectField),
});

/** What each part of a row must be. */
const PARTS: Readonly<Record<Exclude<keyof KeptRow, 'closed'>, Check>> = {
  id: isTextField,
  name: createNullableCheck(isTextField),
  setup: SETUP,
  words: isTextField,
  agents: isNumberField,
  tick: isNumberField,
  hash: isTextField,
  bytes: isNumberField,
  address: isTextField,
  touched: isNumberField,
  isPinned: value => typeof value === 'boolean',
  spark: createListCheck(isNumberField),
  decider: createNullableCheck(isTextField),
  parent: createNullableCheck(
    createFieldsCheck({
      id: createNullableCheck(isTextField),
      hash: isTextField,
      head: isNumberField,
      setup: SETUP,
      from: isNumberField,
      change: isTextField,
      since: isTextField,
    }),
  ),
  view: createFieldsCheck({
    selection: createFieldsCheck({
      agents: createListCheck(isNumberField),
      cursor: createNullableCheck(isNumberField),
    }),
    scale: isObjectField,
  }),
};

/** What is wrong with a row; null where it is whole. */
export function findRowDamage(row: unknown): string | null {
  if (!isObjectField(row)) return 'it is no row';
  const given = row as Record<string, unknown>;
  const wrong = Object.entries(PARTS).find(([name, check]) => !check(given[name]));
  if (wrong === undefined) return null;
  return given[wrong[0]] === undefined ? `${wrong[0]} is missing` : `${wrong[0]} cannot be understood`;
}
