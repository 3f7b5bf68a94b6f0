import { useMemo, useRef, useState } from 'react';
import { DotField } from '../charts/dots.ts';
import type { PlacedEdge } from '../charts/placement.ts';
import { lazily } from '../controls/lazily.tsx';
import { soon } from '../controls/soon.ts';
import { TableTwin } from '../controls/TableTwin.tsx';
import { useCalmPage, useLayout, usePage, usePageStore, useSize } from '../hooks.ts';
import type { ModelLook } from '../models/look.ts';
import { asOf, lookNow, wordsNow } from '../models/looks.ts';
import { usePlacement } from '../models/usePlacement.ts';
import { remember, TRIGGER_NAMES } from '../storage.ts';
import type { PageState } from '../store/pageState.ts';
import { shownTick } from '../store/shown.ts';
import { isFast } from '../store/speed.ts';
import { hasPlainWords } from '../words/chartWords.ts';
import { counted, grouped } from '../words/words.ts';
import { ChartSvg } from './ChartSvg.tsx';
import type { EdgeTipProps } from './EdgeTip.tsx';
import { type Marks, marksOf } from './marks.ts';
import { DOTS, StatechartDots } from './StatechartDots.tsx';
import styles from './StatechartView.module.css';
import { selectState } from './selectState.ts';
import { tables } from './tables.ts';

const EdgeTip = lazily<EdgeTipProps>(soon(async () => (await import('./EdgeTip.tsx')).EdgeTip));

/** Farthest from a dot's centre that it is still hit, by a mouse and by a finger, pixels. */
const POINT = 5;
const FINGER = 10;

/** The chart itself with the society in it. */
export function StatechartView() {
  const store = usePageStore();
  const { small } = useLayout();
  const sheet = useRef<HTMLDivElement>(null);
  const field = useMemo(() => new DotField(), []);
  const { width, height } = useSize(sheet);
  const run = usePage(state => state.run);
  const selected = usePage(state => state.selection.state);
  const info = run?.info;
  const chart = info?.chart;
  const config = info?.config;
  const agents = config?.agents ?? 0;
  const look = usePage(lookNow);
  const [edge, setEdge] = useState<PlacedEdge | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const fast = usePage(isFast);
  const byName = usePage(state => state.triggerNames);

  const placement = usePlacement(chart, config, width, height);
  const clicked = (x: number, y: number, byFinger: boolean): boolean => {
    const agent = agents <= DOTS ? field.hitTest(x, y, byFinger ? FINGER : POINT) : -1;
    if (agent >= 0) store.getState().select({ agents: [agent], state: null });
    return agent >= 0;
  };

  return (
    <section
      className={styles.view}
      data-model={chart?.name}
      data-placed={placement?.isAutomatic ? 'automatically' : undefined}
      aria-label="Statechart"
    >
      <header className={styles.head}>
        <h2>Statechart</h2>
        <span className="label">
          <LookedAt />
          {agents > DOTS
            ? `the fuller a box, the more ${look.words.agent[1]}`
            : small
              ? `each dot is one ${look.words.agent[0]}`
              : look.chartNote}
        </span>
        {chart && hasPlainWords(chart) && (
          <button
            type="button"
            className={styles.names}
            aria-pressed={byName}
            title="triggers by their names in the chart’s definition, or in plain words"
            onClick={() => {
              store.getState().arrange({ triggerNames: !byName });
              remember(TRIGGER_NAMES, byName ? 'off' : 'on');
            }}
          >
            names
          </button>
        )}
        <TableTwin
          name="Statechart"
          summary={() => summary(store.getState())}
          table={async () => (await tables()).chartTable(store.getState())}
        />
      </header>
      <p className={`label ${styles.note}`}>
        <MarkNote />
      </p>
      <div ref={sheet} className={styles.sheet}>
        {run && placement && (
          <ChartSvg
            run={run}
            placement={placement}
            width={width}
            height={height}
            small={small}
            glow={fast}
            levels={agents > DOTS}
            hovered={hovered}
            selected={selected}
            onHoverState={setHovered}
            onHoverEdge={setEdge}
            onSelectState={position => selectState(store, position)}
            onClick={clicked}
          />
        )}
        <StatechartDots field={field} chart={chart} placement={placement} width={width} height={height} />
        {edge && run && <EdgeTip run={run} edge={edge} width={width} height={height} />}
      </div>
    </section>
  );
}

/** The tick of the picture, where it is not that of the head. */
function LookedAt() {
  const past = usePage(state => (asOf(state) === '' ? null : shownTick(state)));
  const { Tick } = usePage(wordsNow);
  return past !== null && <b>{`at ${Tick} ${grouped(past)} · `}</b>;
}

function MarkNote() {
  const marks = useCalmPage(marksOf, 'states');
  const names = usePage(state => state.run?.info.names);
  const states = usePage(state => state.run?.info.chart.states);
  const state = usePage(page => page.selection.state);
  const look = usePage(lookNow);
  return (
    <>
      {noteOf(
        marks,
        look,
        marks.agent >= 0 ? names?.[marks.agent] : undefined,
        state === null ? undefined : states?.[state],
      )}
    </>
  );
}

function noteOf(
  marks: Marks,
  { words, standOut }: ModelLook,
  name: string | undefined,
  state: string | undefined,
): string {
  const people = counted(marks.agents.size, ...words.person);
  switch (marks.why) {
    case 'lit':
      return standOut?.litNote(people) ?? '';
    case 'found':
      return `outlined: the ${people} that the search found`;
    case 'agent':
      return `circled: ${name ?? ''}`;
    case 'state':
      return state ? `outlined: the ${people} who were ${state}` : `outlined: ${people}`;
    case 'focus':
      return `ringed: ${name ?? ''}`;
    case 'members':
      return standOut?.membersNote(people) ?? '';
    case 'none':
      return '';
  }
}

/** "Round 31: 309 of 475 agents are idle, 92 scrolling, …; 52 took sees_post." */
function summary(state: PageState): string {
  const { run } = state;
  if (!run) return '';
  const tick = shownTick(state);
  const counts = run.info.chart.states.map(
    (name, position) => `${run.columns.count(tick, position)} ${name}`,
  );
  const { Tick, agent } = wordsNow(state);
  return `${Tick} ${tick}: of ${counted(run.info.config.agents, ...agent)} ${counts.join(', ')}.`;
}
