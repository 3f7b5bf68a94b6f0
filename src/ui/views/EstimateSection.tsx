import { useState } from 'react';
import type { RemoteSetup } from '../../engine/config.ts';
import type { Estimate } from '../../engine/oracleReport.ts';
import { useLink, usePage, usePageStore } from '../hooks.ts';
import { grouped } from '../words.ts';
import styles from './OraclePanel.module.css';

/** As on the command line. */
const ROUNDS = 100;

/** What a run would cost, from the same run played by the policy. */
export function EstimateSection({ oracle }: { oracle: RemoteSetup }) {
  const link = useLink();
  const store = usePageStore();
  const perSecond = usePage(state => state.oracleReport?.perSecond ?? 0);
  const [estimate, setEstimate] = useState<{ readonly of: string; readonly is: Estimate } | null>(null);
  const [busy, setBusy] = useState(false);
  const of = `${oracle.form} ${oracle.archetypes} ${oracle.texts}`;
  const count = async () => {
    const { run, notify } = store.getState();
    if (!run) return;
    setBusy(true);
    try {
      setEstimate({ of, is: await link.estimate({ ...run.setup, oracle }, ROUNDS) });
    } catch (error) {
      notify('error', error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const shown = estimate?.of === of ? estimate.is : null;
  return (
    <section className={styles.part} aria-label="Before a run">
      <h3>Before a run: {ROUNDS} rounds</h3>
      {shown && <Figures estimate={shown} perSecond={perSecond} />}
      {!shown && (
        <button type="button" disabled={busy} onClick={() => void count()}>
          {busy ? 'Playing it with the policy…' : 'Estimate calls, tokens and time'}
        </button>
      )}
      <p className="label">
        {shown
          ? 'An estimate: a model decides otherwise than the policy. Money: what your server asks.'
          : 'Plays the run with the policy and counts what a model would be asked.'}
      </p>
    </section>
  );
}

function Figures({ estimate, perSecond }: { estimate: Estimate; perSecond: number }) {
  const { rounds, questions, calls, tokensIn, tokensOut } = estimate;
  return (
    <dl className={styles.figures}>
      <dt>questions, by a quick policy run</dt>
      <dd>{grouped(questions)}</dd>
      <dt>in a round, on average</dt>
      <dd>{(questions / Math.max(1, rounds)).toFixed(1)}</dd>
      <dt>answered by archetypes and cache</dt>
      <dd>{grouped(questions - calls)}</dd>
      <dt>calls</dt>
      <dd>{grouped(calls)}</dd>
      <dt>tokens in, out, about</dt>
      <dd>
        {rough(tokensIn)}, {rough(tokensOut)}
      </dd>
      <dt>{perSecond > 0 ? `time, at ${perSecond.toFixed(1)} answers/s` : 'time'}</dt>
      <dd>{perSecond > 0 ? duration(calls / perSecond) : 'after the first round'}</dd>
    </dl>
  );
}

/** `655k` for 655,123. */
const rough = (count: number): string =>
  count < 10_000
    ? grouped(count)
    : count < 1e6
      ? `${Math.round(count / 1000)}k`
      : `${(count / 1e6).toFixed(1)}M`;

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
