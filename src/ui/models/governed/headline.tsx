import { isLanguageModelOracle } from '../../../engine/oracle/oracleSetup.ts';
import { useCalmPage, usePage } from '../../hooks/hooks.ts';
import { counted, grouped, noun } from '../../lib/words.ts';
import { looksBack, shownTick } from '../../state/shown.ts';
import { isGovernance, stagedIn } from './compared/comparable.ts';
import { ownPoint, pairOf } from './compared/pairSums.ts';
import { governedOf } from './governedPart.ts';
import { endingsWords } from './words.ts';

/** How many have ended and how, and what a run of the same seed takes without governance. */
export function Sentence() {
  const head = useCalmPage(shownTick);
  const run = usePage(state => state.run)!;
  const target = usePage(state => (looksBack(state) ? null : state.target));
  const endings = useCalmPage(state => governedOf(state).frame?.endings);
  const rests = usePage(state => state.phase !== 'playing' && !looksBack(state));
  const { config } = run.info;
  const governed = config.parameters.governance !== false;
  const step = Math.max(0, head);
  const ended = Object.values(endings ?? {}).reduce((sum, count) => sum + count, 0);
  const isOver = ended > 0 && ended === config.agents;
  return (
    <>
      <b>Step {grouped(step)}</b>
      {target !== null && ` of ${target}`}:{' '}
      {step === 0 ? (
        <>
          <b>{counted(config.agents, 'mission')}</b> {noun(config.agents, 'waits', 'wait')}
          {rests && `; press Play to see how ${governed ? 'they are governed' : 'far they get ungoverned'}`}.
        </>
      ) : (
        <>
          <b>{isOver ? `all ${grouped(config.agents)}` : `${grouped(ended)} of ${grouped(config.agents)}`}</b>{' '}
          {isOver ? 'missions' : 'missions ended'}
          {endings && ended > 0 && (
            <>
              : <b>{endingsWords(endings, 'stopped')}</b>
            </>
          )}
          {isOver && <Counterpart />}.
        </>
      )}
    </>
  );
}

/** The run's counterpart: it is told once this run's own numbers stand. */
function Counterpart() {
  const pair = usePage(pairOf);
  const isOn = usePage(isGovernance);
  const limit = usePage(({ run }) => Number(run?.info.config.parameters.step_limit));
  if (!pair) return null;
  const { without, with: governed } = ownPoint(pair);
  const [own, other] = isOn ? [governed, without] : [without, governed];
  const more = other.steps - own.steps;
  return (
    <>
      ;{' '}
      <span title={`${isOn ? 'without' : 'with'} governance, at most ${grouped(limit)} steps each`}>
        {isOn ? 'ungoverned' : 'governed'}
      </span>
      ,{' '}
      {more === 0 ? (
        'as many steps'
      ) : (
        <>
          <b>
            {grouped(Math.abs(more))} {more > 0 ? 'more' : 'fewer'}
          </b>{' '}
          {noun(Math.abs(more), 'step')}
        </>
      )}
    </>
  );
}

/** Who decides, and what of it is staged. */
export function Chip() {
  const setup = usePage(state => state.run?.setup);
  const agents = usePage(state => state.run?.info.config.agents ?? 0);
  const staged = useCalmPage(stagedIn);
  const decisions = useCalmPage(state => state.oracleReport?.decisions ?? 0);
  const mixed = usePage(state => state.mixed);
  if (!setup) return null;
  if (isLanguageModelOracle(setup.oracle))
    return decisions === 0
      ? 'a language model will decide'
      : `a language model decides: ${counted(decisions, 'decision')}`;
  if (setup.oracle.kind === 'replay') return 'answers of a recording';
  const scripted =
    staged === 0
      ? 'scripted characters'
      : `scripted characters, ${grouped(staged)} of ${grouped(agents)} made to fail`;
  return mixed ? 'the policy decides now, others did before' : `no language model, ${scripted}`;
}
