import { type CSSProperties, useMemo } from 'react';
import { measureEdgeLabelRoom } from '../../charts/fitting.ts';
import { doesEdgeCarryTransition, type PlacedEdge, type Placement } from '../../charts/placement.ts';
import { useCalmPage, useNarrow, usePage } from '../../hooks/hooks.ts';
import { useViews } from '../../hooks/useViews.ts';
import { formatNounCount } from '../../lib/words.ts';
import { getStateHueToken } from '../../model/hues.ts';
import type { DrawnPart } from '../../model/look.ts';
import { getCurrentModelWords, getModelAppearance } from '../../model/looks.ts';
import type { RunState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/shown.ts';
import { getStateDescription } from '../../words/chartWords.ts';
import { ChartEdge, EdgeLabel, fitEdgeLabel } from './ChartEdge.tsx';
import styles from './ChartSvg.module.css';
import { chooseBoxName, StateBox } from './StateBox.tsx';

interface Props {
  readonly run: RunState;
  readonly placement: Placement;
  /** Of a discovered chart: what is drawn of it. */
  readonly part: DrawnPart | null | undefined;
  readonly width: number;
  readonly height: number;
  readonly small: boolean;
  /** Whether edges take their target's colour, because the dots do not fly. */
  readonly glow: boolean;
  /** Whether boxes are filled in proportion instead of holding dots. */
  readonly levels: boolean;
  readonly hovered: string | null;
  /** Number of the state whose agents are selected. */
  readonly selected: number | null;
  readonly onHoverState: (state: string | null) => void;
  readonly onHoverEdge: (edge: PlacedEdge | null) => void;
  readonly onSelectState: (state: number) => void;
  /** Returns whether something other than a state was under the point. @param byFinger which covers more than a point */
  readonly onClick: (x: number, y: number, byFinger: boolean) => boolean;
}

const getStateHueStyle = (states: readonly string[], state: string): CSSProperties =>
  ({ '--hue': `var(${getStateHueToken(state, states.indexOf(state), states)})` }) as CSSProperties;

/** Size of a society above which a band stands for more agents. */
const CROWD = 500;

/** Boxes and edges of the chart at the round that is shown. */
export function ChartSvg(props: Props) {
  const { placement, width, height } = props;
  const { ChartNotes } = useViews();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset
    <svg
      className={styles.chart}
      width={width}
      height={height}
      role="group"
      aria-label="States and transitions"
    >
      <defs>
        <marker
          id="arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M1 1 7 4 1 7" className={styles.arrow} />
        </marker>
      </defs>
      {placement.group && <Group group={placement.group} small={props.small} />}
      <Edges {...props} />
      <Boxes {...props} />
      {ChartNotes && <ChartNotes placement={placement} />}
    </svg>
  );
}

function Edges({ run, placement, part, width, small, glow, hovered, onHoverEdge }: Props) {
  const tick = useCalmPage(getViewedTick, 'edges');
  const [first, last] = usePage(state => state.selection.range) ?? [tick, tick];
  const { chart, config } = run.info;
  const byName = usePage(state => state.triggerNames);
  const flowsOf = (edge: PlacedEdge, trigger?: string) => {
    let sum = 0;
    chart.transitions.forEach((transition, position) => {
      if (doesEdgeCarryTransition(edge, transition) && (!trigger || transition.trigger === trigger))
        sum += run.columns.flowIn(first, last, position);
    });
    return sum;
  };
  const most = Math.max(1, ...placement.edges.map(({ total = 0 }) => total));
  const edges = useMemo(() => (part && placement.part?.(part.facts)) ?? placement.edges, [placement, part]);
  const rooms = useMemo(() => {
    const boxes = placement.states.map(({ box }) => box);
    return edges.map(({ label }) => (label ? measureEdgeLabelRoom(label, boxes, width) : 0));
  }, [edges, placement, width]);
  const drawn = edges.map(edge => ({
    edge,
    flow: flowsOf(edge),
    near: hovered !== null && edge.sources.includes(hovered),
  }));
  return (
    <>
      {drawn.map(({ edge, ...rest }) => (
        <ChartEdge
          key={edge.key}
          edge={edge}
          {...rest}
          share={Math.min(1, CROWD / config.agents) / (last - first + 1)}
          glow={glow}
          weight={edge.total === undefined ? null : Math.sqrt(edge.total / most)}
          marked={part?.marked.has(edge.key) ?? false}
          tint={getStateHueStyle(chart.states, edge.target)}
          onHover={onHoverEdge}
        />
      ))}
      {drawn.map(({ edge, ...rest }, position) => (
        <EdgeLabel
          key={edge.key}
          edge={edge}
          {...rest}
          parts={fitEdgeLabel(edge, small ? null : chart, byName, rooms[position], trigger =>
            flowsOf(edge, trigger),
          )}
        />
      ))}
    </>
  );
}

function Boxes({ run, placement, part, levels, selected, onSelectState, onHoverState, onClick }: Props) {
  const tick = useCalmPage(getViewedTick, 'states');
  const { chart, config } = run.info;
  const { short } = getModelAppearance(chart.name).states;
  const words = usePage(getCurrentModelWords);
  const narrow = useNarrow();
  return (
    <>
      {placement.states.map((placed, position) => (
        <StateBox
          key={placed.state}
          placed={placed}
          name={chooseBoxName(placed, config.agents, narrow) ?? short(placed.state)}
          about={getStateDescription(chart, placed.state)}
          words={formatNounCount(run.columns.count(tick, position), ...words.agent)}
          count={run.columns.count(tick, position)}
          level={levels ? run.columns.count(tick, position) / config.agents : 0}
          tint={getStateHueStyle(chart.states, placed.state)}
          selected={selected === position}
          isPale={part?.hidden.has(placed.state) ?? false}
          onSelect={() => onSelectState(position)}
          onHover={onHoverState}
          onClick={onClick}
        />
      ))}
    </>
  );
}

function Group({ group, small }: { group: NonNullable<Placement['group']>; small: boolean }) {
  const { x, y, width, height } = group.box;
  return (
    <>
      <rect className={styles.group} x={x} y={y} width={width} height={height} rx={14} />
      {!small && (
        <text x={x + 4} y={y - 5}>
          {group.label}
        </text>
      )}
    </>
  );
}
