import { formatGroupedInteger, formatNounCount } from '../../../core/formatNounCount.ts';
import type { PageBlock } from '../../../export/page/pageBlock.ts';
import type { Interval } from '../../../statistics/intervals/interval.ts';
import { WITHOUT_RESULTS } from '../governance/missingResults.ts';
import type { Measure } from '../governance/ruleAmounts.ts';
import type { RuleOutcomes } from '../governance/ruleOutcomes.ts';
import { describeSavingsChoice } from '../governance/selectSavingsInterval.ts';
import { formatSectionTitle, formatShare, formatShareInterval } from './findingsWords.ts';
import type { RuleFindings, SetFindings, SetSection } from './setFindings.ts';

/** The rule of a set: its effect, other thresholds, the hold-out. */
export function buildRuleBlocks({ section, rule, measure, holdOut }: SetSection): readonly PageBlock[] {
  return [
    { kind: 'heading', level: 2, text: formatSectionTitle(section, `The rule “${rule.name}”`) },
    {
      kind: 'text',
      text: `It ends a case after ${rule.condition}.${rule.isRecommended ? ` Of ${rule.among} rules it saves most without ending a successful case.` : ''}`,
    },
    ...(rule.lacksResults ? [{ kind: 'text', text: WITHOUT_RESULTS } as const] : []),
    buildEffectTable(
      'Effect that it would have had',
      rule.outcomes,
      measure,
      listChosenSavings(rule, measure),
    ),
    ...buildCurve(rule),
    ...buildHoldOutBlocks(holdOut, rule, measure),
  ];
}

/** The row of the savings for a rule that was found by comparison, or was changed: what its interval allows for; none for another one. */
const listChosenSavings = ({ outcomes, saved }: RuleFindings, measure: Measure) =>
  saved.bestOf === null && !saved.isTuned
    ? []
    : [
        [
          `The same, ${describeSavingsChoice(saved)}`,
          formatShare(outcomes.savedShares?.ofAll[measure]),
          formatShareInterval(saved.interval),
          formatNounCount(outcomes.cases, 'case'),
        ],
      ];

function buildEffectTable(
  caption: string,
  outcomes: RuleOutcomes,
  measure: Measure,
  more: readonly (readonly string[])[] = [],
): PageBlock {
  const { intervals, savedShares, cutShares, cases, failed, succeeded, unknown } = outcomes;
  const share = (
    label: string,
    value: number | null | undefined,
    interval: Interval | null | undefined,
    n: string,
  ) => [label, formatShare(value), formatShareInterval(interval), n];
  const judged = outcomes.stoppedFailed + outcomes.stoppedSucceeded;
  return {
    kind: 'table',
    table: {
      caption,
      columns: [
        { head: 'figure' },
        { head: 'value', isNumber: true },
        { head: '95 %', isNumber: true },
        { head: 'n', isNumber: true },
      ],
      rows: [
        share(
          'Recall: failed cases that it ends',
          outcomes.recall,
          intervals.recall,
          formatOf(outcomes.stoppedFailed, failed),
        ),
        share(
          'False alarms: successful cases that it ends',
          outcomes.falseAlarms,
          intervals.falseAlarms,
          formatOf(outcomes.stoppedSucceeded, succeeded),
        ),
        ...(unknown === 0
          ? []
          : [
              ['Cases of unknown outcome that it ends', '–', '–', formatOf(outcomes.stoppedUnknown, unknown)],
            ]),
        share(
          'Precision: failures among those that it ends',
          outcomes.precision,
          intervals.precision,
          formatOf(outcomes.stoppedFailed, judged),
        ),
        share(
          'The same by stopping blindly at the same steps',
          outcomes.chance,
          null,
          formatNounCount(judged, 'case'),
        ),
        share(
          `Saved of all ${measure}, in failed cases; this rule alone`,
          savedShares?.ofAll[measure],
          savedShares?.intervals.ofAll[measure],
          formatNounCount(cases, 'case'),
        ),
        ...more,
        share(
          `Cut of all ${measure} out of successful cases`,
          cutShares?.ofAll[measure],
          cutShares?.intervals.ofAll[measure],
          formatNounCount(cases, 'case'),
        ),
      ],
    },
  };
}

const formatOf = (part: number, all: number): string =>
  `${formatGroupedInteger(part)} of ${formatGroupedInteger(all)}`;

function buildCurve({ curve, threshold, name }: RuleFindings): readonly PageBlock[] {
  if (curve === null)
    return [{ kind: 'text', text: 'The rule has several parts, so there is not one threshold to vary.' }];
  return [
    {
      kind: 'chart',
      chart: {
        title: `Cases that “${name}” ends, by its threshold; its own is ${threshold}`,
        ...{ unit: 'cases', axis: 'threshold' },
        parts: ['failed', 'unknown outcome', 'succeeded'],
        bars: curve.map(one => ({
          label: String(one.threshold),
          values: [one.failed, one.unknown, one.succeeded],
          ...(one.threshold === threshold && { isMarked: true as const }),
        })),
      },
    },
  ];
}

function buildHoldOutBlocks(
  holdOut: SetFindings['holdOut'],
  rule: RuleFindings,
  measure: Measure,
): readonly PageBlock[] {
  if (holdOut === null) return [];
  const { condition, chosenOn, shownOn } = holdOut;
  const head = {
    kind: 'heading',
    level: 3,
    text: 'Hold-out: the rule chosen on the first half of the tasks',
  } as const;
  if (condition === null || chosenOn === null || shownOn === null)
    return [
      head,
      {
        kind: 'text',
        text: 'On that half no rule saves anything with false alarms in at most 2 % of the successful cases.',
      },
    ];
  return [
    head,
    {
      kind: 'text',
      text: `The rule chosen on the first half is ${condition === rule.condition ? 'the same as above' : 'another one than above'}: ${condition}.`,
    },
    buildEffectTable(`The rule chosen on the first half, ${condition}: on that half`, chosenOn, measure),
    buildEffectTable(
      `The rule chosen on the first half, ${condition}: on the other half, which it has not seen`,
      shownOn,
      measure,
    ),
  ];
}

/** The rule, and a policy with it, for the reader's own agent. */
export const buildPolicyBlocks = ({ rule }: SetFindings): readonly PageBlock[] => [
  { kind: 'heading', level: 2, text: 'The rule and a policy of the guard' },
  {
    kind: 'text',
    text: 'The figures are of a stop at once, where the rule first holds; the policy advises first and stops a session that ignores it, and what that saves shows only in use. It acts in no session yet: it notes what it would have done. With act at 0.5 it acts in half of the sessions, and its effect is measured.',
  },
  {
    ...{ kind: 'code', language: 'json', text: rule.setting },
    title: rule.hasExemptions
      ? 'Rule, without the calls that it does not count: the policy has them'
      : 'Rule',
  },
  { kind: 'code', title: 'policy.json', language: 'json', text: rule.policy },
];
