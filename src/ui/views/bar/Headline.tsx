import type { ComponentType } from 'react';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { useCalmPage, useOneColumn, usePage, usePageStore } from '../../hooks/hooks.ts';
import { useViews } from '../../hooks/useViews.ts';
import { getCurrentAppearance, getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { isLookingBack } from '../../state/viewState.ts';
import { getCurrentWorlds } from '../../store/slices/worldsSlice.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import { Again } from '../worlds/Again.tsx';
import styles from './Headline.module.css';

const CompareChip = createLazyView(async () => (await import('../compare/CompareChip.tsx')).CompareChip);
const CompareSentence = createLazyView(
  async () => (await import('../compare/CompareSentence.tsx')).CompareSentence,
);
const WorldsSentence = createLazyView(
  async () => (await import('../worlds/WorldsSentence.tsx')).WorldsSentence,
);
const WorldsChip = createLazyView(async () => (await import('../worlds/WorldsSentence.tsx')).WorldsChip);
const RangeNote = createLazyView(async () => (await import('./RangeNote.tsx')).RangeNote);
const LessonNote = createLazyView(async () => (await import('./LessonNote.tsx')).LessonNote);
const ChangeNote = createLazyView(async () => (await import('./ChangeNote.tsx')).ChangeNote);

/** The state of the run in one sentence; at the right, a reminder that prevents misreading. */
export function Headline() {
  const info = usePage(state => state.run?.info);
  const opening = usePage(state => state.phase === 'opening');
  const isNew = usePage(state => state.isNew && state.head <= 0);
  // In one column the views that show it are below the window.
  const isTold = useOneColumn() && isNew;
  const isBack = usePage(isLookingBack);
  const isRange = usePage(state => state.selection.range !== null);
  const isPair = usePage(state => state.pair !== null);
  const hasWorlds = usePage(state => getCurrentWorlds(state) !== null);
  const hasLesson = usePage(state => state.lesson !== null);
  const { Sentence, Chip, pair: Pair } = useViews();
  const Note = usePage(({ branch, pair, run }) => {
    if (pair) return Pair?.Chip ?? CompareChip;
    if (hasWorlds) return WorldsChip;
    return branch || run?.setup.changes.length ? ChangeNote : null;
  });
  return (
    <section className={styles.head} aria-label="Headline">
      <p className={styles.sentence}>
        {info && !opening ? (
          <ModelHeadline
            isTold={isTold}
            isBack={isBack}
            isRange={isRange}
            isAsked={!isPair && !hasWorlds}
            isNew={isNew}
            Sentence={isPair ? (Pair?.Sentence ?? CompareSentence) : hasWorlds ? WorldsSentence : Sentence}
          />
        ) : (
          <Opening />
        )}
      </p>
      <Progress />
      {info && !isBack && <div className={`label ${styles.chip}`}>{Note ? <Note /> : <Chip />}</div>}
      {hasLesson && <LessonNote />}
    </section>
  );
}

interface AnnouncedProps {
  readonly isTold: boolean;
  readonly isBack: boolean;
  readonly isRange: boolean;
  readonly Sentence: ComponentType;
  /** True if the question "Would it happen again?" is offered. */
  readonly isAsked: boolean;
  readonly isNew: boolean;
}

/** The run at the round that the page shows. */
function ModelHeadline({ isTold, isBack, isRange, Sentence, isAsked, isNew }: AnnouncedProps) {
  if (isRange)
    return (
      <>
        <RangeNote /> <Sentence />
      </>
    );
  if (isBack)
    return (
      <>
        <span className={styles.then}>Looking back</span> <Sentence /> <BackToNow />
      </>
    );
  if (isTold) return <Intro />;
  return (
    <>
      <Sentence /> {isNew ? <Scenarios /> : isAsked && <Again />}
    </>
  );
}

/** Leads somebody without a question of their own to some. */
function Scenarios() {
  const store = usePageStore();
  return (
    <button type="button" className={styles.back} onClick={() => store.getState().arrange({ scenarios: '' })}>
      Scenarios
    </button>
  );
}

/** Introduction of the run for a new user. */
function Intro() {
  const what = usePage(state => getCurrentAppearance(state).intro(state)[0]);
  const dot = usePage(state => getCurrentAppearance(state).intro(state)[1]);
  return (
    <>
      <span>{what}</span>{' '}
      <span className={styles.dot}>
        {dot} Press Play, or open <Scenarios />
      </span>
    </>
  );
}

/** Before the first run, and between two. */
function Opening() {
  const phase = usePage(state => state.phase);
  const before = usePage(state => state.run !== null);
  const words = usePage(state => {
    const { progress } = state;
    return progress ? `${progress.label.toLowerCase()}, ${Math.floor(progress.part * 100)} %` : null;
  });
  if (phase !== 'opening') return <>The engine is not running; Reset restarts it.</>;
  if (before) return <>Preparing the next run; this one stays until it is there… {words}</>;
  return <>Preparing the run{words ? `: ${words}` : ' and its warm-up…'}</>;
}

/** A line above the headline: progress of the opening, or of the way to a requested round. */
function Progress() {
  const part = useCalmPage(state => {
    const { phase, progress, target, head } = state;
    if (phase === 'opening') return progress?.part ?? 0;
    const lasts = getCurrentAppearance(state).lasts?.(state) ?? Number.POSITIVE_INFINITY;
    return target === null ? null : Math.max(0, head) / Math.max(1, Math.min(target, lasts));
  });
  const label = usePage(state =>
    state.phase === 'opening' ? 'Preparing the run' : `Playing to the ${getCurrentModelWords(state).tick}`,
  );
  if (part === null) return null;
  return <progress className={styles.progress} aria-label={label} max={1} value={part} />;
}

/** The way back from an earlier round. */
function BackToNow() {
  const store = usePageStore();
  const head = usePage(state => Math.max(0, state.head));
  const { Tick } = usePage(getCurrentModelWords);
  return (
    <button type="button" className={styles.back} title="End" onClick={() => store.getState().goForward()}>
      Back to {Tick} {formatRoundNumber(head)}
    </button>
  );
}
