import type { Command } from 'commander';
import { csvFormatRows } from 'd3-dsv';
import { InputError } from '../../../engine/core/errors.ts';
import { formatPercent, formatPercentBound } from '../../../engine/core/formatPercent.ts';
import { formatAgentId } from '../../../engine/core/indices.ts';
import type {
  AllRulesSummary,
  RuleFigures,
  RuleInFull,
  RuleSummary,
  RulesSummary,
  StopSummary,
  TunedSummary,
} from '../../../engine/model/rulesSummary.ts';
import type { Flags, IsGiven } from '../../options/orders.ts';
import { formatAlignedRow } from '../../output/formatAlignedRow.ts';
import { printLine, printResult, printText } from '../../output/standardOutput.ts';
import { loadCaseReporter, RECORDED_MODEL } from '../addDiscoverCommand.ts';

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
      'report the effect that rules which stop agents would have had on recorded cases: failed and successful ones stopped, tokens saved and cut; the last line of standard output is JSON, but with --csv',
    );
  addSetup(command, RECORDED_MODEL)
    .option('--rule <id>', 'one rule in full, with the setting for one’s own agent')
    .option('--stopped', 'list the cases that --rule stops, at which step')
    .option('--tune', 'choose rules on one half of the tasks, and show their effect on the other')
    .option('--csv', 'write the table of all rules as CSV instead; its columns: docs/traces.md')
    .action((flags: GovernanceFlags) =>
      runGovernanceCommand(flags, name => command.getOptionValueSource(name) === 'cli', root),
    );
}

async function runGovernanceCommand(flags: GovernanceFlags, isGiven: IsGiven, root: URL): Promise<void> {
  if (flags.csv && flags.json)
    throw new InputError('--csv and --json are two forms of one output: give one of them');
  checkGovernanceFlags(flags);
  const rules = await loadRulesReport(flags, isGiven, root);
  const { lines, summary } = await formatRulesReport(rules, flags);
  // Into a CSV no sentence goes.
  const lack = summary === null || rules.lack === null ? [] : [rules.lack];
  const print = flags.csv ? printText : printLine;
  for (const line of [...lines, ...lack]) print(line);
  if (summary !== null) printResult(summary);
}

/** @throws InputError for options that do not go together */
function checkGovernanceFlags({ rule, stopped, tune, csv }: GovernanceFlags): void {
  if (stopped && rule === undefined) throw new InputError('--stopped is for one rule: give --rule as well');
  const chosen = [rule !== undefined && '--rule', tune && '--tune', csv && '--csv'].filter(Boolean);
  if (chosen.length > 1) throw new InputError(`${chosen.join(' and ')}: give one of them`);
}

/** @throws InputError for a model without reports on rules */
async function loadRulesReport(flags: Flags, isGiven: IsGiven, root: URL): Promise<RulesSummary> {
  const { rules } = await loadCaseReporter(flags, isGiven, root);
  if (rules === undefined)
    throw new InputError(`governance works only with --model ${RECORDED_MODEL}, not ${flags.model}`);
  return rules();
}

async function formatRulesReport(rules: RulesSummary, { rule, stopped, tune, csv }: GovernanceFlags) {
  const { measure } = rules;
  if (tune) {
    const report = await rules.tuned();
    const { setting, chosenOn, shownOn } = report;
    return {
      lines: formatTunedRule(report, measure),
      summary: { measure, setting, chosen_on: chosenOn, shown_on: shownOn },
    };
  }
  if (rule !== undefined) {
    const { stopped: all, ...rest } = await rules.one(rule);
    const lines = [...formatRuleDetails(rest, measure), ...(stopped ? formatStoppedCases(all, measure) : [])];
    return { lines, summary: { measure, ...rest, ...(stopped && { stopped: all.map(toStopRecord) }) } };
  }
  const all = await rules.all();
  if (csv) return { lines: serializeRuleCsv(all.rules), summary: null };
  return {
    lines: [...formatRuleTable(all.rules, measure), ...formatRecommendation(all, measure)],
    summary: { measure, rules: all.rules, recommended: all.recommended?.id ?? null },
  };
}

const toStopRecord = ({ agent, name, ...rest }: StopSummary) => ({
  agent_id: formatAgentId(agent),
  case: name,
  ...rest,
});

/** A column of the table: heading, width in characters, and the value for a rule. */
interface RuleTableColumn {
  readonly head: string;
  readonly width: number;
  cell(figures: RuleFigures, measure: string): string;
}

const OF_OUTCOMES: readonly RuleTableColumn[] = [
  { head: 'failed', width: 9, cell: figures => `${figures.stopped_failed}/${figures.failed}` },
  { head: 'succeeded', width: 9, cell: figures => `${figures.stopped_succeeded}/${figures.succeeded}` },
];
/** For cases of unknown outcome: how many are stopped, and what all stopped cases spent after the stop. */
const OF_UNTOLD: readonly RuleTableColumn[] = [
  { head: 'unknown', width: 9, cell: figures => `${figures.stopped_unknown}/${figures.unknown}` },
  { head: 'after', width: 10, cell: (figures, measure) => String(figures[`after_${measure}`] ?? '-') },
];
const SHARE_COLUMNS: readonly RuleTableColumn[] = [
  { head: 'precision', width: 9, cell: figures => formatPercentage(figures.precision) },
  { head: 'chance', width: 7, cell: figures => formatPercentage(figures.chance) },
  {
    head: 'saved',
    width: 7,
    cell: (figures, measure) => formatPercentage(figures[`saved_share_${measure}`]),
  },
  { head: 'cut', width: 7, cell: (figures, measure) => formatPercentage(figures[`cut_share_${measure}`]) },
];

/** All rules: cases stopped by how they ended, and shares of all that was spent. */
function formatRuleTable(rules: readonly RuleSummary[], measure: string): readonly string[] {
  const [{ figures }] = rules;
  const hasUnknown = (figures.unknown ?? 0) > 0;
  const columns = [...OF_OUTCOMES, ...(hasUnknown ? OF_UNTOLD : []), ...SHARE_COLUMNS];
  const rowOf = (id: string, cells: readonly string[], name: string): string =>
    formatAlignedRow(
      [14, ...columns.map(({ width }) => width), 80],
      [id, ...cells.map((cell, i) => cell.padStart(columns[i].width)), ` ${name}`],
    );
  return [
    `${formatCasesLine(figures)}; ${hasUnknown ? `after: ${measure} after the stop, in all cases that are stopped; ` : ''}saved, cut: shares of all ${measure}`,
    rowOf(
      '--rule',
      columns.map(({ head }) => head),
      'what it looks for',
    ),
    ...rules.map(one =>
      rowOf(
        one.id,
        columns.map(column => column.cell(one.figures, measure)),
        one.name,
      ),
    ),
  ];
}

/** The recommended rule with its savings and costs, or the reason for recommending none; empty if it is unknown. */
function formatRecommendation({ rules, recommended }: AllRulesSummary, measure: string): readonly string[] {
  if (recommended === null) return [];
  const best = rules.find(({ id }) => id === recommended.id);
  if (best === undefined)
    return [
      recommended.tooFew > 0
        ? `None is recommended: ${recommended.tooFew} of ${rules.length} ${recommended.tooFew === 1 ? 'saves something and loses no success, but stops' : 'save something and lose no success, but stop'} fewer than ${recommended.fewest} cases.`
        : `None is recommended: none of ${rules.length} saves anything without losing a success.`,
    ];
  const { figures } = best;
  return [
    `Recommended: ${best.id}, which saves most of ${rules.length} without losing a success: ${formatPercentage(figures[`saved_share_${measure}`])} of all ${measure} (95 %, chosen of ${rules.length}: ${formatFigureRange(figures, 'saved_share_if_chosen')}), 0 of ${figures.succeeded} lost (95 %: ${formatFigureRange(figures, 'false_alarms')}).`,
  ];
}

/** One rule in words, and its setting. */
function formatRuleDetails(
  { name, figures, setting }: Omit<RuleInFull, 'stopped'>,
  measure: string,
): readonly string[] {
  return [
    `${name}, ${formatCasesLine(figures)}`,
    ...formatRuleEffects(figures, measure),
    `precision ${formatPercentage(figures.precision)}${formatFigureInterval(figures, 'precision')}, by chance ${formatPercentage(figures.chance)}`,
    JSON.stringify(setting),
  ];
}

/** Two rules' worth of tasks: what was chosen on one half, and what it does on the other. */
function formatTunedRule({ setting, chosenOn, shownOn }: TunedSummary, measure: string): readonly string[] {
  if (setting === null || chosenOn === null || shownOn === null)
    return ['no rule saves anything within 2 % of the successful cases'];
  return [
    JSON.stringify(setting),
    `on the half that it was chosen on, ${formatCasesLine(chosenOn)}`,
    ...formatRuleEffects(chosenOn, measure),
    `on the other half, ${formatCasesLine(shownOn)}`,
    ...formatRuleEffects(shownOn, measure),
  ];
}

/** A line for each case that a rule stops. */
const formatStoppedCases = (stopped: readonly StopSummary[], measure: string): readonly string[] =>
  stopped.map(({ agent, name, outcome, step, repeats, after }) => {
    const repeated = repeats === null ? '' : `, which repeats step ${repeats}`;
    const left = after[measure] === null ? '' : `; ${after[measure]} ${measure} came after it`;
    return `${formatAgentId(agent)} ${name} (${outcome ?? 'unknown'}): after step ${step}${repeated}${left}`;
  });

/** The table with all figures; what cannot be said is empty. */
function serializeRuleCsv(rules: readonly RuleSummary[]): readonly string[] {
  const names = Object.keys(rules[0].figures);
  const rows = rules.map(({ id, name, figures }) => [
    ...[id, name],
    ...names.map(one => (figures[one] === null ? '' : String(figures[one]))),
  ]);
  return [csvFormatRows([['rule', 'name', ...names], ...rows])];
}

/** "40 cases: 10 failed, 30 succeeded". */
export const formatCasesLine = ({ cases, failed, succeeded, unknown }: RuleFigures): string =>
  `${cases} ${cases === 1 ? 'case' : 'cases'}: ${failed} failed, ${succeeded} succeeded${unknown === 0 ? '' : `, ${unknown} of unknown outcome`}`;

/** Lines on what a rule stops, saves and cuts. @param measure unit of savings */
export const formatRuleEffects = (figures: RuleFigures, measure: string): readonly string[] => [
  `stops ${figures.stopped_failed} of ${figures.failed} failed${formatFigureInterval(figures, 'recall')} and ${figures.stopped_succeeded} of ${figures.succeeded} successful cases${formatFigureInterval(figures, 'false_alarms')}${describeUnknownFigures(figures, measure)}`,
  `saves ${formatPercentage(figures[`saved_share_${measure}`])} of all ${measure}${formatFigureInterval(figures, 'saved_share')}, cuts ${formatPercentage(figures[`cut_share_${measure}`])}${formatFigureInterval(figures, 'cut_share')}`,
];

function describeUnknownFigures(figures: RuleFigures, measure: string): string {
  if (figures.unknown === 0) return '';
  const after = figures[`after_${measure}`];
  return `, ${figures.stopped_unknown} of ${figures.unknown} of unknown outcome${after == null ? '' : `; ${after} ${measure} came after the stops`}`;
}

/** "50.3 %"; "-" for an unknown share. */
const formatPercentage = (share: number | null | undefined): string =>
  share === null || share === undefined ? '-' : formatPercent(share, 1);

/** " (95 %: 20.1 % to 45.0 %)" if it is known. */
const formatFigureInterval = (figures: RuleFigures, name: string): string =>
  figures[`${name}_low`] == null ? '' : ` (95 %: ${formatFigureRange(figures, name)})`;

/** "20.1 % to 45.0 %"; "up to 11.4 %" from nothing on. */
export function formatFigureRange(figures: RuleFigures, name: string): string {
  const [low, high] = [figures[`${name}_low`], figures[`${name}_high`]];
  if (low == null || high == null) return '- to -';
  if (low === 0) return `up to ${high < 0.001 ? 'less than 0.1 %' : formatPercentBound(high, 1)}`;
  return `${formatPercentBound(low, 1)} to ${formatPercentBound(high, 1)}`;
}
