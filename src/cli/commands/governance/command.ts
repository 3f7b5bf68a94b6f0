import type { Command } from 'commander';
import { InputError } from '../../../engine/core/errors.ts';
import { formatAgentId } from '../../../engine/core/indices.ts';
import type { RulesTold, StopTold } from '../../../engine/model/rulesTold.ts';
import type { Flags, IsGiven } from '../../options/orders.ts';
import { RECORDED_MODEL, tellingOf } from '../recordedCases.ts';
import { csvOf, fullLines, recommendedLines, stoppedLines, tableLines, tunedLines } from './told.ts';

interface GovernanceFlags extends Flags {
  readonly rule?: string;
  readonly stopped?: true;
  readonly tune?: true;
  readonly csv?: true;
}

/** Adds `governance`: what rules that stop an agent would have done to recorded cases. */
export function addGovernanceCommand(
  program: Command,
  addSetup: (command: Command, model?: string) => Command,
  root: URL,
): void {
  const command = program
    .command('governance')
    .description(
      'what rules that stop an agent would have done to recorded cases: failed and successful ones stopped, tokens saved and cut; the last line of standard output is JSON, but with --csv',
    );
  addSetup(command, RECORDED_MODEL)
    .option('--rule <id>', 'one rule in full, with the setting for one’s own agent')
    .option('--stopped', 'list the cases that --rule stops, at which step')
    .option('--tune', 'choose rules on one half of the tasks, and show what they do on the other')
    .option('--csv', 'write the table of all rules as CSV instead; its columns: docs/traces.md')
    .action((flags: GovernanceFlags) =>
      tell(flags, name => command.getOptionValueSource(name) === 'cli', root),
    );
}

async function tell(flags: GovernanceFlags, isGiven: IsGiven, root: URL): Promise<void> {
  checkFlags(flags);
  const rules = await rulesOf(flags, isGiven, root);
  const { lines, told } = await toldBy(rules, flags);
  // Into a CSV no sentence goes.
  const lack = told === null || rules.lack === null ? [] : [rules.lack];
  for (const line of [...lines, ...lack]) process.stdout.write(`${line}\n`);
  if (told !== null) process.stdout.write(`${JSON.stringify(told)}\n`);
}

/** @throws InputError for options that do not go together */
function checkFlags({ rule, stopped, tune, csv }: GovernanceFlags): void {
  if (stopped && rule === undefined) throw new InputError('--stopped is for one rule: give --rule as well');
  const chosen = [rule !== undefined && '--rule', tune && '--tune', csv && '--csv'].filter(Boolean);
  if (chosen.length > 1) throw new InputError(`${chosen.join(' and ')}: give one of them`);
}

/** @throws InputError for a model of which no rules are told */
async function rulesOf(flags: Flags, isGiven: IsGiven, root: URL): Promise<RulesTold> {
  const { rules } = await tellingOf(flags, isGiven, root);
  if (rules === undefined)
    throw new InputError(
      `of model ${flags.model} it is not told what rules would have done; ${RECORDED_MODEL} tells it`,
    );
  return rules();
}

async function toldBy(rules: RulesTold, { rule, stopped, tune, csv }: GovernanceFlags) {
  const { measure } = rules;
  if (tune) {
    const told = await rules.tuned();
    const { setting, chosenOn, shownOn } = told;
    return {
      lines: tunedLines(told, measure),
      told: { measure, setting, chosen_on: chosenOn, shown_on: shownOn },
    };
  }
  if (rule !== undefined) {
    const { stopped: all, ...told } = await rules.one(rule);
    const lines = [...fullLines(told, measure), ...(stopped ? stoppedLines(all, measure) : [])];
    return { lines, told: { measure, ...told, ...(stopped && { stopped: all.map(toldStop) }) } };
  }
  const all = await rules.all();
  if (csv) return { lines: csvOf(all.rules), told: null };
  return {
    lines: [...tableLines(all.rules, measure), ...recommendedLines(all, measure)],
    told: { measure, rules: all.rules, recommended: all.recommended?.id ?? null },
  };
}

const toldStop = ({ agent, name, ...rest }: StopTold) => ({
  agent_id: formatAgentId(agent),
  case: name,
  ...rest,
});
