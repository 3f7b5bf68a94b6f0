import { InputError } from '../../core/errors.ts';
import { quoteUserValue } from '../../core/quoteUserValue.ts';
import { isDivisionName } from '../groupNodesByColumn.ts';
import type { TableRow } from './parseNetworkRows.ts';

/** Two columns of a table of edges that say the group of its two accounts: `source_group, target_group`. */
export interface EndGroups {
  /** Name of the attribute: "group". */
  readonly name: string;
  /** Places of the columns. */
  readonly source: number;
  readonly target: number;
}

/** Marks of the two ends that need not be their names: those of joined tables in pandas and R, and numbers. */
const END_MARKS = [
  ['x', 'y'],
  ['1', '2'],
] as const;

/**
 * Pairs of columns whose names are those of the two ends, or their marks, with the usual name of a group before or behind.
 * @param ends places of the accounts
 * @param others places of columns without another role
 */
export function findEndGroups(
  names: readonly string[],
  [from, to]: readonly [source: number, target: number],
  others: readonly number[],
): readonly EndGroups[] {
  const marks = [[names[from], names[to]].map(name => name.replace(/[^a-z0-9]*id$/i, '')), ...END_MARKS];
  return marks.flatMap(([first, second]) =>
    others.flatMap(source => {
      const name = removeEndMark(names[source], first);
      if (name === null || !isDivisionName(name)) return [];
      const target = others.find(at => at !== source && removeEndMark(names[at], second) === name);
      return target === undefined ? [] : [{ name, source, target }];
    }),
  );
}

/** "group" of `source_group`, `group.source` and `SourceGroup`; null for another name. */
function removeEndMark(name: string, mark: string): string | null {
  const [text, end] = [name, mark].map(one => one.toLowerCase());
  const rest = text.startsWith(end)
    ? text.slice(end.length)
    : text.endsWith(end)
      ? text.slice(0, -end.length)
      : '';
  const bare = rest.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
  return bare === '' ? null : bare;
}

/** Collects the groups of accounts over the lines of a table. */
export class EndGroupReader {
  readonly #known = new Map<string, { readonly value: string; readonly line: number }>();

  constructor(
    private readonly fileName: string,
    private readonly groups: readonly EndGroups[],
  ) {}

  /**
   * Attributes of an account by a line; empty cells say nothing.
   * @throws InputError if an earlier line says otherwise
   */
  read(
    id: string,
    { cells, line }: TableRow,
    end: 'source' | 'target',
  ): readonly (readonly [string, string])[] {
    return this.groups.flatMap(({ name, [end]: at }) => {
      const value = cells[at] ?? '';
      if (value === '') return [];
      const key = JSON.stringify([name, id]);
      const before = this.#known.get(key);
      if (before !== undefined && before.value !== value)
        throw new InputError(
          `${this.fileName}, line ${line}: ${name} ${quoteUserValue(value)} of ${quoteUserValue(id)}, but ${quoteUserValue(before.value)} in line ${before.line}; an account has one ${name}`,
        );
      if (before === undefined) this.#known.set(key, { value, line });
      return [[name, value] as const];
    });
  }
}
