import type { Groups } from '../groups.ts';
import type { Network, NodeColumn } from './network.ts';

/** What people call a division of nodes, as programs that find communities do. */
const NAMES = /communit|group|class|cluster|modul|faction|party|club|team|block|department/i;
const MOST_GROUPS = 20;

/**
 * The division of nodes by what a file says of them: by the column whose name says that it is one, else by the first that could be.
 * A column can be that has 2 to 20 values, one of them more than once. @returns null where there is none
 */
export function nodeGroups(columns: readonly NodeColumn[]): Groups | null {
  const possible = columns.flatMap(({ name, values }) => {
    const names = [...new Set(values.filter(value => value !== null))].sort(byValue);
    const given = values.filter(value => value !== null).length;
    return names.length < 2 || names.length > MOST_GROUPS || names.length === given
      ? []
      : [{ label: name, names, values }];
  });
  const found = possible.find(({ label }) => NAMES.test(label)) ?? possible[0];
  if (found === undefined) return null;
  const { label, names, values } = found;
  const numberOf = new Map<string | null, number>(names.map((name, number) => [name, number]));
  const all = values.includes(null) ? [...names, `no ${label}`] : names;
  return { label, names: all, of: Uint8Array.from(values, value => numberOf.get(value) ?? names.length) };
}

/** Whole numbers by their size, else by code unit. */
function byValue(a: string, b: string): number {
  if (/^\d+$/.test(a) && /^\d+$/.test(b) && a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What a network's file says of a node beside its name, for its agent's record; nothing where it says nothing. */
export function attributesOfNode(
  { attributes = [] }: Network,
  node: number,
): { readonly attributes?: Readonly<Record<string, string>> } {
  const given = attributes.flatMap(({ name, values }) => {
    const value = values[node];
    return value === null ? [] : [[name, value] as const];
  });
  return given.length === 0 ? {} : { attributes: Object.fromEntries(given) };
}
