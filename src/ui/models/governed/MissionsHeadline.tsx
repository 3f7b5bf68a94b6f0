import { isLanguageModelOracle } from '../../../engine/oracle/oracleSetup.ts';
import { useCalmPage, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount, pluralizeNoun } from '../../lib/formatCounts.ts';
import { getViewedTick, isLookingBack } from '../../state/viewState.ts';
import { countStagedMissions, isGovernanceOn } from './compared/getComparability.ts';
import { findOwnLimitPoint, getPairReport } from './compared/pairSums.ts';
import { describeMissionEndings } from './describeMissions.ts';
import { getGovernedPart } from './governedPart.ts';

/** Number of ended missions by ending, and the cost of the same seed without governance. */
export function MissionsSentence() {
  const head = useCalmPage(getViewedTick);
  const run = usePage(state => state.run)!;
  const target = usePage(state => (isLookingBack(state) ? null : state.target));
  const endings = useCalmPage(state => getGovernedPart(state).frame?.endings);
  const rests = usePage(state => state.phase !== 'playing' && !isLookingBack(state));
  const { config } = run.info;
  const governed = config.parameters.governance !== false;
  const step = Math.max(0, head);
  const ended = Object.values(endings ?? {}).reduce((sum, count) => sum + count, 0);
  const isOver = ended > 0 && ended === config.agents;
  return (
    <>
      <b>Step {formatGroupedInteger(step)}</b>
      {target !== null && ` of ${target}`}:{' '}
      {step === 0 ? (
        <>
          <b>{formatNounCount(config.agents, 'mission')}</b> {pluralizeNoun(config.agents, 'waits', 'wait')}
          {rests && `; press Play to see how ${governed ? 'they are governed' : 'far they get ungoverned'}`}.
        </>
      ) : (
        <>
          <b>
            {isOver
              ? `all ${formatGroupedInteger(config.agents)}`
              : `${formatGroupedInteger(ended)} of ${formatGroupedInteger(config.agents)}`}
          </b>{' '}
          {isOver ? 'missions' : 'missions ended'}
          {endings && ended > 0 && (
            <>
              : <b>{describeMissionEndings(endings, 'stopped')}</b>
            </>
          )}
          {isOver && <Counterpart />}.
        </>
      )}
    </>
  );
}

/** The run's counterpart. It is announced once this run's own numbers are final. */
function Counterpart() {
  const pair = usePage(getPairReport);
  const isOn = usePage(isGovernanceOn);
  const limit = usePage(({ run }) => Number(run?.info.config.parameters.step_limit));
  if (!pair) return null;
  const { without, with: governed } = findOwnLimitPoint(pair);
  const [own, other] = isOn ? [governed, without] : [without, governed];
  const more = other.steps - own.steps;
  return (
    <>
      ;{' '}
      <span
        title={`${isOn ? 'without' : 'with'} governance, at most ${formatGroupedInteger(limit)} steps each`}
      >
        {isOn ? 'ungoverned' : 'governed'}
      </span>
      ,{' '}
      {more === 0 ? (
        'as many steps'
      ) : (
        <>
          <b>
            {formatGroupedInteger(Math.abs(more))} {more > 0 ? 'more' : 'fewer'}
          </b>{' '}
          {pluralizeNoun(Math.abs(more), 'step')}
        </>
      )}
    </>
  );
}

/** The decider, and the staged part of it. */
export function MissionsChip() {
  const setup = usePage(state => state.run?.setup);
  const agents = usePage(state => state.run?.info.config.agents ?? 0);
  const staged = useCalmPage(countStagedMissions);
  const decisions = useCalmPage(state => state.oracleReport?.decisions ?? 0);
  const mixed = usePage(state => state.mixed);
  if (!setup) return null;
  if (isLanguageModelOracle(setup.oracle))
    return decisions === 0
      ? 'a language model will decide'
      : `a language model decides: ${formatNounCount(decisions, 'decision')}`;
  if (setup.oracle.kind === 'replay') return 'answers of a recording';
  const scripted =
    staged === 0
      ? 'scripted characters'
      : `scripted characters, ${formatGroupedInteger(staged)} of ${formatGroupedInteger(agents)} made to fail`;
  return mixed ? 'the policy decides now, others did before' : `no language model, ${scripted}`;
}
