import { useMemo, useRef, useState } from 'react';
import { createLoadErrorHandler } from '../../../engine/core/errors.ts';
import { MAX_DOTS } from '../../../engine/statechart/regionMoves.ts';
import { DotField } from '../../charts/dotField.ts';
import type { PlacedEdge } from '../../charts/placement.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import { TableTwin } from '../../controls/TableTwin.tsx';
import { useCalmPage, useCommands, useLayout, usePage, usePageStore, useSize } from '../../hooks/hooks.ts';
import { usePlacement } from '../../hooks/usePlacement.ts';
import { useViews } from '../../hooks/useViews.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import { TRIGGER_NAMES, writeStoredItem } from '../../lib/storedItems.ts';
import { getCurrentAppearance } from '../../model/getModelAppearance.ts';
import type { ModelAppearance } from '../../model/modelAppearance.ts';
import type { Laid } from '../../model/nestedPlacements.ts';
import { runWithRetry } from '../../store/runWithRetry.ts';
import { isPlayingFast } from '../../store/speed.ts';
import { describeStateName, hasPlainWords } from '../../words/chartLabels.ts';
import { loadChartTables } from '../time/loadChartTables.ts';
import { getCachedMarks, type Marks } from '../time/marks.ts';
import { ChartSvg } from './ChartSvg.tsx';
import type { ChartPicture } from './chartPicture.ts';
import type { EdgeTipProps } from './EdgeTip.tsx';
import type { NestedChartProps } from './nested/NestedChart.tsx';
import { StatechartDots } from './StatechartDots.tsx';
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
  // There is room next to the title on a wide sheet only; a drawing that is placed automatically has a line for it.
  const isNoteBelow = small || isNested || placement?.isAutomatic === true;
  const clicked = (x: number, y: number, byFinger: boolean): boolean => {
    const agent = agents <= MAX_DOTS ? field.hitTest(x, y, byFinger ? FINGER : POINT) : -1;
    if (agent >= 0) store.getState().select({ agents: [agent], state: null });
    return agent >= 0;
  };

  const picture = (): ChartDrawing | null => {
    const svg = sheet.current?.querySelector('svg') ?? null;
    return svg && { svg, field: agents <= MAX_DOTS ? field : null, whole: isNested ? laid : null };
  };

  return (
    <section
      className={styles.view}
      data-model={chart?.name}
      data-nested={isNested || undefined}
      data-note-below={isNoteBelow || undefined}
      data-regions={(isNested && (chart?.region?.names.length ?? 0) > 1) || undefined}
      data-large={(isNested && isLarge) || undefined}
      aria-label="Statechart"
    >
      <StatechartHead
        small={small}
        isNested={isNested}
        isNoteBelow={isNoteBelow}
        isLarge={isLarge}
        onLarge={setLarge}
        tools={setTools}
        picture={picture}
      />
      <p className={`label ${styles.note}`}>
        {isNested && <RegionSelect />}
        <span>
          {isNoteBelow && <DotNote small={small} isNested={isNested} />}
          <MarkNote isAfter={isNoteBelow} />
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
            levels={agents > MAX_DOTS}
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
  { words, standOut }: ModelAppearance,
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
      return `outlined: ${name ?? ''}`;
    case 'state':
      return state ? `highlighted: ${people} in ${state}` : `outlined: ${people}`;
    case 'focus':
      return `outlined: ${name ?? ''}`;
    case 'elsewhere':
      return `outlined: the ${people} elsewhere in the other run`;
    case 'members':
      return standOut?.membersNote(people) ?? '';
    case 'none':
      return '';
  }
}

interface Props {
  readonly small: boolean;
  /** True if all levels and regions are drawn. */
  readonly isNested: boolean;
  /** True if the meaning of a dot stands below the title instead of next to it. */
  readonly isNoteBelow: boolean;
  readonly isLarge: boolean;
  readonly onLarge: (isLarge: boolean) => void;
  /** Called with the place for the drawing's tools. */
  readonly tools: (slot: HTMLElement | null) => void;
  readonly picture: () => ChartDrawing | null;
}

/** Title of the chart, what a dot is, and what one may do with it. */
function StatechartHead({ small, isNested, isNoteBelow, isLarge, onLarge, tools, picture }: Props) {
  const store = usePageStore();
  const chart = usePage(state => state.run?.info.chart);
  const isCounted = usePage(state => state.counted !== null && !state.isLogged);
  const isLogged = usePage(state => state.isLogged);
  const byName = usePage(state => state.triggerNames);
  return (
    <header className={styles.head}>
      <h2>Statechart</h2>
      {!isNested && (
        <span className="label">
          <RegionSelect />
          {!isNoteBelow && (
            <span className={styles.dotNote}>
              <span>
                <DotNote small={small} isNested={isNested} />
              </span>
            </span>
          )}
        </span>
      )}
      {chart && hasPlainWords(chart) && (
        <button
          type="button"
          className={styles.names}
          aria-pressed={byName}
          title="triggers by their names in the chart’s definition, or in plain words"
          onClick={() => {
            store.getState().arrange({ triggerNames: !byName });
            writeStoredItem(TRIGGER_NAMES, byName ? 'off' : 'on');
          }}
        >
          names
        </button>
      )}
      <span ref={tools} className={styles.tools} />
      {isNested && (
        <button
          type="button"
          className={styles.names}
          aria-pressed={isLarge}
          aria-label="Enlarge the statechart"
          title={isLarge ? 'next to the other views again' : 'enlarge over the other views'}
          onClick={() => onLarge(!isLarge)}
        >
          {isLarge ? '⤡' : '⤢'}
        </button>
      )}
      <button
        type="button"
        className={styles.names}
        aria-pressed={isCounted}
        title="how long agents stay, where they go, and who is stuck (T)"
        onClick={() => store.getState().count()}
      >
        Statistics
      </button>
      <button
        type="button"
        className={styles.names}
        aria-pressed={isLogged}
        title="what happens, line by line (L)"
        onClick={() => store.getState().arrange({ isLogged: !isLogged })}
      >
        Log
      </button>
      <ChartExport picture={picture} />
      <TableTwin
        name="Statechart"
        summary={async () => (await loadChartTables()).summarizeChart(store.getState())}
        table={async () => (await loadChartTables()).buildChartFlowTable(store.getState())}
      />
    </header>
  );
}

/** The meaning of a dot, or of a fuller box. */
function DotNote({ small, isNested }: Pick<Props, 'small' | 'isNested'>) {
  const agents = usePage(({ run }) => run?.info.config.agents ?? 0);
  const chart = usePage(({ run }) => run?.info.chart);
  const { words, chartNote } = usePage(getCurrentAppearance);
  if (agents > MAX_DOTS) return `the fuller a box, the more ${words.agent[1]}`;
  const region = chart?.region;
  const name = region?.names[region.shown];
  const shown = name && describeStateName(chart, name);
  if (isNested && region && region.names.length > 1)
    return small || !shown ? 'a dot in each region' : `a dot in each region, in the colour of its ${shown}`;
  return chartNote;
}

/** The region in all views, if the chart has several: "shown: attention". */
export function RegionSelect() {
  const commands = useCommands();
  const chart = usePage(({ run }) => run?.info.chart);
  const region = chart?.region;
  if (!region || region.names.length < 2) return null;
  return (
    <span className={styles.region} title="what States, timelines and colours show">
      <span aria-hidden="true">shown:</span>
      <select
        aria-label="Region shown"
        value={String(region.shown)}
        onChange={event => void commands.showRegion(Number(event.target.value))}
      >
        {region.names.map((name, i) => (
          <option key={i} value={i}>
            {name === null ? 'top level' : describeStateName(chart, name)}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The drawing on the screen. */
type ChartDrawing = Pick<ChartPicture, 'svg' | 'field' | 'whole'>;

/** Writes the chart as it is drawn, with the numbers and the dots of this tick. */
function ChartExport({ picture }: { readonly picture: () => ChartDrawing | null }) {
  const store = usePageStore();
  const write = async (form: 'svg' | 'png') => {
    const drawing = picture();
    if (!drawing) return;
    const { exportCurrentChart } = await import('./exportCurrentChart.ts').catch(
      createLoadErrorHandler('the export'),
    );
    await exportCurrentChart(store.getState(), drawing, form);
  };
  return (
    <span className={styles.exports}>
      {(['svg', 'png'] as const).map(form => (
        <button
          key={form}
          type="button"
          aria-label={`Export the statechart as ${form.toUpperCase()}`}
          title="the chart as it is now"
          onClick={() => void runWithRetry(store, () => write(form))}
        >
          {form.toUpperCase()}
        </button>
      ))}
    </span>
  );
}
