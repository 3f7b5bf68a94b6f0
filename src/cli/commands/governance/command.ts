import type { Command } from 'commander';
import { InputError } from '../../../engine/core/errors.ts';
import { formatAgentId } from '../../../engine/core/indices.ts';
import type { RulesTold, StopTold } from '../../../engine/model/rulesTold.ts';
import type { Flags, IsGiven } from '../../options/orders.ts';
import { loadCaseReporter, RECORDED_MODEL } from '../recordedCases.ts';
import {
  formatRecommendation,
  formatRuleDetails,
  formatRuleTable,
  formatStoppedCases,
  formatTunedRule,
  serializeRuleCsv,
} from './told.ts';

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
      runGovernanceCommand(flags, name => command.getOptionValueSource(name) === 'cli', root),
    );
}

async function runGovernanceCommand(flags: GovernanceFlags, isGiven: IsGiven, root: URL): Promise<void> {
  checkGovernanceFlags(flags);
  const rules = await loadRulesReport(flags, isGiven, root);
  const { lines, told } = await formatRulesReport(rules, flags);
  // Into a CSV no sentence goes.
  const lack = told === null || rules.lack === null ? [] : [rules.lack];
  for (const line of [...lines, ...lack]) process.stdout.write(`${line}\n`);
  if (told !== null) process.stdout.write(`${JSON.stringify(told)}\n`);
}

/** @throws InputError for options that do not go together */
function checkGovernanceFlags({ rule, stopped, tune, csv }: GovernanceFlags): void {
  if (stopped && rule === undefined) throw new InputError('--stopped is for one rule: give --rule as well');
  const chosen = [rule !== undefined && '--rule', tune && '--tune', csv && '--csv'].filter(Boolean);
  if (chosen.length > 1) throw new InputError(`${chosen.join(' and ')}: give one of them`);
}

/** @throws InputError for a model of which no rules are told */
async function loadRulesReport(flags: Flags, isGiven: IsGiven, root: URL): Promise<RulesTold> {
  const { rules } = await loadCaseReporter(flags, isGiven, root);
  if (rules === undefined)
    throw new InputError(
      `of model ${flags.model} it is not told what rules would have done; ${RECORDED_MODEL} tells it`,
    );
  return rules();
}

async function formatRulesReport(rules: RulesTold, { rule, stopped, tune, csv }: GovernanceFlags) {
  const { measure } = rules;
  if (tune) {
    const told = await rules.tuned();
    const { setting, chosenOn, shownOn } = told;
    return {
      lines: formatTunedRule(told, measure),
      told: { measure, setting, chosen_on: chosenOn, shown_on: shownOn },
    };
  }
  if (rule !== undefined) {
    const { stopped: all, ...told } = await rules.one(rule);
    const lines = [...formatRuleDetails(told, measure), ...(stopped ? formatStoppedCases(all, measure) : [])];
    return { lines, told: { measure, ...told, ...(stopped && { stopped: all.map(toStopRecord) }) } };
  }
  const all = await rules.all();
  if (csv) return { lines: serializeRuleCsv(all.rules), told: null };
  return {
    lines: [...formatRuleTable(all.rules, measure), ...formatRecommendation(all, measure)],
    told: { measure, rules: all.rules, recommended: all.recommended?.id ?? null },
  };
}

const toStopRecord = ({ agent, name, ...rest }: StopTold) => ({
  agent_id: formatAgentId(agent),
  case: name,
  ...rest,
});
