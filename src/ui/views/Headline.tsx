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
      <p className={styles.sentence}>{info ? <Sentence /> : 'Preparing the society and its warm-up…'}</p>
      {info && (
        <p className={`label ${styles.chip}`}>
          {networkWords(info.config.network)}; {CHIPS[info.config.preset] ?? info.config.preset}
        </p>
      )}
    </section>
  );
}

const networkWords = (network: string): string =>
  `synthetic people on a ${['congress', 'lastfm', 'file'].includes(network) ? 'real' : 'generated'} network`;

function Sentence() {
  const head = useCalmPage(state => state.head);
  const run = usePage(state => state.run)!;
  const opening = usePage(state => state.phase === 'opening');
  const topic = useCalmPage(state => state.tree?.topic);
  const reached = useCalmPage(state => state.tree?.measures.size ?? 0);
  const { config } = run.info;
  const active =
    config.agents - run.columns.count(head, run.info.chart.states.indexOf(run.info.chart.initial));
  if (opening) return <>Preparing the next run; this one stays until it is there…</>;
  return (
    <>
      <b>Round {roundNumber(Math.max(0, head))}</b>, {timeOfDay(config, head)}:{' '}
      <b>
        {grouped(active)} of {grouped(config.agents)}
      </b>{' '}
      {head <= 0 && 'already active; press Play to see what spreads.'}
      {head > 0 && !topic && 'active.'}
      {head > 0 && topic && (
        <>
          active; a post about <b>{topic}</b> has reached <b>{counted(reached, 'person', 'people')}</b>.
        </>
      )}
    </>
  );
}
