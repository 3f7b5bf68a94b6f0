import { isLanguageModelOracle } from '../../../engine/oracle/oracleSetup.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { useCalmPage, usePage } from '../../hooks/hooks.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import {
  getCurrentAppearance,
  getCurrentModelWords,
  isRecordedModel,
} from '../../model/getModelAppearance.ts';
import type { PageState } from '../../state/pageState.ts';
import { getViewedTick, getViewedTotals, isLookingBack } from '../../state/viewState.ts';
import { getStateAtHead } from '../../store/applyModelFrame.ts';
import { describeCurrentWait } from '../../words/describeCurrentWait.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import { PauseButton } from '../pauses/PauseButton.tsx';
import styles from './StatusLine.module.css';

const ReplayedFile = createLazyView(async () => (await import('./ReplayedFile.tsx')).ReplayedFile);

const FAILURES_MEANING = 'unusable answers, failed steps, conditions and actions';

/** Speed, failures and whether the run is kept; at the right the keys that help most. */
export function StatusLine() {
  const phase = usePage(state => state.phase);
  const armed = usePage(state => state.pauses.filter(({ isOn, fits }) => isOn && fits).length);
  const rate = useCalmPage(state => state.rate);
  const decisions = useCalmPage(state => getViewedTotals(state)?.totals.decisions ?? null);
  const failures = useCalmPage(state => getViewedTotals(state)?.totals.failures ?? 0);
  const head = useCalmPage(state => state.head);
  const shown = useCalmPage(getViewedTick);
  const isBack = usePage(isLookingBack);
  const isReplay = usePage(({ run }) => run?.setup.oracle.kind === 'replay');
  const answered = usePage(
    ({ run, mixed }) => run !== null && (mixed || isReplay || isLanguageModelOracle(run.setup.oracle)),
  );
  const exported = useCalmPage(state => state.head > 0 && state.exported >= state.head);
  const keptWords = useCalmPage(describeSavedStatus);
  const warmUp = usePage(state => state.run?.info.config.warmUp ?? 0);
  const { tick } = usePage(getCurrentModelWords);
  const isOver = useCalmPage(state => getCurrentAppearance(state).isOver(getStateAtHead(state)));
  const waits = usePage(describeCurrentWait);
  const isAgain = usePage(({ run }) => run !== null && isRecordedModel(run.setup.model));
  const live = useCalmPage(state => getCurrentAppearance(state).status?.(state));
  const rests = live
    ? live
    : isOver
      ? // Of cases that are followed some may still be under way.
        isAgain
        ? `All recorded ${tick}s are played; Play plays them again`
        : 'Nothing more can happen; Reset starts again'
      : head <= 0
        ? 'Ready'
        : 'Paused';
  const word = { opening: 'Preparing', paused: rests, playing: 'Playing' }[phase];
  return (
    <footer className={styles.status}>
      <b aria-live={phase === 'playing' ? 'off' : 'polite'}>
        {waits === '' && phase === 'playing' && rate > 0
          ? `${rate.toFixed(rate < 10 ? 1 : 0)} ${tick}s per second`
          : word}
      </b>
      {head > 0 && phase === 'paused' && <PauseButton />}
      {armed > 0 && <span>pauses at {formatNounCount(armed, 'condition')}</span>}
      {waits !== '' && <span>{waits}</span>}
      {isReplay && <ReplayedFile />}
      {!isAgain && decisions !== null && (
        <span>
          {isBack && `until ${tick} ${formatRoundNumber(shown)}: `}
          {formatNounCount(decisions, 'decision')},{' '}
          <span title={FAILURES_MEANING}>{formatNounCount(failures, 'failure')}</span>
        </span>
      )}
      <span>
        {head <= 0
          ? warmUp > 0
            ? `${formatNounCount(warmUp, tick)} of warm-up done`
            : 'nothing has happened yet'
          : exported
            ? 'exported'
            : keptWords !== null
              ? keptWords
              : answered
                ? 'not saved: Export keeps its answers'
                : 'not saved: Share and Export keep it'}
      </span>
      <span className={styles.space} />
      <span className={styles.keys}>Space plays</span>
      <span className={styles.keys}>← → one {tick}</span>
      <span className={styles.keys}>W A S D zoom and pan</span>
      <span className={styles.keys}>? all keys</span>
    </footer>
  );
}

/** "saved in this browser up to Round 31"; null while nothing is known of it. */
function describeSavedStatus(state: PageState): string | null {
  const { kept } = state;
  if (kept === null) return null;
  if (kept.problem !== null) return `not saved in this browser: ${kept.problem}`;
  return `saved in this browser up to ${getCurrentModelWords(state).Tick} ${kept.tick}`;
}
