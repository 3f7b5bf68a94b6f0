import { type CSSProperties, Fragment } from 'react';
import { RULES } from '../../../engine/models/governed/phases.ts';
import { useCalmPage, usePage } from '../../hooks.ts';
import type { PageState } from '../../store/pageState.ts';
import inspector from '../../views/InspectorParts.module.css';
import { counted, grouped } from '../../words/words.ts';
import { hueToken } from '../hues.ts';
import { asOf } from '../looks.ts';
import styles from './Governed.module.css';
import { governedOf } from './governedPart.ts';
import { MissionsCompared } from './MissionsCompared.tsx';
import { verdictsUpTo } from './verdicts.ts';
import { OUTCOME_WORDS, ruleWords } from './words.ts';

/** All missions: how they ended, which rules stopped them, and what governance saves. */
export function MissionsOverview() {
  return (
    <>
      <header className={styles.head}>
        <h2>Missions</h2>
        <span className="label">
          <Hint />
        </span>
      </header>
      <div className={styles.two}>
        <Outcomes />
        <Rules />
      </div>
      <MissionsCompared />
    </>
  );
}

/** A hint at what to do, or whose figures these are. */
function Hint() {
  const past = useCalmPage(asOf, 'states');
  return <>{past || 'select one in the chart or the timelines to see why'}</>;
}

/** Missions that finished on a rule's advice; null where not every mission is known. */
function onAdvice(state: PageState): number | null {
  const { run } = state;
  const { missions } = governedOf(state);
  if (missions.size < (run?.info.config.agents ?? 0)) return null;
  let count = 0;
  for (const { outcome, rule } of missions.values()) if (outcome === 'finished' && rule !== null) count++;
  return count;
}

const BARS = [
  { name: 'finished', words: OUTCOME_WORDS.finished, state: 'finishing' },
  { name: 'finishedStuck', words: OUTCOME_WORDS.finished_stuck, state: 'stuck_search' },
  { name: 'cutOff', words: 'cut off at the limit', state: null },
  { name: 'underWay', words: OUTCOME_WORDS.under_way, state: 'searching' },
  { name: 'waiting', words: OUTCOME_WORDS.waiting, state: 'init' },
] as const;

function Outcomes() {
  const governed = useCalmPage(state => governedOf(state).frame, 'cascades');
  const agents = usePage(({ run }) => run?.info.config.agents ?? 1);
  const advised = useCalmPage(onAdvice, 'cascades');
  return (
    <div>
      <h3 className={inspector.key}>how they ended</h3>
      {BARS.map(({ name, words, state }) => (
        <Fragment key={name}>
          <Count
            words={words}
            value={governed?.[name] ?? (name === 'waiting' ? agents : 0)}
            most={agents}
            state={state}
          />
          {name === 'finished' && advised !== null && advised > 0 && (
            <Count words="of them on advice" value={advised} most={agents} state={state} />
          )}
        </Fragment>
      ))}
      {governed && (
        <p className={`label ${styles.note}`}>
          {counted(governed.steps, 'step')}, {counted(governed.tokens, 'token')} (estimated),{' '}
          {counted(governed.refused, 'refused answer')}, {counted(governed.failed, 'failed decision')}
        </p>
      )}
    </div>
  );
}

/** How often each rule has stopped a mission. */
function Rules() {
  const head = useCalmPage(state => state.head, 'cascades');
  const run = usePage(state => state.run);
  if (!run) return null;
  const verdicts = verdictsUpTo(run, head);
  const most = Math.max(1, ...RULES.map(rule => verdicts.get(rule) ?? 0));
  return (
    <div>
      <h3 className={inspector.key}>which rule stopped them</h3>
      {RULES.map(rule => (
        <Count key={rule} words={ruleWords(rule)} value={verdicts.get(rule) ?? 0} most={most} state={null} />
      ))}
    </div>
  );
}

interface CountProps {
  readonly words: string;
  readonly value: number;
  readonly most: number;
  /** The state whose colour the bar has; null: ink. */
  readonly state: string | null;
}

function Count({ words, value, most, state }: CountProps) {
  const hue = state === null ? undefined : ({ '--hue': `var(${hueToken(state)})` } as CSSProperties);
  return (
    <div className={styles.count}>
      <span>{words}</span>
      <span>{value > 0 && <i style={{ ...hue, width: `${(100 * value) / most}%` }} />}</span>
      <b>{grouped(value)}</b>
    </div>
  );
}
