import { formatNounCount } from '../../../core/formatNounCount.ts';
import type { PageBlock, ReportPage } from '../../../export/page/pageBlock.ts';
import { writeHtmlPage } from '../../../export/page/writeHtmlPage.ts';
import { writeMarkdownPage } from '../../../export/page/writeMarkdownPage.ts';
import type { FindingsForm, RunMark } from '../../../model/findings.ts';
import type { Measure } from '../governance/ruleAmounts.ts';
import { describeSavingsChoice } from '../governance/selectSavingsInterval.ts';
import type { SetsReport } from '../sets/setsReport.ts';
import { buildComparisonBlocks } from './buildComparisonBlocks.ts';
import { buildPolicyBlocks, buildRuleBlocks } from './buildRuleBlocks.ts';
import { buildChartBlocks, buildCostBlocks, buildLoopBlocks, buildOriginBlocks } from './buildSetBlocks.ts';
import { formatShare, formatShareInterval } from './findingsWords.ts';
import type { RuleFindings, SetFindings, SetSection } from './setFindings.ts';

/** A set and the hash of its run. */
interface MarkedFindings {
  readonly findings: SetFindings;
  readonly mark: RunMark;
}

/** Content of a report. */
interface WrittenFindings {
  readonly a: MarkedFindings;
  /** The second set with the differences; null for a report of one set. */
  readonly compared: { readonly b: MarkedFindings; readonly report: SetsReport } | null;
  readonly form: FindingsForm;
  /** Day of the report; absent: it names none. */
  readonly date?: string;
}

/** Writes a report of recorded runs: the same bytes for the same content. */
export function writeFindings(content: WrittenFindings): string {
  const page = buildFindingsPage(content);
  return content.form === 'md' ? writeMarkdownPage(page) : writeHtmlPage(page);
}

function buildFindingsPage({ a, compared, date }: WrittenFindings): ReportPage {
  const sets = compared === null ? [a] : [a, compared.b];
  const titleOf = ({ findings }: MarkedFindings, i: number) =>
    compared === null ? `Recordings: ${findings.name}` : `${i === 0 ? 'A' : 'B'}: ${findings.name}`;
  // Two sets of one file differ by their letters.
  const named = sets.map(({ findings }, i): SetSection => {
    const name = `${i === 0 ? 'A' : 'B'}, ${findings.name}`;
    return compared === null ? { ...findings, section: '' } : { ...findings, name, section: name };
  });
  return {
    title: `Recorded agent runs: ${sets.map(({ findings }) => findings.name).join(' and ')}`,
    blocks: [
      ...(date === undefined ? [] : [{ kind: 'text', text: `Written on ${date}.` } as const]),
      { kind: 'text', text: formatQuestion(compared !== null) },
      { kind: 'list', items: named.map(summarizeSet) },
      ...(compared === null ? [] : buildComparisonBlocks(compared.report)),
      ...sets.flatMap((set, i) => buildOriginBlocks(set.findings, set.mark, titleOf(set, i))),
      ...named.flatMap(set => [
        ...buildCostBlocks(set),
        ...buildLoopBlocks(set),
        ...buildRuleBlocks(set),
        ...buildChartBlocks(set),
      ]),
      ...buildPolicyBlocks(a.findings),
      ...buildLimitBlocks(named),
    ],
  };
}

const formatQuestion = (isComparison: boolean): string =>
  isComparison
    ? 'The question: how do two sets of agent runs differ in outcome and cost, what was wasted in each, and what would a rule have stopped?'
    : 'The question: what did these agent runs cost, what was wasted, and what would a rule have stopped?';

function summarizeSet({ name, cases, failed, succeeded, measure, rule, wasted, total }: SetFindings): string {
  const { outcomes } = rule;
  const all = total[measure] ?? 0;
  const waste =
    all === 0 ? '' : ` ${formatShare(wasted / all)} of ${measure} went into loops that brought nothing new.`;
  const stops =
    failed + succeeded === 0
      ? `would have ended ${outcomes.stopped} of ${formatNounCount(cases, 'case')}`
      : `would have ended ${outcomes.stoppedFailed} of ${formatNounCount(failed, 'failed case')} and ${outcomes.stoppedSucceeded} of ${formatNounCount(succeeded, 'successful one')}, and saved ${describeSavings(rule, measure)}`;
  const change = rule.change === '' ? '' : `, ${rule.change},`;
  return `${name}: ${formatNounCount(cases, 'case')}.${waste} The rule “${rule.name}”${change} ${stops}.`;
}

/** "up to 48.1 % of tokens (95 %, as the best of 19 rules: 26.1 % to 70.2 %)": without the stop, a failed case might have ended otherwise. */
function describeSavings({ outcomes, saved }: RuleFindings, measure: Measure): string {
  const range =
    saved.interval === null
      ? ''
      : ` (95 %, ${describeSavingsChoice(saved)}: ${formatShareInterval(saved.interval)})`;
  return `up to ${formatShare(outcomes.savedShares?.ofAll[measure])} of ${measure}${range}`;
}

/** Facts that a recording cannot show, and those that this report leaves out. */
function buildLimitBlocks(sets: readonly SetFindings[]): readonly PageBlock[] {
  const of = (count: (set: SetFindings) => number) =>
    sets.filter(set => count(set) > 0).map(set => `${count(set)} in ${set.name}`);
  const unknown = of(set => set.unknown);
  const skipped = of(set => set.skipped);
  return [
    { kind: 'heading', level: 2, text: 'Limits' },
    {
      kind: 'list',
      items: [
        'The savings are an upper bound: a recording does not show what an agent would have done after advice, or what a person would have done after a stop.',
        'A rule that is chosen on these cases looks better on them than on others; only a hold-out or a randomised trial of the guard shows its effect on new ones.',
        'Intervals of 95 % are over tasks, as if the tasks were drawn at random; other tasks, models and prompts may differ by more.',
        'Costs are those that the recordings state; a missing amount is left out, not estimated.',
        'Calls are the same if their arguments are equal: a repetition may still be wanted, as when something outside changes.',
        'The statechart is that of the recorded steps, not of the program behind them.',
        ...(unknown.length === 0 ? [] : [`Cases of unknown outcome: ${unknown.join('; ')}.`]),
        ...(skipped.length === 0
          ? []
          : [`Parts of the files that could not be read: ${skipped.join('; ')}.`]),
        sets.some(({ hasTexts }) => hasTexts)
          ? 'Arguments of loops are quoted from the recordings; prompts, answers, results and errors are not.'
          : 'Texts of the recordings are left out: prompts, answers, arguments, results, errors and paths. Names of tools, states and cases are shown where they are plain names.',
      ],
    },
  ];
}
