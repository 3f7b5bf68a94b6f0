import { csvFormatRows, csvParseRows } from 'd3-dsv';
import { InputError } from '../core/errors.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import type { OutcomeDefinition } from '../model/outcomeDefinition.ts';
import { findWorldMistake } from './findWorldMistake.ts';
import type { World } from './worldCourse.ts';
import { computePlanId, type Plan } from './worldPlan.ts';

/** Columns before those of the outcomes; what is swept stands between `seed` and `rounds`. */
const LEADING = ['plan', 'arm', 'label', 'world', 'seed'] as const;

const listSweptParameters = ({ arms }: Plan): readonly string[] => [
  ...new Set(arms.flatMap(arm => Object.keys(arm.values))),
];

/**
 * A row for each world, by arm and world: plan, arm, its label, world, seed, swept parameters, rounds, outcomes (six
 * decimals, empty for nothing to measure), names of those that still grew, hash. The same bytes for any division of the
 * work.
 */
export function writeWorldsCsv(
  plan: Plan,
  definitions: readonly OutcomeDefinition[],
  worlds: readonly World[],
): string {
  const swept = listSweptParameters(plan);
  const names = definitions.map(({ name }) => name);
  const header = [...LEADING, ...swept, 'rounds', ...names, 'growing', 'hash'];
  const id = computePlanId(plan);
  const rows = [...worlds]
    .sort((a, b) => a.arm - b.arm || a.world - b.world)
    .map(({ arm, world, seed, rounds, outcomes, growing, hash }) => {
      const { label, values } = plan.arms[arm];
      const cells = [id, arm, label, world, seed, ...swept.map(name => values[name]), rounds];
      const grown = names.filter((_, at) => growing[at]).join(' ');
      return [...cells.map(String), ...outcomes.map(value => String(value ?? '')), grown, hash];
    });
  return `${csvFormatRows([header, ...rows])}\n`;
}

/** The worlds of a table that `writeWorldsCsv` has written. @throws InputError for a table of another plan, and for a cut row */
export function readWorldsCsv(
  { name, text }: WorldsPart,
  plan: Plan,
  definitions: readonly OutcomeDefinition[],
): readonly World[] {
  const [header, ...rows] = csvParseRows(mergeWorldParts([{ name, text }]));
  const id = computePlanId(plan);
  const before = LEADING.length + listSweptParameters(plan).length;
  if (rows.some(row => row[0] !== id))
    throw new InputError(`${name} holds worlds of another plan, or of another version of the engine`);
  const names = header.slice(before + 1, -2).join(', ');
  const wanted = definitions.map(({ name: outcome }) => outcome).join(', ');
  if (names !== wanted)
    throw new InputError(
      `${name} has other outcomes (${names}) than are measured now (${wanted}): it is of an earlier build; play its worlds into another file`,
    );
  return rows.map(row => {
    const [arm, world, seed, rounds] = [row[1], row[3], row[4], row[before]].map(readCell);
    const outcomes = row.slice(before + 1, -2).map(cell => (cell === '' ? null : readCell(cell)));
    const grown = new Set(row.at(-2)?.split(' '));
    const growing = definitions.map(({ name: outcome }) => grown.has(outcome));
    const played = { arm, world, seed, rounds, outcomes, growing };
    const strange = [...grown].find(one => one !== '' && !definitions.some(({ name: own }) => own === one));
    const mistake =
      findWorldMistake(plan, definitions, played) ??
      findOtherValues(plan, row) ??
      (strange === undefined
        ? null
        : `its growing outcomes have ${JSON.stringify(strange)}, which is not measured`);
    if (mistake !== null)
      throw new InputError(
        `${name}, arm ${row[1]}, world ${row[3]} was changed: ${formatQuotedText(mistake)}`,
      );
    return { ...played, hash: row.at(-1) ?? '', course: null, trace: null };
  });
}

/** A number as it was written; NaN for anything else, such as nothing. */
const readCell = (cell: string): number => (/^-?\d/.test(cell) ? Number(cell) : Number.NaN);

/** A label or values that are those of another arm, in words; null for none. */
function findOtherValues(plan: Plan, row: readonly string[]): string | null {
  const { label, values } = plan.arms[Number(row[1])];
  const names = listSweptParameters(plan);
  const said = row.slice(LEADING.length, LEADING.length + names.length);
  const isOwn = row[2] === label && said.every((value, at) => value === String(values[names[at]]));
  return isOwn ? null : `its label or values are not those of arm ${row[1]}`;
}

/** A part of a table of worlds, as a file has it. */
interface WorldsPart {
  readonly name: string;
  readonly text: string;
}

/**
 * Puts the parts of one plan together, by arm and world, a row that several have once.
 * @throws InputError for parts of different plans, for two rows that say different things of one world, and for no such table
 */
export function mergeWorldParts(parts: readonly WorldsPart[]): string {
  let header: readonly string[] | null = null;
  const rows = new Map<string, { readonly row: readonly string[]; readonly name: string }>();
  const plans = new Set<string>();
  for (const { name, text } of parts) {
    const [head = [], ...body] = csvParseRows(text);
    if (!LEADING.every((column, i) => head[i] === column))
      throw new InputError(
        `${name} is not a table of worlds: it begins with ${formatQuotedText(head.slice(0, 3).join(','))}`,
      );
    if (header !== null && head.join() !== header.join())
      throw new InputError(
        `${name} has different columns from ${parts[0].name}: ${formatQuotedText(head.join(','))}`,
      );
    header = head;
    const [plan] = body[0] ?? [];
    if (plan !== undefined && !plans.has(plan) && plans.size > 0)
      throw new InputError(
        `${name} is of another plan than ${parts[0].name}, or of another version of the engine: ${formatQuotedText(plan)} instead of ${[...plans][0]}`,
      );
    if (plan !== undefined) plans.add(plan);
    for (const row of body) addWorldRow(rows, row, name, head.length);
  }
  checkSeeds([...rows.values()]);
  const sorted = [...rows.values()]
    .map(({ row }) => row)
    .sort((a, b) => Number(a[1]) - Number(b[1]) || Number(a[3]) - Number(b[3]));
  return `${csvFormatRows([[...(header ?? [])], ...sorted.map(row => [...row])])}\n`;
}

/** Worlds below the last one that a table of worlds does not have in some arm, ascending. */
export function findMissingWorlds(text: string): readonly number[] {
  const [, ...rows] = csvParseRows(text);
  const arms = new Set(rows.map(row => row[1]));
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(Number(row[3]), (counts.get(Number(row[3])) ?? 0) + 1);
  const last = Math.max(0, ...counts.keys());
  return Array.from({ length: last }, (_, at) => at + 1).filter(world => counts.get(world) !== arms.size);
}

/** @throws InputError for a world with another seed in another arm, and for two worlds with one seed: arms are played in the same worlds */
function checkSeeds(rows: readonly { readonly row: readonly string[]; readonly name: string }[]): void {
  const seedOf = new Map<string, string>();
  const worldOf = new Map<string, string>();
  for (const { row, name } of rows) {
    const [world, seed] = [row[3], row[4]];
    const [known, other] = [seedOf.get(world) ?? seed, worldOf.get(seed) ?? world];
    if (known !== seed || other !== world)
      throw new InputError(
        `${name}: arm ${row[1]}, world ${world} has the seed ${seed}, ${known === seed ? `which world ${other} has` : `and another arm ${known}`}`,
      );
    seedOf.set(world, seed);
    worldOf.set(seed, world);
  }
}

function addWorldRow(
  rows: Map<string, { readonly row: readonly string[]; readonly name: string }>,
  row: readonly string[],
  name: string,
  columns: number,
): void {
  const place = `arm ${row[1]}, world ${row[3]}`;
  if (row.length !== columns)
    throw new InputError(`${name} is cut off: ${place} has ${row.length} of ${columns} cells`);
  if (!/^[0-9a-f]{64}$/.test(row.at(-1) ?? ''))
    throw new InputError(`${name} is cut off: ${place} has no whole hash`);
  if (![row[1], row[3], row[4]].every(cell => /^\d{1,10}$/.test(cell)))
    throw new InputError(
      `${name}: ${formatQuotedText(place)} has an arm, a world or a seed that is not a number`,
    );
  const other = rows.get(place);
  if (other !== undefined && other.row.join() !== row.join())
    throw new InputError(`${place} differs between ${name} and ${other.name}`);
  rows.set(place, { row, name });
}
