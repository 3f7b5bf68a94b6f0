import { useState } from 'react';
import type { Estimate, ServerReport } from '../../../engine/oracle/oracleReport.ts';
import type { ModelSetup } from '../../../engine/oracle/oracleSetup.ts';
import { isRemoteOracle } from '../../../engine/oracle/oracleSetup.ts';
import { useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { formatRoughCount, formatWallDuration } from '../../words/roughAmounts.ts';
import styles from './OraclePanel.module.css';

/** Rounds of an estimate, as on the command line. */
const ROUNDS = 100;

interface Props {
  readonly oracle: ModelSetup;
  /** Reports of the last connection test. */
  readonly reports: readonly ServerReport[];
}

/** Estimate of a run's cost, from the same run played by the policy. */
export function EstimateSection({ oracle, reports }: Props) {
  const commands = useCommands();
  const store = usePageStore();
  const measured = usePage(state => state.oracleReport?.perSecond ?? 0);
  const [estimate, setEstimate] = useState<{ readonly of: string; readonly is: Estimate } | null>(null);
  const [busy, setBusy] = useState(false);
  const { tick } = usePage(getCurrentModelWords);
  const epoch = usePage(state => state.run?.info.epoch);
  const form = chooseEstimateForm(oracle, reports);
  const of = `${epoch} ${form} ${oracle.archetypes} ${oracle.texts}`;
  const count = async () => {
    const { run, notify } = store.getState();
    if (!run) return;
    setBusy(true);
    try {
      setEstimate({ of, is: await commands.estimate({ ...run.setup, oracle: { ...oracle, form } }, ROUNDS) });
    } catch (error) {
      notify('error', error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const shown = estimate?.of === of ? estimate.is : null;
  return (
    <section className={styles.part} aria-label="Before a run">
      <h3>
        Before a run: {ROUNDS} {tick}s
      </h3>
      {shown && (
        <EstimateFigures
          estimate={shown}
          speed={chooseMeasuredSpeed(measured, reports)}
          unmeasured={isRemoteOracle(oracle) ? 'test the connection first' : `known after a ${tick}`}
        />
      )}
      {!shown && (
        <button type="button" disabled={busy} onClick={() => void count()}>
          {busy ? 'Playing it with the policy…' : 'Estimate calls, tokens and time'}
        </button>
      )}
      <p className="label">
        {shown
          ? `An estimate: a model decides differently from the policy, and counts tokens by its own vocabulary (here four characters each). ${isRemoteOracle(oracle) ? 'Only the server knows the price of a token.' : 'It costs nothing but time.'}${describeLimitWarning(shown, oracle)}`
          : 'Plays the run with the policy and counts what a model would be asked.'}
      </p>
    </section>
  );
}

/** A warning if the run would exceed its limits. */
function describeLimitWarning({ calls, tokensIn, tokensOut }: Estimate, { limits }: ModelSetup): string {
  const { callsPerRun, tokensPerRun } = limits;
  const over = [
    callsPerRun !== null && calls > callsPerRun ? `${formatGroupedInteger(callsPerRun)} calls` : null,
    tokensPerRun !== null && tokensIn + tokensOut > tokensPerRun
      ? `${formatGroupedInteger(tokensPerRun)} tokens`
      : null,
  ].filter(limit => limit !== null);
  return over.length > 0 ? ` More than the limit of ${over.join(' and ')}: then the policy answers.` : '';
}

/** The form to estimate for: JSON if a test has found a server without log-probabilities. */
const chooseEstimateForm = ({ form }: ModelSetup, reports: readonly ServerReport[]): ModelSetup['form'] =>
  form === 'auto' && reports.some(report => report.kind === 'answers' && !report.letters) ? 'json' : form;

interface Speed {
  /** Answers a second. */
  readonly perSecond: number;
  readonly words: string;
}

/**
 * Speed as measured by the run or, before that, from the test's single answer, one at a time at each server.
 */
function chooseMeasuredSpeed(measured: number, reports: readonly ServerReport[]): Speed | null {
  if (measured > 0) return { perSecond: measured, words: `at ${measured.toFixed(1)} answers/s` };
  const answering = reports.filter(report => report.kind === 'answers' && report.milliseconds > 0);
  const perSecond = answering.reduce(
    (sum, report) => sum + (report.kind === 'answers' ? 1000 / report.milliseconds : 0),
    0,
  );
  return perSecond > 0 ? { perSecond, words: `at ${perSecond.toFixed(1)} answers/s, as in the test` } : null;
}

interface FiguresProps {
  readonly estimate: Estimate;
  /** Speed; null before the first answer. */
  readonly speed: Speed | null;
  /** Words in place of the time in that case. */
  readonly unmeasured: string;
}

function EstimateFigures({ estimate, speed, unmeasured }: FiguresProps) {
  const { tick } = usePage(getCurrentModelWords);
  const { rounds, questions, calls, tokensIn, tokensOut } = estimate;
  return (
    <dl className={styles.figures}>
      <dt>questions, by a quick policy run</dt>
      <dd>{formatGroupedInteger(questions)}</dd>
      <dt>in a {tick}, on average</dt>
      <dd>{(questions / Math.max(1, rounds)).toFixed(1)}</dd>
      <dt>answered by archetypes and cache</dt>
      <dd>{formatGroupedInteger(questions - calls)}</dd>
      <dt>calls</dt>
      <dd>{formatGroupedInteger(calls)}</dd>
      <dt>tokens in, out, about</dt>
      <dd>
        {formatRoughCount(tokensIn)}, {formatRoughCount(tokensOut)}
      </dd>
      <dt>{speed ? `time, ${speed.words}` : 'time'}</dt>
      <dd>{speed ? formatWallDuration(calls / speed.perSecond) : unmeasured}</dd>
    </dl>
  );
}
