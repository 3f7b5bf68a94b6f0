import { useEffect, useRef, useState } from 'react';
import { createLoadErrorHandler } from '../../../engine/core/errors.ts';
import { isValidSeed, MAX_SEED } from '../../../engine/core/isValidSeed.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { Icon } from '../../controls/Icon.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import { openPickedFiles } from '../../files/openPickedFiles.ts';
import { useCalmPage, useCommands, useMedia, usePage, usePageStore } from '../../hooks/hooks.ts';
import { useViews } from '../../hooks/useViews.ts';
import { formatQuotedField, pluralizeNoun } from '../../lib/formatCounts.ts';
import {
  DICES,
  DOWNLOAD,
  FOLDER_OPEN,
  PAUSE,
  PLAY,
  ROTATE_CCW,
  SHARE,
  SKIP_FORWARD,
} from '../../lib/icons.ts';
import {
  formatRunClock,
  getCurrentAppearance,
  getCurrentModelChoice,
  getCurrentModelWords,
  isRecordedModel,
} from '../../model/getModelAppearance.ts';
import { getViewedTick, getViewedTotals, isLookingBack } from '../../state/viewState.ts';
import { getStateAtHead } from '../../store/applyModelFrame.ts';
import { runWithRetry } from '../../store/runWithRetry.ts';
import { SPEEDS } from '../../store/speed.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import styles from './Bar.module.css';
import type { ExportingProps } from './Exporting.tsx';
import { NARROW_BAR } from './narrowBar.ts';
import { ModelSelect, OracleSelect, PresetSelect } from './SetupSelects.tsx';

/** Time after the last digit until the run with the new seed is opened, milliseconds. */
const SEED_DELAY_MS = 600;

/** The seed; another one opens its run from round 0. */
function SeedField() {
  const commands = useCommands();
  const store = usePageStore();
  const seed = usePage(state => state.run?.setup.seed ?? 1);
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  const commit = (text: string | null) => {
    clearTimeout(timer.current);
    setDraft(null);
    if (text === null || text === String(seed)) return;
    const value = Number(text);
    if (text.trim() !== '' && isValidSeed(value)) void commands.reset({ seed: value });
    else
      store
        .getState()
        .notify(
          'error',
          `${formatQuotedField('Seed', text)}: must be a whole number from 0 to ${MAX_SEED}. The seed stays ${seed}.`,
        );
  };
  return (
    <label className={styles.seed}>
      <span>Seed</span>
      <input
        type="number"
        min={0}
        max={MAX_SEED}
        step={1}
        value={draft ?? String(seed)}
        onChange={event => {
          const text = event.target.value;
          setDraft(text);
          clearTimeout(timer.current);
          if (text !== '') timer.current = window.setTimeout(() => commit(text), SEED_DELAY_MS);
        }}
        onKeyDown={event => event.key === 'Enter' && commit(draft)}
        onBlur={() => commit(draft === '' ? null : draft)}
      />
    </label>
  );
}

const loadShare = preloadOnActivity(() =>
  import('./shareAsked.tsx').catch(createLoadErrorHandler('the address')),
);

/** Copies an address that repeats the run up to this round, or says why it cannot. */
function ShareButton() {
  const store = usePageStore();
  const commands = useCommands();
  const [copied, setCopied] = useState(false);
  const share = async () => {
    const { shareAsked } = await loadShare();
    if (!(await shareAsked(store, commands.ownFiles))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <button
      type="button"
      aria-label="Share"
      title="copy an address that repeats this run"
      onClick={() => void runWithRetry(store, share)}
    >
      <Icon outline={SHARE} size={15} className={styles.icon} />
      <span className={styles.word}>{copied ? 'Copied' : 'Share'}</span>
    </button>
  );
}

function OpenButton() {
  const commands = useCommands();
  return (
    <button
      type="button"
      aria-label="Open"
      title="open files: a run, a statechart, a workflow, traces, a network"
      onClick={() => openPickedFiles(commands)}
    >
      <Icon outline={FOLDER_OPEN} size={15} className={styles.icon} />
      <span className={styles.word}>Open</span>
    </button>
  );
}

/** Controls always at hand: the scenario, the run's clockwork, its seed and its hash. */
export function Bar() {
  const narrow = useMedia(NARROW_BAR);
  const { Choices, Decider } = useViews();
  return (
    <header className={styles.bar}>
      <div className={styles.group}>
        <Logo />
        <h1 className={styles.brand}>Statescope</h1>
      </div>
      <Transport />
      <RoundStatus />
      {narrow ? (
        <ChoicesButton />
      ) : (
        <div className={`${styles.group} ${styles.choices}`}>
          <ModelSelect />
          <Choices />
          <PresetSelect />
        </div>
      )}
      <span className={styles.space} />
      {Decider ? <Decider /> : <Seed />}
      {!narrow && !Decider && (
        <div className={`${styles.group} ${styles.oracle}`}>
          <OracleSelect />
        </div>
      )}
      <div className={styles.group}>
        <RunHash />
      </div>
      <div className={styles.group}>
        <OpenButton />
        <ShareButton />
        <ExportButton />
      </div>
    </header>
  );
}

/** Name of the model, in place of the choices on a narrow screen; with its preset or the user's file where the bar has a second line. A press opens Set-up. */
function ChoicesButton() {
  const store = usePageStore();
  const { label } = usePage(getCurrentModelChoice);
  const set = usePage(({ run }) => {
    const own = run?.setup.own?.[0];
    return own === undefined
      ? getCurrentAppearance({ run }).presets.find(({ value }) => value === run?.setup.preset)?.label
      : run?.info.config.inputInfo[own]?.name;
  });
  return (
    <div className={`${styles.group} ${styles.named}`}>
      <button
        type="button"
        title="the choices of model, input and preset are in Set-up"
        onClick={() => store.getState().arrange({ panel: 'setup' })}
      >
        {label}
        {set && <span>: {set}</span>} …
      </button>
    </div>
  );
}

function Logo() {
  return (
    <svg className={styles.logo} viewBox="0 0 20 20" aria-hidden="true">
      <rect x="1.2" y="5.2" width="17.6" height="9.6" rx="4.8" />
      <circle cx="6.2" cy="10" r="1.9" className={styles.logoDot} />
      <path d="M9.6 10h4m-1.8-2 2 2-2 2" />
    </svg>
  );
}

function Transport() {
  const commands = useCommands();
  const store = usePageStore();
  const phase = usePage(state => state.phase);
  const ready = usePage(state => state.run !== null);
  const speed = usePage(state => state.speed);
  const { tick } = usePage(getCurrentModelWords);
  const playing = phase === 'playing';
  const isOver = useCalmPage(state => getCurrentAppearance(state).isOver(getStateAtHead(state)));
  const isAgain = usePage(({ run }) => run !== null && isRecordedModel(run.setup.model)) && isOver;
  const from = usePage(state =>
    isLookingBack(state) ? `${tick} ${formatRoundNumber(getViewedTick(state))}` : 'the beginning',
  );
  const over = isAgain ? `Play again from ${from} (Space)` : 'nothing more can happen; Reset starts again';
  const perSecond = SPEEDS[speed];
  const rate =
    perSecond === 0 ? 'as fast as it goes' : `${perSecond} ${pluralizeNoun(perSecond ?? 0, tick)}/s`;
  return (
    <div className={styles.group}>
      <button
        type="button"
        aria-label="Reset"
        title={`Reset: the same seed from ${tick} 0`}
        onClick={() => void commands.reset()}
      >
        <Icon outline={ROTATE_CCW} size={15} />
        <span className={styles.word}>Reset</span>
      </button>
      <button
        type="button"
        disabled={!ready}
        // It takes a press still: one that leaves a field may bring a run that has a next step.
        aria-disabled={phase !== 'paused' || isOver}
        title={`one ${tick} (→)`}
        onClick={() => void commands.step()}
      >
        <Icon outline={SKIP_FORWARD} size={15} />
        Step
      </button>
      <button
        type="button"
        className={styles.play}
        disabled={!ready}
        aria-disabled={isOver && !isAgain && !playing}
        title={isOver && !playing ? over : 'Space'}
        onClick={() => void commands.toggle()}
      >
        {playing ? <Icon outline={PAUSE} size={14} filled /> : <Icon outline={PLAY} size={14} filled />}
        {playing ? 'Pause' : 'Play'}
      </button>
      <input
        className={styles.speed}
        type="range"
        aria-label="Speed"
        aria-valuetext={rate}
        title={rate}
        min={0}
        max={SPEEDS.length - 1}
        value={speed}
        onChange={event => commands.setSpeed(Number(event.target.value))}
        onPointerUp={() => store.getState().select({ hover: null })}
      />
      <span className={`label ${styles.rate}`}>{perSecond === 0 ? 'full speed' : rate}</span>
    </div>
  );
}

/** The round and its clock; not announced while it plays. */
function RoundStatus() {
  const tick = useCalmPage(getViewedTick);
  const head = useCalmPage(state => Math.max(0, state.head));
  const isBack = usePage(isLookingBack);
  const config = usePage(state => state.run?.info.config);
  const playing = usePage(state => state.phase === 'playing');
  const { Tick } = usePage(getCurrentModelWords);
  return (
    <div className={styles.group}>
      <output
        className={styles.round}
        // biome-ignore lint/a11y/noRedundantRoles: stated for tools that look for the attribute
        role="status"
        aria-live={playing ? 'off' : 'polite'}
      >
        {config ? (
          <>
            <b>
              {Tick} {isBack ? formatRoundNumber(tick) : head}
            </b>{' '}
            {isBack ? `of ${head}` : formatRunClock(config, tick)}
          </>
        ) : (
          'preparing…'
        )}
      </output>
    </div>
  );
}

function Seed() {
  const commands = useCommands();
  const { another, tick } = usePage(getCurrentModelWords);
  return (
    <div className={`${styles.group} ${styles.bare}`}>
      <SeedField />
      <button
        type="button"
        title={`${another}: a seed drawn at random, from ${tick} 0`}
        aria-label="New seed"
        onClick={() => void commands.newSeed()}
      >
        <Icon outline={DICES} size={15} className={styles.wide} />
        New
      </button>
    </div>
  );
}

/** First eight digits of the chained hash; pressed, it copies all of it. */
function RunHash() {
  const { notify } = usePageStore().getState();
  const hash = useCalmPage(state => getViewedTotals(state)?.hash ?? '');
  const { tick } = usePage(getCurrentModelWords);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(hash);
      notify('note', 'The hash is in the clipboard.');
    } catch {
      notify('note', `The clipboard is not available. The hash is ${hash}.`);
    }
  };
  return (
    <button
      type="button"
      className="mono"
      aria-label="Run hash"
      title={
        hash === ''
          ? `no ${tick} yet`
          : `Fingerprint of all that has happened up to this ${tick} (SHA-256): the same run has the same, here and on the command line. A press copies it.\n${hash}`
      }
      onClick={() => void copy()}
    >
      {hash.slice(0, 8) || '········'}
    </button>
  );
}

const Exporting = createLazyView<ExportingProps>(
  preloadOnActivity(async () => (await import('./Exporting.tsx')).Exporting),
);

/** Asks for the run document; with Shift, in a form that is chosen. */
export function ExportButton() {
  /** True if it was pressed with Shift; null before it was pressed. */
  const [asked, setAsked] = useState<boolean | null>(null);
  const isThere = usePage(state => state.run !== null);
  const button = (
    <button
      type="button"
      aria-label="Export JSON"
      title="the whole run as one JSON document; with Shift, or where it is large, a choice: rows, tables, network, Perfetto trace"
      onClick={({ shiftKey }) => isThere && asked === null && setAsked(shiftKey)}
    >
      <Icon outline={DOWNLOAD} size={15} className={styles.icon} />
      <span className={styles.word}>Export</span>
    </button>
  );
  if (asked === null) return button;
  return (
    <Exporting isFormAsked={asked} onEnd={() => setAsked(null)} onAgain={() => setAsked(asked)}>
      {button}
    </Exporting>
  );
}
