import { isLocalOracle } from '../../engine/oracle/oracleSetup.ts';
import { buildCommandOptions } from '../../engine/worlds/buildCommandOptions.ts';
import type { Plan } from '../../engine/worlds/worldPlan.ts';
import type { RunInfo } from '../../workers/protocol/api.ts';
import type { Worlds } from '../state/worldsState.ts';

/** Instructions for reproducing the worlds: the commands that play them into tables of the same bytes. */
export function describeReproduction(
  { plan, base }: Pick<Worlds, 'plan' | 'base'>,
  { subject }: Pick<RunInfo, 'subject'>,
): string {
  if (isLocalOracle(base.oracle)) return 'To repeat it: on the page, for the model runs in the browser.';
  const commands = buildPlanCommands(plan, subject?.noun ?? null);
  return `To repeat it: ${commands.join(' and ')}${plan.files === null ? '' : ', with the same files in the place of their names'}.`;
}

/** @param noun of the subject measured in addition to the whole */
const buildPlanCommands = (plan: Plan, noun: string | null): readonly string[] =>
  buildCommandOptions(plan, noun).map(
    options => `npm run -s cli -- worlds ${options.map(quoteShellWord).join(' ')} --csv worlds.csv`,
  );

/** A word as a shell takes it for one. */
const quoteShellWord = (word: string): string =>
  /^[\w=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
