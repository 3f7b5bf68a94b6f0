import type { CSSProperties } from 'react';
import type { Tick } from '../../../engine/core/indices.ts';
import { type Ending, MISSION_ENDINGS, STUCK_RULES } from '../../../engine/models/governed/phases.ts';
import type { MissionRow } from '../../../engine/models/governed/reports/governedDetail.ts';
import { useCalmPage, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../lib/formatCounts.ts';
import { getStateHueToken } from '../../model/hues.ts';
import type { PageState, RunState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/viewState.ts';
import inspector from '../../views/inspector/InspectorParts.module.css';
import { MissionsCompared } from './compared/MissionsCompared.tsx';
import {
  describeGovernedRule,
  ENDING_MEANINGS,
  ENDING_WORDS,
  isStuckMissionPhase,
  OUTCOME_WORDS,
} from './describeMissions.ts';
import styles from './Governed.module.css';
import { getGovernedPart } from './governedPart.ts';

/** All missions: how they ended, which rules stopped them, and what governance changes. */
export function MissionsOverview() {
  return (
    <>
      <header className={styles.head}>
        <h2>Missions</h2>
        <span className="label">select one in the chart or the timelines to see why</span>
      </header>
      <div className={styles.two}>
        <Outcomes />
        <Rules />
      </div>
      <MissionsCompared />
    </>
  );
}

/**
 * "8 missions of these had no answer to find; 5 abstained, as is right. 3 finished on advice."; empty unless every
 * mission is known.
 */
function describeMissionNotes(state: PageState): string {
  const { run } = state;
  const { missions } = getGovernedPart(state);
  if (missions.size < (run?.info.config.agents ?? 0)) return '';
  const rows = [...missions.values()];
  const count = (isMeant: (row: MissionRow) => boolean) => rows.filter(isMeant).length;
  const none = count(({ isUnanswerable, ending }) => isUnanswerable === true && ending !== null);
  const rightly = count(({ isUnanswerable, ending }) => isUnanswerable === true && ending === 'abstained');
  const advised = count(({ outcome, rule }) => outcome === 'finished' && rule !== null);
  const parts = [
    none > 0 &&
      `${formatNounCount(none, 'mission', 'missions')} of these had no answer to find; ${formatGroupedInteger(rightly)} abstained, as is right.`,
    advised > 0 && `${formatGroupedInteger(advised)} finished on advice.`,
    describeChances(rows),
  ];
  return parts.filter(Boolean).join(' ');
}

/** "After 9 verdicts another try was given: 2 then ended right, 1 wrong, 5 stuck again, 1 otherwise or not yet."; empty for none. */
function describeChances(rows: readonly MissionRow[]): string {
  const tried = rows.filter(({ resumed }) => resumed > 0);
  const sum = (value: (row: MissionRow) => number) => tried.reduce((all, row) => all + value(row), 0);
  const verdicts = sum(({ resumed }) => resumed);
  if (verdicts === 0) return '';
  const again = sum(row => row.resumed - (row.ending === 'stuck' || isStuckMissionPhase(row.phase) ? 0 : 1));
  const right = sum(({ ending }) => Number(ending === 'right'));
  const wrong = sum(({ ending }) => Number(ending === 'wrong'));
  const rest = verdicts - right - wrong - again;
  return `After ${formatNounCount(verdicts, 'verdict')} another try was given: ${formatGroupedInteger(right)} then ended right, ${formatGroupedInteger(wrong)} wrong, ${formatGroupedInteger(again)} stuck again${rest > 0 ? `, ${formatGroupedInteger(rest)} otherwise or not yet` : ''}.`;
}

/** The state whose colour an ending's bar has. */
const ENDING_HUES: Readonly<Record<Ending, string | null>> = {
  right: 'finishing',
  wrong: null,
  abstained: 'finishing',
  unjudged: 'finishing',
  stuck: 'stuck_search',
  cut_off: null,
};
const UNENDED = [
  { name: 'underWay', words: OUTCOME_WORDS.under_way, state: 'searching' },
  { name: 'waiting', words: OUTCOME_WORDS.waiting, state: 'init' },
] as const;

function Outcomes() {
  const governed = useCalmPage(state => getGovernedPart(state).frame, 'cascades');
  const agents = usePage(({ run }) => run?.info.config.agents ?? 1);
  const more = useCalmPage(describeMissionNotes, 'cascades');
  const endings = governed?.endings;
  return (
    <div>
      <h3 className={inspector.key}>how they ended</h3>
      {MISSION_ENDINGS.filter(ending => ending !== 'unjudged' || (endings?.unjudged ?? 0) > 0).map(ending => (
        <Count
          key={ending}
          words={ENDING_WORDS[ending]}
          meaning={ENDING_MEANINGS[ending]}
          value={endings?.[ending] ?? 0}
          most={agents}
          state={ENDING_HUES[ending]}
        />
      ))}
      {UNENDED.map(({ name, words, state }) => (
        <Count
          key={name}
          words={words}
          value={governed?.[name] ?? (name === 'waiting' ? agents : 0)}
          most={agents}
          state={state}
        />
      ))}
      {more && <p className={`label ${styles.note}`}>{more}</p>}
      {governed && (
        <p className={`label ${styles.note}`}>
          {formatNounCount(governed.steps, 'step')}, {formatNounCount(governed.tokens, 'token')} (estimated),{' '}
          {formatNounCount(governed.refused, 'answer')} refused, {formatGroupedInteger(governed.failed)} not
          usable
        </p>
      )}
    </div>
  );
}

/** Missions that each rule has found stuck: stopped ones, and those that it stops next. */
function Rules() {
  const tick = useCalmPage(getViewedTick, 'cascades');
  const run = usePage(state => state.run);
  if (!run) return null;
  const verdicts = countVerdictsUpTo(run, tick);
  const hasChances = Number(run.info.config.parameters.second_chances ?? 0) > 0;
  const most = Math.max(1, ...STUCK_RULES.map(rule => verdicts.get(rule) ?? 0));
  return (
    <div>
      <h3 className={inspector.key}>{hasChances ? 'verdicts by rule' : 'found stuck by rule'}</h3>
      {STUCK_RULES.map(rule => (
        <Count
          key={rule}
          words={describeGovernedRule(rule)}
          value={verdicts.get(rule) ?? 0}
          most={most}
          state={null}
        />
      ))}
    </div>
  );
}

interface CountProps {
  readonly words: string;
  readonly meaning?: string;
  readonly value: number;
  readonly most: number;
  /** The state whose colour the bar has; null: ink. */
  readonly state: string | null;
}

function Count({ words, meaning, value, most, state }: CountProps) {
  const states = usePage(({ run }) => run!.info.chart.states);
  const hue =
    state === null ? undefined : ({ '--hue': `var(${getStateHueToken(state, states)})` } as CSSProperties);
  return (
    <div className={styles.count} title={meaning}>
      <span>{words}</span>
      <span>{value > 0 && <i style={{ ...hue, width: `${(100 * value) / most}%` }} />}</span>
      <b>{formatGroupedInteger(value)}</b>
    </div>
  );
}

interface FlowSums {
  upTo: Tick;
  readonly sums: number[];
}
/** Sums of the flows so far: while the tick goes forward, each is added once. */
const KNOWN_FLOW_SUMS = new WeakMap<object, FlowSums>();

/** Number of missions that each rule has stopped up to a tick, by the rule's trigger. */
function countVerdictsUpTo(run: RunState, tick: Tick): ReadonlyMap<string, number> {
  const { columns, info } = run;
  const { transitions } = info.chart;
  const before = KNOWN_FLOW_SUMS.get(columns);
  const sums =
    before !== undefined && before.upTo <= tick
      ? before
      : { upTo: columns.first - 1, sums: transitions.map(() => 0) };
  KNOWN_FLOW_SUMS.set(columns, sums);
  for (; sums.upTo < Math.min(tick, columns.head); sums.upTo++)
    transitions.forEach((_, position) => {
      sums.sums[position] += columns.flow(sums.upTo + 1, position);
    });
  const verdicts = new Map<string, number>();
  transitions.forEach(({ trigger, target }, position) => {
    if (!target.startsWith('stuck_')) return;
    verdicts.set(trigger, (verdicts.get(trigger) ?? 0) + sums.sums[position]);
  });
  return verdicts;
}
