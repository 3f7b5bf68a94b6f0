import { MOST_DOTS } from '../../../engine/statechart/regionMoves.ts';
import { TableTwin } from '../../controls/TableTwin.tsx';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { TRIGGER_NAMES, writeStoredItem } from '../../lib/storage.ts';
import { getCurrentAppearance } from '../../model/looks.ts';
import { describeStateName, hasPlainWords } from '../../words/chartWords.ts';
import { loadChartTables } from '../time/loadChartTables.ts';
import { type ChartDrawing, ChartExport } from './ChartExport.tsx';
import { RegionSelect } from './RegionSelect.tsx';
import styles from './StatechartView.module.css';

interface Props {
  readonly small: boolean;
  /** Whether all levels and regions are drawn. */
  readonly isNested: boolean;
  readonly isLarge: boolean;
  readonly onLarge: (isLarge: boolean) => void;
  /** Is told where the drawing may put its tools. */
  readonly tools: (slot: HTMLElement | null) => void;
  readonly picture: () => ChartDrawing | null;
}

/** Title of the chart, what a dot is, and what one may do with it. */
export function StatechartHead({ small, isNested, isLarge, onLarge, tools, picture }: Props) {
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
          <DotNote small={small} isNested={isNested} />
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
          title={isLarge ? 'beside the other views again' : 'enlarge over the other views'}
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

/** What a dot is, or a fuller box. */
export function DotNote({ small, isNested }: Pick<Props, 'small' | 'isNested'>) {
  const agents = usePage(({ run }) => run?.info.config.agents ?? 0);
  const chart = usePage(({ run }) => run?.info.chart);
  const { words, chartNote } = usePage(getCurrentAppearance);
  if (agents > MOST_DOTS) return `the fuller a box, the more ${words.agent[1]}`;
  const region = chart?.region;
  const name = region?.names[region.shown];
  const shown = name && describeStateName(chart, name);
  if (isNested && region && region.names.length > 1)
    return small || !shown ? 'a dot in each region' : `a dot in each region, in the colour of its ${shown}`;
  return small ? `each dot is one ${words.agent[0]}` : chartNote;
}
