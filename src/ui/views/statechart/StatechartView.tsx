import { useMemo, useRef, useState } from 'react';
import { MOST_DOTS } from '../../../engine/statechart/regionMoves.ts';
import { DotField } from '../../charts/dots.ts';
import type { PlacedEdge } from '../../charts/placement.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import { useCalmPage, useLayout, usePage, usePageStore, useSize } from '../../hooks/hooks.ts';
import { usePlacement } from '../../hooks/usePlacement.ts';
import { useViews } from '../../hooks/useViews.ts';
import { formatNounCount } from '../../lib/words.ts';
import type { ModelLook } from '../../model/look.ts';
import { getCurrentAppearance } from '../../model/looks.ts';
import type { Laid } from '../../model/nestedPlacements.ts';
import { isPlayingFast } from '../../store/speed.ts';
import { describeStateName } from '../../words/chartWords.ts';
import { getCachedMarks, type Marks } from '../time/marks.ts';
import type { ChartDrawing } from './ChartExport.tsx';
import { ChartSvg } from './ChartSvg.tsx';
import type { EdgeTipProps } from './EdgeTip.tsx';
import type { NestedChartProps } from './nested/NestedChart.tsx';
import { RegionSelect } from './RegionSelect.tsx';
import { StatechartDots } from './StatechartDots.tsx';
import { DotNote, StatechartHead } from './StatechartHead.tsx';
import styles from './StatechartView.module.css';
import { selectState } from './selectState.ts';

const EdgeTip = createLazyView<EdgeTipProps>(
  preloadOnActivity(async () => (await import('./EdgeTip.tsx')).EdgeTip),
);

const NestedChart = createLazyView<NestedChartProps>(
  async () => (await import('./nested/NestedChart.tsx')).NestedChart,
);

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
  const [edge, setEdge] = useState<PlacedEdge | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const fast = usePage(isPlayingFast);

  const [isLarge, setLarge] = useState(false);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [laid, setLaid] = useState<Laid>(null);
  const isNested = chart?.outline !== undefined && laid !== 'failed';
  const part = usePage(state => getCurrentAppearance(state).drawnPart?.(state));
  const isDrawn = !isNested && part !== null;
  const placement = usePlacement(isDrawn ? (part?.chart ?? chart) : undefined, config, width, height);
  const { ChartTools } = useViews();
  const clicked = (x: number, y: number, byFinger: boolean): boolean => {
    const agent = agents <= MOST_DOTS ? field.hitTest(x, y, byFinger ? FINGER : POINT) : -1;
    if (agent >= 0) store.getState().select({ agents: [agent], state: null });
    return agent >= 0;
  };

  const picture = (): ChartDrawing | null => {
    const svg = sheet.current?.querySelector('svg') ?? null;
    return svg && { svg, field: agents <= MOST_DOTS ? field : null, whole: isNested ? laid : null };
  };

  return (
    <section
      className={styles.view}
      data-model={chart?.name}
      data-nested={isNested || undefined}
      data-regions={(isNested && (chart?.region?.names.length ?? 0) > 1) || undefined}
      data-large={(isNested && isLarge) || undefined}
      data-placed={placement?.isAutomatic ? 'automatically' : undefined}
      aria-label="Statechart"
    >
      <StatechartHead
        small={small}
        isNested={isNested}
        isLarge={isLarge}
        onLarge={setLarge}
        tools={setTools}
        picture={picture}
      />
      <p className={`label ${styles.note}`}>
        {isNested && <RegionSelect />}
        <span>
          {isNested && <DotNote small={small} isNested />}
          <MarkNote isAfter={isNested} />
        </span>
      </p>
      <div ref={sheet} className={styles.sheet}>
        {run && isNested && (
          <NestedChart run={run} field={field} width={width} height={height} tools={tools} onLaid={setLaid} />
        )}
        {run && placement && (
          <ChartSvg
            run={run}
            placement={placement}
            part={part}
            width={width}
            height={height}
            small={small}
            glow={fast}
            levels={agents > MOST_DOTS}
            hovered={hovered}
            selected={selected}
            onHoverState={setHovered}
            onHoverEdge={setEdge}
            onSelectState={position => selectState(store, position)}
            onClick={clicked}
          />
        )}
        {!isNested && (
          <StatechartDots field={field} chart={chart} placement={placement} width={width} height={height} />
        )}
        {edge && run && (
          <EdgeTip run={run} edge={edge} facts={part?.facts.get(edge.key)} width={width} height={height} />
        )}
      </div>
      {ChartTools && <ChartTools />}
    </section>
  );
}

/** Why some agents stand out. @param isAfter whether something is said before it */
function MarkNote({ isAfter }: { readonly isAfter: boolean }) {
  const marks = useCalmPage(getCachedMarks, 'states');
  const names = usePage(state => state.run?.info.names);
  const chart = usePage(state => state.run?.info.chart);
  const state = usePage(page => page.selection.state);
  const look = usePage(getCurrentAppearance);
  const note = describeChartMarks(
    marks,
    look,
    marks.agent >= 0 ? names?.[marks.agent] : undefined,
    state === null || !chart ? undefined : describeStateName(chart, chart.states[state]),
  );
  return isAfter && note !== '' ? `; ${note}` : note;
}

function describeChartMarks(
  marks: Marks,
  { words, standOut }: ModelLook,
  name: string | undefined,
  state: string | undefined,
): string {
  const people = formatNounCount(marks.agents.size, ...words.person);
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
    case 'elsewhere':
      return `outlined: the ${people} elsewhere in the other run`;
    case 'members':
      return standOut?.membersNote(people) ?? '';
    case 'none':
      return '';
  }
}
