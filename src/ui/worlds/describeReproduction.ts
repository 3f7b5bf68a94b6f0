import { isLocalOracle } from '../../engine/oracle/oracleSetup.ts';
import { buildCommandOptions } from '../../engine/worlds/buildCommandOptions.ts';
import type { RunInfo } from '../../workers/protocol/api.ts';
import { formatGroupedInteger } from '../lib/formatCounts.ts';
import type { Worlds } from '../state/worldsState.ts';

type Reproduced = Pick<Worlds, 'plan' | 'base'>;
type Played = Worlds['played'];

/** Instructions for reproducing the worlds, in a sentence. */
export function describeReproduction(
  worlds: Reproduced & { readonly played: Played },
  info: Pick<RunInfo, 'subject'>,
): string {
  const commands = buildPlanCommands(worlds, info);
  if (commands.length === 0) return 'To repeat it: on the page, for the model runs in the browser.';
  return `To repeat it: ${commands.join(' and ')}${worlds.plan.files === null ? '' : `, ${WITH_FILES}`}.${describePlayedPart(worlds.plan, worlds.played)}`;
}

/** The way in which a command has the user's files. */
export const WITH_FILES = 'with the same files in the place of their names';

/** The commands that play the worlds into tables of the same bytes; none for a model that runs in the browser. */
export const buildPlanCommands = (
  { plan, base }: Reproduced,
  { subject }: Pick<RunInfo, 'subject'>,
): readonly string[] =>
  isLocalOracle(base.oracle)
    ? []
    : buildCommandOptions(plan, subject?.noun ?? null).map(
        options => `npm run -s cli -- worlds ${options.map(quoteShellWord).join(' ')} --csv worlds.csv`,
      );

/** A word as a shell takes it for one. */
const quoteShellWord = (word: string): string =>
  /^[\w=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** The worlds of a part that was played; empty for all: a command plays all. */
function describePlayedPart(plan: Worlds['plan'], played: Played): string {
  const all = plan.worlds * plan.arms.length;
  if (played.length >= all) return '';
  const parts = plan.arms.map(({ label }, arm) => ({
    name: label === '' ? 'the set-up as it is' : label,
    worlds: formatNumberRanges(played.filter(one => one.arm === arm).map(one => one.world)),
  }));
  const [{ worlds }] = parts;
  const which = parts.every(part => part.worlds === worlds)
    ? `world ${worlds}${parts.length > 1 ? ' of each set-up' : ''}`
    : parts.map(part => `world ${part.worlds} of ${part.name}`).join('; ');
  return ` This plays all ${formatGroupedInteger(all)} worlds; played here: ${played.length === 0 ? 'none' : which}.`;
}

/** "1–112, 115": numbers in ascending order; "none". */
function formatNumberRanges(numbers: readonly number[]): string {
  const ranges: [from: number, to: number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const words = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  return words.length === 0 ? 'none' : words.join(', ');
}
