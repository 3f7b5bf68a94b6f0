import { FEWEST_STOPPED, getSavedShare } from '../../../engine/models/recorded/governance/recommend.ts';
import type { RuleOutcomes } from '../../../engine/models/recorded/governance/ruleOutcomes.ts';
import type { RuleReport, RuleRow } from '../../../engine/models/recorded/reports/governanceReport.ts';
import { useCalmPage, usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount, pluralizeNoun } from '../../lib/formatCounts.ts';
import { formatRunClock } from '../../model/getModelAppearance.ts';
import { getViewedTick, isLookingBack } from '../../state/viewState.ts';
import inspector from '../../views/inspector/InspectorParts.module.css';
import { formatByteSize } from '../../words/sizes.ts';
import { getRecommendedRule } from './cases/bestRule.ts';
import { followOn } from './cases/followOn.ts';
import { formatPercentInterval, formatUpperPercent } from './cases/ruleWords.ts';
import { getRecordedPart } from './recordedPart.ts';

/** All of few cases. */
const ALL: readonly (string | undefined)[] = [undefined, 'The one', 'Both'];

/** Number of ended cases by outcome. */
export function CasesSentence() {
  const head = useCalmPage(state => Math.max(0, getViewedTick(state)));
  const config = usePage(({ run }) => run?.info.config);
  const frame = useCalmPage(state => getRecordedPart(state).frame);
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
  const { succeeded, failed, ended } = frame.ended;
  const done = succeeded + failed + ended;
  const how = [
    succeeded > 0 && `${formatGroupedInteger(succeeded)} succeeded`,
    failed > 0 && `${formatGroupedInteger(failed)} failed`,
    ended > 0 && `${formatGroupedInteger(ended)} without a known outcome`,
  ].filter(Boolean);
  return (
    <>
      {done === agents ? (
        <b>{ALL[agents] ?? `All ${formatGroupedInteger(agents)}`}</b>
      ) : (
        <>
          <b>{when}</b>:{' '}
          <b>
            {formatGroupedInteger(done)} of {formatGroupedInteger(agents)}
          </b>
        </>
      )}{' '}
      {pluralizeNoun(agents, 'case has', 'cases have')} ended
      {how.length > 0 && (
        <>
          : <b>{how.join(', ')}</b>
        </>
      )}
      {done === agents && <Saved />}.
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
          saved up to <b>{formatUpperPercent(share ?? 0)}</b> of the {measure} and cost{' '}
          <b>{describeRuleCost(outcomes)}</b>
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

/** Compares a rule with the recommended one, including the possible error from choosing the best. */
function compareToBestRule({ id, measure }: RuleReport, rules: readonly RuleRow[]): string {
  if (rules.length === 0) return '';
  const of = `${formatGroupedInteger(rules.length)} rules`;
  const { best, tooFew } = getRecommendedRule(rules);
  if (best === null)
    return tooFew > 0
      ? `; no rule is recommended: ${pluralizeNoun(tooFew, 'the one', `the ${formatGroupedInteger(tooFew)}`)} of ${of} that ${pluralizeNoun(tooFew, 'saves', 'save')} something and ${pluralizeNoun(tooFew, 'costs', 'cost')} none ${pluralizeNoun(tooFew, 'stops', 'stop')} fewer than ${FEWEST_STOPPED} cases`
      : `; none of ${of} saves anything without costing a success`;
  if (best.id !== id)
    return `; the best of ${of} that costs none, “${best.name}”, up to ${formatUpperPercent(getSavedShare(best, measure))}`;
  const chosen =
    best.savedIfChosen && ` (95 %, as the best of ${of}: ${formatPercentInterval(best.savedIfChosen)})`;
  return `, the best such of ${of}${chosen ?? ''}`;
}

/** No questions are asked in recorded runs. */
export function CasesChip() {
  const name = usePage(({ run }) => run?.info.config.inputInfo.traces?.name ?? '');
  const received = usePage(state => getRecordedPart(state).received);
  const isHeld = usePage(state => getRecordedPart(state).isHeld);
  const store = usePageStore();
  if (isHeld)
    return (
      <>
        live, paused; nothing is asked{' '}
        <button type="button" className={inspector.link} onClick={() => followOn(store)}>
          Follow on
        </button>
      </>
    );
  if (received > 0) return <>live: {formatByteSize(received)} received so far; nothing is asked</>;
  return <>recorded: {name}; nothing is asked</>;
}
