import { asksModel } from '../../../engine/oracleSetup.ts';
import { useCalmPage, usePage } from '../../hooks.ts';
import { counted, grouped, noun } from '../../words/words.ts';
import { clockOf } from '../looks.ts';
import { isGovernance } from './comparable.ts';
import { governedOf } from './governedPart.ts';
import { pairOf, savedSoFar } from './pairSums.ts';

/** How many have ended, how many of them not by themselves, and what governance saves on the same answers. */
export function Sentence() {
  const head = useCalmPage(state => state.head);
  const run = usePage(state => state.run)!;
  const target = usePage(state => state.target);
  const governed = useCalmPage(state => governedOf(state).frame);
  const { config } = run.info;
  const step = Math.max(0, head);
  const [stuck, cutOff] = [governed?.finishedStuck ?? 0, governed?.cutOff ?? 0];
  const ended = (governed?.finished ?? 0) + stuck + cutOff;
  const isOver = ended > 0 && ended === config.agents;
  return (
    <>
      <b>Step {grouped(step)}</b>
      {target !== null && ` of ${target}`}, {clockOf(config, step)}:{' '}
      {step === 0 ? (
        <>
          <b>{counted(config.agents, 'mission')}</b> {noun(config.agents, 'waits', 'wait')}; press Play to see
          how
          {config.parameters.governance === false ? ' far they get ungoverned.' : ' they are governed.'}
        </>
      ) : (
        <>
          <b>{isOver ? `all ${grouped(config.agents)}` : `${grouped(ended)} of ${grouped(config.agents)}`}</b>{' '}
          missions ended
          {stuck + cutOff > 0 && (
            <>
              , <b>{grouped(stuck + cutOff)} of them</b>{' '}
              {cutOff === 0 ? 'stopped as stuck' : stuck === 0 ? 'cut off' : 'stopped or cut off'}
            </>
          )}
          <Saved />
        </>
      )}
    </>
  );
}

/** Savings of governance, once the comparison is there. */
function Saved() {
  const soFar = useCalmPage(savedSoFar);
  const pair = usePage(pairOf);
  const isOn = usePage(isGovernance);
  if (!pair || !soFar) return <>.</>;
  const all = { saved: pair.failing.without.steps - pair.failing.with.steps, lost: pair.lost.length };
  const { saved, lost } = isOn ? soFar : all;
  if (saved <= 0 && lost === 0) return <>.</>;
  return (
    <>
      ; on the same answers governance {isOn ? '' : 'would '}
      {saved > 0 && (
        <>
          {isOn ? 'saves' : 'save'} <b>{counted(saved, 'step')}</b>
        </>
      )}
      {saved > 0 && lost > 0 && ', and '}
      {lost > 0 && (
        <>
          {isOn ? 'stops' : 'stop'} <b>{grouped(lost)}</b> that {isOn ? 'would finish' : 'finish'}
        </>
      )}
      .
    </>
  );
}

/** Who decides, and the baseline of the savings. */
export function Chip() {
  const setup = usePage(state => state.run?.setup);
  const limit = usePage(state => state.run?.info.config.parameters.step_limit);
  const failing = usePage(state => pairOf(state)?.failing.missions ?? 0);
  const isOn = usePage(isGovernance);
  const decisions = useCalmPage(state => state.oracleReport?.decisions ?? 0);
  const mixed = usePage(state => state.mixed);
  if (!setup) return null;
  const against =
    failing === 0
      ? ''
      : isOn
        ? `; saved against the same answers without governance, at most ${limit} steps each`
        : '; compared with the same answers under governance';
  if (asksModel(setup.oracle))
    return decisions === 0
      ? `a language model will decide${against}`
      : `a language model decides: ${counted(decisions, 'decision')}${against}`;
  if (setup.oracle.kind === 'replay') return `answers of a recording${against}`;
  return `${mixed ? 'the policy decides now, others did before' : 'no language model, scripted characters'}${against}`;
}
