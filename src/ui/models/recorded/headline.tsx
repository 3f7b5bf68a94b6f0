import type { RuleOutcomes } from '../../../engine/models/recorded/governance/outcomes.ts';
import { FEWEST_STOPPED, getSavedShare } from '../../../engine/models/recorded/governance/recommend.ts';
import type { RuleReport, RuleRow } from '../../../engine/models/recorded/reports/governanceReport.ts';
import { useCalmPage, usePage } from '../../hooks/hooks.ts';
import { counted, grouped, noun } from '../../lib/words.ts';
import { clockOf } from '../../model/looks.ts';
import { looksBack, shownTick } from '../../state/shown.ts';
import { inBytes } from '../../words/sizes.ts';
import { bestOf } from './cases/bestRule.ts';
import { intervalWords, upToPercent } from './cases/ruleWords.ts';
import { recordedOf } from './recordedPart.ts';

/** All of few cases. */
const ALL: readonly (string | undefined)[] = [undefined, 'The one', 'Both'];

/** How many have ended, and how. */
export function Sentence() {
  const head = useCalmPage(state => Math.max(0, shownTick(state)));
  const config = usePage(({ run }) => run?.info.config);
  const frame = useCalmPage(state => recordedOf(state).frame);
  const rests = usePage(state => state.phase !== 'playing' && !looksBack(state));
  const agents = config?.agents ?? 0;
  if (head === 0 || frame === null || config === undefined)
    return (
      <>
        <b>{counted(agents, 'recorded case')}</b> {noun(agents, 'waits', 'wait')} to be played again
        {rests && '; press Play'}.
      </>
    );
  const time = clockOf(config, head);
  const when = time === '' ? `Step ${grouped(head)}` : `After ${time}`;
  const { succeeded, failed, ended } = frame.ended;
  const done = succeeded + failed + ended;
  const how = [
    succeeded > 0 && `${grouped(succeeded)} succeeded`,
    failed > 0 && `${grouped(failed)} failed`,
    ended > 0 && `${grouped(ended)} without a known outcome`,
  ].filter(Boolean);
  return (
    <>
      {done === agents ? (
        <b>{ALL[agents] ?? `All ${grouped(agents)}`}</b>
      ) : (
        <>
          <b>{when}</b>:{' '}
          <b>
            {grouped(done)} of {grouped(agents)}
          </b>
        </>
      )}{' '}
      {noun(agents, 'case has', 'cases have')} ended
      {how.length > 0 && (
        <>
          : <b>{how.join(', ')}</b>
        </>
      )}
      {done === agents && <Saved />}.
    </>
  );
}

/** What the rule that is looked at would have saved, what that costs, and the best that costs nothing. */
function Saved() {
  const rule = usePage(state => recordedOf(state).rule);
  const rules = usePage(state => recordedOf(state).rules);
  if (rule === null) return null;
  const { outcomes, measure, name } = rule;
  const { stopped, savedShares, failed, succeeded } = outcomes;
  const share = savedShares?.ofAll[measure];
  if (stopped > 0 && (share == null || failed + succeeded === 0))
    return (
      <>
        ; “{name}” would have ended <b>{grouped(stopped)}</b>
      </>
    );
  return (
    <>
      ; “{name}” would have{' '}
      {stopped === 0 ? (
        'ended none'
      ) : (
        <>
          saved up to <b>{upToPercent(share ?? 0)}</b> of the {measure} and cost <b>{costWords(outcomes)}</b>
        </>
      )}
      {succeeded > 0 && besideBest(rule, rules)}
    </>
  );
}

/** "none of 30 successes", "3 of 30 successes". */
const costWords = ({ stoppedSucceeded, succeeded }: RuleOutcomes): string =>
  succeeded === 0
    ? 'no success'
    : `${stoppedSucceeded === 0 ? 'none' : grouped(stoppedSucceeded)} of ${counted(succeeded, 'success', 'successes')}`;

/** How a rule stands to the one that is recommended, and how far it may be off for having been chosen. */
function besideBest({ id, measure }: RuleReport, rules: readonly RuleRow[]): string {
  if (rules.length === 0) return '';
  const of = `${grouped(rules.length)} rules`;
  const { best, tooFew } = bestOf(rules);
  if (best === null)
    return tooFew > 0
      ? `; no rule is recommended: ${noun(tooFew, 'the one', `the ${grouped(tooFew)}`)} of ${of} that ${noun(tooFew, 'saves', 'save')} something and ${noun(tooFew, 'costs', 'cost')} none ${noun(tooFew, 'stops', 'stop')} fewer than ${FEWEST_STOPPED} cases`
      : `; none of ${of} saves anything without costing a success`;
  if (best.id !== id)
    return `; the best of ${of} that costs none, “${best.name}”, up to ${upToPercent(getSavedShare(best, measure))}`;
  const chosen = best.savedIfChosen && ` (95 %, as the best of ${of}: ${intervalWords(best.savedIfChosen)})`;
  return `, the best such of ${of}${chosen ?? ''}`;
}

/** That nothing is asked. */
export function Chip() {
  const name = usePage(({ run }) => run?.info.config.inputInfo.traces?.name ?? '');
  const received = usePage(state => recordedOf(state).received);
  if (received > 0) return <>live: {inBytes(received)} received so far; nothing is asked</>;
  return <>recorded: {name}; nothing is asked</>;
}
