import { roundNumber, timeOfDay } from '../clock.ts';
import { useCalmPage, usePage } from '../hooks.ts';
import { counted, grouped } from '../words.ts';
import styles from './Headline.module.css';

const CHIPS: Readonly<Record<string, string>> = {
  showcase: 'tuned to be lively, not calibrated',
  realistic: 'calmer activity, not calibrated either',
};

/** What is going on, in one sentence; at the right what must not be mistaken. */
export function Headline() {
  const info = usePage(state => state.run?.info);
  return (
    <section className={styles.head} aria-label="Headline">
      <p className={styles.sentence}>{info ? <Sentence /> : <Opening />}</p>
      <Progress />
      {info && (
        <p className={`label ${styles.chip}`}>
          <Deciding preset={info.config.preset} />
        </p>
      )}
    </section>
  );
}

/** Who decides about whom. */
function Deciding({ preset }: { preset: string }) {
  const setup = usePage(state => state.run?.setup);
  const decisions = useCalmPage(state => state.oracleReport?.decisions ?? 0);
  const foreign = useCalmPage(
    state => state.oracleReport?.notOwn.reduce((sum, { count }) => sum + count, 0) ?? 0,
  );
  const mixed = usePage(state => state.mixed);
  if (!setup) return null;
  const kind = REAL.includes(setup.network) ? 'real' : 'generated';
  const people = `synthetic people on a ${kind} network; ${CHIPS[preset] ?? preset}`;
  if (setup.oracle.kind === 'policy')
    return `${mixed ? 'the policy decides now, others did before' : 'no language model'}, ${people}`;
  if (setup.oracle.kind === 'replay') return `answers of a recording, ${people}`;
  if (decisions === 0) return `a language model will decide, ${people}`;
  const own = foreign > 0 ? `, ${grouped(foreign)} not its own` : '';
  return `synthetic people; a language model decides: ${counted(decisions, 'decision')}${own}`;
}

const REAL: readonly string[] = ['congress', 'lastfm', 'file'];

/** Before the first run, and between two. */
function Opening() {
  const phase = usePage(state => state.phase);
  const before = usePage(state => state.run !== null);
  const words = usePage(state => {
    const { progress } = state;
    return progress ? `${progress.label.toLowerCase()}, ${Math.floor(progress.part * 100)} %` : null;
  });
  if (phase !== 'opening') return <>The engine is not there; Reset tries again.</>;
  if (before) return <>Preparing the next run; this one stays until it is there… {words}</>;
  return <>Preparing the society{words ? `: ${words}` : ' and its warm-up…'}</>;
}

/** A line over the headline: how far the opening is, or the way to a round that was asked for. */
function Progress() {
  const part = useCalmPage(({ phase, progress, target, head }) => {
    if (phase === 'opening') return progress?.part ?? 0;
    return target === null ? null : Math.max(0, head) / Math.max(1, target);
  });
  const label = usePage(state => (state.phase === 'opening' ? 'Preparing the run' : 'Playing to the round'));
  if (part === null) return null;
  return <progress className={styles.progress} aria-label={label} max={1} value={part} />;
}

function Sentence() {
  const head = useCalmPage(state => state.head);
  const run = usePage(state => state.run)!;
  const opening = usePage(state => state.phase === 'opening');
  const target = usePage(state => state.target);
  const topic = useCalmPage(state => state.tree?.topic);
  const reached = useCalmPage(state => state.tree?.measures.size ?? 0);
  const { config } = run.info;
  const active =
    config.agents - run.columns.count(head, run.info.chart.states.indexOf(run.info.chart.initial));
  if (opening) return <Opening />;
  return (
    <>
      <b>Round {roundNumber(Math.max(0, head))}</b>
      {target !== null && ` of ${target}`}, {timeOfDay(config, head)}:{' '}
      <b>
        {grouped(active)} of {grouped(config.agents)}
      </b>{' '}
      {head <= 0 && (target === null ? 'already active; press Play to see what spreads.' : 'already active.')}
      {head > 0 && !topic && 'active.'}
      {head > 0 && topic && (
        <>
          active; a post about <b>{topic}</b> has reached <b>{counted(reached, 'person', 'people')}</b>.
        </>
      )}
    </>
  );
}
