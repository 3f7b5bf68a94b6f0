import { type ComponentProps, useRef } from 'react';
import { cleanTextLine } from '../../../engine/core/cleanTextLine.ts';
import { getSavedShare } from '../../../engine/models/recorded/governance/recommend.ts';
import type { RuleOutcomes } from '../../../engine/models/recorded/governance/ruleOutcomes.ts';
import { selectSavingsInterval } from '../../../engine/models/recorded/governance/selectSavingsInterval.ts';
import type { RuleReport, RuleRow } from '../../../engine/models/recorded/reports/governanceReport.ts';
import type { RecordedFrame } from '../../../engine/models/recorded/reports/recordedQueries.ts';
import { MIN_STOPPED_CASES } from '../../../engine/rules/findEvidenceGap.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import { useCalmPage, useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import {
  escapeInvisibleText,
  formatGroupedInteger,
  formatNounCount,
  pluralizeNoun,
} from '../../lib/formatCounts.ts';
import { formatRunClock, getCurrentAppearance } from '../../model/getModelAppearance.ts';
import type { ModelViews, PairChoicesProps } from '../../model/modelPlugin.ts';
import type { NamedChoice } from '../../state/oracleChoices.ts';
import type { PageState } from '../../state/pageState.ts';
import { isSomebodySelected } from '../../state/selection.ts';
import { getViewedTick, isLookingBack } from '../../state/viewState.ts';
import { Select } from '../../views/bar/Select.tsx';
import inspector from '../../views/inspector/InspectorParts.module.css';
import { createHelpDialog } from '../../views/setup/createHelpDialog.tsx';
import { formatByteSize } from '../../words/sizes.ts';
import { getRecommendedRule } from './cases/bestRule.ts';
import { TraceView } from './cases/CaseTraceView.tsx';
import { Decider } from './cases/Decider.tsx';
import { followOn } from './cases/followOn.ts';
import { formatPercentInterval, formatSavingsInterval, formatUpperPercent } from './cases/ruleWords.ts';
import type { CasesQuestion } from './casesView.ts';
import type { ChartMarks } from './chart/ChartMarks.tsx';
import { describeRound, describeRounds, formatShortAmount, summarizeWaste } from './costs/costWords.ts';
import { countLive, describeBehind } from './live/describeLive.ts';
import { RecordedOverview } from './RecordedOverview.tsx';
import { getCasesQuestion, getRecordedPart, isFollowing } from './recordedPart.ts';
import { useQuestionKeys } from './useQuestionKeys.ts';

/** All of few cases. */
const ALL: readonly (string | undefined)[] = [undefined, 'The one', 'Both'];

const LiveSentence = createLazyView(async () => (await import('./live/LiveSentence.tsx')).LiveSentence);

const StatesSentence = createLazyView(
  async () => (await import('./states/StatesSentence.tsx')).StatesSentence,
);
const ClockSentence = createLazyView(async () => (await import('./clock/ClockSentence.tsx')).ClockSentence);

/** The present of a run that is followed; else, once all cases have ended, the answer to the question; until then how many have. */
export function CasesSentence() {
  const isLive = usePage(state => countLive(state) !== '');
  const question = usePage(getAnsweredQuestion);
  if (isLive) return <LiveSentence />;
  if (question === 'cost') return <Wasted />;
  if (question === 'states') return <StatesSentence />;
  return question === 'clock' ? <ClockSentence /> : <EndedCases />;
}

/** The question that the sentence answers once all cases have ended: of costs if there is any waste; null while they are played or looked back at. */
function getAnsweredQuestion(state: PageState): CasesQuestion | null {
  const { costs, frame } = getRecordedPart(state);
  // Of a live run the present counts.
  if (isFollowing(state) || !frame?.isOver || isLookingBack(state)) return null;
  const question = getCasesQuestion(state);
  if (question !== 'cost') return question;
  return costs !== null && summarizeWaste(costs, frame.focus) !== null ? question : null;
}

/** "case 37 called get_details_by_id L1002 94 times in a row, with the same result: 1.34 M of its 1.38 M tokens wasted, 1.36 M with its other loops". */
function Wasted() {
  const costs = usePage(state => getRecordedPart(state).costs);
  const focus = usePage(state => getRecordedPart(state).frame?.focus ?? -1);
  const name = usePage(({ run }) => run?.info.names[focus] ?? '');
  const waste = costs === null ? null : summarizeWaste(costs, focus);
  if (costs === null || waste === null) return null;
  const { repeat, own, wasted, all } = waste;
  return (
    <>
      <b>{escapeInvisibleText(name)}</b> called {cleanTextLine(describeRound(repeat), 48)}{' '}
      <b>{describeRounds(repeat)}</b>: <b>{formatShortAmount(own)}</b>
      {all !== null && ` of its ${formatShortAmount(all)}`} {costs.measure} wasted
      {wasted > own && `, ${formatShortAmount(wasted)} with its other loops`}.
    </>
  );
}

/** Number of ended cases by outcome, and at the end what the rule would have saved, or that nothing was wasted. */
function EndedCases() {
  const head = useCalmPage(state => Math.max(0, getViewedTick(state)));
  const config = usePage(({ run }) => run?.info.config);
  const frame = useCalmPage(state => getRecordedPart(state).frame);
  const question = usePage(getCasesQuestion);
  const isCalm = usePage(state => {
    const { costs, frame: last } = getRecordedPart(state);
    return costs !== null && last !== null && summarizeWaste(costs, last.focus) === null;
  });
  const rests = usePage(state => state.phase !== 'playing' && !isLookingBack(state));
  const agents = config?.agents ?? 0;
  if (head === 0 || frame === null || config === undefined)
    return (
      <>
        <b>{formatNounCount(agents, 'recorded case')}</b> {pluralizeNoun(agents, 'waits', 'wait')} to be
        played again
        {rests && '; press Play'}.
      </>
    );
  const time = formatRunClock(config, head);
  const when = time === '' ? `Step ${formatGroupedInteger(head)}` : `After ${time}`;
  const isAll = frame.isOver;
  return (
    <>
      {!isAll && (
        <>
          <b>{when}</b>:{' '}
        </>
      )}
      <Endings frame={frame} agents={agents} />
      {isAll && question === 'rules' && <Saved />}
      {isAll && question === 'cost' && isCalm && '; no repeat in a row gave the same result'}.
    </>
  );
}

interface EndingsProps {
  readonly frame: RecordedFrame;
  readonly agents: number;
}

/** "All 40 cases have ended: 30 succeeded, 10 failed" */
function Endings({ frame, agents }: EndingsProps) {
  const { succeeded, failed, ended } = frame.ended;
  const done = succeeded + failed + ended;
  const how = [
    succeeded > 0 && `${formatGroupedInteger(succeeded)} succeeded`,
    failed > 0 && `${formatGroupedInteger(failed)} failed`,
    ended > 0 && `${formatGroupedInteger(ended)} without a known outcome`,
  ].filter(Boolean);
  return (
    <>
      <b>
        {done === agents
          ? (ALL[agents] ?? `All ${formatGroupedInteger(agents)}`)
          : `${formatGroupedInteger(done)} of ${formatGroupedInteger(agents)}`}
      </b>{' '}
      {pluralizeNoun(agents, 'case has', 'cases have')} ended
      {how.length > 0 && (
        <>
          : <b>{how.join(', ')}</b>
        </>
      )}
    </>
  );
}

/** Savings and costs of the selected rule, and the best rule without costs. */
function Saved() {
  const rule = usePage(state => getRecordedPart(state).rule);
  const rules = usePage(state => getRecordedPart(state).rules);
  if (rule === null) return null;
  const { outcomes, measure, name } = rule;
  const { stopped, savedShares, failed, succeeded } = outcomes;
  const share = savedShares?.ofAll[measure];
  if (stopped > 0 && (share == null || failed + succeeded === 0))
    return (
      <>
        ; “{name}” would have ended <b>{formatGroupedInteger(stopped)}</b>
      </>
    );
  return (
    <>
      ; “{name}” would have{' '}
      {stopped === 0 ? (
        'ended none'
      ) : (
        <>
          saved up to <b>{formatUpperPercent(share ?? 0)}</b> of the {measure}
          {formatSavingsInterval(selectSavingsInterval(rule, rules))} and cost{' '}
          <b>{describeRuleCost(outcomes)}</b>
          {outcomes.intervals.falseAlarms &&
            ` (95 %: ${formatPercentInterval(outcomes.intervals.falseAlarms)})`}
        </>
      )}
      {succeeded > 0 && compareToBestRule(rule, rules)}
    </>
  );
}

/** "none of 30 successes", "3 of 30 successes". */
const describeRuleCost = ({ stoppedSucceeded, succeeded }: RuleOutcomes): string =>
  succeeded === 0
    ? 'no success'
    : `${stoppedSucceeded === 0 ? 'none' : formatGroupedInteger(stoppedSucceeded)} of ${formatNounCount(succeeded, 'success', 'successes')}`;

/** Compares a rule with the recommended one. */
function compareToBestRule(
  { id, measure, threshold, exempt }: RuleReport,
  rules: readonly RuleRow[],
): string {
  if (exempt.length > 0)
    return `, with ${formatNounCount(exempt.length, 'exempt kind of call', 'exempt kinds of calls')}`;
  // The rules were tried with their own thresholds.
  if (threshold !== null) return '';
  if (rules.length === 0) return '';
  const of = formatNounCount(rules.length, 'rule');
  const { best, tooFew } = getRecommendedRule(rules);
  if (best === null)
    return tooFew > 0
      ? `; no rule is recommended: ${pluralizeNoun(tooFew, 'the one', `the ${formatGroupedInteger(tooFew)}`)} of ${of} that ${pluralizeNoun(tooFew, 'saves', 'save')} something and ${pluralizeNoun(tooFew, 'costs', 'cost')} none ${pluralizeNoun(tooFew, 'stops', 'stop')} fewer than ${MIN_STOPPED_CASES} cases`
      : `; none of ${of} saves anything without costing a success`;
  return best.id === id
    ? ''
    : `; the best of ${of} that costs none, “${best.name}”, up to ${formatUpperPercent(getSavedShare(best, measure))}`;
}

/** No questions are asked in recorded runs. */
function CasesChip() {
  const name = usePage(({ run }) => run?.info.config.inputInfo.traces?.name ?? '');
  const received = usePage(state => (isFollowing(state) ? getRecordedPart(state).received : 0));
  const unread = usePage(state => getRecordedPart(state).unread);
  const live = useCalmPage(countLive) || 'live';
  const behind = usePage(describeBehind);
  const isAnswered = usePage(state => ![null, 'rules'].includes(getAnsweredQuestion(state)));
  const frame = useCalmPage(state => getRecordedPart(state).frame);
  const agents = usePage(({ run }) => run?.info.config.agents ?? 0);
  const isHeld = usePage(state => getRecordedPart(state).isHeld);
  const store = usePageStore();
  if (isHeld)
    return (
      <>
        live, paused; nothing is asked{' '}
        <button type="button" className={inspector.link} onClick={() => followOn(store)}>
          Resume
        </button>
      </>
    );
  if (behind !== '')
    return (
      <>
        {behind}{' '}
        <button type="button" className={inspector.link} onClick={() => followOn(store)}>
          Back to live
        </button>
      </>
    );
  if (received > 0)
    return (
      <>
        {live}; {formatByteSize(received + unread)} received so far
        {unread > 0 && `, ${formatByteSize(received)} of them shown`}; nothing is asked
      </>
    );
  if (isAnswered && frame !== null)
    return (
      <>
        <Endings frame={frame} agents={agents} />; recorded: {name}; nothing is asked
      </>
    );
  return <>recorded: {name}; nothing is asked</>;
}

const OWN_TRACES = 'own';
const PICK_TRACES = 'pick';

/** The bundled sets of cases, or traces of the user's own. */
function TracesSelect() {
  const commands = useCommands();
  const picker = useRef<HTMLInputElement>(null);
  const { presets } = usePage(getCurrentAppearance);
  const preset = usePage(({ run }) => run?.setup.preset ?? '');
  const own = usePage(({ run }) =>
    run?.setup.own?.includes('traces') ? run.info.config.inputInfo.traces?.name : undefined,
  );
  const choices: NamedChoice[] = [
    ...presets,
    ...(own === undefined ? [] : [{ value: OWN_TRACES, label: own, title: 'your own traces' }]),
    {
      value: PICK_TRACES,
      label: 'your own traces…',
      title: 'OpenTelemetry, messages with tool calls, event logs: .json, .jsonl, .csv, .xes, .pb, .gz, .zip',
    },
  ];
  const choose = (value: string) => {
    if (value === PICK_TRACES) return picker.current?.click();
    if (value !== OWN_TRACES)
      void commands.reset({ preset: value, own: [], agents: null, parameters: {}, changes: [] });
  };
  return (
    <>
      <Select
        label="Traces"
        strong
        value={own === undefined ? preset : OWN_TRACES}
        choices={choices}
        onChoose={choose}
      />
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        aria-label="Trace files"
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) void commands.openFiles(files, 'traces');
          event.target.value = '';
        }}
      />
    </>
  );
}

/** Loaded with the question that it answers. */
const RuleEvidence = createLazyView(
  async () => (await import('./cases/RuleEvidence.tsx')).RuleEvidence,
  <section aria-busy="true" />,
);

const ClockView = createLazyView(
  async () => (await import('./clock/ClockView.tsx')).ClockView,
  <section id="clock" aria-busy="true" />,
);

/** The case on the screen step by step; of one run all cases by the clock; while rules are the question and no case is selected, the evidence for one. */
function RecordedPlace() {
  useQuestionKeys();
  const question = usePage(getCasesQuestion);
  const isSelected = usePage(state => isSomebodySelected(state.selection));
  const isPair = usePage(state => state.pair !== null);
  if (question === 'clock' && !isPair) return <ClockView />;
  return question === 'rules' && !isSelected ? <RuleEvidence /> : <TraceView />;
}

/** Placeholder on the time axis while the rows of two sets are loaded. */
const SetsPlaceholder = <section aria-busy="true" />;

/** The same under the chart, as high as what comes. */
const ToolsLoading = <div aria-busy="true" style={{ height: 72 }} />;

/** Recorded cases: their steps, what rules would have stopped, a step's texts. The heavier parts are loaded when they are shown. */
export const RECORDED_VIEWS: ModelViews = {
  Place: RecordedPlace,
  pair: {
    Sentence: createLazyView(async () => (await import('./sets/SetsSentence.tsx')).SetsSentence),
    Chip: createLazyView(async () => (await import('./sets/SetsSentence.tsx')).SetsChip),
    Corner: createLazyView(async () => (await import('./sets/SetsCorner.tsx')).SetsCorner),
    Rows: createLazyView(async () => (await import('./sets/SetsRows.tsx')).SetsRows, SetsPlaceholder),
    Choices: createLazyView<PairChoicesProps>(
      async () => (await import('./sets/SplitChoice.tsx')).SplitChoice,
    ),
  },
  Overview: RecordedOverview,
  overview: 'Cost and rules',
  Agent: createLazyView(preloadOnActivity(async () => (await import('./cases/CaseAgent.tsx')).CaseAgent)),
  Sentence: CasesSentence,
  Chip: CasesChip,
  Choices: TracesSelect,
  Decider,
  Facts: createLazyView(async () => (await import('./TracesFacts.tsx')).TracesFacts),
  ChartTools: createLazyView(async () => (await import('./chart/ChartTools.tsx')).ChartTools, ToolsLoading),
  ChartNotes: createLazyView<ComponentProps<typeof ChartMarks>>(
    async () => (await import('./chart/ChartMarks.tsx')).ChartMarks,
  ),
  FormerVisitors: createLazyView<{ readonly state: number }>(
    async () => (await import('./states/FormerVisitors.tsx')).FormerVisitors,
  ),
  Help: createHelpDialog(async () => (await import('./casesHelp.ts')).CASES_HELP),
};
