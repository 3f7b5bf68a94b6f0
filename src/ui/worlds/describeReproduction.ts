import { isLocalOracle } from '../../engine/oracle/oracleSetup.ts';
import { buildCommandOptions } from '../../engine/worlds/buildCommandOptions.ts';
import type { RunInfo } from '../../workers/protocol/api.ts';
import type { Worlds } from '../state/worldsState.ts';

type Reproduced = Pick<Worlds, 'plan' | 'base'>;

/** Instructions for reproducing the worlds, in a sentence. */
export function describeReproduction(worlds: Reproduced, info: Pick<RunInfo, 'subject'>): string {
  const commands = buildPlanCommands(worlds, info);
  if (commands.length === 0) return 'To repeat it: on the page, for the model runs in the browser.';
  return `To repeat it: ${commands.join(' and ')}${worlds.plan.files === null ? '' : `, ${WITH_FILES}`}.`;
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
